/** Prints operations on one or two values of the same type: binary operations, casts, comparisons. */
import { FIRST_INTEGER_PREDICATE, FLOAT_PREDICATES, INTEGER_PREDICATES } from "../../../bitstream/operations";
import type { BitRecord } from "../../../bitstream/record";
import { BINARY_OPERATIONS, CASTS } from "../../tables";
import type { Type } from "../../types";
import { COMPARISON, isArithmeticInteger, isFloating, isValidCast, isValidVector, scalarOf } from "../../types";
import type { FunctionScope } from "../functionScope";
import { expects } from "./shared";

function arithmetic(fn: FunctionScope, name: string, type: Type): string {
  // The reference omits the newline here, so that the next line continues the message; we end the line.
  if (!isArithmeticInteger(type)) fn.output.error(`${name}: Invalid integer arithmetic type: ${type.name}`);
  return name;
}

function bitwise(fn: FunctionScope, name: string, type: Type): string {
  if (type.kind === "vector" && !isValidVector(type)) fn.output.error(`${name}: invalid vector type: ${type.name}`);
  else if (scalarOf(type).kind !== "integer") fn.output.error(`${name}: Expects integer type. Found: ${type.name}`);
  return name;
}

function floating(fn: FunctionScope, name: string, type: Type): string {
  if (type.kind === "vector" && !isValidVector(type)) fn.output.error(`${name}: invalid vector type: ${type.name}`);
  return name;
}
const BITWISE = ["and", "or", "xor"];

function operationName(fn: FunctionScope, opcode: number, type: Type): string {
  const names = BINARY_OPERATIONS[opcode];
  if (!names) {
    fn.output.error(`Binary opcode not understood: ${opcode}`);
    return "???";
  }
  const [integer, float] = names;
  if (float !== undefined && isFloating(scalarOf(type))) return floating(fn, float, type);
  return BITWISE.includes(integer) ? bitwise(fn, integer, type) : arithmetic(fn, integer, type);
}

/** INST_BINOP: `%v0 = add i32 %p0, %p1;`. */
export function printBinop(fn: FunctionScope, record: BitRecord): void {
  if (!expects(fn, record, [3, 4], "Binop record expects 3 arguments.")) return;
  const { asm } = fn.output;
  const [left, right] = [fn.operandId(record, 0), fn.operandId(record, 1)];
  const [type, other] = [fn.typeOf(left), fn.typeOf(right)];
  if (type !== other) fn.output.error(`Binop argument types differ: ${type.name} and ${other.name}`);
  const name = operationName(fn, record.word(2), type);
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

function castName(fn: FunctionScope, opcode: number, from: Type, to: Type): string {
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

/** INST_CAST: `%v0 = zext i8 %p0 to i32;`. */
export function printCast(fn: FunctionScope, record: BitRecord): void {
  // The reference's spelling.
  if (!expects(fn, record, [3], "Cast record expects 3 argments.")) return;
  const { asm } = fn.output;
  const operand = fn.operandId(record, 0);
  const from = fn.typeOf(operand);
  const to = fn.typeById(record, 1);
  const name = castName(fn, record.word(2), from, to);
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

function predicateName(fn: FunctionScope, names: readonly string[], at: number, kind: string, raw: number): string {
  const name = names[at];
  if (name === undefined) fn.output.error(`${kind} predicate not understood: ${raw}`);
  return name ?? "???";
}

/** INST_CMP2: `%v0 = icmp eq i32 %p0, %p1;`. */
export function printCompare(fn: FunctionScope, record: BitRecord): void {
  if (!expects(fn, record, [3], "Function compare record expects 3 arguments.")) return;
  const { asm } = fn.output;
  const [left, right] = [fn.operandId(record, 0), fn.operandId(record, 1)];
  const [type, other] = [fn.typeOf(left), fn.typeOf(right)];
  if (type !== other) fn.output.error(`Arguments not of same type: ${type.name} and ${other.name}`);
  fn.putEquals();
  asm.begin();
  const raw = record.word(2);
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
      .put("keyword", `???(${record.decimal(2)})`);
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
