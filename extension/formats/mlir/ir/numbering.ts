/**
 * One pass over the complete IR that finds what printing must know beforehand: the type and the printed number of every
 * value, and the predecessors of every block.
 */
import type { Damage } from "../model/damage";
import type { IrVisitor } from "./walk";
import type { IrWalker } from "./walker";
import { Step } from "./walker";

/** How the printer names a value. */
export const enum ValueKind {
  /** Reserved by its region, but never defined. */
  Undefined,
  /** Argument of an entry block: `%arg3`. */
  EntryArgument,
  /** `%3`. */
  Single,
  /** First of several results of an op: `%3#0`. */
  PackHead,
  /** A later one: its number is its distance to the head. */
  PackMember,
}

/** Initial capacity for regions and values: a file may consist of nested bodies only, each with its own numbering. */
const FIRST_REGIONS = 2;
const FIRST_VALUES = 4;

/**
 * Regions and values of a module. A region is identified by its index in file order, a value by its index from its
 * region's first value on.
 */
export class Numbering {
  /** The first value of each region. */
  regionValues = new Int32Array(FIRST_REGIONS);
  regions = 0;
  /** The parent, the last child and the previous sibling of each region; -1: none. */
  private parents = new Int32Array(FIRST_REGIONS);
  private lastChildren = new Int32Array(FIRST_REGIONS);
  private previousSiblings = new Int32Array(FIRST_REGIONS);
  private sizes = new Int32Array(FIRST_REGIONS);
  /** The value number in the file of each region's first value. */
  private bases = new Int32Array(FIRST_REGIONS);
  /** The first byte of each region, from the file's first byte. */
  startBytes = new Float64Array(FIRST_REGIONS);
  values = 0;
  types = new Int32Array(FIRST_VALUES);
  kinds = new Uint8Array(FIRST_VALUES);
  numbers = new Int32Array(FIRST_VALUES);
  /** Edges between blocks (from, to, from, to, …), for regions that have any. */
  private readonly edges = new Map<number, number[]>();

  /** Adds a region; returns its index. */
  addRegion(parent: number, values: number, base: number, startByte: number): number {
    const region = this.regions++;
    if (region >= this.parents.length) {
      this.regionValues = grown(this.regionValues);
      this.parents = grown(this.parents);
      this.lastChildren = grown(this.lastChildren);
      this.previousSiblings = grown(this.previousSiblings);
      this.sizes = grown(this.sizes);
      this.bases = grown(this.bases);
      const startBytes = new Float64Array(this.bases.length);
      startBytes.set(this.startBytes);
      this.startBytes = startBytes;
    }
    this.bases[region] = base;
    this.startBytes[region] = startByte;
    this.regionValues[region] = this.values;
    this.sizes[region] = values;
    this.parents[region] = parent;
    this.lastChildren[region] = -1;
    this.previousSiblings[region] = parent < 0 ? -1 : (this.lastChildren[parent] ?? -1);
    if (parent >= 0) this.lastChildren[parent] = region;
    this.reserve(values);
    return region;
  }

  private reserve(count: number): void {
    const needed = this.values + count;
    if (needed > this.types.length) {
      const size = Math.max(needed, this.types.length * 2);
      this.types = copied(this.types, new Int32Array(size));
      this.numbers = copied(this.numbers, new Int32Array(size));
      this.kinds = copied(this.kinds, new Uint8Array(size));
    }
    this.values = needed;
  }

  addEdge(region: number, from: number, to: number): void {
    const edges = this.edges.get(region);
    if (edges) edges.push(from, to);
    else this.edges.set(region, [from, to]);
  }

  /** The predecessors of a block, one per edge, in the order of the blocks. */
  predecessors(region: number, block: number): number[] {
    const edges = this.edges.get(region) ?? [];
    const found: number[] = [];
    for (let i = 0; i < edges.length; i += 2) if (edges[i + 1] === block) found.push(edges[i] ?? 0);
    return found;
  }

  /**
   * Numbers all values as mlir::SSANameState does: regions from a stack, the last one pushed first, so that later
   * siblings are numbered before earlier ones. Since MLIR 19, generic form numbers a module throughout.
   * @param scoped as before: a region starts with the counts reached when its parent was done
   */
  assign(scoped: boolean): void {
    const argumentCounts = new Int32Array(scoped ? this.regions : 0);
    const valueCounts = new Int32Array(scoped ? this.regions : 0);
    let nextArgument = 0;
    let nextValue = 0;
    for (let region = 0; region >= 0 && region < this.regions; region = this.following(region)) {
      const parent = this.parents[region] ?? -1;
      if (scoped && parent >= 0) {
        nextArgument = argumentCounts[parent] ?? 0;
        nextValue = valueCounts[parent] ?? 0;
      }
      const start = this.regionValues[region] ?? 0;
      const end = start + (this.sizes[region] ?? 0);
      for (let value = start; value < end; value++) {
        const kind: ValueKind = this.kinds[value] ?? 0;
        if (kind === ValueKind.EntryArgument) this.numbers[value] = nextArgument++;
        else if (kind === ValueKind.Single || kind === ValueKind.PackHead) this.numbers[value] = nextValue++;
      }
      if (scoped) {
        argumentCounts[region] = nextArgument;
        valueCounts[region] = nextValue;
      }
    }
  }

