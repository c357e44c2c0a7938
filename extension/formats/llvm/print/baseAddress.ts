/** Addresses that the reference replaces by their base when it reads them. */
import type { Constant } from "../ir/values";
import type { Release } from "../ir/releases";
import type { ValueTable } from "../ir/valueTable";

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
