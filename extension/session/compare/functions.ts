/** Pairs the functions of two modules: by name, then by content. */
import { hashText } from "./hash";
import { scanLine } from "./rules";
import type { FunctionText, SplitText } from "./units";

/** Functions that share at least this much are taken for one that was renamed. */
const ALIKE = 0.6;
/** Shorter functions are alike by chance. */
const LONG_ENOUGH = 4;
/** Most pairs of unmatched functions that are compared by content. */
const MOST_WEIGHED = 40000;

/** Indexes of functions; a side is absent if the function has no partner there. */
export interface FunctionPair {
  readonly left?: number;
  readonly right?: number;
}

/** A function's name as the source gave it. */
export function givenName({ given }: SplitText, { name }: FunctionText): string {
  return given.get(name) ?? name;
}

/** Pairs all functions, in the order of the left text; what only the right has follows its predecessor. */
export function pairFunctions(left: SplitText, right: SplitText): FunctionPair[] {
  const partner = new Map<number, number>();
  const byName = namesakes(left);
  right.functions.forEach((f, j) => {
    const i = byName.get(givenName(right, f))?.shift();
    if (i !== undefined) partner.set(i, j);
  });
  const taken = new Set(partner.values());
  const restLeft = [...left.functions.keys()].filter((i) => !partner.has(i));
  const restRight = [...right.functions.keys()].filter((j) => !taken.has(j));
  for (const [i, j] of alike(left, right, restLeft, restRight)) partner.set(i, j);
  return inOrder(left.functions.length, right.functions.length, partner);
}

function namesakes(side: SplitText): Map<string, number[]> {
  const found = new Map<string, number[]>();
  side.functions.forEach((f, i) => {
    const name = givenName(side, f);
    const same = found.get(name);
    if (same) same.push(i);
    else found.set(name, [i]);
  });
  return found;
}

/** The lines of a body without numbered names, hashed and sorted. */
function shape({ rules }: SplitText, { text }: FunctionText): number[] {
  const lines = text.split("\n").slice(1);
  return lines.map((line) => hashText(scanLine(line, rules).literals.join("\0"))).sort((a, b) => a - b);
}

function alike(
  left: SplitText,
  right: SplitText,
  restLeft: readonly number[],
  restRight: readonly number[],
): readonly (readonly [number, number])[] {
  if (restLeft.length * restRight.length > MOST_WEIGHED) return [];
  const shapes = (side: SplitText, rest: readonly number[]) =>
    rest.map((i) => ({ i, lines: side.functions[i] ? shape(side, side.functions[i]) : [] }));
  const [a, b] = [shapes(left, restLeft), shapes(right, restRight)];
  const weighed = a
    .flatMap((x) => b.map((y) => ({ i: x.i, j: y.i, share: commonShare(x.lines, y.lines) })))
    .filter(({ share }) => share >= ALIKE)
    .sort((x, y) => y.share - x.share);
  const [usedLeft, usedRight] = [new Set<number>(), new Set<number>()];
  return weighed.flatMap(({ i, j }) => {
    if (usedLeft.has(i) || usedRight.has(j)) return [];
    usedLeft.add(i);
    usedRight.add(j);
    return [[i, j] as const];
  });
}

/** The share that two sorted lists have in common, from 0 to 1. */
function commonShare(a: readonly number[], b: readonly number[]): number {
  if (Math.min(a.length, b.length) < LONG_ENOUGH) return 0;
  let [i, j, common] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    const [x = 0, y = 0] = [a[i], b[j]];
    if (x === y) common++;
    if (x <= y) i++;
    if (y <= x) j++;
  }
  return (2 * common) / (a.length + b.length);
}

function inOrder(leftCount: number, rightCount: number, partner: ReadonlyMap<number, number>): FunctionPair[] {
  const partnerOfRight = new Map([...partner].map(([i, j]) => [j, i]));
  /** What only the right has, by the left partner of its predecessor (-1: at the beginning). */
  const behind = new Map<number, number[]>();
  let last = -1;
  for (let j = 0; j < rightCount; j++) {
    const i = partnerOfRight.get(j);
    if (i !== undefined) last = i;
    else {
      const before = behind.get(last);
      if (before) before.push(j);
      else behind.set(last, [j]);
    }
  }
  const pairs: FunctionPair[] = [];
  for (let i = -1; i < leftCount; i++) {
    const j = partner.get(i);
    if (i >= 0) pairs.push(j === undefined ? { left: i } : { left: i, right: j });
    for (const right of behind.get(i) ?? []) pairs.push({ right });
  }
  return pairs;
}
