/** Reads integers and floating-point numbers. */
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import type { Constant } from "../../ir/values";
import { RecordFault, signedBig } from "../../stream/blocks";
import { makeFloat, makeNumber } from "./make";
import type { ConstantScope } from "./scope";
import { fieldsOf, listOf } from "./scope";

const INVALID = "Invalid integer const record";
/** The first release that extends the word of a wider integer by its sign; before, there are zeros above it. */
const SIGNED_WORDS: Release = 22;

/** Integers and bytes have records of their own. */
export type NumberKind = "integer" | "byte";

/** Checks the record of an integer or byte; returns its type. */
export function checkInteger({ record, type }: ConstantScope, kind: NumberKind): { readonly width: number } {
  const number = numberType(type, kind, INVALID);
  if (record.length === 0) throw new RecordFault("bad-record", INVALID);
  return number;
}
/** An integer or byte of at most 64 bits, from the field with this name. */
export function readInteger(scope: ConstantScope, kind: NumberKind, name: string): Constant {
  const { width } = checkInteger(scope, kind);
  const value = fieldsOf(scope, INVALID).integer(name);
  // -0 as a signed VBR means the smallest 64-bit number.
  const isLeast = scope.record.value(0) === 1;
  const isExtended = width > 64 && (scope.release ?? 0) < SIGNED_WORDS;
  if (isLeast) return makeNumber(scope, "integer", BigInt.asIntN(width, isExtended ? 1n << 63n : -(1n << 63n)));
  // The record has a single word.
  if (width > 64) return makeNumber(scope, "integer", isExtended ? BigInt.asUintN(64, BigInt(value)) : value);
  return makeNumber(scope, "integer", wrapped(value, width));
}

/** Hexadecimal digits of a word. */
const WORD_DIGITS = 16;

/** An integer or byte of more than 64 bits: signed words, the lowest first. */
export function readWideInteger(scope: ConstantScope, kind: NumberKind): Constant {
  const fault = `Invalid wide ${kind} const record`;
  const { width } = numberType(scope.type, kind, fault);
  const words = listOf(scope, "word", fault);
  // Put together as one text: shifting word by word would take time in proportion to the square of their number.
  let digits = "0";
  for (let i = words.length - 1; i >= 0; i--)
    digits += BigInt.asUintN(64, signedBig(words.big(i)))
      .toString(16)
      .padStart(WORD_DIGITS, "0");
  return makeNumber(scope, "integer", BigInt.asIntN(width, BigInt(`0x${digits}`)));
}

/**
 * The integer or byte type of a number. Since LLVM 23, a vector of bytes is allowed, all of whose elements are the
 * number.
 */
function numberType(type: Type, kind: NumberKind, fault: string): { readonly width: number } {
  const scalar = type.kind === "vector" && type.element.kind === "byte" ? type.element : type;
  const isKind = (scalar.kind === "integer" || scalar.kind === "byte") && scalar.kind === kind;
  if (!isKind) throw new RecordFault("bad-type", fault);
  return scalar;
}

/** A number wrapped to a signed one of `width` bits, at most 64. */
function wrapped(value: number | bigint, width: number): number | bigint {
  if (typeof value === "number") {
    if (width >= 53) return value;
    const half = 2 ** (width - 1);
    if (value >= -half && value < half) return value;
  }
  const exact = BigInt.asIntN(width, BigInt(value));
  return width <= 53 ? Number(exact) : exact;
}

/** A floating-point number by its bits. Since LLVM 23, a vector type means that all elements are this number. */
export function readFloat(scope: ConstantScope): Constant {
  const fields = fieldsOf(scope, "Invalid float const record");
  const first = fields.big("value");
  const scalar = scalarOf(scope.type);
  switch (scalar.kind) {
    case "x86_fp80":
      // [sign, exponent and the top 48 bits of the significand; its low 16 bits]
      return makeFloat(scope, (BigInt.asUintN(64, first) << 16n) | BigInt.asUintN(16, fields.big("more")));
    case "fp128":
    case "ppc_fp128":
      // The low word comes first: of a ppc_fp128, the first double.
      return makeFloat(scope, first | (fields.big("more") << 64n));
    default:
      return isFloating(scalar) ? makeFloat(scope, first) : makeNumber(scope, "undef");
  }
}
