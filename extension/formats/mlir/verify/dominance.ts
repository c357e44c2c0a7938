/**
 * Whether values are defined before they are used (mlir::DominanceInfo). Only uses that the order in the file does not
 * settle are kept, until the region's end.
 */
import { Dominance } from "../../../kit/dominance";

/** A use of a value of a region, in a block of the region or somewhere inside an op of it. */
export interface Use {
  readonly value: number;
  readonly block: number;
  /** The number of the region's next value when the use was read. */
  readonly next: number;
  readonly operand: number;
  readonly startByte: number;
  readonly endByte: number;
}

/** The uses of one region's values, and its control flow. */
export class RegionFlow {
  private readonly starts: number[] = [];
  /** The first value of the block that is being read. */
  start = 0;
  private readonly edges: number[] = [];
  private readonly uses: Use[] = [];
  /** Uses of values of regions around, and the flows of these. */
  private readonly outer: { readonly flow: RegionFlow; readonly block: number; readonly use: Use }[] = [];

  /** @param ordered whether values must be defined before their uses; undefined: unknown */
  constructor(readonly ordered: boolean | undefined) {}

  /** A block begins, whose values are numbered from `first` on. */
  block(first: number): void {
    this.starts.push(first);
    this.start = first;
  }
  edge(from: number, to: number): void {
    this.edges.push(from, to);
  }
  /** Whether the order in the file shows that a value is defined before its use: it is in the same or the first block. */
  settles({ value, next }: Pick<Use, "value" | "next">): boolean {
    return value < next && (value >= this.start || value < (this.starts[1] ?? Infinity));
  }

  add(use: Use): void {
    if (!this.settles(use)) this.uses.push(use);
  }
  /** Adds a use in a block of this region, of a value of the region of `flow`. */
  addOuter(flow: RegionFlow, block: number, use: Use): void {
    if (flow.settles(use)) return;
    if (block === 0) flow.uses.push(use);
    else this.outer.push({ flow, block, use });
  }

  /**
   * The uses that their definitions do not dominate. Uses in blocks that are not reached do not count.
   * @param end the number of the value after the region's last
   */
  broken(end: number): readonly Use[] {
    if (this.uses.length + this.outer.length === 0) return [];
    const tree = new Dominance(this.successors());
    for (const { flow, block, use } of this.outer) if (tree.isReachable(block)) flow.uses.push(use);
    return this.uses.filter((use) => {
      if (use.value >= end) return true;
      if (!this.ordered || !tree.isReachable(use.block)) return false;
      const from = this.blockOf(use.value);
      return from === use.block ? use.value >= use.next : !tree.dominates(from, use.block);
    });
  }

  /** The blocks that follow each block. */
  private successors(): readonly (readonly number[])[] {
    const lists: number[][] = this.starts.map(() => []);
    for (let i = 0; i < this.edges.length; i += 2) lists[this.edges[i] ?? 0]?.push(this.edges[i + 1] ?? 0);
    return lists;
  }

  /** The block that defines a value. */
  private blockOf(value: number): number {
    let [low, high] = [0, this.starts.length];
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if ((this.starts[middle] ?? 0) <= value) low = middle;
      else high = middle;
    }
    return low;
  }
}
