/** `stats`: how many bits each kind of block and record takes. */
import type { StatsRow } from "../../document/document";
import type { Block } from "../bitstream/reader";
import { BitstreamReader, FIRST_ABBREV } from "../bitstream/reader";
import type { Sections } from "./sections";
import { BLOCK_NAMES, RECORD_KINDS } from "./tables";

/** How often something occurs, its bits, and how many of the records use an abbreviation. */
interface Cost {
  count: number;
  bits: number;
  abbreviated: number;
}

/** The cost of one kind of block: its own bits without nested blocks, and its records by name. */
interface BlockCost extends Cost {
  readonly records: Map<string, Cost>;
}

const cost = (): Cost => ({ count: 0, bits: 0, abbreviated: 0 });

function add(costs: Map<string, Cost>, name: string, bits: number, abbreviated: boolean): void {
  let found = costs.get(name);
  if (!found) costs.set(name, (found = cost()));
  found.count++;
  found.bits += bits;
  if (abbreviated) found.abbreviated++;
}

/** Adds up the costs in file order. */
class Gatherer {
  readonly blocks = new Map<number, BlockCost>();
  private readonly nested: number[] = [];

  enter(block: Block, bits: number): void {
    this.of(block.id).count++;
    this.of(block.id).bits += bits;
    this.nested.push(block.id);
  }
  entry(bits: number): void {
    this.of(this.nested.at(-1) ?? -1).bits += bits;
  }
  record(code: number, bits: number, abbreviated: boolean): void {
    const id = this.nested.at(-1) ?? -1;
    this.entry(bits);
    add(this.of(id).records, RECORD_KINDS[id]?.[code]?.name ?? `code ${code}`, bits, abbreviated);
  }
  definition(bits: number): void {
    this.entry(bits);
    add(this.of(this.nested.at(-1) ?? -1).records, "DEFINE_ABBREV", bits, false);
  }
  leave(bits: number): void {
    this.entry(bits);
    this.nested.pop();
  }
  private of(id: number): BlockCost {
    let found = this.blocks.get(id);
    if (!found) this.blocks.set(id, (found = { ...cost(), records: new Map() }));
    return found;
  }
}

/** The costs by name, largest first. */
function largestFirst<K, C extends Cost>(costs: ReadonlyMap<K, C>): readonly [K, C][] {
  return [...costs].sort((a, b) => b[1].bits - a[1].bits);
}

/** A row for each kind of block, followed by its kinds of records; largest first. Yields where it may be interrupted. */
export function* statsOf({ window, header }: Sections): Generator<void, readonly StatsRow[], undefined> {
  const { endByte: originByte, alignRecords } = header;
  const reader = new BitstreamReader(window, { originByte, startBit: originByte * 8, alignRecords });
  const gatherer = new Gatherer();
  for (let event = reader.next(); event !== "end"; event = reader.next()) {
    yield;
    const bits = reader.position - reader.startBit;
    if (event === "record") {
      gatherer.record(reader.record.code, bits, reader.record.abbreviationId >= FIRST_ABBREV);
    } else if (event === "enterBlock" && reader.block) gatherer.enter(reader.block, bits);
    else if (event === "endBlock") gatherer.leave(bits);
    else if (event === "defineAbbrev") gatherer.definition(bits);
    else {
      const depth = reader.depth;
      if (reader.recover() === undefined) break;
      for (let open = depth; open > reader.depth; open--) gatherer.leave(0);
    }
  }
  return largestFirst(gatherer.blocks).flatMap(([id, { count, bits, records }]) => {
    const block = BLOCK_NAMES[id] ?? `block ${id}`;
    return [{ block, count, bits }, ...largestFirst(records).map(([record, own]) => ({ block, record, ...own }))];
  });
}
