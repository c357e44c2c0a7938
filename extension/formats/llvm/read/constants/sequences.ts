/** Reads aggregates, plain data and strings. */
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import type { Constant } from "../../ir/values";
import type { RecordOperands } from "../../spec/layout";
import { RecordFault } from "../../stream/blocks";
import { makeList, makeNumber, makeString } from "./make";
import type { ConstantScope } from "./scope";
import { listOf } from "./scope";

/** Checks the record of an aggregate. */
export function checkAggregate(scope: ConstantScope): void {
  listOf(scope, "value", "Invalid aggregate record");
}
/** A struct, array or vector by the numbers of its elements. */
export function readAggregate(scope: ConstantScope): Constant {
  const { record, type } = scope;
  checkAggregate(scope);
  if (type.kind !== "struct" && type.kind !== "array" && type.kind !== "vector") return makeNumber(scope, "undef");
  // Pushed one by one they are stored as integers, like the operands of other values; Array.from keeps doubles.
  const elements: ValueId[] = [];
  for (let i = 0; i < record.length; i++) elements.push(record.word(i));
  // A list that grows has room for many more; there may be a million of these.
  return makeList(scope, "aggregate", elements.slice());
}

/** The element types of plain data (ConstantDataSequential::isElementTypeCompatible). */
const DATA_FLOATS: ReadonlySet<string> = new Set(["half", "bfloat", "float", "double"]);
const DATA_WIDTHS: ReadonlySet<number> = new Set([8, 16, 32, 64]);
function isData(element: Type): boolean {
  const isInteger = element.kind === "integer" || element.kind === "byte";
  return isInteger ? DATA_WIDTHS.has(element.width) : DATA_FLOATS.has(element.kind);
}

/** Checks the record of plain data; returns the operands and the type of the elements. */
export function checkData(scope: ConstantScope): { readonly elements: RecordOperands; readonly element: Type } {
  const { type } = scope;
  const elements = listOf(scope, "element", "Invalid data record");
  const element = type.kind === "array" || type.kind === "vector" ? type.element : undefined;
  if (!element || !isData(element)) throw new RecordFault("bad-type", "Invalid type for value");
  return { elements, element };
}
/** An array or vector of plain numbers by their bits. */
export function readData(scope: ConstantScope): Constant {
  const { record } = scope;
  const { elements, element } = checkData(scope);
  const wide =
    element.kind === "double" || ((element.kind === "integer" || element.kind === "byte") && element.width > 53);
  if (!wide) {
    const values = record.values.slice(0, record.length);
    // Narrower elements have 32 bits at most.
    if (!record.isExact) for (let i = 0; i < values.length; i++) values[i] = record.word(i);
    return makeList(scope, "data", values);
  }
  return makeList(
    scope,
    "data",
    Array.from({ length: elements.length }, (_, i) => elements.big(i)),
  );
}

/** Checks the record of a string. */
export function checkString(scope: ConstantScope): void {
  listOf(scope, "values", "Invalid string record");
}
/** An array of i8, without the zero at its end if `end` is one. */
export function readString(scope: ConstantScope, end: "" | "\0"): Constant {
  checkString(scope);
  return makeString(scope, scope.record.text() + end);
}
