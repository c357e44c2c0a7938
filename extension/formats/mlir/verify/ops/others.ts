/** What single ops of dialects with few checks demand: of builtin (BuiltinDialect.cpp) and ml_program (MLProgramOps.cpp). */
import { refuse } from "../fault";
import type { OpChecks } from "../opView";
import { isSet } from "./shared";

/** By the names of ops. */
export const OTHERS: OpChecks = {
  "builtin.unrealized_conversion_cast": (op) => {
    refuse(op.results.length === 0, "expected at least one result for cast operation");
  },
  "ml_program.global": (op) => {
    refuse(!isSet(op, "is_mutable") && !op.has("value"), "immutable global must have an initial value");
  },
};
