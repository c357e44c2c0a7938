/**
 * The text of floating-point constants since LLVM 23: words for infinities and NaNs, a decimal if that reads back as
 * the same value in the constant's own type, else all bits in hex. Source: LangRef, "Simple Constants".
 */
import { decimalText, scientific, sixDigits } from "./decimal";
import type { Decimal } from "./decimal";
import type { FloatKind } from "../ir/types";

/** Widths in bits of the significand (with its leading one), of the exponent, and of the whole number. */
interface Layout {
  readonly precision: number;
  readonly exponentBits: number;
  readonly bits: number;
}

type PlainKind = Exclude<FloatKind, "ppc_fp128">;

const LAYOUTS: Readonly<Record<PlainKind, Layout>> = {
  half: { precision: 11, exponentBits: 5, bits: 16 },
  bfloat: { precision: 8, exponentBits: 8, bits: 16 },
  float: { precision: 24, exponentBits: 8, bits: 32 },
  double: { precision: 53, exponentBits: 11, bits: 64 },
  x86_fp80: { precision: 64, exponentBits: 15, bits: 80 },
  fp128: { precision: 113, exponentBits: 15, bits: 128 },
};

/** The decoded bits of a number: its sign, its class, and the class's details. */
type Decoded = { readonly negative: boolean } & (
  | { readonly kind: "zero" | "infinity" }
  | { readonly kind: "nan"; readonly payload: bigint; readonly quiet: boolean }
  /** The value is `significand · 2^exponent`. */
  | { readonly kind: "number"; readonly significand: bigint; readonly exponent: number }
);

function low(value: bigint, bits: number): bigint {
  return value & ((1n << BigInt(bits)) - 1n);
}

function decode(kind: PlainKind, bits: bigint): Decoded {
  const layout = LAYOUTS[kind];
  const negative = (bits >> BigInt(layout.bits - 1)) & 1n ? true : false;
  const top = 2 ** layout.exponentBits - 1;
  const exponent = Number(low(bits >> BigInt(layout.bits - 1 - layout.exponentBits), layout.exponentBits));
  const unit = Math.max(exponent, 1) - (top >> 1) - (layout.precision - 1);
  if (kind === "x86_fp80") return decodeExtended(low(bits, 64), exponent, unit, negative);
  const fraction = low(bits, layout.precision - 1);
  if (exponent === top) {
    if (fraction === 0n) return { kind: "infinity", negative };
    const quietBit = layout.precision - 2;
    return { kind: "nan", negative, payload: low(fraction, quietBit), quiet: fraction >> BigInt(quietBit) !== 0n };
  }
  if (exponent === 0 && fraction === 0n) return { kind: "zero", negative };
  const significand = exponent === 0 ? fraction : fraction | (1n << BigInt(layout.precision - 1));
  return { kind: "number", negative, significand, exponent: unit };
}

/** x86_fp80 stores the leading one; the reference takes a number that lacks it for a NaN, unless the exponent is 0. */
function decodeExtended(significand: bigint, exponent: number, unit: number, negative: boolean): Decoded {
  const leading = significand >> 63n !== 0n;
  if (exponent === 0x7fff && significand === 1n << 63n) return { kind: "infinity", negative };
  if (exponent === 0x7fff || (!leading && exponent !== 0)) {
    return { kind: "nan", negative, payload: low(significand, 62), quiet: ((significand >> 62n) & 1n) !== 0n };
  }
  if (significand === 0n) return { kind: "zero", negative };
  return { kind: "number", negative, significand, exponent: unit };
}

function nanText(negative: boolean, payload: bigint, quiet: boolean): string {
  const sign = negative ? "-" : "+";
  if (quiet && payload === 0n) return `${sign}qnan`;
  return `${sign}${quiet ? "nan" : "snan"}(0x${payload.toString(16).toUpperCase()})`;
}

/**
 * Whether a decimal equals `significand · 2^exponent` after rounding to the nearest number of `precision` bits with a
 * smallest unit of `2^minExponent`, ties to even.
 */
