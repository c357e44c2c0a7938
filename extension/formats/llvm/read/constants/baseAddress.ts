/** Addresses that the reference replaces by their base when it reads them. */
import type { ValueId } from "../../ir/ids";
import type { Constant } from "../../ir/values";
import type { Release } from "../../ir/releases";
import type { ValueTable } from "../../ir/valueTable";

type Expression = Extract<Constant, { kind: "expression" }>;

/** The first release that folds them on reading; LLVM 3.0 was not compared with files that have any. */
const FOLDED_GEPS = 9;

/** The values of a module, and whether its text has opaque pointers. */
interface Values {
  readonly values: ValueTable;
  readonly opaquePrinted: boolean;
}

/** The first release in which `inrange` is a range of bytes; it drops one that marks an operand. */
export const RANGES = 19;

/**
 * Whether an expression is a getelementptr that equals its base: all its indices are zero, with opaque pointers or a
 * single index. Source: ConstantFoldGetElementPtr.
 */
export function isBase(expression: Expression, { values, opaquePrinted }: Values, release: Release): boolean {
  const { operation, operands, inRange, flags } = expression;
  if (operation !== "getelementptr" || release < FOLDED_GEPS) return false;
  if (flags.includes("inrange") || (inRange && release < RANGES)) return false;
  if (operands.length !== 2 && !opaquePrinted) return false;
  const zero = (id: number): boolean => values.typeOf(id)?.kind === "integer" && values.integerOf(id) === 0;
  return values.typeOf(operands[0] ?? -1)?.kind === "pointer" && operands.slice(1).every(zero);
}

/** How many casts of casts are passed at most: a damaged file may have any number of them, or one of itself. */
const MOST_CASTS = 1000;

/**
 * The value that an address equals where pointees are no longer part of types: what casts between pointers and addresses
 * with indices of zero are made of.
 */
export function withoutCasts(address: ValueId, values: ValueTable, release: Release): ValueId {
  let id = address;
  for (let casts = 0; values.erasesPointees && casts < MOST_CASTS; casts++) {
    const value = values.at(id);
    if (value?.kind !== "expression") break;
    const [operand = -1] = value.operands;
    const isCast = value.operation === "bitcast" && values.isSameType(values.typeOf(operand), value.type);
    if (!isCast && !isBase(value, { values, opaquePrinted: true }, release)) break;
    id = operand;
  }
  return id;
}
