/** Prints numbers and null values as llvm-dis writes them. */
import { floatText } from "../constants/floatText";
import type { Release } from "../ir/releases";
import type { FloatKind, Type } from "../ir/types";
import { isFloating, scalarOf } from "../ir/types";
import type { Constant } from "../ir/values";
import type { ConstantPrinting } from "./constantParts";

/** A number; for a vector type (LLVM 23), a vector all of whose elements are that number. */
export function numberText(
  constant: Extract<Constant, { kind: "integer" | "float" }>,
  context: ConstantPrinting,
): string {
  const scalar = scalarOf(constant.type);
  const text =
    constant.kind === "integer"
      ? integerText(constant.value, scalar)
      : floatText(scalar.kind as FloatKind, constant.bits, context.release);
  const { type } = constant;
  if (type.kind !== "vector") return text;
  if (constant.kind === "float" && constant.bits === 0n) return "zeroinitializer";
  return repeatedText(type, `${context.typeText(scalar)} ${text}`, context);
}

/** The first release that prints a vector of one repeated number as a splat. */
export const SPLAT: Release = 21;
/** The most elements that are printed one by one where the file has a single number. */
const MOST_REPEATED = 1 << 16;

/** A vector of one number. Before there were splats, a vector of unknown length was a shuffle of the number. */
function repeatedText(type: Extract<Type, { kind: "vector" }>, element: string, context: ConstantPrinting): string {
  const { count } = type;
  if (context.release >= SPLAT || count > MOST_REPEATED) return `splat (${element})`;
  if (!type.scalable) return `<${Array.from({ length: count }, () => element).join(", ")}>`;
  const none = `${context.typeText(type)} poison`;
  return `shufflevector (${context.typeText(type)} insertelement (${none}, ${element}, i64 0), ${none}, <vscale x ${count} x i32> zeroinitializer)`;
}

/** Numbers from here on have long texts: 2^1024. */
const WIDE = 1n << 1024n;
/** The texts of such numbers that were printed last, and how many characters they have together. */
const wideTexts = new Map<bigint, string>();
let wideCharacters = 0;
const MOST_WIDE = 1 << 22;

/** The text of a wide number, which takes long to make. Several are kept, since many instructions may use them. */
function wideText(value: bigint): string {
  const known = wideTexts.get(value);
  if (known !== undefined) return known;
  const text = String(value);
  wideTexts.set(value, text);
  wideCharacters += text.length;
  for (const [oldest, its] of wideTexts) {
    if (wideCharacters <= MOST_WIDE || oldest === value) break;
    wideTexts.delete(oldest);
    wideCharacters -= its.length;
  }
  return text;
}

/** An integer as printed: signed; an i1 as a word. */
function integerText(value: number | bigint, type: Type): string {
  if (type.kind === "integer" && type.width === 1) return Number(value) === 0 ? "false" : "true";
  if (typeof value === "bigint" && (value >= WIDE || value <= -WIDE)) return wideText(value);
  return typeof value === "number" && value >= 0 && value < MOST_SMALL ? (SMALL[value] as string) : String(value);
}
/** Texts of small integers, which most constants are. */
const MOST_SMALL = 1024;
const SMALL: readonly string[] = Array.from({ length: MOST_SMALL }, (_, value) => String(value));

/** An element of plain data by its raw bits; integers are signed. */
export function elementText(element: Type, bits: number | bigint, context: ConstantPrinting): string {
  if (element.kind !== "integer" && element.kind !== "byte")
    return floatText(element.kind as FloatKind, BigInt(bits), context.release);
  const { width } = element;
  if (typeof bits !== "number" || width > 32) return integerText(BigInt.asIntN(width, BigInt(bits)), element);
  const unused = 32 - width;
  return integerText((bits << unused) >> unused, element);
}

/** The null value of a type. */
export function nullText(type: Type, context: ConstantPrinting): string {
  switch (type.kind) {
    case "integer":
    case "byte":
      return integerText(0, type);
    case "vector":
      // A vector of null pointers is stored as one null of vector type.
      return type.element.kind === "pointer" && context.release >= NULL_SPLAT
        ? `splat (${context.typeText(type.element)} null)`
        : "zeroinitializer";
    case "pointer":
      return "null";
    case "token":
      return "none";
    default:
      return isFloating(type) ? floatText(type.kind as FloatKind, 0n, context.release) : "zeroinitializer";
  }
}

/** The first release that prints a vector of null pointers as a splat. */
const NULL_SPLAT = 23;
