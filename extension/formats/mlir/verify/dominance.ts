/**
 * Whether values are defined before they are used (mlir::DominanceInfo). Only uses that the order in the file does not
 * settle are kept, until the region's end.
 */
import { Dominance } from "../../../kit/dominance";
import { countBefore } from "../../../kit/sortedSearch";

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

/** A use in a block of a region, of a value of the region of `flow`, which is around it. */
interface OuterUse {
  readonly flow: RegionFlow;
  readonly block: number;
  readonly use: Use;
}

const NONE: readonly never[] = [];

/** The uses of one region's values, and its control flow. Regions may be nested deeply, so lists are made when needed. */
export class RegionFlow {
  /** The first values of the blocks, but for the first block, whose values are those before. */
  private starts: number[] | undefined;
  private blocks = 0;
  /** The first value of the block that is being read. */
  start = 0;
  private edges: number[] | undefined;
  private uses: Use[] | undefined;
  private outer: OuterUse[] | undefined;

  /** @param ordered whether values must be defined before their uses; undefined: unknown */
  constructor(readonly ordered: boolean | undefined) {}

  /** A block begins, whose values are numbered from `first` on. */
  block(first: number): void {
    if (this.blocks++ > 0) (this.starts ??= []).push(first);
    this.start = first;
  }
  edge(from: number, to: number): void {
    (this.edges ??= []).push(from, to);
  }
  /** Whether the order in the file shows that a value is defined before its use: it is in the same or the first block. */
  settles({ value, next }: Pick<Use, "value" | "next">): boolean {
    return value < next && (value >= this.start || value < (this.starts?.[0] ?? Infinity));
  }

  add(use: Use): void {
    if (!this.settles(use)) this.keep(use);
  }
  /** Adds a use in a block of this region, of a value of the region of `flow`. */
  addOuter(flow: RegionFlow, block: number, use: Use): void {
    if (flow.settles(use)) return;
    if (block === 0) flow.keep(use);
    else (this.outer ??= []).push({ flow, block, use });
  }
  private keep(use: Use): void {
    (this.uses ??= []).push(use);
  }

  /**
   * The uses that their definitions do not dominate. Uses in blocks that are not reached do not count.
   * @param end the number of the value after the region's last
   */
  broken(end: number): readonly Use[] {
    const { uses = NONE, outer = NONE } = this;
    if (uses.length + outer.length === 0) return NONE;
    const tree = new Dominance(this.successors());
    for (const { flow, block, use } of outer) if (tree.isReachable(block)) flow.keep(use);
    return uses.filter((use) => {
      if (use.value >= end) return true;
      if (!this.ordered || !tree.isReachable(use.block)) return false;
      const from = this.blockOf(use.value);
      return from === use.block ? use.value >= use.next : !tree.dominates(from, use.block);
    });
  }

  /** The blocks that follow each block. */
  private successors(): readonly (readonly number[])[] {
    const { edges = NONE } = this;
    const lists = Array.from({ length: this.blocks }, (): number[] => []);
    for (let i = 0; i < edges.length; i += 2) lists[edges[i] ?? 0]?.push(edges[i + 1] ?? 0);
    return lists;
  }

  /** The block that defines a value. */
  private blockOf(value: number): number {
    const { starts = NONE } = this;
    return countBefore(starts.length, (i) => (starts[i] as number) > value);
  }
}