function readsBack(
  decimal: Decimal,
  value: { significand: bigint; exponent: number },
  precision: number,
  minExponent: number,
): boolean {
  let { significand, exponent } = value;
  while (exponent > minExponent && significand >> BigInt(precision - 1) === 0n) {
    significand <<= 1n;
    exponent--;
  }
  // Multiply both sides by 4 · 10^-power or 2^-exponent, so that they and the midpoints between neighbours are
  // integers.
  const digits = BigInt(decimal.digits);
  const ten = 10n ** BigInt(Math.abs(decimal.power));
  const two = 1n << BigInt(Math.abs(exponent));
  let exact = 4n * digits * (decimal.power > 0 ? ten : 1n) * (exponent < 0 ? two : 1n);
  const scale = (decimal.power < 0 ? ten : 1n) * (exponent > 0 ? two : 1n);
  exact -= 4n * significand * scale;
  // Below a power of two the neighbour is half as far away, unless units cannot get smaller.
  const below = significand === 1n << BigInt(precision - 1) && exponent > minExponent ? 1n : 2n;
  const even = (significand & 1n) === 0n;
  return even ? exact >= -below * scale && exact <= 2n * scale : exact > -below * scale && exact < 2n * scale;
}

function hexText(bits: bigint, width: number): string {
  return `f0x${bits
    .toString(16)
    .toUpperCase()
    .padStart(width / 4, "0")}`;
}

/** The precision of a sum of two doubles, and the exponent of its smallest unit. */
const SUM_PRECISION = 106;
const MIN_DOUBLE_EXPONENT = -1074;

/** The sum of two doubles, in units of the smallest double. */
function sumOf(first: Decoded, second: Decoded): bigint {
  const units = (value: Decoded): bigint => {
    if (value.kind !== "number") return 0n;
    const size = value.significand << BigInt(value.exponent - MIN_DOUBLE_EXPONENT);
    return value.negative ? -size : size;
  };
  return units(first) + units(second);
}

/** With -0 as second double, an infinity is a number like others, which reads back. */
function infinityText(negative: boolean, isNumber: boolean): string {
  return `${negative ? "-" : "+"}${isNumber ? "Inf" : "inf"}`;
}

/** ppc_fp128 is the sum of two doubles; the first is in the low half of the bits. */
function doubleDoubleText(bits: bigint): string {
  const hex = hexText(bits, 128);
  const [first, second] = [decode("double", low(bits, 64)), decode("double", bits >> 64n)];
  if (first.kind === "infinity") return second.kind === "zero" ? infinityText(first.negative, second.negative) : hex;
  if (first.kind === "nan") return bits >> 64n === 0n ? nanText(first.negative, first.payload, first.quiet) : hex;
  if (second.kind === "infinity" || second.kind === "nan") return hex;
  if (first.kind === "zero") return second.kind === "zero" ? scientific(first.negative, "0", 0) : hex;
  const sum = sumOf(first, second);
  if (sum === 0n) return hex;
  let significand = sum < 0n ? -sum : sum;
  let exponent = MIN_DOUBLE_EXPONENT;
  while (significand >> BigInt(SUM_PRECISION) !== 0n) {
    if (significand & 1n) return hex;
    significand >>= 1n;
    exponent++;
  }
  const decimal = sixDigits(significand, exponent);
  const same = readsBack(decimal, { significand, exponent }, SUM_PRECISION, MIN_DOUBLE_EXPONENT);
  return same ? decimalText(sum < 0n, decimal) : hex;
}

/**
 * A floating-point constant as llvm-dis 23 prints it.
 * @param bits the bits of the number, the sign at the top; for a ppc_fp128, the first double is in the low half
 */
export function spelledFloat(kind: FloatKind, bits: bigint): string {
  if (kind === "ppc_fp128") return doubleDoubleText(low(bits, 128));
  const { precision, exponentBits, bits: width } = LAYOUTS[kind];
  const own = low(bits, width);
  const decoded = decode(kind, own);
  const { negative } = decoded;
  switch (decoded.kind) {
    case "infinity":
      return negative ? "-inf" : "+inf";
    case "nan":
      return nanText(negative, decoded.payload, decoded.quiet);
    case "zero":
      return scientific(negative, "0", 0);
    case "number": {
      const decimal = sixDigits(decoded.significand, decoded.exponent);
      const minExponent = 2 - 2 ** (exponentBits - 1) - (precision - 1);
      if (readsBack(decimal, decoded, precision, minExponent)) return decimalText(negative, decimal);
      // A leading one with exponent 0 counts as one with exponent 1.
      const denormal = kind === "x86_fp80" && ((own >> 64n) & 0x7fffn) === 0n && ((own >> 63n) & 1n) !== 0n;
      return hexText(denormal ? own | (1n << 64n) : own, width);
    }
  }
}
