/**
 * The type of the value that a record defines, and which records end a basic block, found without printing or checking.
 * For walks that skip records; agrees with the printers.
 */
import type { BitRecord } from "../../../bitstream/record";
import { INST } from "../../tables";
import type { Type } from "../../types";
import { COMPARISON, POINTER, scalarOf, VOID } from "../../types";
import type { FunctionScope } from "../functionScope";

type Result = (fn: FunctionScope, record: BitRecord) => Type | undefined;

function compared(fn: FunctionScope, record: BitRecord): Type {
  const type = fn.peekOperand(record, 0);
  return type.kind === "vector" ? fn.moduleTables.typeTable.vector(type.count, COMPARISON) : COMPARISON;
}
/** A call of a function without a result defines no value. */
function nonVoid(type: Type | undefined): Type | undefined {
  return type === VOID ? undefined : type;
}

/**
 * By record code: the smallest and largest number of operands of a valid record, and the type of the value it defines.
 */
const RESULTS: Readonly<Record<number, readonly [min: number, max: number, result: Result]>> = {
  [INST.BINOP]: [3, 4, (fn, record) => fn.peekOperand(record, 0)],
  [INST.CAST]: [3, 3, (fn, record) => fn.peekType(record, 1)],
  [INST.EXTRACTELT]: [2, 2, (fn, record) => scalarOf(fn.peekOperand(record, 0))],
  [INST.INSERTELT]: [0, Infinity, (fn, record) => fn.peekOperand(record, 0)],
  [INST.PHI]: [3, Infinity, (fn, record) => fn.peekType(record, 0)],
  [INST.ALLOCA]: [2, 2, () => POINTER],
  [INST.LOAD]: [3, 3, (fn, record) => fn.peekType(record, 2)],
  [INST.CMP2]: [3, 3, compared],
  [INST.VSELECT]: [3, 3, (fn, record) => fn.peekOperand(record, 0)],
  [INST.CALL]: [2, Infinity, (fn, record) => nonVoid(fn.peekCallee(record, 1)?.result)],
  [INST.CALL_INDIRECT]: [3, Infinity, (fn, record) => nonVoid(fn.peekType(record, 2))],
};

/** The type of the value that a record defines; undefined if it defines none. */
export function resultOf(fn: FunctionScope, record: BitRecord): Type | undefined {
  const found = RESULTS[record.code];
  if (!found) return undefined;
  const [min, max, result] = found;
  return record.length >= min && record.length <= max ? result(fn, record) : undefined;
}

/** Records that end a basic block. */
export const TERMINATORS: ReadonlySet<number> = new Set([INST.RET, INST.BR, INST.SWITCH, INST.UNREACHABLE]);
