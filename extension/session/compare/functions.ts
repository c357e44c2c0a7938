/** Pairs the functions of two modules: by name, then by content. */
import { Made } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import type { FunctionText } from "./functionTexts";
import { hashText } from "./hash";
import { scanLine } from "./rules";
import type { SplitText } from "./units";

/** Functions that share at least this much are taken for one that was renamed. */
const ALIKE = 0.6;
/** Shorter functions are alike by chance. */
const LONG_ENOUGH = 4;
/** Most pairs of unmatched functions that are compared by content. */
const MOST_WEIGHED = 40000;

/** There is no function on this side. */
export const NO_FUNCTION = -1;

/** Pairs of functions by their indexes; a side is {@link NO_FUNCTION} if the function has no partner there. */
export interface FunctionPairs {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

/** A function's name as the source gave it. */
export function givenName({ given }: SplitText, { name }: FunctionText): string {
  return given.get(name) ?? name;
}

/** Pairs all functions, in the order of the left text; what only the right has follows its predecessor. */
export function pairFunctions(left: SplitText, right: SplitText): FunctionPairs {
  const partner = new Int32Array(left.functions.length).fill(NO_FUNCTION);
  const partnerOfRight = new Int32Array(right.functions.length).fill(NO_FUNCTION);
  const pair = (i: number, j: number): void => {
    partner[i] = j;
    partnerOfRight[j] = i;
  };
  pairNamesakes(left, right, pair);
  const restLeft = alone(partner);
  const restRight = alone(partnerOfRight);
  for (const [i, j] of alike(left, right, restLeft, restRight)) pair(i, j);
  return inOrder(partner, partnerOfRight);
}

/** The indexes without a partner. */
function alone(partners: Int32Array): Int32Array {
  return Int32Array.from(partners.keys()).filter((i) => partners[i] === NO_FUNCTION);
}

/** Pairs functions of the same name, the first with the first. */
function pairNamesakes(left: SplitText, right: SplitText, pair: (i: number, j: number) => void): void {
  const first = new Map<string, number>();
  const next = new Int32Array(left.functions.length).fill(NO_FUNCTION);
  const names = new Made(left.functions.length, (i) => nameAt(left, i));
  for (let i = names.length - 1; i >= 0; i--) {
    const name = names.at(i) ?? "";
    next[i] = first.get(name) ?? NO_FUNCTION;
    first.set(name, i);
  }
  for (let j = 0; j < right.functions.length; j++) {
    const name = nameAt(right, j);
    const i = first.get(name) ?? NO_FUNCTION;
    if (i === NO_FUNCTION) continue;
    pair(i, j);
    first.set(name, next[i] as number);
  }
}
function nameAt(side: SplitText, index: number): string {
  const found = side.functions.at(index);
  return found ? givenName(side, found) : "";
}

/** The lines of a body without numbered names, hashed and sorted. */
function shape({ rules }: SplitText, { lines }: FunctionText): Float64Array {
  const [, ...inner] = lines;
  return Float64Array.from(inner, (line) => hashText(scanLine(line, rules).literals.join("\0"))).sort();
}

function alike(
  left: SplitText,
  right: SplitText,
  restLeft: Int32Array,
  restRight: Int32Array,
): readonly (readonly [number, number])[] {
  if (restLeft.length * restRight.length > MOST_WEIGHED) return [];
  const shapes = (side: SplitText, rest: Int32Array) =>
    Array.from(rest, (i) => {
      const found = side.functions.at(i);
      return { i, lines: found ? shape(side, found) : new Float64Array(0) };
    });
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
function commonShare(a: Float64Array, b: Float64Array): number {
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

/** Pairs in the order of the left functions; those that only the right has follow the one before them on the right. */
function inOrder(partner: Int32Array, partnerOfRight: Int32Array): FunctionPairs {
  const [left, right] = [new Words(), new Words()];
  const onlyRightFrom = (from: number): void => {
    for (let j = from; j < partnerOfRight.length && partnerOfRight[j] === NO_FUNCTION; j++) {
      left.push(NO_FUNCTION);
      right.push(j);
    }
  };
  onlyRightFrom(0);
  partner.forEach((j, i) => {
    left.push(i);
    right.push(j);
    if (j !== NO_FUNCTION) onlyRightFrom(j + 1);
  });
  // Words wrap the number for a missing side, which is negative, and these wrap it back.
  return {
    left: Int32Array.from(left.data.subarray(0, left.length)),
    right: Int32Array.from(right.data.subarray(0, right.length)),
  };
}
