/**
 * A float as MLIR prints it: with six decimals in exponent form if that is exact, otherwise in APFloat's default form,
 * otherwise as the hexadecimal bits (AsmPrinter, printFloatValue). Both forms follow APFloat::toString step by step,
 * including its early truncation to about the digits that it needs: correct rounding would give other digits.
 */
import { finiteFloat } from "./floatFormat";
import type { FiniteFloat, FloatFormat } from "./floatFormat";

/** Decimal digits, most significant first, times ten to the exponent. */
interface Decimal {
  readonly digits: string;
  readonly exponent: number;
}

/**
 * The text of a float.
 * @param bits its bit pattern, zero-extended
 */
export function floatText(bits: bigint, format: FloatFormat): string {
  const value = finiteFloat(bits, format);
  if (value) {
    const sign = value.negative ? "-" : "";
    if (value.significand === 0n) return `${sign}0.000000e+00`;
    const short = toDecimal(value, 6);
    if (roundsTo(short, value)) return sign + exponentForm(short, 6);
    const precision = 2 + Math.floor((format.precision * 59) / 196);
    const plain = defaultForm(toDecimal(value, precision), precision);
    if (plain.includes(".")) return sign + plain;
  }
  return `0x${bits.toString(16).toUpperCase()}`;
}

/** The number of bits of a positive integer. */
function activeBits(value: bigint): number {
  const digits = value.toString(16);
  return 4 * digits.length - Math.clz32(parseInt(digits.charAt(0), 16)) + 28;
}

/** The number with at most `precision` decimal digits, as APFloat::toString makes them. */
function toDecimal({ significand, exponent }: FiniteFloat, precision: number): Decimal {
  let scaled = significand;
  while (exponent < 0 && (scaled & 1n) === 0n) {
    scaled >>= 1n;
    exponent++;
  }
  scaled = exponent >= 0 ? scaled << BigInt(exponent) : scaled * 5n ** BigInt(-exponent);
  let power = Math.min(exponent, 0);
  const surplus = activeBits(scaled) - Math.floor((precision * 196 + 58) / 59);
  const tens = surplus > 0 ? Math.floor((surplus * 59) / 196) : 0;
  scaled /= 10n ** BigInt(tens);
  power += tens;
  return trimmed(roundHalfUp({ digits: scaled.toString(), exponent: power }, precision));
}

/** Without trailing zeros. */
function trimmed({ digits, exponent }: Decimal): Decimal {
  const kept = digits.replace(/0+$/, "");
  return { digits: kept, exponent: exponent + digits.length - kept.length };
}

/** Cut to `precision` digits; the first digit dropped decides. */
function roundHalfUp(decimal: Decimal, precision: number): Decimal {
  const { digits, exponent } = trimmed(decimal);
  const dropped = digits.length - precision;
  if (dropped <= 0) return { digits, exponent };
  const kept = BigInt(digits.slice(0, precision)) + (digits.charAt(precision) >= "5" ? 1n : 0n);
  return { digits: kept.toString(), exponent: exponent + dropped };
}

/** Whether reading the decimal, rounded to nearest even, gives exactly the same bits. */
function roundsTo({ digits, exponent: tens }: Decimal, value: FiniteFloat): boolean {
  // Both sides in units of a quarter of the significand's last place, times the powers that make them integers.
  const twos = value.exponent - 2;
  const scale = (tens < 0 ? 10n ** BigInt(-tens) : 1n) * (twos < 0 ? 1n : 1n << BigInt(twos));
  const decimal = BigInt(digits) * (tens < 0 ? 1n : 10n ** BigInt(tens)) * (twos < 0 ? 1n << BigInt(-twos) : 1n);
  const difference = decimal - 4n * value.significand * scale;
  const half = (difference < 0n && value.lowestOfExponent ? 1n : 2n) * scale;
  const distance = difference < 0n ? -difference : difference;
  return distance < half || (distance === half && (value.significand & 1n) === 0n);
}

/** `1.500000e+00`: at least `precision` decimals and two digits of exponent. */
function exponentForm({ digits, exponent }: Decimal, precision: number): string {
  const power = exponent + digits.length - 1;
  const fraction = digits.slice(1).padEnd(precision, "0");
  return `${digits.charAt(0)}.${fraction}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

/** Most zeros with which the default form pads before it uses an exponent. */
const PADDING = 3;

/** APFloat's default form: `0.333333343`, `123456.789`, `3.40282347E+38`; integers without a point. */
function defaultForm({ digits, exponent }: Decimal, precision: number): string {
  const power = exponent + digits.length - 1;
  const scientific =
    exponent >= 0 ? exponent > PADDING || digits.length + exponent > precision : power < 0 && -power > PADDING;
  if (scientific) {
    return `${digits.charAt(0)}.${digits.slice(1) || "0"}E${power < 0 ? "-" : "+"}${Math.abs(power)}`;
  }
  if (exponent >= 0) return digits + "0".repeat(exponent);
  return power >= 0
    ? `${digits.slice(0, power + 1)}.${digits.slice(power + 1)}`
    : `0.${"0".repeat(-power - 1)}${digits}`;
}
