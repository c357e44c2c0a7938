/**
 * Whether a getelementptr expression stays within a variable, so that readers up to LLVM 18 mark it `inbounds`. Source:
 * ConstantFoldGetElementPtr.
 */
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import type { Constant, Value } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import { withoutCasts } from "./baseAddress";

type Expression = Extract<Constant, { kind: "expression" }>;

/** The first release for which the type of a variable counts, and nothing is in range of an array without elements. */
const STRICT: Release = 17;
/** The first release that takes expressions as they are. */
const UNMARKED: Release = 19;

/** Whether an expression may get the mark: only a getelementptr without flags. */
export function mayBeMarked({ operation, flags }: Expression, release: Release): boolean {
  return release < UNMARKED && operation === "getelementptr" && flags === "";
}

/** Whether an expression that may be marked is one of a variable, with indices that are known to be in range. */
export function isWithinBounds(
  { operands, sourceType, inRange }: Expression,
  values: ValueTable,
  release: Release,
): boolean {
  const [base = -1, first = -1, ...rest] = operands;
  const variable = values.at(withoutCasts(base, values, release));
  if (variable?.kind !== "variable" || variable.linkage === "extern_weak") return false;
  if (release >= STRICT && variable.valueType !== sourceType) return false;
  const start = indexOf(first, values);
  if (start !== 0n && (start !== 1n || rest.some((id) => indexOf(id, values) !== 0n))) return false;
  let type: Type | undefined = sourceType;
  for (const [i, id] of rest.entries()) {
    const index = indexOf(id, values);
    if (index === undefined || type === undefined) return false;
    // The index after one that is marked itself is not looked at.
    if (i !== inRange?.index && !isInRange(type, index, release)) return false;
    type = memberOf(type, index);
  }
  return true;
}

/** The value of an index; undefined if it is no plain integer. */
export function indexOf(id: ValueId, values: ValueTable): bigint | undefined {
  if (values.typeOf(id)?.kind !== "integer") return undefined;
  const value: Value | undefined = values.at(id);
  if (value?.kind === "integer") return BigInt(value.value);
  return value?.kind === "null" ? 0n : undefined;
}

/** Whether a type has this member. */
function isInRange(type: Type, index: bigint, release: Release): boolean {
  // Whether a vector has padding is not looked at.
  if (type.kind !== "array") return type.kind !== "vector";
  const isUnbound = release < STRICT && Number(type.count) === 0;
  return index >= 0n && (isUnbound || index < BigInt(type.count));
}

/** The type of a member of an aggregate; undefined for other types. */
export function memberOf(type: Type, index: bigint): Type | undefined {
  if (type.kind === "struct") return type.elements?.[Number(index)];
  return type.kind === "array" || type.kind === "vector" ? type.element : undefined;
}
