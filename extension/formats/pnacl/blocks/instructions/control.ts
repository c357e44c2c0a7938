/** Prints the instructions that end basic blocks, and phi. */
import type { BitRecord } from "../../../bitstream/record";
import { formatSignRotated, signRotated32 } from "../../numbers";
import type { Type } from "../../types";
import { COMPARISON, isArithmeticInteger } from "../../types";
import type { FunctionScope } from "../functionScope";
import { expects } from "./shared";

/** INST_RET: `ret i32 %v0;`. */
export function printReturn(fn: FunctionScope, record: BitRecord): void {
  const { asm } = fn.output;
  fn.terminate();
  asm.put("keyword", "ret").space();
  if (record.length > 1) {
    const message = `Function return record expects an optional return argument. Found: ${record.length} arguments`;
    fn.output.error(message);
  } else if (record.length === 0) asm.put("type", "void");
  else {
    const operand = fn.operandId(record, 0);
    fn.print(fn.typeOf(operand));
    asm.space();
    fn.putValue(operand, 0);
  }
  asm.put("punctuation", ";");
}

/** INST_BR: `br label %b1;` or `br i1 %v0, label %b1, label %b2;`. */
export function printBranch(fn: FunctionScope, record: BitRecord): void {
  fn.terminate();
  if (!expects(fn, record, [1, 3], "Function branch record expects 1 or 3 arguments.")) return;
  const { asm } = fn.output;
  asm.put("keyword", "br").space();
  if (record.length === 3) {
    const condition = fn.operandId(record, 2);
    const type = fn.typeOf(condition);
    if (type !== COMPARISON) fn.output.error("Branch condition not i1");
    asm.begin();
    fn.print(type);
    asm.space();
    fn.putValue(condition, 2);
    asm.put("punctuation", ",").end().space();
  }
  const first = fn.checkBranch(record, 0);
  asm.begin().put("keyword", "label").space();
  fn.putBlock(first, 0);
  if (record.length === 3) {
    const second = fn.checkBranch(record, 1);
    asm.put("punctuation", ",").end().space().begin().put("keyword", "label").space();
    fn.putBlock(second, 1);
  }
  asm.put("punctuation", ";").end();
}

function checkSwitchType(fn: FunctionScope, stated: Type, found: Type): void {
  const { output } = fn;
  if (stated !== found) output.error(`Specified select type ${stated.name} but found: ${found.name}`);
  if (isArithmeticInteger(found)) return;
  if (found.kind !== "integer") output.error("switch not on integer type");
  else output.error(found.bits === 1 ? "switch on i1 not allowed" : "switch disallowed for integer type");
}

/** INST_SWITCH, with a line for each case. */
export function printSwitch(fn: FunctionScope, record: BitRecord): void {
  fn.terminate();
  const { output } = fn;
  const { asm } = output;
  if (record.length < 4) {
    return output.error(`Function switch record expects at least 4 arguments. Found: ${record.length}`);
  }
  const type = fn.typeById(record, 0);
  const condition = fn.operandId(record, 1);
  checkSwitchType(fn, type, fn.typeOf(condition));
  const byDefault = fn.checkBranch(record, 2);
  asm.put("keyword", "switch").space().begin().begin();
  fn.print(type, 0);
  asm.space();
  fn.putValue(condition, 1);
  asm.end().space().put("punctuation", "{").end().line();
  asm.indent++;
  asm.begin().put("keyword", "default").put("punctuation", ":").space().end();
  putSwitchTarget(fn, byDefault, 2);
  printCases(fn, record, type);
  asm.indent--;
  asm.put("punctuation", "}");
}

function printCases(fn: FunctionScope, record: BitRecord, type: Type): void {
  const { output } = fn;
  const { asm } = output;
  const cases = record.value(3);
  for (let i = 0, at = 4; i < cases; i++, at += 4) {
    if (at + 3 >= record.length) return output.error(`Incomplete case entry in switch. At index: ${at}`);
    if (record.value(at) !== 1 || record.value(at + 1) === 0) {
      return output.error("Case ranges are not supported in PNaCl");
    }
    const value = formatSignRotated(record.big(at + 2), type === COMPARISON);
    const target = fn.checkBranch(record, at + 3);
    asm.begin();
    fn.print(type);
    asm
      .space()
      .operand(at + 2)
      .put("number", value)
      .operand(undefined)
      .glue("punctuation", ":")
      .space()
      .end();
    putSwitchTarget(fn, target, at + 3);
  }
}

function putSwitchTarget(fn: FunctionScope, block: number, operand: number): void {
  const { asm } = fn.output;
  asm.begin().put("keyword", "br").space().put("keyword", "label").space();
  fn.putBlock(block, operand);
  asm.put("punctuation", ";").end().line();
}

/** INST_UNREACHABLE: `unreachable;`. */
export function printUnreachable(fn: FunctionScope, record: BitRecord): void {
  fn.terminate();
  expects(fn, record, [0], "Function unreachable record expects no arguments.");
  fn.output.asm.put("keyword", "unreachable").put("punctuation", ";");
}

/** INST_PHI: `%v0 = phi i32 [%v1, %b0], [%v2, %b1];`. */
export function printPhi(fn: FunctionScope, record: BitRecord): void {
  const { output } = fn;
  const { asm } = output;
  if (record.length < 3) {
    return output.error(`Function phi record expects at least 3 arguments. Found: ${record.length}`);
  }
  if (record.length % 2 === 0) {
    output.error(`Function phi records should have an odd number of arguments. Found: ${record.length}`);
  }
  const type = fn.typeById(record, 0);
  fn.putResult();
  asm.put("punctuation", "=").begin().space().put("keyword", "phi").space();
  fn.print(type, 0);
  for (let i = 1; i < record.length; i += 2) {
    if (i > 1) asm.put("punctuation", ",");
    const operand = fn.absolute(signRotated32(record.big(i)));
    asm.end().space().begin().open("[");
    fn.putValue(operand, i);
    asm.put("punctuation", ",").space();
    fn.putBlock(record.word(i + 1), i + 1);
    asm.close("]");
  }
  asm.put("punctuation", ";").end();
  fn.define(type);
}
