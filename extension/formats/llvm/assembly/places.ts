/** Finds the records of a module's attribute groups in the file, and entries by their bits. */
import { countBefore } from "../../../kit/sortedSearch";
import { BitPositions, Words } from "../../../kit/numbers";
import { BitstreamReader } from "../../bitstream/reader";
import { BLOCK } from "../codes";
import { FUNCTION_INDEX, GROUP_ENTRY } from "../attributes/reader";
import type { AttributeSet } from "../ir/attributes";
import type { LoadedModule } from "../read/module";

/** The first bits of these records, found in a single walk over the module's attribute group blocks. */
export class RecordPlaces {
  private readonly groups = new Map<AttributeSet, number>();

  constructor(private readonly module: LoadedModule) {
    this.walk();
  }

  /** The first bit of the record of a function's attribute group. */
  group(set: AttributeSet): number | undefined {
    return this.groups.get(set);
  }

  private walk(): void {
    const { module } = this;
    const reader = new BitstreamReader(module.window, module.stream);
    reader.restore(module.place.checkpoint);
    const depth = reader.depth;
    for (let event = reader.next(); event !== "end" && event !== "fault"; event = reader.next()) {
      if (event === "enterBlock" && !WALKED.has(reader.block?.id ?? -1)) reader.skipBlock();
      if (event === "record") this.note(reader);
      if (reader.depth < depth) return;
    }
  }
  private note({ block, record, startBit }: BitstreamReader): void {
    if (block?.id !== BLOCK.PARAMATTR_GROUP || record.code !== GROUP_ENTRY) return;
    const set = this.module.attributes.group(record.value(0))?.set;
    if (record.value(1) === FUNCTION_INDEX && set && !this.groups.has(set)) this.groups.set(set, startBit);
  }
}

/** Blocks that are walked; BLOCKINFO (0) is needed to read the others. */
const WALKED: ReadonlySet<number> = new Set([0, BLOCK.PARAMATTR_GROUP]);

/** An entry of a module: the key of its section, and its index in the section. */
export interface ModuleEntry {
  readonly key: number;
  readonly entry: number;
}

/**
 * Finds entries by the first bits of the records that they show. A module may have a million of them (metadata nodes),
 * so they are kept as numbers.
 */
export class BitIndex {
  private readonly bits = new BitPositions();
  private readonly keys = new Words();
  private readonly entries = new Words();
  /** Indices of the three, sorted by their bits; made when all have been added. */
  private order: Uint32Array | undefined;

  /** Adds an entry and the first bit of its record. */
  add(startBit: number, { key, entry }: ModuleEntry): void {
    this.bits.push(startBit);
    this.keys.push(key);
    this.entries.push(entry);
  }
  /** The entry whose record starts last at or before a bit, but not before `from`. To be called when all are added. */
  at(bit: number, from = 0): ModuleEntry | undefined {
    const { bits } = this;
    const order = (this.order ??= this.sorted());
    const startOf = (index: number): number => bits.at(order[index] as number);
    const last = countBefore(order.length, (index) => startOf(index) > bit) - 1;
    if (last < 0 || startOf(last) < from) return undefined;
    const index = order[last] as number;
    return { key: this.keys.data[index] as number, entry: this.entries.data[index] as number };
  }
  private sorted(): Uint32Array {
    const { bits } = this;
    for (const numbers of [bits, this.keys, this.entries]) numbers.settle();
    const order = Uint32Array.from({ length: this.keys.length }, (_, index) => index);
    return order.sort((a, b) => bits.at(a) - bits.at(b) || a - b);
  }
}
