/**
 * The text of floating-point constants as llvm-dis writes it. Source: the reference's writer of constants, and
 * APFloat::toString with 6 digits, whose truncated expansion decides which numbers are printed in decimal.
 */
import type { Release } from "../ir/releases";
import type { FloatKind } from "../ir/types";
import { decimalText, scientific, sixDigits } from "./decimal";
import { spelledFloat } from "./spelledFloat";

const buffer = new DataView(new ArrayBuffer(8));
const LOW_64 = (1n << 64n) - 1n;

/**
 * The bits of the double that equals a float, given by its bits. A NaN keeps its payload; a signalling one stays
 * signalling.
 */
function widen(bits: number): bigint {
  const exponent = (bits >>> 23) & 255;
  if (exponent === 255) {
    const sign = BigInt(bits >>> 31);
    return (sign << 63n) | (0x7ffn << 52n) | (BigInt(bits & 0x7fffff) << 29n);
  }
  buffer.setUint32(0, bits);
  buffer.setFloat64(0, buffer.getFloat32(0));
  return buffer.getBigUint64(0);
}

function doubleOf(bits: bigint): number {
  buffer.setBigUint64(0, bits);
  return buffer.getFloat64(0);
}

function hex(value: bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** The decimal text of a finite double. */
function truncatedDecimal(bits: bigint): string {
  const negative = bits >> 63n !== 0n;
  if ((bits & (LOW_64 >> 1n)) === 0n) return scientific(negative, "0", 0);
  const fraction = bits & ((1n << 52n) - 1n);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const significand = exponent === 0 ? fraction : fraction | (1n << 52n);
  return decimalText(negative, sixDigits(significand, Math.max(exponent, 1) - 1075));
}

/**
 * A float or double: in decimal if that reads back as the same value, else the bits of the double in hex. Up to LLVM
 * 3.0 the decimal is C's `%e`, correctly rounded to seven digits.
 */
function shortText(bits: bigint, release: Release): string {
  const value = doubleOf(bits);
  if (Number.isFinite(value)) {
    const [digits = "0", power = "0"] = value.toExponential(release === 3 ? 6 : 5).split("e");
    const rounded = `${digits}e${power}`;
    // If no decimal of so few digits equals the value, the reference's does not either.
    if (Number(rounded) === value) {
      const negative = bits >> 63n !== 0n;
      const plain = digits.replace(/[-.]/g, "");
      const text = release === 3 ? scientific(negative, plain, Number(power)) : truncatedDecimal(bits);
      if (Object.is(Number(text), value)) return text;
    }
  }
  return `0x${hex(bits, 1)}`;
}

/**
 * The first release that has words for infinities and NaNs, decimals for every type, and prints other values with all
 * their bits.
 */
const SPELLED: Release = 23;

/**
 * A floating-point constant as llvm-dis prints it.
 * @param bits the bits of the number (16, 32, 64, 80 or 128); for a ppc_fp128, the first double is in the low half
 */
export function floatText(kind: FloatKind, bits: bigint, release: Release): string {
  if (release >= SPELLED) return spelledFloat(kind, bits);
  switch (kind) {
    case "float":
      return shortText(widen(Number(bits & 0xffffffffn)), release);
    case "double":
      return shortText(bits & LOW_64, release);
    case "half":
      return `0xH${hex(bits & 0xffffn, 4)}`;
    case "bfloat":
      return `0xR${hex(bits & 0xffffn, 4)}`;
    case "x86_fp80":
      return `0xK${hex((bits >> 64n) & 0xffffn, 4)}${hex(bits & LOW_64, 16)}`;
    case "fp128":
      return `0xL${hex(bits & LOW_64, 16)}${hex((bits >> 64n) & LOW_64, 16)}`;
    case "ppc_fp128":
      return `0xM${hex(bits & LOW_64, 16)}${hex((bits >> 64n) & LOW_64, 16)}`;
  }
}
