/** Prints alloca, load and store, and checks their types and alignments against the ABI. */
import type { BitRecord } from "../../../bitstream/record";
import type { Type } from "../../types";
import { isAllowedAlignment, isValidScalar, isValidVector, POINTER } from "../../types";
import type { FunctionScope } from "../functionScope";
import { alignmentOf } from "../globals";
import { expects } from "./shared";

const ALIGNMENTS = [1, 2, 4, 8];

function checkAccess(fn: FunctionScope, name: string, type: Type, alignment: number): void {
  const { output } = fn;
  if (type.kind === "void") output.error(`${name}: Type void not allowed`);
  else if (!isValidScalar(type) && !isValidVector(type)) {
    // The reference prints an address of its own memory here.
    output.error(`${name}: Expects scalar/vector type. Found: ${type.name}`);
  }
  if (isAllowedAlignment(type, alignment)) return;
  const allowed = ALIGNMENTS.filter((a) => isAllowedAlignment(type, a));
  if (allowed.length === 0) output.error(`${name}: Not allowed for type: ${type.name}`);
  else output.error(`${name}: Illegal alignment for ${type.name}. Expects: ${allowed.join(" or ")}`);
}

/** Prints `TYPE* ID, align N;`. */
function putAddress(fn: FunctionScope, type: Type, pointer: number, alignment: number, alignOperand: number): void {
  const { asm } = fn.output;
  fn.print(type, undefined);
  asm.glue("punctuation", "*").space();
  fn.putValue(pointer, 0);
  asm.put("punctuation", ",").end().space().begin().put("keyword", "align").space();
  asm.operand(alignOperand).put("number", String(alignment)).operand(undefined).put("punctuation", ";").end();
}

/** INST_LOAD: `%v0 = load i32* %p0, align 1;`. */
export function printLoad(fn: FunctionScope, record: BitRecord): void {
  const { output } = fn;
  if (record.length !== 3) return output.error(`Function load record expects 3 arguments. Found: ${record.length}`);
  const alignment = alignmentOf(record, 1, output);
  const type = fn.typeById(record, 2);
  checkAccess(fn, "load", type, alignment);
  fn.putEquals();
  output.asm.begin().put("keyword", "load").space();
  putAddress(fn, type, fn.operandId(record, 0), alignment, 1);
  fn.define(type);
}

/** INST_STORE: `store i32 %v0, i32* %p0, align 1;`. */
export function printStore(fn: FunctionScope, record: BitRecord): void {
  const { output } = fn;
  if (record.length !== 3) return output.error(`Function store record expects 3 arguments. Found: ${record.length}`);
  const alignment = alignmentOf(record, 2, output);
  const value = fn.operandId(record, 1);
  const type = fn.typeOf(value);
  checkAccess(fn, "store", type, alignment);
  output.asm.begin().put("keyword", "store").space();
  fn.print(type);
  output.asm.space();
  fn.putValue(value, 1);
  output.asm.put("punctuation", ",").end().space().begin();
  putAddress(fn, type, fn.operandId(record, 0), alignment, 2);
}

/** INST_ALLOCA: `%v0 = alloca i8, i32 %c0, align 4;`. */
export function printAlloca(fn: FunctionScope, record: BitRecord): void {
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
