/** Prints each kind of instruction. Order of checks and messages: as the reference's. */
import { FIRST_INTEGER_PREDICATE, FLOAT_PREDICATES, INTEGER_PREDICATES } from "../../bitstream/operations";
import type { BitRecord } from "../../bitstream/record";
import { formatSignRotated, signRotated32 } from "../numbers";
import { BINARY_OPERATIONS, CASTS, INST } from "../tables";
import type { Type } from "../types";
import {
  COMPARISON,
  isArithmeticInteger,
  isFloating,
  isValidCast,
  isValidVector,
  isValueType,
  POINTER,
  scalarOf,
} from "../types";
import { printCall } from "./calls";
import type { FunctionPrinter } from "./function";
import { alignmentOf } from "./globals";
import { printLoad, printStore } from "./memory";
import { decimal, low32 } from "./printer";

type InstructionPrinter = (fn: FunctionPrinter, record: BitRecord) => void;

/** Says so where a record has another number of operands than it should; `found` ends the reference's sentence. */
function expects(fn: FunctionPrinter, record: BitRecord, counts: readonly number[], sentence: string): boolean {
  if (counts.includes(record.length)) return true;
  fn.output.error(`${sentence} Found: ${record.length}`);
  return false;
}

function arithmetic(fn: FunctionPrinter, name: string, type: Type): string {
  // The reference leaves out the line's end here, which joins the next line to the message; we end it.
  if (!isArithmeticInteger(type)) fn.output.error(`${name}: Invalid integer arithmetic type: ${type.name}`);
  return name;
}
function bitwise(fn: FunctionPrinter, name: string, type: Type): string {
  if (type.kind === "vector" && !isValidVector(type)) fn.output.error(`${name}: invalid vector type: ${type.name}`);
  else if (scalarOf(type).kind !== "integer") fn.output.error(`${name}: Expects integer type. Found: ${type.name}`);
  return name;
}
function floating(fn: FunctionPrinter, name: string, type: Type): string {
  if (type.kind === "vector" && !isValidVector(type)) fn.output.error(`${name}: invalid vector type: ${type.name}`);
  return name;
}
const BITWISE = ["and", "or", "xor"];

function operationName(fn: FunctionPrinter, opcode: number, type: Type): string {
  const names = BINARY_OPERATIONS[opcode];
  if (!names) {
    fn.output.error(`Binary opcode not understood: ${opcode}`);
    return "???";
  }
  const [integer, float] = names;
  if (float !== undefined && isFloating(scalarOf(type))) return floating(fn, float, type);
  return BITWISE.includes(integer) ? bitwise(fn, integer, type) : arithmetic(fn, integer, type);
}

function printBinop(fn: FunctionPrinter, record: BitRecord): void {
  if (!expects(fn, record, [3, 4], "Binop record expects 3 arguments.")) return;
  const { asm } = fn.output;
  const [left, right] = [fn.operandId(record, 0), fn.operandId(record, 1)];
  const [type, other] = [fn.typeOf(left), fn.typeOf(right)];
  if (type !== other) fn.output.error(`Binop argument types differ: ${type.name} and ${other.name}`);
  const name = operationName(fn, low32(record, 2), type);
  fn.putEquals();
  asm.operand(2).put("keyword", name).operand(undefined).space();
  fn.print(type);
  asm.space();
  fn.putValue(left, 0);
  asm.put("punctuation", ",").space();
  fn.putValue(right, 1);
  asm.put("punctuation", ";");
  fn.define(type);
}

function castName(fn: FunctionPrinter, opcode: number, from: Type, to: Type): string {
  const name = CASTS[opcode];
  if (name === undefined) {
    fn.output.error(`Cast opcode not understood: ${opcode}`);
    return "???";
  }
  if (!isValidCast(name, from, to)) {
    fn.output.error(`Invalid cast '${name}'. Not defined on ${from.name} to ${to.name}`);
  }
  return name;
}

function printCast(fn: FunctionPrinter, record: BitRecord): void {
  // Spelled as the reference spells it.
  if (!expects(fn, record, [3], "Cast record expects 3 argments.")) return;
  const { asm } = fn.output;
  const operand = fn.operandId(record, 0);
  const from = fn.typeOf(operand);
  const to = fn.typeById(record, 1);
  const name = castName(fn, low32(record, 2), from, to);
  fn.putEquals();
  asm.operand(2).put("keyword", name).operand(undefined).space();
  fn.print(from);
  asm.space();
  fn.putValue(operand, 0);
  asm.space().put("keyword", "to").space();
  fn.print(to, 1);
  asm.put("punctuation", ";");
  fn.define(to);
}

