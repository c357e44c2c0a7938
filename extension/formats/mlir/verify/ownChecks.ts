/** What MLIR checks with C++ of one op, or of a few, that ODS does not tell. */
import { CAST_NAMES, castFault } from "./casts";
import type { CheckedOp } from "./checkedOp";
import type { SpelledEntries } from "./signature";
import { sliceTypeFault, subviewFault } from "./views";

/** The fault of an op, in the reference's words as far as they tell no computed type; undefined if none is certain. */
export type OwnCheck = (op: CheckedOp, entries: SpelledEntries) => string | undefined;

/** The checks by the names of ops. */
export const OWN_CHECKS: ReadonlyMap<string, OwnCheck> = new Map<string, OwnCheck>([
  ...CAST_NAMES.map((name): [string, OwnCheck] => [name, castFault]),
  ["memref.subview", subviewFault],
  ["tensor.extract_slice", sliceTypeFault],
  ["tensor.insert_slice", sliceTypeFault],
]);
