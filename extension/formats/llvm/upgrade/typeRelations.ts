/** Sizes of types, and relations between types that signatures of intrinsics state. */
import type { Type, VectorType } from "../ir/types";
import { FLOATING_BITS, isFloating, scalarOf } from "../ir/types";

/** The size of an integer or floating-point type in bits; 0 for other types. */
export function bitsOfScalar(type: Type): number {
  return type.kind === "integer" ? type.width : (FLOATING_BITS.get(type.kind) ?? 0);
}

/** The size of a number, or of a vector of numbers, in bits; 0 for other types. */
export function bitsOf(type: Type): number {
  return bitsOfScalar(scalarOf(type)) * (type.kind === "vector" ? type.count : 1);
}

/**
 * The type of a value that an upgrade takes for a vector is none. Nothing tells before: old intrinsics have no types other
 * than those that files declare them with.
 */
export class NoVector extends Error {}
/** The most elements of a vector that is taken apart: more than any register has. */
const MOST_ELEMENTS = 1024;

/** The type of a vector whose elements are numbered one by one. @throws {NoVector} for other types */
export function vectorOf(type: Type): VectorType {
  if (type.kind !== "vector" || type.scalable || type.count > MOST_ELEMENTS) throw new NoVector();
  return type;
}

/** Whether a type is a vector of this many integers of this width. */
export function isVectorLike(type: Type, count: number, scalable: boolean, width: number): boolean {
  return (
    type.kind === "vector" &&
    type.count === count &&
    type.scalable === scalable &&
    type.element.kind === "integer" &&
    type.element.width === width
  );
}

/**
 * Whether a type is another one with `counts` times as many elements, each of `widths` times the width. Numbers that are
 * not vectors only change their width.
 */
export function isScaled(type: Type, from: Type, counts: number, widths: number): boolean {
  if (type.kind === "vector" || from.kind === "vector") {
    if (type.kind !== "vector" || from.kind !== "vector") return false;
    if (type.count !== from.count * counts || type.scalable !== from.scalable) return false;
  }
  const [scalar, fromScalar] = [scalarOf(type), scalarOf(from)];
  if (widths === 1) return scalar === fromScalar;
  if (scalar.kind === "integer" && fromScalar.kind === "integer") return scalar.width === fromScalar.width * widths;
  return isNarrowedFloat(scalar, fromScalar, widths);
}

/** Whether a floating-point element is another one at half or a quarter of its width; bfloat is no such half. */
function isNarrowedFloat(scalar: Type, from: Type, widths: number): boolean {
  if (widths > 1 || !isFloating(scalar) || !isFloating(from) || scalar.kind === "bfloat") return false;
  return bitsOfScalar(scalar) === bitsOfScalar(from) * widths;
}

/**
 * How often one number is in another, as the reference divides: an intrinsic of a damaged file may have vectors of any
 * length. At least 1, since shares of it are taken.
 */
export function quotient(whole: number, part: number): number {
  return Math.max(1, Math.floor(whole / part)) || 1;
}
