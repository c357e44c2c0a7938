/** The texts of mlir::LLVM's types. */
import { unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";

/** A type as it stands inside of LLVM's types: `ptr` for `!llvm.ptr`. */
export const short = (text: string): string => text.replace(/^!llvm\./, "");

/** The number of a pointer's address space; undefined for any other type. */
export function pointerSpace(text: string): number | undefined {
  const [found, space = "0"] = /^!llvm\.ptr(?:<(\d+)>)?$/.exec(text) ?? [];
  return found === undefined ? undefined : Number(space);
}

/** The type of a function: `!llvm.func<void (i32, ...)>`. */
export interface FunctionText {
  readonly result: string;
  readonly parameters: readonly string[];
  readonly variadic: boolean;
}

/** Reads the text of a function's type; unknown for any other type. */
export function functionText(text: string): FunctionText {
  if (!text.endsWith(")>")) unknown();
  const [, result = "", list = ""] = /^!llvm\.func<(.*?) \((.*)\)>$/.exec(text) ?? unknown();
  // The result may have parentheses of its own.
  if (/[<(]/.test(result) && (result.match(/[<(]/g) ?? []).length !== (result.match(/[>)]/g) ?? []).length) unknown();
  const parameters = partsOf(list);
  const variadic = parameters.at(-1) === "...";
  return { result, parameters: variadic ? parameters.slice(0, -1) : parameters, variadic };
}

/** The number of elements and the element type of an array. */
export function arrayText(text: string): readonly [count: number, element: string] | undefined {
  const [, count, element = ""] = /^(?:!llvm\.)?array<(\d+) x (.*)>$/.exec(text) ?? [];
  return count === undefined ? undefined : [Number(count), element];
}
/** The types of the elements of a struct without a name. */
export function structText(text: string): readonly string[] | undefined {
  const [, list] = /^(?:!llvm\.)?struct<(?:packed )?\((.*)\)>$/.exec(text) ?? [];
  return list === undefined ? undefined : partsOf(list);
}
