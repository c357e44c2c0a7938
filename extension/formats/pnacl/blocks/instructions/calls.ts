/** Prints calls, and checks them against the called function's type. */
import type { BitRecord } from "../../../bitstream/record";
import { INST } from "../../tables";
import type { FunctionType, Type } from "../../types";
import { isValidParameter, POINTER, VOID } from "../../types";
import type { FunctionScope } from "../functionScope";

/** An argument: its absolute value id, its type, and the index of its operand. */
interface Argument {
  readonly id: number;
  readonly type: Type;
  readonly operand: number;
}

/** What is known about the called function. */
interface Callee {
  readonly result: Type;
  readonly type: FunctionType | undefined;
  readonly isIntrinsic: boolean;
  /** Arguments that the call prints: for a function of a known type at most as many as it has parameters. */
  readonly count: number;
}

function directCallee(fn: FunctionScope, callee: number, count: number): Callee {
  const { output, moduleTables } = fn;
  const isIntrinsic = moduleTables.intrinsics.has(callee);
  const found = callee < fn.section.scope.functions ? moduleTables.functions[callee]?.type : fn.typeOf(callee);
  if (found?.kind !== "function") {
    output.error(`Invalid function signature: ${found?.name ?? VOID.name}`);
    return { result: VOID, type: undefined, isIntrinsic, count };
  }
  const expected = found.params.length;
  if (count !== expected) output.error(`Call has ${count} parameters. Signature expects: ${expected}`);
  return { result: found.result, type: found, isIntrinsic, count: Math.min(count, expected) };
}

function indirectCallee(fn: FunctionScope, record: BitRecord, pointer: number, count: number): Callee {
  const result = fn.typeById(record, 2);
  const type = fn.typeOf(pointer);
  if (type !== POINTER) fn.output.error(`Call indirect address not ${POINTER.name}. Found: ${type.name}`);
  return { result, type: undefined, isIntrinsic: false, count };
}

function checkArguments(fn: FunctionScope, callee: Callee, found: readonly Argument[]): void {
  const { output } = fn;
  if (!callee.isIntrinsic && !isValidParameter(callee.result)) {
    output.error(`Invalid return type: ${callee.result.name}`);
  }
  if (!callee.type) return;
  for (let index = 0; index < found.length; index++) {
    const { type } = found[index] as Argument;
    const expected = callee.type.params[index];
    if (type !== expected) {
      output.error(`Parameter ${index + 1} mismatch: ${type.name} and ${expected?.name ?? VOID.name}`);
    } else if (!callee.isIntrinsic && !isValidParameter(type)) {
      output.error(`Invalid type for parameter ${index}: ${type.name}`);
    }
  }
}

function checkConvention(fn: FunctionScope, record: BitRecord): void {
  const convention = record.big(0) >> 1n;
  if (convention !== 0n) fn.output.error(`Call unknown calling convention:${convention}`);
}

/**
 * INST_CALL and INST_CALL_INDIRECT. The result's type is the called function's in the first, an operand in the second.
 */
export function printCall(fn: FunctionScope, record: BitRecord): void {
  const { output } = fn;
  const isDirect = record.code === INST.CALL;
  const first = isDirect ? 2 : 3;
  if (record.length < first) {
    return output.error(`Call record expects at least ${first} arguments. Found: ${record.length}`);
  }
  const calleeId = fn.operandId(record, 1);
  const count = record.length - first;
  const callee = isDirect ? directCallee(fn, calleeId, count) : indirectCallee(fn, record, calleeId, count);
  const passed: Argument[] = [];
  for (let operand = first; operand < first + callee.count; operand++) {
    const id = fn.operandId(record, operand);
    passed.push({ id, type: fn.typeOf(id), operand });
  }
  checkArguments(fn, callee, passed);
  checkConvention(fn, record);
  // A walk without text saves time here: calls may have very many arguments.
  if (!output.asm.muted) putCall(fn, record, { id: calleeId, isDirect, ...callee }, passed);
  if (callee.result !== VOID) fn.define(callee.result);
}

/** Prints a call that has been checked. */
function putCall(
  fn: FunctionScope,
  record: BitRecord,
  callee: Callee & { readonly id: number; readonly isDirect: boolean },
  passed: readonly Argument[],
): void {
  const { asm } = fn.output;
  if (callee.result !== VOID) fn.putEquals();
  asm.operand(0);
  if (record.value(0) % 2 === 1) asm.put("keyword", "tail").space();
  asm.put("keyword", "call").operand(undefined).space();
  fn.print(callee.result, callee.isDirect ? undefined : 2);
  asm.space().begin();
  fn.putValue(callee.id, 1);
  asm.open("(").begin();
  for (const argument of passed) {
    if (argument !== passed[0]) asm.put("punctuation", ",").end().space().begin();
    fn.print(argument.type);
    asm.space();
    fn.putValue(argument.id, argument.operand);
  }
  asm.close(")").put("punctuation", ";").end().end();
}
