/** What the verifier asks about types and lists of attributes. */
import type { AttributeList } from "../../ir/attributes";
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { Value } from "../../ir/values";

/** Whether two types are the same where pointers may have no pointee. */
export function isSame(one: Type, other: Type): boolean {
  if (one === other) return true;
  return one.kind === "pointer" && other.kind === "pointer" && one.addressSpace === other.addressSpace;
}

/** How many casts are looked through; damaged ones may be of each other. */
const MOST_CASTS = 16;
/** The expressions that keep a pointer one: casts from and to integers are not looked through. */
const POINTER_CASTS: ReadonlySet<string> = new Set(["bitcast", "addrspacecast", "getelementptr"]);
/** The value that casts of a pointer, if there are any, are of. */
export function withoutCasts(id: ValueId, values: { at(id: ValueId): Value | undefined }): Value | undefined {
  let value = values.at(id);
  for (let depth = 0; depth < MOST_CASTS && value?.kind === "expression"; depth++) {
    if (!POINTER_CASTS.has(value.operation)) break;
    const [operand] = value.operands;
    value = operand === undefined ? undefined : values.at(operand);
  }
  return value;
}

/** What is wrong with a list that has attributes of later parameters. */
export const ATTRIBUTE_AFTER = "Attribute after last parameter!";
/** Whether a list has attributes of parameters after the last one. */
export function hasLater(list: AttributeList | undefined, count: number): boolean {
  return list !== undefined && list.paramSets.slice(count).some((set) => set !== undefined);
}