  /**
   * The next region in the order of numbering: the last child, otherwise the previous sibling, of it or of an ancestor.
   */
  private following(region: number): number {
    const child = this.lastChildren[region] ?? -1;
    if (child >= 0) return child;
    for (let at = region; at >= 0; at = this.parents[at] ?? -1) {
      const sibling = this.previousSiblings[at] ?? -1;
      if (sibling >= 0) return sibling;
    }
    return -1;
  }

  /** The region that starts at a byte; -1: none. */
  regionAt(startByte: number): number {
    let low = 0;
    let high = this.regions - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = this.startBytes[middle] ?? 0;
      if (found === startByte) return middle;
      if (found < startByte) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** The value that a number in the file means in a region; -1: none. */
  find(region: number, number: number): number {
    for (let at = region; at >= 0; at = this.parents[at] ?? -1) {
      const offset = number - (this.bases[at] ?? 0);
      if (offset >= 0) return offset < (this.sizes[at] ?? 0) ? (this.regionValues[at] ?? 0) + offset : -1;
    }
    return -1;
  }
  /** The number of a value in the file: sibling regions use the same numbers. */
  numberInFile(value: number): number {
    const region = this.regionOf(value);
    return (this.bases[region] ?? 0) + value - (this.regionValues[region] ?? 0);
  }
  /** The region that a value belongs to. */
  regionOf(value: number): number {
    let low = 0;
    let high = this.regions - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.regionValues[middle] ?? 0) <= value) low = middle;
      else high = middle - 1;
    }
    return low;
  }
  /** Whether some region reserved values that are never defined. */
  get incomplete(): boolean {
    return this.kinds.subarray(0, this.values).includes(ValueKind.Undefined);
  }

  /** The name of a value as an operand. */
  name(value: number): string {
    const number = this.numbers[value] ?? 0;
    const kind: ValueKind = this.kinds[value] ?? 0;
    switch (kind) {
      case ValueKind.EntryArgument:
        return `%arg${number}`;
      case ValueKind.Single:
        return `%${number}`;
      case ValueKind.PackHead:
        return `%${number}#0`;
      case ValueKind.PackMember:
        return `%${this.numbers[value - number] ?? 0}#${number}`;
      case ValueKind.Undefined:
        return "<<UNKNOWN SSA VALUE>>";
    }
  }
}

/** Collects values while the IR is walked. */
export class NumberingPass implements IrVisitor {
  readonly numbering = new Numbering();
  /** The region being walked, and those around it. */
  private readonly stack: number[] = [];
  /** The next value of each region in `stack`. */
  private readonly nextValue: number[] = [];

  constructor() {
    // The section's pseudo-block: the region of the module that the reference adds if the file has none.
    this.push(this.numbering.addRegion(-1, 0, 0, 0));
  }
  private push(region: number): void {
    this.stack.push(region);
    this.nextValue.push(this.numbering.regionValues[region] ?? 0);
  }

  /** The region being walked. */
  get region(): number {
    return this.stack[this.stack.length - 1] ?? -1;
  }
  /** The next value to be defined. */
  get next(): number {
    return this.nextValue[this.nextValue.length - 1] ?? 0;
  }

  /** Handles the walker's last event. */
  take(step: Step, walker: IrWalker): void {
    switch (step) {
      case Step.Region:
        this.push(this.numbering.addRegion(this.region, walker.frame.values, walker.frame.base, walker.regionByte));
        break;
      case Step.Block:
        this.takeBlock(walker);
        break;
      case Step.Op:
        this.takeOp(walker);
        break;
      case Step.RegionEnd:
        this.stack.pop();
        this.nextValue.pop();
        break;
      case Step.OpEnd:
      case Step.End:
        break;
    }
  }

  /** After damage the walk continues outside: the lost regions are forgotten. */
  lost(_damage: Damage, _lostBytes: number, depth: number): void {
    this.stack.length = Math.min(this.stack.length, Math.max(1, depth - 1));
    this.nextValue.length = this.stack.length;
  }

  private takeBlock(walker: IrWalker): void {
    const { numbering } = this;
    const { types, index } = walker.block;
    const top = this.stack.length - 1;
    let value = this.nextValue[top] ?? 0;
    for (let i = 0; i < types.length; i++, value++) {
      numbering.types[value] = types.at(i);
      numbering.kinds[value] = index === 0 ? ValueKind.EntryArgument : ValueKind.Single;
    }
    this.nextValue[top] = value;
  }

  private takeOp(walker: IrWalker): void {
    const { numbering } = this;
    const { results, successors } = walker.op;
    const top = this.stack.length - 1;
    const count = results.length;
    if (count > 0) {
      let value = this.nextValue[top] ?? 0;
      for (let i = 0; i < count; i++, value++) {
        numbering.types[value] = results.at(i);
        numbering.kinds[value] = i > 0 ? ValueKind.PackMember : count > 1 ? ValueKind.PackHead : ValueKind.Single;
        if (i > 0) numbering.numbers[value] = i;
      }
      this.nextValue[top] = value;
    }
    for (let i = 0; i < successors.length; i++)
      numbering.addEdge(this.stack[top] ?? 0, walker.frame.block, successors.at(i));
  }
}

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  return copied(array, new Int32Array(array.length * 2));
}
function copied<Array extends Int32Array | Uint8Array>(from: Array, to: Array): Array {
  to.set(from);
  return to;
}
