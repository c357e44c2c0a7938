/**
 * Types of native properties: values that a record holds as bytes instead of an attribute's index, as the bytecode hooks
 * of their ODS write them. A type is written in the tables as
 *
 *     v, v32    a varint: an integer of 64 bits, or of as many as stated
 *     b         a byte, 0 or 1: `false`, `true`
 *     u         such a byte: `false`, or the name alone
 *     s         a string, by its number
 *     e         a varint printed as an attribute of its enum
 *     oT        such a byte, then a T if it is 1: `[]`, `[T]`; `o` alone is `ov`
 *     lT        a count, then as many T: `[T, T]`
 *     n32       a count, then as many varints: `array<i32: 1, 2>`
 *     {x:T,…}   a T of each name: `{x = T, …}`
 */

/** How a native property is encoded. `width`: the integer's bits; undefined: those of the property's default. */
export type NativeType =
  | { readonly kind: "integer"; readonly width: number | undefined }
  | { readonly kind: "bool" | "unit" | "string" | "enum" }
  | { readonly kind: "optional" | "list"; readonly of: NativeType }
  | { readonly kind: "integers"; readonly width: number }
  | { readonly kind: "struct"; readonly fields: readonly (readonly [name: string, type: NativeType])[] };

const SIMPLE: Readonly<Record<string, "bool" | "unit" | "string" | "enum">> = {
  b: "bool",
  u: "unit",
  s: "string",
  e: "enum",
};

/** A type as the tables write it. @throws Error if it is none */
export function nativeType(code: string): NativeType {
  const [letter = "", rest] = [code[0], code.slice(1)];
  if (letter === "o" || letter === "l")
    return { kind: letter === "o" ? "optional" : "list", of: nativeType(rest === "" ? "v" : rest) };
  if (letter === "{") return { kind: "struct", fields: rest.slice(0, -1).split(",").map(field) };
  if (letter === "v") return { kind: "integer", width: rest === "" ? undefined : Number(rest) };
  if (letter === "n") return { kind: "integers", width: Number(rest) };
  const simple = SIMPLE[code];
  if (!simple) throw new Error(`no type of a property: ${code}`);
  return { kind: simple };
}

/** `x:v32`; the types of fields are simple. */
function field(text: string): readonly [string, NativeType] {
  const colon = text.indexOf(":");
  return [text.slice(0, colon), nativeType(text.slice(colon + 1))];
}
