/** Numbers as PNaCl encodes them and as C's printf prints them. */
import { cExponential } from "../../document/printf";

/**
 * Like C's `%g`: six significant digits, no trailing zeros, exponents of at least two digits.
 * @param negativeNan whether a NaN has its sign bit set, which a JavaScript number does not show
 */
export function formatG(value: number, negativeNan = false): string {
  if (Number.isNaN(value)) return negativeNan ? "-nan" : "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return Object.is(value, -0) ? "-0" : "0";
  const [digits = "", exponent = "0"] = cExponential(Math.abs(value), 5).split("e");
  const sign = value < 0 ? "-" : "";
  const power = Number(exponent);
  if (power < -4 || power >= 6) {
    const size = String(Math.abs(power)).padStart(2, "0");
    return `${sign}${trimZeros(digits)}e${power < 0 ? "-" : "+"}${size}`;
  }
  const plain = digits.replace(".", "");
  if (power < 0) return `${sign}${trimZeros(`0.${"0".repeat(-power - 1)}${plain}`)}`;
  return sign + trimZeros(`${plain.slice(0, power + 1)}.${plain.slice(power + 1)}`);
}

/** Without trailing zeros of the fraction. */
function trimZeros(text: string): string {
  return text.includes(".") ? text.replace(/\.?0*$/, "") : text;
}

const scratch = new DataView(new ArrayBuffer(8));

/** A float or double from its IEEE bits, as `%g` prints it. */
export function formatFloatBits(bits: bigint, isFloat: boolean): string {
  if (isFloat) {
    const low = Number(bits & 0xffffffffn);
    scratch.setUint32(0, low);
    return formatG(scratch.getFloat32(0), low >= 2 ** 31);
  }
  scratch.setBigUint64(0, BigInt.asUintN(64, bits));
  return formatG(scratch.getFloat64(0), BigInt.asUintN(64, bits) >= 2n ** 63n);
}

/** A sign-rotated number in decimal. The sign is the lowest bit, so there is a `-0`; an i1 has no sign. */
export function formatSignRotated(value: number | bigint, isBoolean: boolean): string {
  const big = BigInt(value);
  return `${(big & 1n) === 1n && !isBoolean ? "-" : ""}${big >> 1n}`;
}

/**
 * A sign-rotated number cut to 32 bits, signed. The encoding 1 means the smallest 64-bit number, whose low bits are 0.
 */
export function signRotated32(value: bigint): number {
  if ((value & 1n) === 0n) return Number(BigInt.asIntN(32, value >> 1n));
  return value === 1n ? 0 : Number(BigInt.asIntN(32, -(value >> 1n)));
}
