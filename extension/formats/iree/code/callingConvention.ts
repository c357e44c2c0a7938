/**
 * Calling conventions: `0` + arguments + `_` + results, one letter each (v i I f F r), with `C…D` around what can be
 * repeated. Until 2021-02-10 the separator was `.` and the span `[…]`. iree/vm/module.h, "IREE_VM_CCONV".
 */
import type { Module, Signature } from "../module";

/** The letters of arguments and results. */
export interface Convention {
  readonly arguments: string;
  readonly results: string;
}

const NONE: Convention = { arguments: "", results: "" };

const typeNames: Readonly<Record<string, string>> = { i: "i32", I: "i64", f: "f32", F: "f64", r: "!vm.ref<?>" };

/** The letters by type name; all other types are refs. */
const lettersByType: Readonly<Record<string, string>> = { i8: "i", i16: "i", i32: "i", i64: "I", f32: "f", f64: "F" };

/** Whether a type is one of values; all others are of references, and their names begin with `!`. */
export function isValueType(name: string): boolean {
  return Object.hasOwn(lettersByType, name);
}

/** A stored convention in today's notation, split into its parts; undefined if its version is unknown. */
export function parseConvention(stored: string): Convention | undefined {
  if (stored === "") return NONE;
  if (!stored.startsWith("0")) return undefined;
  const body = stored.slice(1).replace(".", "_").replaceAll("[", "C").replaceAll("]", "D");
  const [given = "", taken = ""] = body.includes("_") ? splitOnce(body) : [body, ""];
  return { arguments: given === "v" ? "" : given, results: taken === "v" ? "" : taken };
}

/** Arguments and results around the first separator. */
function splitOnce(body: string): [string, string] {
  const at = body.indexOf("_");
  return [body.slice(0, at), body.slice(at + 1)];
}

/** The convention of a signature, or until 2020-09 one made from its type ordinals. */
export function conventionOf(module: Module, signature: Signature | undefined): Convention {
  if (!signature) return NONE;
  if (signature.convention !== undefined) return parseConvention(signature.convention) ?? NONE;
  const letters = (ordinals: readonly number[]): string =>
    ordinals.map((ordinal) => lettersByType[module.types?.[ordinal] ?? ""] ?? "r").join("");
  return { arguments: letters(signature.argumentTypes), results: letters(signature.resultTypes) };
}

/**
 * A signature's convention as stored; for modules without one, the one that follows from their types, in today's
 * notation.
 */
export function conventionText(module: Module, signature: Signature | undefined): string {
  if (signature?.convention !== undefined) return signature.convention;
  if (!signature || !module.types || module.revision.versions) return "";
  const { arguments: given, results } = conventionOf(module, signature);
  return `0${given === "" ? "v" : given}_${results === "" ? "v" : results}`;
}

/** Letters as types: `i32, tuple<i32, !vm.ref<?>>...`, with the commas of iree-dump-module. */
export function conventionTypes(letters: string): string {
  let text = "";
  for (let i = 0; i < letters.length; i++) {
    if (i > 0) text += ", ";
    if (letters[i] === "C") {
      const end = letters.indexOf("D", i + 1);
      if (end < 0) return text;
      text += `tuple<${conventionTypes(letters.slice(i + 1, end))}>...`;
      i = end;
    } else text += typeNames[letters[i] ?? ""] ?? "";
  }
  return text;
}

/** An argument of a function: the register it arrives in, and its type. */
export interface Argument {
  /** `%i2:3` */
  readonly register: string;
  /** `%i2`: the register in its symbol. */
  readonly first: string;
  readonly type: string;
}

/**
 * The registers in which a function's arguments arrive: values and refs are numbered separately, a 64-bit value takes
 * two.
 */
export function functionArguments(letters: string): readonly Argument[] {
  let [value, ref] = [0, 0];
  const found: Argument[] = [];
  for (const letter of letters) {
    const type = typeNames[letter];
    if (type === undefined) continue;
    if (letter === "r") found.push({ register: `%r${ref}`, first: `%r${ref++}`, type });
    else if (letter === "I" || letter === "F") {
      found.push({ register: `%i${value}:${value + 1}`, first: `%i${value}`, type });
      value += 2;
    } else found.push({ register: `%i${value}`, first: `%i${value++}`, type });
  }
  return found;
}

/** How many registers of each bank hold these values together: 64-bit ones begin at an even register (verifier.c). */
export function registersOf(letters: string): { readonly i32: number; readonly refs: number } {
  let [i32, refs] = [0, 0];
  for (const letter of letters) {
    if (letter === "r") refs++;
    else if (letter === "I" || letter === "F") i32 += (i32 % 2) + 2;
    else if (letter === "i" || letter === "f") i32++;
  }
  return { i32, refs };
}

/** The types of a function's results, joined. */
export function resultTypes(letters: string): string {
  return [...letters]
    .map((letter) => typeNames[letter])
    .filter((type) => type !== undefined)
    .join(", ");
}
