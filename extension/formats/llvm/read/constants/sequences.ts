/** Reads aggregates, plain data and strings. */
import type { Type } from "../../ir/types";
import type { Constant } from "../../ir/values";
import { RecordFault } from "../../stream/blocks";
import { makeList, makeNumber, makeString } from "./make";
import type { ConstantScope } from "./scope";
import { listOf } from "./scope";

/** A struct, array or vector by the numbers of its elements. */
export function readAggregate(scope: ConstantScope): Constant {
  const { record, type } = scope;
  listOf(scope, "value", "Invalid aggregate record");
  if (type.kind !== "struct" && type.kind !== "array" && type.kind !== "vector") return makeNumber(scope, "undef");
  return makeList(scope, "aggregate", Array.from(record.values.subarray(0, record.length)));
}

/** The element types of plain data (ConstantDataSequential::isElementTypeCompatible). */
const DATA_FLOATS: ReadonlySet<string> = new Set(["half", "bfloat", "float", "double"]);
const DATA_WIDTHS: ReadonlySet<number> = new Set([8, 16, 32, 64]);
function isData(element: Type): boolean {
  const isInteger = element.kind === "integer" || element.kind === "byte";
  return isInteger ? DATA_WIDTHS.has(element.width) : DATA_FLOATS.has(element.kind);
}

/** An array or vector of plain numbers by their bits. */
export function readData(scope: ConstantScope): Constant {
  const { record, type } = scope;
  const elements = listOf(scope, "element", "Invalid data record");
  const element = type.kind === "array" || type.kind === "vector" ? type.element : undefined;
  if (!element || !isData(element)) throw new RecordFault("bad-type", "Invalid type for value");
  const wide =
    element.kind === "double" || ((element.kind === "integer" || element.kind === "byte") && element.width > 53);
  if (!wide) return makeList(scope, "data", record.values.slice(0, record.length));
  return makeList(
    scope,
    "data",
    Array.from({ length: elements.length }, (_, i) => elements.big(i)),
  );
}

/** An array of i8, without the zero at its end if `end` is one. */
export function readString(scope: ConstantScope, end: "" | "\0"): Constant {
  listOf(scope, "values", "Invalid string record");
  return makeString(scope, scope.record.text() + end);
}
