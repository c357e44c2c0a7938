/** Alignment of two sequences of lines. */
import { equalRuns } from "./edits";

/** Beyond this many insertions and deletions, two sequences are aligned only at their beginnings and ends. */
const MOST_EDITS = 4000;

/** Indexes of matching lines, ascending on both sides. */
export type Pairs = readonly (readonly [left: number, right: number])[];

/** Aligns two sequences by equality: common beginnings and ends first, then the longest common subsequence. */
export function align(left: Float64Array, right: Float64Array): Pairs {
  const pairs: [number, number][] = [];
  let start = 0;
  const shorter = Math.min(left.length, right.length);
  while (start < shorter && left[start] === right[start]) pairs.push([start, start++]);
  let end = 0;
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const inner = [left.subarray(start, left.length - end), right.subarray(start, right.length - end)] as const;
  for (const [l, r, count] of equalRuns(...inner, MOST_EDITS) ?? [])
    for (let i = 0; i < count; i++) pairs.push([start + l + i, start + r + i]);
  for (let i = end; i > 0; i--) pairs.push([left.length - i, right.length - i]);
  return pairs;
}

/** Keys of the lines of both sides: lines with equal keys may be aligned. */
export type Keys = readonly [left: Float64Array, right: Float64Array];

/** Aligns by the first keys, then what is left between two pairs by the next keys, and so on. */
export function alignBy([keys, ...looser]: readonly Keys[]): Pairs {
  if (!keys) return [];
  const [left, right] = keys;
  const pairs: (readonly [number, number])[] = [];
  let [l, r] = [0, 0];
  const ends: Pairs = [...align(left, right), [left.length, right.length]];
  for (const [i, j] of ends) {
    if (i > l && j > r && looser.length > 0) {
      const between = looser.map(([a, b]) => [a.subarray(l, i), b.subarray(r, j)] as const);
      for (const [x, y] of alignBy(between)) pairs.push([l + x, r + y]);
    }
    if (i < left.length || j < right.length) pairs.push([i, j]);
    [l, r] = [i + 1, j + 1];
  }
  return pairs;
}
