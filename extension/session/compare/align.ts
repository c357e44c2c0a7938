/** Alignment of two sequences of lines. */
import { Indexed } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import { equalRuns } from "./edits";
import { visited } from "./strides";

/** Beyond this many insertions and deletions, two sequences are aligned only at their beginnings and ends. */
const MOST_EDITS = 4000;

/** Indexes of matching lines, ascending on both sides. There may be millions: they are numbers in two lists. */
export class Pairs extends Indexed<readonly [left: number, right: number]> {
  private readonly left = new Words();
  private readonly right = new Words();

  get length(): number {
    return this.left.length;
  }
  push(left: number, right: number): void {
    this.left.push(left);
    this.right.push(right);
  }
  at(index: number): readonly [left: number, right: number] | undefined {
    return index < this.length ? [this.left.data[index] as number, this.right.data[index] as number] : undefined;
  }
}

/** Aligns two sequences by equality: common beginnings and ends first, then the longest common subsequence. */
export function align(left: Float64Array, right: Float64Array): Pairs {
  const pairs = new Pairs();
  let start = 0;
  const shorter = Math.min(left.length, right.length);
  while (start < shorter && left[start] === right[start]) pairs.push(start, start++);
  let end = 0;
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const inner = [left.subarray(start, left.length - end), right.subarray(start, right.length - end)] as const;
  for (const [l, r, count] of equalRuns(...inner, MOST_EDITS) ?? [])
    for (let i = 0; i < count; i++) pairs.push(start + l + i, start + r + i);
  for (let i = end; i > 0; i--) pairs.push(left.length - i, right.length - i);
  return pairs;
}

/** Keys of the lines of a side, each made when it is asked for first: most lines are paired by their first keys. */
export class LineKeys {
  /** @param keys those that are not made are NaN @param first the line of the first key */
  constructor(
    private readonly keys: Float64Array,
    private readonly make: (line: number) => number = () => NaN,
    private readonly first = 0,
  ) {}

  /** Those of some of the lines. */
  between(from: number, to: number): LineKeys {
    return new LineKeys(this.keys.subarray(from, to), this.make, this.first + from);
  }
  /** Makes all keys, in steps. */
  *all(): Generator<void, Float64Array, undefined> {
    const { keys, make, first } = this;
    yield* visited(keys, (key, at) => {
      if (Number.isNaN(key)) keys[at] = make(first + at);
    });
    return keys;
  }
}

/** Keys of the lines of both sides: lines with equal keys may be aligned. */
export type Keys = readonly [left: LineKeys, right: LineKeys];

/** Aligns by the first keys, then what is left between two pairs by the next keys, and so on; in steps. */
export function* alignBy([keys, ...looser]: readonly Keys[]): Generator<void, Pairs, undefined> {
  const pairs = new Pairs();
  if (!keys) return pairs;
  const [left, right] = [yield* keys[0].all(), yield* keys[1].all()];
  let [l, r] = [0, 0];
  function* between(i: number, j: number): Generator<void, void, undefined> {
    if (i <= l || j <= r || looser.length === 0) return;
    const keysBetween = looser.map(([a, b]) => [a.between(l, i), b.between(r, j)] as const);
    for (const [x, y] of yield* alignBy(keysBetween)) pairs.push(l + x, r + y);
    yield;
  }
  for (const [i, j] of align(left, right)) {
    if (i > l && j > r) yield* between(i, j);
    pairs.push(i, j);
    [l, r] = [i + 1, j + 1];
  }
  yield* between(left.length, right.length);
  return pairs;
}