function printReturn(fn: FunctionPrinter, record: BitRecord): void {
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

function printBranch(fn: FunctionPrinter, record: BitRecord): void {
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

function checkSwitchType(fn: FunctionPrinter, stated: Type, found: Type): void {
  const { output } = fn;
  if (stated !== found) output.error(`Specified select type ${stated.name} but found: ${found.name}`);
  if (isArithmeticInteger(found)) return;
  if (found.kind !== "integer") output.error("switch not on integer type");
  else output.error(found.bits === 1 ? "switch on i1 not allowed" : "switch disallowed for integer type");
}

function printSwitch(fn: FunctionPrinter, record: BitRecord): void {
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
function printCases(fn: FunctionPrinter, record: BitRecord, type: Type): void {
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
function putSwitchTarget(fn: FunctionPrinter, block: number, operand: number): void {
  const { asm } = fn.output;
  asm.begin().put("keyword", "br").space().put("keyword", "label").space();
  fn.putBlock(block, operand);
  asm.put("punctuation", ";").end().line();
}

function printUnreachable(fn: FunctionPrinter, record: BitRecord): void {
  fn.terminate();
  expects(fn, record, [0], "Function unreachable record expects no arguments.");
  fn.output.asm.put("keyword", "unreachable").put("punctuation", ";");
}

function printPhi(fn: FunctionPrinter, record: BitRecord): void {
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
    fn.putBlock(low32(record, i + 1), i + 1);
    asm.close("]");
  }
  asm.put("punctuation", ";").end();
  fn.define(type);
}

function printAlloca(fn: FunctionPrinter, record: BitRecord): void {
  if (!expects(fn, record, [2], "Function alloca record expects 2 arguments.")) return;
  const { asm } = fn.output;
  const size = fn.operandId(record, 0);
  const type = fn.typeOf(size);
  const alignment = alignmentOf(record, 1, fn.output);
  if (type !== POINTER) fn.output.error("alloca array size is not i32");
  fn.putEquals();
  asm.begin().put("keyword", "alloca").space().put("type", "i8").put("punctuation", ",").end().space().begin();
  fn.print(type);
  asm.space();
  fn.putValue(size, 0);
  asm.put("punctuation", ",").end().space().begin().put("keyword", "align").space();
  asm.operand(1).put("number", String(alignment)).operand(undefined).put("punctuation", ";").end();
  fn.define(POINTER);
}

function predicateName(fn: FunctionPrinter, names: readonly string[], at: number, kind: string, raw: number): string {
  const name = names[at];
  if (name === undefined) fn.output.error(`${kind} predicate not understood: ${raw}`);
  return name ?? "???";
}

function printCompare(fn: FunctionPrinter, record: BitRecord): void {
  if (!expects(fn, record, [3], "Function compare record expects 3 arguments.")) return;
  const { asm } = fn.output;
  const [left, right] = [fn.operandId(record, 0), fn.operandId(record, 1)];
  const [type, other] = [fn.typeOf(left), fn.typeOf(right)];
  if (type !== other) fn.output.error(`Arguments not of same type: ${type.name} and ${other.name}`);
  fn.putEquals();
  asm.begin();
  const raw = low32(record, 2);
  const scalar = scalarOf(type);
  if (scalar.kind === "integer") {
    const name = predicateName(fn, INTEGER_PREDICATES, raw - FIRST_INTEGER_PREDICATE, "Icmp", raw);
    asm.put("keyword", "icmp").space().operand(2).put("keyword", name);
  } else if (isFloating(scalar)) {
    const name = predicateName(fn, FLOAT_PREDICATES, raw, "Fcmp", raw);
    asm.put("keyword", "fcmp").space().operand(2).put("keyword", name);
  } else {
    fn.output.error(`Compare not on integer/float type. Found: ${type.name}`);
    asm
      .put("keyword", "cmp")
      .space()
      .operand(2)
      .put("keyword", `???(${decimal(record, 2)})`);
  }
  asm.operand(undefined).end().space().begin();
  fn.print(type);
  asm.space();
  fn.putValue(left, 0);
  asm.put("punctuation", ",").end().space().begin();
  fn.putValue(right, 1);
  asm.put("punctuation", ";").end();
  fn.define(type.kind === "vector" ? fn.moduleTables.typeTable.vector(type.count, COMPARISON) : COMPARISON);
}

/** ` TYPE ID` with what follows it, as a cluster's end: `,` and the next cluster, or `;`. */
function putOperand(fn: FunctionPrinter, absolute: number, type: Type, operand: number, last: boolean): void {
  const { asm } = fn.output;
  fn.print(type);
  asm.space();
  fn.putValue(absolute, operand);
  if (last) asm.put("punctuation", ";").end();
  else asm.put("punctuation", ",").end().space().begin();
}

function printSelect(fn: FunctionPrinter, record: BitRecord): void {
  if (!expects(fn, record, [3], "Select record expects 3 arguments.")) return;
  const { output } = fn;
  const condition = fn.operandId(record, 2);
  const [then, otherwise] = [fn.operandId(record, 0), fn.operandId(record, 1)];
  const conditionType = fn.typeOf(condition);
  const [type, otherType] = [fn.typeOf(then), fn.typeOf(otherwise)];
  if (type !== otherType) {
    output.error(`Selected arguments not of same type: ${type.name} and ${otherType.name}`);
  }
  const scalar = scalarOf(type);
  if (!isValueType(scalar)) output.error(`Select arguments not integer/float. Found: ${type.name}`);
  fn.putEquals();
  output.asm.begin().put("keyword", "select").space();
  putOperand(fn, condition, conditionType, 2, false);
  putOperand(fn, then, type, 0, false);
  putOperand(fn, otherwise, otherType, 1, true);
  fn.define(type);
}

function checkVectorAccess(fn: FunctionPrinter, name: string, vector: number, index: number): void {
  const { output } = fn;
  const type = fn.typeOf(vector);
  const indexType = fn.typeOf(index);
  if (!isValidVector(type)) {
    if (type.kind === "vector") output.error(`${name}: Vector type ${type.name} not allowed`);
    else output.error(`${name}: Vector type expected. Found: ${type.name}`);
  }
  if (indexType !== POINTER) output.error(`${name}: Index not i32. Found: ${indexType.name}`);
  if (!fn.isConstant(index)) output.error(`${name}: Vector index not constant: ${fn.idOf(index).text}`);
}

function printExtract(fn: FunctionPrinter, record: BitRecord): void {
  if (!expects(fn, record, [2], "Extract element record expects 2 arguments.")) return;
  const { asm } = fn.output;
  const [vector, index] = [fn.operandId(record, 0), fn.operandId(record, 1)];
  checkVectorAccess(fn, "extractelement", vector, index);
  const [type, indexType] = [fn.typeOf(vector), fn.typeOf(index)];
  fn.putResult();
  asm.put("punctuation", " = ").space().begin().put("keyword", "extractelement").space();
  putOperand(fn, vector, type, 0, false);
  putOperand(fn, index, indexType, 1, true);
  fn.define(scalarOf(type));
}

function printInsert(fn: FunctionPrinter, record: BitRecord): void {
  const { output } = fn;
  const { asm } = output;
  const [vector, element, index] = [0, 1, 2].map((i) => fn.operandId(record, i)) as [number, number, number];
  checkVectorAccess(fn, "insertelement", vector, index);
  const [type, elementType, indexType] = [fn.typeOf(vector), fn.typeOf(element), fn.typeOf(index)];
  if (elementType !== scalarOf(type)) {
    output.error(`insertelement: Illegal element type ${elementType.name}. Expected: ${scalarOf(type).name}`);
  }
  fn.putResult();
  asm.put("punctuation", " = ").space().begin().put("keyword", "insertelement").space();
  putOperand(fn, vector, type, 0, false);
  putOperand(fn, element, elementType, 1, false);
  putOperand(fn, index, indexType, 2, true);
  fn.define(type);
}

function printForwardType(fn: FunctionPrinter, record: BitRecord): void {
  if (!expects(fn, record, [2], "Forward declare record expects 2 arguments.")) return;
  const { asm } = fn.output;
  const type = fn.typeById(record, 1);
  asm.put("keyword", "declare").space().begin();
  fn.print(type, 1);
  asm.space();
  fn.putValue(low32(record, 0), 0);
  asm.put("punctuation", ";").end();
  fn.declare(low32(record, 0), type);
}

/** The printers by record code. */
export const INSTRUCTIONS: Readonly<Record<number, InstructionPrinter>> = {
  [INST.BINOP]: printBinop,
  [INST.CAST]: printCast,
  [INST.EXTRACTELT]: printExtract,
  [INST.INSERTELT]: printInsert,
  [INST.RET]: printReturn,
  [INST.BR]: printBranch,
  [INST.SWITCH]: printSwitch,
  [INST.UNREACHABLE]: printUnreachable,
  [INST.PHI]: printPhi,
  [INST.ALLOCA]: printAlloca,
  [INST.LOAD]: printLoad,
  [INST.STORE]: printStore,
  [INST.CMP2]: printCompare,
  [INST.VSELECT]: printSelect,
  [INST.CALL]: printCall,
  [INST.CALL_INDIRECT]: printCall,
  [INST.FORWARDTYPEREF]: printForwardType,
};
