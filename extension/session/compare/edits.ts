/**
 * The longest common subsequence of two lists by Myers' algorithm ("An O(ND) Difference Algorithm and Its Variations",
 * 1986). Each round notes how far it came in numbers: as objects, 4000 edits take 300 MB.
 */

/** Runs of equal items: where they begin on both sides, and how many they are. */
export type EqualRuns = readonly (readonly [left: number, right: number, count: number])[];

/** How a diagonal was reached: its item of the left list was removed, or one of the right list was added. */
const REMOVED = 1;
const ADDED = 0;
/** No path on this diagonal. */
const NO_PATH = -1;

/** What a round noted for its diagonals, each second one from `low` on: `2 * (left + 1) + REMOVED`, before the equal items. */
interface Round {
  readonly low: number;
  readonly starts: Int32Array;
}

/** The search for the shortest sequence of edits. Diagonal k has the pairs (left, right) with left - right = k. */
class Search {
  private readonly rounds: Round[] = [];
  /** The last left index on each diagonal, by diagonal + `most` + 1; below -1 if there is no path. */
  private readonly reached: Int32Array;
  private lowest = -Infinity;
  private highest = Infinity;

  constructor(
    private readonly left: Int32Array,
    private readonly right: Int32Array,
    private readonly most: number,
  ) {
    this.reached = new Int32Array(2 * most + 3).fill(NONE);
  }

  /** The equal runs; undefined if there are more edits than allowed. */
  run(): EqualRuns | undefined {
    const last = this.follow(0, -1);
    this.reached[this.most + 1] = last;
    if (this.isEnd(0, last)) return this.traced(0, 0);
    for (let edits = 1; edits <= this.most; edits++) {
      const end = this.round(edits);
      if (end !== undefined) return this.traced(edits, end);
    }
    return undefined;
  }

  /** One more edit on each diagonal; returns the diagonal on which both lists end. */
  private round(edits: number): number | undefined {
    const low = Math.max(-edits, this.lowest);
    const high = Math.min(edits, this.highest);
    const starts = new Int32Array(Math.max(0, Math.floor((high - low) / 2) + 1)).fill(NO_PATH);
    this.rounds.push({ low, starts });
    for (let k = low; k <= high; k += 2) {
      const start = this.step(k);
      starts[(k - low) / 2] = start;
      if (start === NO_PATH) continue;
      const at = this.follow(k, (start >> 1) - 1);
      if (this.isEnd(k, at)) return k;
      this.reached[k + this.most + 1] = at;
      // Past the end of a list no diagonal beyond this one leads further.
      if (at + 1 >= this.left.length) this.highest = Math.min(this.highest, k - 1);
      if (at - k + 1 >= this.right.length) this.lowest = Math.max(this.lowest, k + 1);
    }
    return undefined;
  }
  /** The edit that leads farthest on a diagonal, as {@link Round} notes it. */
  private step(k: number): number {
    const { reached, most } = this;
    const [below, above] = [k + most, k + most + 2];
    const remove = reached[below] ?? NONE;
    const add = reached[above] ?? NONE;
    reached[below] = NONE;
    const canAdd = add !== NONE && add - k >= 0 && add - k < this.right.length;
    const canRemove = remove !== NONE && remove + 1 < this.left.length;
    if (!canAdd && !canRemove) {
      reached[k + most + 1] = NONE;
      return NO_PATH;
    }
    if (!canRemove || (canAdd && remove < add)) return 2 * (add + 1) + ADDED;
    return 2 * (remove + 2) + REMOVED;
  }
  /** The last of the equal items after left index `at` of a diagonal. */
  private follow(k: number, at: number): number {
    const { left, right } = this;
    let last = at;
    while (last + 1 < left.length && last + 1 - k < right.length && left[last + 1] === right[last + 1 - k]) last++;
    return last;
  }
  private isEnd(k: number, at: number): boolean {
    return at + 1 >= this.left.length && at - k + 1 >= this.right.length;
  }
  /** The runs on the way to the end of both lists, which lies on this diagonal. */
  private traced(edits: number, diagonal: number): EqualRuns {
    const runs: [number, number, number][] = [];
    let k = diagonal;
    let end = this.left.length;
    for (let edit = edits; edit >= 0; edit--) {
      const { low, starts } = this.rounds[edit - 1] ?? { low: 0, starts: FIRST };
      const start = starts[(k - low) / 2] ?? 0;
      const from = start >> 1;
      if (end > from) runs.push([from, from - k, end - from]);
      const removed = start % 2 === REMOVED;
      end = removed ? from - 1 : from;
      k += removed ? -1 : 1;
    }
    return runs.reverse();
  }
}
/** Less than any index, also than -1, which is before the first item. */
const NONE = -2;
/** The round without edits begins before the first items. */
const FIRST = Int32Array.of(0);

/** A list whose items are equal or not. */
type Items = ArrayLike<string | number>;

/** The items of two lists as numbers that are equal where the items are. */
function numbered(lists: readonly [Items, Items]): readonly [Int32Array, Int32Array] {
  const numbers = new Map<string | number, number>();
  const number = (item: string | number): number => {
    const known = numbers.get(item);
    if (known !== undefined) return known;
    numbers.set(item, numbers.size);
    return numbers.size - 1;
  };
  return [Int32Array.from(lists[0], number), Int32Array.from(lists[1], number)];
}

/** The runs of equal items in a longest common subsequence; undefined if more than `most` items are left out. */
export function equalRuns(left: Items, right: Items, most: number): EqualRuns | undefined {
  return new Search(...numbered([left, right]), Math.min(most, left.length + right.length)).run();
}
