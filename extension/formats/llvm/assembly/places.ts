/** Finds the records of a module's metadata nodes and attribute groups in the file. */
import { countBefore } from "../../../kit/sortedSearch";
import type { BitRange } from "../../../document/bits";
import { BitstreamReader } from "../../bitstream/reader";
import { BLOCK } from "../codes";
import { FUNCTION_INDEX, GROUP_ENTRY } from "../attributes/reader";
import type { AttributeSet } from "../ir/attributes";
import { Code, definesNode } from "../spec/metadataCodes";
import type { LoadedModule } from "../read/module";

/** The first bits of these records, found in a single walk over the module's metadata and attribute group blocks. */
export class RecordPlaces {
  private nodes = new Float64Array(16);
  private nodeCount = 0;
  private readonly groups = new Map<AttributeSet, number>();

  constructor(private readonly module: LoadedModule) {
    this.walk();
  }

  /** The first bit of the record of a metadata node, by its index in the module's table. */
  node(index: number): number | undefined {
    const bit = index < this.nodeCount ? this.nodes[index] : undefined;
    return bit === undefined || bit < 0 ? undefined : bit;
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
  private note(reader: BitstreamReader): void {
    const { record, startBit } = reader;
    if (reader.block?.id === BLOCK.METADATA) {
      if (record.code === Code.STRINGS) this.addNodes(record.value(0), -1);
      else if (definesNode(record.code)) this.addNodes(1, startBit);
    } else if (reader.block?.id === BLOCK.PARAMATTR_GROUP && record.code === GROUP_ENTRY) {
      const set = this.module.attributes.group(record.value(0))?.set;
      if (record.value(1) === FUNCTION_INDEX && set && !this.groups.has(set)) this.groups.set(set, startBit);
    }
  }
  private addNodes(count: number, bit: number): void {
    const end = this.nodeCount + count;
    // When the module was read, a count that the file cannot hold was refused.
    if (end > this.module.place.endBit) return;
    if (end > this.nodes.length) {
      const grown = new Float64Array(Math.max(end, this.nodes.length * 2));
      grown.set(this.nodes.subarray(0, this.nodeCount));
      this.nodes = grown;
    }
    this.nodes.fill(bit, this.nodeCount, end);
    this.nodeCount = end;
  }
}

/** Blocks that are walked; BLOCKINFO (0) is needed to read the others. */
const WALKED: ReadonlySet<number> = new Set([0, BLOCK.METADATA, BLOCK.PARAMATTR_GROUP]);

/** Finds entries by the bits of the records that they show. */
export class BitIndex<P> {
  private readonly sorted: readonly { readonly range: BitRange; readonly place: P }[];
  constructor(entries: Iterable<{ readonly range: BitRange; readonly place: P }>) {
    this.sorted = [...entries].sort((a, b) => a.range.startBit - b.range.startBit);
  }
  /** The entry whose record starts at a bit, or else the last that starts before it. */
  at(bit: number): P | undefined {
    const { sorted } = this;
    const after = countBefore(sorted.length, (index) => (sorted[index]?.range.startBit ?? Infinity) > bit);
    return sorted[after - 1]?.place;
  }
}
