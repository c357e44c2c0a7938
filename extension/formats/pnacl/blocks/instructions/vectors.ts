/** Prints select, and reads and writes of vector elements. */
import type { BitRecord } from "../../../bitstream/record";
import { isValidVector, isValueType, POINTER, scalarOf } from "../../types";
import type { FunctionScope } from "../functionScope";
import { expects, putOperand } from "./shared";

/** INST_VSELECT: `%v0 = select i1 %p0, i32 %p1, i32 %p2;`. */
export function printSelect(fn: FunctionScope, record: BitRecord): void {
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

function checkVectorAccess(fn: FunctionScope, name: string, vector: number, index: number): void {
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

/** INST_EXTRACTELT: `%v0 = extractelement <4 x i32> %p0, i32 %c0;`. */
export function printExtract(fn: FunctionScope, record: BitRecord): void {
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

/** INST_INSERTELT: `%v0 = insertelement <4 x i32> %p0, i32 %p1, i32 %c0;`. */
export function printInsert(fn: FunctionScope, record: BitRecord): void {
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
