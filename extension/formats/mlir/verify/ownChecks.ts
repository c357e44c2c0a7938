/** What MLIR checks with C++ of one op, or of a few, that ODS does not tell. */
import { CAST_NAMES, castFault } from "./casts";
import type { CheckedOp } from "./checkedOp";
import { OP_CHECKS } from "./ops";
import { SETTLED } from "./ops/arithmetic";
import { spokenFault } from "./fault";
import type { OpCheck, TypesTest } from "./opView";
import { OpView } from "./opView";
import type { SpelledEntries } from "./signature";
import { sliceTypeFault, subviewFault } from "./views";

/** The fault of an op, in the reference's words as far as they tell no computed type; undefined if none is certain. */
export type OwnCheck = (op: CheckedOp, entries: SpelledEntries) => string | undefined;

/** The checks by the names of ops. */
const OWN_CHECKS: ReadonlyMap<string, OwnCheck> = new Map<string, OwnCheck>([
  ...CAST_NAMES.map((name): [string, OwnCheck] => [name, castFault]),
  ["memref.subview", subviewFault],
  ["tensor.extract_slice", sliceTypeFault],
  ["tensor.insert_slice", sliceTypeFault],
  ["tensor.parallel_insert_slice", sliceTypeFault],
]);

/** The check of ops with that name; undefined if there is none. */
export function ownCheckOf(name: string): OwnCheck | undefined {
  const [own, check] = [OWN_CHECKS.get(name), OP_CHECKS.get(name)];
  const viewed = check && viewing(check);
  return own && viewed ? (op, entries) => own(op, entries) ?? viewed(op, entries) : (own ?? viewed);
}

/** Whether the types of results tell that ops with that name need no check; undefined if no such types are known. */
export const settledBy = (name: string): TypesTest | undefined => SETTLED[name];

const viewing =
  (check: OpCheck): OwnCheck =>
  (op, entries) =>
    spokenFault(op.name, () => {
      check(new OpView(op, entries));
    });
