/**
 * Predicates about attributes and types, as tools/mlir-predicates.mjs writes those of ODS:
 *
 *     &(p,q)  |(p,q)  !(p)   all, one, not; `?`: unknown; `1`: true
 *     step:p                 p of a part: `element` of a type, its `scalar` type (its elements' or itself), an attribute's `type`
 *                            or `value`, `each` element of an array
 *     IntegerType !llvm.ptr  the class of an attribute or type
 *     i32 si si8 ui int16    integers without sign, signed, unsigned, of any sign; of any width without a number
 *     f32 index values       types; `values` are vectors and tensors
 *     rank==2 count>=4       the number of dimensions, of elements; `space` of a pointer; `number`: an integer attribute's
 *     power2                 an integer attribute that is a power of two
 *     shape=4x4              the dimensions
 *     llvm llvmfloat llvmvector   types that LLVM has; handle parameter valuehandle: of the transform dialect
 *     sparse quantized       a tensor with the encoding of a sparse one; a type of the quant dialect
 */
import type { Entries, Subject } from "./subject";
import { classTest, numberOf, partOf, shapeText, wordTest } from "./subject";

/** Whether something holds; undefined: unknown. */
export type Verdict = boolean | undefined;
/** A predicate that is ready to be asked. */
export type Test = (subject: Subject, entries: Entries) => Verdict;

const UNKNOWN: Test = () => undefined;
/** Words of classes begin with a capital letter, or name a dialect. */
const CLASS = /^(?:[A-Z]\w*|[!#][\w.$]+)$/;
const COMPARED = /^(rank|count|space|number)(==|>=|<=|>|<)(-?\d+)$/;

/** Reads an expression. Parts that are not known are unknown. */
export function predicate(expression: string): Test {
  const [sign] = expression;
  if (expression === "1") return () => true;
  if (expression.startsWith("&(")) return every(split(expression).map(predicate));
  if (expression.startsWith("|(")) return some(split(expression).map(predicate));
  if (sign === "!" && expression[1] === "(") return negated(predicate(expression.slice(2, -1)));
  const colon = expression.search(/[:(,]/);
  if (colon > 0 && expression[colon] === ":")
    return ofPart(expression.slice(0, colon), predicate(expression.slice(colon + 1)));
  return leaf(expression);
}

/** The parts in the parentheses of `&(…)` or `|(…)`. */
function split(expression: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 2;
  for (let i = 2; i < expression.length; i++) {
    const letter = expression[i];
    if (letter === "(") depth++;
    else if (letter === ")" && depth-- === 0) parts.push(expression.slice(start, i));
    else if (letter === "," && depth === 0) {
      parts.push(expression.slice(start, i));
      start = i + 1;
    }
  }
  return parts;
}

function leaf(word: string): Test {
  if (CLASS.test(word)) return (subject, entries) => classTest(word, subject, entries);
  if (word.startsWith("shape=")) return (subject, entries) => sameShape(shapeText(subject, entries), word.slice(6));
  const [, what = "", relation = "", limit] = COMPARED.exec(word) ?? [];
  if (limit !== undefined) {
    const bound = BigInt(limit);
    return (subject, entries) => compared(numberOf(what, subject, entries), relation, bound);
  }
  if (word === "power2") return powerOf2;
  return word === "?" ? UNKNOWN : (subject, entries) => wordTest(word, subject, entries);
}

function powerOf2(subject: Subject, entries: Entries): Verdict {
  const value = numberOf("number", subject, entries);
  return value === undefined ? undefined : value > 0n && (value & (value - 1n)) === 0n;
}

const sameShape = (found: string | undefined, expected: string): Verdict =>
  found === undefined ? undefined : found === expected;

function compared(value: bigint | undefined, relation: string, bound: bigint): Verdict {
  if (value === undefined) return undefined;
  switch (relation) {
    case "==":
      return value === bound;
    case ">=":
      return value >= bound;
    case "<=":
      return value <= bound;
    case ">":
      return value > bound;
    default:
      return value < bound;
  }
}

function every(tests: readonly Test[]): Test {
  return (subject, entries) => {
    let verdict: Verdict = true;
    for (const test of tests) {
      const one = test(subject, entries);
      if (one === false) return false;
      if (one === undefined) verdict = undefined;
    }
    return verdict;
  };
}

function some(tests: readonly Test[]): Test {
  return (subject, entries) => {
    let verdict: Verdict = false;
    for (const test of tests) {
      const one = test(subject, entries);
      if (one === true) return true;
      if (one === undefined) verdict = undefined;
    }
    return verdict;
  };
}

const negated =
  (test: Test): Test =>
  (subject, entries) => {
    const verdict = test(subject, entries);
    return verdict === undefined ? undefined : !verdict;
  };

/** The predicate about a part, or about all parts; unknown if there is none. */
function ofPart(step: string, test: Test): Test {
  return (subject, entries) => {
    const parts = partOf(step, subject, entries);
    if (!parts) return undefined;
    let verdict: Verdict = true;
    for (const part of parts) {
      const one = test(part, entries);
      if (one === false) return false;
      if (one === undefined) verdict = undefined;
    }
    return verdict;
  };
}
