/** The floating-point formats of MLIR's types (llvm::APFloat's semantics), as data, and the meaning of their bits. */
import type { TypeNode } from "../model/node";

/**
 * Which bit patterns are not finite numbers. `ieee`: the highest exponent is infinity or NaN; `nanOnlyAllOnes`: all
 * exponent and significand bits set is NaN; `nanNegativeZero`: the pattern of -0 is NaN; `finite`: none;
 * `exponentOnly`: no sign, no significand, all ones is NaN (E8M0FNU).
 */
type Specials = "ieee" | "nanOnlyAllOnes" | "nanNegativeZero" | "finite" | "exponentOnly";

/** A floating-point format (llvm::fltSemantics). */
export interface FloatFormat {
  /** Bits of a value, including the sign. */
  readonly width: number;
  /** Bits of the significand, including the hidden one. */
  readonly precision: number;
  readonly bias: number;
  readonly specials: Specials;
  /** Whether there is no sign: its bit belongs to the exponent. */
  readonly unsigned?: boolean;
  /** x87: the integer bit is stored. */
  readonly explicitBit?: boolean;
}

const format = (width: number, precision: number, bias: number, specials: Specials = "ieee"): FloatFormat => ({
  width,
  precision,
  bias,
  specials,
});

/** Formats by the type's name in the assembly. */
export const FLOAT_FORMATS: ReadonlyMap<string, FloatFormat> = new Map([
  ["f16", format(16, 11, 15)],
  ["bf16", format(16, 8, 127)],
  ["tf32", format(19, 11, 127)],
  ["f32", format(32, 24, 127)],
  ["f64", format(64, 53, 1023)],
  ["f80", { ...format(80, 64, 16383), explicitBit: true }],
  ["f128", format(128, 113, 16383)],
  ["f8E5M2", format(8, 3, 15)],
  ["f8E4M3", format(8, 4, 7)],
  ["f8E3M4", format(8, 5, 3)],
  ["f8E4M3FN", format(8, 4, 7, "nanOnlyAllOnes")],
  ["f8E5M2FNUZ", format(8, 3, 16, "nanNegativeZero")],
  ["f8E4M3FNUZ", format(8, 4, 8, "nanNegativeZero")],
  ["f8E4M3B11FNUZ", format(8, 4, 11, "nanNegativeZero")],
  ["f8E8M0FNU", format(8, 1, 127, "exponentOnly")],
  ["f6E3M2FN", format(6, 3, 3, "finite")],
  ["f6E2M3FN", format(6, 4, 1, "finite")],
  ["f4E2M1FN", format(4, 2, 1, "finite")],
]);

/** The format of a float type; undefined for any other type. */
export function floatFormat(type: TypeNode): FloatFormat | undefined {
  if (type.kind === "float") return FLOAT_FORMATS.get(type.name);
  return type.kind === "assembly" ? FLOAT_FORMATS.get(type.text) : undefined;
}

/** A finite number: (-1)^negative · significand · 2^exponent. */
export interface FiniteFloat {
  readonly negative: boolean;
  readonly significand: bigint;
  readonly exponent: number;
  /**
   * Whether the next number towards zero is half as far away as the next one away from zero: it is the lowest of its
   * exponent.
   */
  readonly lowestOfExponent: boolean;
}

/** The meaning of a number's bits; undefined for infinities and NaNs. */
export function finiteFloat(
  bits: bigint,
  { width, precision, bias, specials, explicitBit, unsigned = false }: FloatFormat,
): FiniteFloat | undefined {
  if (specials === "exponentOnly") {
    if (bits === (1n << BigInt(width)) - 1n) return undefined;
    return { negative: false, significand: 1n, exponent: Number(bits) - bias, lowestOfExponent: true };
  }
  const stored = explicitBit ? precision : precision - 1;
  const fraction = bits & ((1n << BigInt(stored)) - 1n);
  const exponentBits = width - (unsigned ? 0 : 1) - stored;
  const highest = 2 ** exponentBits - 1;
  const biased = Number((bits >> BigInt(stored)) & BigInt(highest));
  const negative = !unsigned && bits >> BigInt(width - 1) === 1n;
  if (specials === "ieee" && biased === highest) return undefined;
  if (specials === "nanOnlyAllOnes" && biased === highest && fraction === (1n << BigInt(stored)) - 1n) return undefined;
  if (specials === "nanNegativeZero" && negative && biased === 0 && fraction === 0n) return undefined;
  const hidden = explicitBit || biased === 0 ? 0n : 1n << BigInt(stored);
  return {
    negative,
    significand: hidden + fraction,
    exponent: Math.max(biased, 1) - bias - (precision - 1),
    lowestOfExponent: biased > 1 && (explicitBit ? fraction === 1n << BigInt(stored - 1) : fraction === 0n),
  };
}
