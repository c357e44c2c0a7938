/** Vectors that repeat one element, written as a shuffle: those of a scalable length have no other form before LLVM 22. */
import type { ValueId } from "./ids";
import type { Value } from "./values";
import type { ValueTable } from "./valueTable";

/**
 * The element that a constant repeats: of a shuffle of the first element of a vector without others.
 * Source: Constant::getSplatValue.
 * @returns undefined if the constant is no such shuffle
 */
export function repeatedElement(values: ValueTable, value: Value | undefined): ValueId | undefined {
  if (value?.kind !== "expression" || value.operation !== "shufflevector") return undefined;
  const isUndefined = (id = -1): boolean => ["undef", "poison"].includes(values.at(id)?.kind ?? "");
  const [vector, , mask] = value.operands.map((id) => values.at(id));
  if (vector?.kind !== "expression" || vector.operation !== "insertelement" || mask?.kind !== "null") return undefined;
  const [rest, element, index] = vector.operands;
  if (!isUndefined(rest) || !isUndefined(value.operands[1])) return undefined;
  return index !== undefined && values.integerOf(index) === 0 ? element : undefined;
}
