/** What checks of several dialects ask. */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known } from "../fault";
import type { OpView } from "../opView";

/** Whether sizes may be equal: one is dynamic, or both are the same. */
export const mayEqual = (one: number, other: number): boolean =>
  one === other || one === ANY_SIZE || other === ANY_SIZE;

/** Whether shapes may be equal (mlir::verifyCompatibleShape). */
export const mayFit = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && one.every((size, i) => mayEqual(size, other[i] ?? ANY_SIZE));

/** Whether numbers are those from 0 on, in any order. */
export const isPermutation = (numbers: readonly number[]): boolean =>
  new Set(numbers).size === numbers.length && numbers.every((one) => one >= 0 && one < numbers.length);

/** A dimension of a type; dynamic if the type has no rank. */
export function sizeAt(type: TypeView, dimension: number): number {
  return type.isRanked ? known(type.shape.at(dimension)) : ANY_SIZE;
}

/** What the reference says of a cast that cannot be. */
export const castWords = (from: TypeView, to: TypeView): string =>
  `operand type '${from.text}' and result type '${to.text}' are cast incompatible`;

/** The dimensions as `2x?x4`, or as `2x[4]` for scalable ones. */
export const shapeWords = (shape: readonly number[], scalable: readonly boolean[] = []): string =>
  shape.map((size, i) => (size === ANY_SIZE ? "?" : scalable[i] ? `[${size}]` : String(size))).join("x");

/** How many dimensions of a type are dynamic. */
export const dynamicSizes = (type: TypeView): number => type.shape.filter((size) => size === ANY_SIZE).length;

/** A size as an array of integers has it: the least of 64 bits stands for a dynamic one. */
export const asSize = (size: number): number => (size === -(2 ** 63) ? ANY_SIZE : size);

/** Whether a property is a unit, or true. */
export const isSet = (op: OpView, name: string): boolean => ["unit", "true"].includes(op.word(name));
