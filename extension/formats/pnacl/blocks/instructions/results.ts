/**
 * What a record adds to a function's numbering, without its text or its checks: the type of the value it defines, whether it
 * ends a basic block. For walks that only pass by. The same as its printer does.
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
/** A call of a function that gives nothing defines nothing. */
function valued(type: Type | undefined): Type | undefined {
  return type === VOID ? undefined : type;
}

/** By record code: how many operands a record must have, at least and at most, and what it then defines. */
const RESULTS: Readonly<Record<number, readonly [least: number, most: number, result: Result]>> = {
  [INST.BINOP]: [3, 4, (fn, record) => fn.peekOperand(record, 0)],
  [INST.CAST]: [3, 3, (fn, record) => fn.peekType(record, 1)],
  [INST.EXTRACTELT]: [2, 2, (fn, record) => scalarOf(fn.peekOperand(record, 0))],
  [INST.INSERTELT]: [0, Infinity, (fn, record) => fn.peekOperand(record, 0)],
  [INST.PHI]: [3, Infinity, (fn, record) => fn.peekType(record, 0)],
  [INST.ALLOCA]: [2, 2, () => POINTER],
  [INST.LOAD]: [3, 3, (fn, record) => fn.peekType(record, 2)],
  [INST.CMP2]: [3, 3, compared],
  [INST.VSELECT]: [3, 3, (fn, record) => fn.peekOperand(record, 0)],
  [INST.CALL]: [2, Infinity, (fn, record) => valued(fn.peekCallee(record, 1)?.result)],
  [INST.CALL_INDIRECT]: [3, Infinity, (fn, record) => valued(fn.peekType(record, 2))],
};

/** The type of the value that a record defines, or undefined where it defines none. */
export function resultOf(fn: FunctionScope, record: BitRecord): Type | undefined {
  const found = RESULTS[record.code];
  if (!found) return undefined;
  const [least, most, result] = found;
  return record.length >= least && record.length <= most ? result(fn, record) : undefined;
}

/** Records that end a basic block. */
export const TERMINATORS: ReadonlySet<number> = new Set([INST.RET, INST.BR, INST.SWITCH, INST.UNREACHABLE]);
