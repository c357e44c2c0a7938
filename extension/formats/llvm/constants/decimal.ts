/**
 * The decimal text of a floating-point number as APFloat::toString prints it with six digits. It rounds an expansion
 * that was truncated first, so that some numbers of few digits come out inexact (0.7 as 6.999990e-01).
 */

/** `d.ddd` with at least six digits after the point, and an exponent of at least two digits. */
export function scientific(negative: boolean, digits: string, exponent: number): string {
  const sign = exponent < 0 ? "-" : "+";
  const power = String(Math.abs(exponent)).padStart(2, "0");
  return `${negative ? "-" : ""}${digits[0] ?? "0"}.${digits.slice(1).padEnd(6, "0")}e${sign}${power}`;
}

/** How many decimal digits the reference keeps, and how many bits it takes to hold them (59/196 ≈ log10 2). */
const DIGITS = 6;
const DIGIT_BITS = Math.floor((DIGITS * 196 + 58) / 59);

/** A positive decimal number: its digits without trailing zeros, and the power of ten of the last digit. */
export interface Decimal {
  readonly digits: string;
  readonly power: number;
}

/** At most six decimal digits of `significand · 2^exponent`, which must not be zero. */
export function sixDigits(significand: bigint, exponent: number): Decimal {
  let odd = significand;
  let power = exponent;
  while ((odd & 1n) === 0n) {
    odd >>= 1n;
    power++;
  }
  let expansion = power >= 0 ? odd << BigInt(power) : odd * 5n ** BigInt(-power);
  power = Math.min(power, 0);
  const excess = expansion.toString(2).length - DIGIT_BITS;
  if (excess > 0) {
    const cut = Math.floor((excess * 59) / 196);
    power += cut;
    expansion /= 10n ** BigInt(cut);
  }
  let text = expansion.toString();
  if (text.length > DIGITS) {
    power += text.length - DIGITS;
    const up = text.charCodeAt(DIGITS) >= 53;
    text = text.slice(0, DIGITS);
    if (up) text = String(Number(text) + 1);
  }
  const digits = text.replace(/0+$/, "");
  return { digits, power: power + text.length - digits.length };
}

/** A decimal number with its sign, in scientific notation. */
export function decimalText(negative: boolean, { digits, power }: Decimal): string {
  return scientific(negative, digits, power + digits.length - 1);
}
