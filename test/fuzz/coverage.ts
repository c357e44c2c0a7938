/** The branches of the product that have run, from the counters that the build inserts (tools/coverage.mjs). */

/** A byte per branch, which wraps; empty if the product was built without counters. */
const branches = (globalThis as { readonly branchCounts?: Uint8Array }).branchCounts ?? new Uint8Array(0);
/** Four counters at a time, since most are zero. */
const words = new Uint32Array(branches.buffer, branches.byteOffset, branches.length >> 2);

/** The counts seen for each branch: one bit per range of counts. */
export class Coverage {
  private readonly seen = new Uint8Array(branches.length);
  private reachedBranches = 0;

  /** Reads and resets the counters; returns whether anything is new. */
  take(): boolean {
    let isNew = false;
    for (let word = 0; word < words.length; word++) {
      if (words[word] === 0) continue;
      for (let i = word * 4; i < word * 4 + 4; i++) if (this.note(i)) isNew = true;
      words[word] = 0;
    }
    return isNew;
  }
  private note(branch: number): boolean {
    const count = branches[branch] as number;
    if (count === 0) return false;
    const range = 1 << Math.min(7, 31 - Math.clz32(count));
    const before = this.seen[branch] as number;
    if ((before & range) !== 0) return false;
    if (before === 0) this.reachedBranches++;
    this.seen[branch] = before | range;
    return true;
  }
  /** Discards what has run since the counters were read. */
  drop(): void {
    words.fill(0);
  }
  /** How many branches have run. */
  get reached(): number {
    return this.reachedBranches;
  }
}
