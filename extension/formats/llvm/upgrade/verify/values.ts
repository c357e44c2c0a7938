/** What the verifier asks about values. */
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { Value } from "../../ir/values";

/** The values of the module and of the open function. */
export interface VerifiedValues {
  at(id: ValueId): Value | undefined;
  typeOf(id: ValueId): Type | undefined;
  /** Whether two types are the same to the release. */
  isSameType(one: Type, other: Type): boolean;
}
