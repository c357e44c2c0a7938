/**
 * The types of constants that follow from their operands, whatever the current type of the block is: the reference makes
 * these constants of their operands (ConstantExpr::getGetElementPtr, ConstantPtrAuth::get).
 */
import type { TypeInterner } from "../../ir/interner";
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { Constant } from "../../ir/values";
import type { ValueTable } from "../../ir/valueTable";
import { gepResult } from "../../ir/valueTable";

/** Whether a constant's type may follow from its operands. */
export function mayHaveOwnType(constant: Constant): boolean {
  return constant.kind === "ptrAuth" || (constant.kind === "expression" && constant.operation === "getelementptr");
}

/** Gives constants of a block, of which all values are known, the types that they have. */
export function giveOwnTypes(constants: readonly ValueId[], values: ValueTable, interner: TypeInterner): void {
  for (const id of constants) {
    const constant = values.at(id) as Constant;
    const type = ownType(constant, values, interner);
    if (type && !values.isSameType(type, constant.type)) values.replace(id, withType(constant, type), type);
  }
}

function ownType(constant: Constant, values: ValueTable, interner: TypeInterner): Type | undefined {
  if (constant.kind === "ptrAuth") return values.typeOf(constant.operands[0] as ValueId);
  if (constant.kind !== "expression" || !constant.sourceType) return undefined;
  return gepResult(constant.sourceType, constant.operands, values, interner);
}
/** A copy of another type. Expressions are objects of a class, whose fields a spread copies. */
function withType(constant: Constant, type: Type): Constant {
  return { ...constant, type };
}
