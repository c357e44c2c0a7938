/**
 * One pass over the complete IR that finds what printing must know beforehand: the type and the printed number of every
 * value, and the predecessors of every block.
 */
import type { Damage } from "../model/damage";
import { countBefore } from "../../../kit/sortedSearch";
import { Part, RegionTree } from "./regionTree";
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

/** Shared until there are values: a file may consist of many small bodies, each with its own numbering. */
const NO_NUMBERS = new Int32Array(0);
const NO_KINDS = new Uint8Array(0);

/** What the reference says of a use of a value that nothing defines. */
export const UNDEFINED_USE = "not all forward unresolved forward operand references";

/**
 * Regions and values of a module. A region is identified by its index in file order, a value by its index from its
 * region's first value on.
 */
export class Numbering {
  private readonly tree = new RegionTree();
  values = 0;
  types = NO_NUMBERS;
  kinds = NO_KINDS;
  numbers = NO_NUMBERS;
  /** The first argument of each block, and the number of its arguments, for regions of several blocks. */
  private blocks: Map<number, number[]> | undefined;
  /** Edges between blocks (from, to, from, to, …), for regions that have any. */
  private edges: Map<number, number[]> | undefined;

  /** The first value of a region. */
  firstValue(region: number): number {
    return this.tree.get(region, Part.FirstValue);
  }
  /** The first byte of a region, from the file's first byte. */
  startByte(region: number): number {
    return this.tree.startBytes[region] ?? 0;
  }

  /** Forgets all regions and values, for another walk. */
  clear(): void {
    this.kinds.fill(ValueKind.Undefined, 0, this.values);
    this.values = 0;
    this.tree.count = 0;
    this.edges = undefined;
    this.blocks = undefined;
  }

  /** Adds a region; returns its index. */
  addRegion(parent: number, values: number, base: number, startByte: number): number {
    const region = this.tree.add(parent, this.values, values, base, startByte);
    this.reserve(values);
    return region;
  }

  /** Adds values to the outermost region, before there is any other. */
  extendRoot(count: number): void {
    this.tree.extend(0, count);
    this.reserve(count);
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
    this.edges ??= new Map();
    const edges = this.edges.get(region);
    if (edges) edges.push(from, to);
    else this.edges.set(region, [from, to]);
  }

  /** Adds the next block of a region of several blocks, whose arguments are `count` values from `first` on. */
  addBlock(region: number, first: number, count: number): void {
    const blocks = this.blocks?.get(region);
    if (blocks) blocks.push(first, count);
    else (this.blocks ??= new Map<number, number[]>()).set(region, [first, count]);
  }
  /** How many arguments a block of a region of several blocks has; -1: there is no such block. */
  argumentCount(region: number, block: number): number {
    return this.blocks?.get(region)?.[2 * block + 1] ?? -1;
  }
  /** The type of a block's argument. */
  argumentType(region: number, block: number, index: number): number {
    return this.types[(this.blocks?.get(region)?.[2 * block] ?? 0) + index] ?? -1;
  }

  /** The predecessors of a block, one per edge, in the order of the blocks. */
  predecessors(region: number, block: number): number[] {
    const edges = this.edges?.get(region) ?? [];
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
    const { tree } = this;
    const argumentCounts = scoped ? new Int32Array(tree.count) : NO_NUMBERS;
    const valueCounts = scoped ? new Int32Array(tree.count) : NO_NUMBERS;
    let nextArgument = 0;
    let nextValue = 0;
    for (let region = 0; region >= 0 && region < tree.count; region = tree.following(region)) {
      const parent = tree.get(region, Part.Parent);
      if (scoped && parent >= 0) {
        nextArgument = argumentCounts[parent] ?? 0;
        nextValue = valueCounts[parent] ?? 0;
      }
      const start = tree.get(region, Part.FirstValue);
      const end = start + tree.get(region, Part.Size);
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

  /** The region that starts at a byte; -1: none. */
  regionAt(startByte: number): number {
    const region = this.regionsBefore(startByte);
    return region < this.tree.count && this.startByte(region) === startByte ? region : -1;
  }
  /** How many regions start before a byte; the next one has that number. */
  regionsBefore(byte: number): number {
    return countBefore(this.tree.count, (region) => this.startByte(region) >= byte);
  }

  /** The value that a number in the file means in a region; -1: none. */
  find(region: number, number: number): number {
    const { tree } = this;
    for (let at = region; at >= 0; at = tree.get(at, Part.Parent)) {
      const offset = number - tree.get(at, Part.Base);
      if (offset >= 0) return offset < tree.get(at, Part.Size) ? tree.get(at, Part.FirstValue) + offset : -1;
    }
    return -1;
  }
  /** The number of a value in the file: sibling regions use the same numbers. */
  numberInFile(value: number): number {
    const region = this.regionOf(value);
    return this.tree.get(region, Part.Base) + value - this.firstValue(region);
  }
  /** The region that a value belongs to. */
  regionOf(value: number): number {
    return Math.max(0, countBefore(this.tree.count, (region) => this.firstValue(region) > value) - 1);
  }
  /** Whether some region reserved values that are never defined. */
  get incomplete(): boolean {
    for (let value = 0; value < this.values; value++) if (this.kinds[value] === ValueKind.Undefined) return true;
    return false;
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
  /** The region being walked, and those around it. */
  private readonly stack: number[] = [];
  /** The next value of each region in `stack`. */
  private readonly nextValue: number[] = [];

  /** @param numbering an empty one, to be filled */
  constructor(readonly numbering = new Numbering()) {
    // The section's pseudo-block: the region of the module that the reference adds if the file has none.
    this.push(this.numbering.addRegion(-1, 0, 0, 0));
  }
  private push(region: number): void {
    this.stack.push(region);
    this.nextValue.push(this.numbering.firstValue(region));
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
    if (walker.frame.blocks > 1) numbering.addBlock(this.region, value, types.length);
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
      if (walker.isRoot) numbering.extendRoot(count);
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

function copied<Array extends Int32Array | Uint8Array>(from: Array, to: Array): Array {
  to.set(from);
  return to;
}
