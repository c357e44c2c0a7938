/** Which blocks of a body dominate which: every way from the entry to a block leads through its dominators. */

/** The dominators of blocks with these successors; block 0 is the entry. Cooper, Harvey and Kennedy's algorithm. */
export class Dominance {
  /** The position of each block in a reverse postorder; undefined for a block that cannot be reached. */
  private readonly places: (number | undefined)[] = [];
  private readonly order: number[] = [];
  /** The place of each block's immediate dominator, by its own place. */
  private readonly immediate: number[] = [];
  /** By place: when the tree of dominators is walked, the block is entered as this one, and the last one in it is that. */
  private readonly entered: number[] = [];
  private readonly last: number[] = [];

  constructor(successors: readonly (readonly number[])[]) {
    this.number(successors);
    this.settle(this.predecessors(successors));
    this.walkTree();
  }
  isReachable(block: number): boolean {
    return this.places[block] !== undefined;
  }
  /** Whether a block dominates another, or is the same. */
  dominates(block: number, other: number): boolean {
    const [upper, from] = [this.places[block], this.places[other]];
    if (upper === undefined || from === undefined) return from === undefined;
    const entered = this.entered[from] ?? 0;
    return entered >= (this.entered[upper] ?? 0) && entered <= (this.last[upper] ?? 0);
  }

  private number(successors: readonly (readonly number[])[]): void {
    const seen = new Set([0]);
    const open = [{ block: 0, next: 0 }];
    for (let top = open.at(-1); top; top = open.at(-1)) {
      const target = successors[top.block]?.[top.next++];
      if (target === undefined) {
        this.order.push(top.block);
        open.pop();
      } else if (!seen.has(target) && target < successors.length) {
        seen.add(target);
        open.push({ block: target, next: 0 });
      }
    }
    this.order.reverse();
    for (const [place, block] of this.order.entries()) this.places[block] = place;
  }
  private predecessors(successors: readonly (readonly number[])[]): readonly (readonly number[])[] {
    const lists: number[][] = this.order.map(() => []);
    for (const [place, block] of this.order.entries())
      for (const target of successors[block] ?? []) {
        const to = this.places[target];
        if (to !== undefined) lists[to]?.push(place);
      }
    return lists;
  }
  private settle(predecessors: readonly (readonly number[])[]): void {
    this.immediate[0] = 0;
    for (let changed = true; changed;) {
      changed = false;
      for (let place = 1; place < this.order.length; place++) {
        const known = (predecessors[place] ?? []).filter((from) => this.immediate[from] !== undefined);
        const common = known.reduce((a, b) => this.common(a, b), known[0] ?? 0);
        if (this.immediate[place] === common) continue;
        this.immediate[place] = common;
        changed = true;
      }
    }
  }
  /** Numbers the blocks so that what a block dominates has the numbers after its own. */
  private walkTree(): void {
    const inside = this.order.map(() => 1);
    // A dominator comes before what it dominates.
    for (let place = this.order.length - 1; place > 0; place--)
      inside[this.immediate[place] ?? 0] = (inside[this.immediate[place] ?? 0] ?? 0) + (inside[place] ?? 0);
    const free = this.order.map(() => 0);
    for (let place = 0; place < this.order.length; place++) {
      const upper = this.immediate[place] ?? 0;
      const entered = place === 0 ? 0 : (free[upper] ?? 0);
      const after = entered + (inside[place] ?? 1);
      this.entered[place] = entered;
      this.last[place] = after - 1;
      free[place] = entered + 1;
      if (place > 0) free[upper] = after;
    }
  }
  /** The nearest block that dominates two. */
  private common(one: number, other: number): number {
    let [a, b] = [one, other];
    while (a !== b) {
      while (a > b) a = this.immediate[a] ?? 0;
      while (b > a) b = this.immediate[b] ?? 0;
    }
    return a;
  }
}
