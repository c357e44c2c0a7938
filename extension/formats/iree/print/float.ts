/** C's `%.Ng` of floating-point numbers, as glibc prints them. */
import { cExponential, cFixed } from "../../../document/printf";

/** Removes trailing zeros of a fraction, and the point if nothing remains after it. */
function trim(text: string): string {
  return text.includes(".") ? text.replace(/0+$/, "").replace(/\.$/, "") : text;
}

/** `value` as `%.{digits}g` prints it; `negativeNan` is the sign of a NaN, which a number does not keep. */
export function general(value: number, digits: number, negativeNan = false): string {
  if (Number.isNaN(value)) return negativeNan ? "-nan" : "nan";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  if (!Number.isFinite(value)) return `${sign}inf`;
  if (value === 0) return `${sign}0`;
  const [mantissa = "", exponentText = "0"] = cExponential(Math.abs(value), digits - 1).split("e");
  const exponent = Number(exponentText);
  if (exponent < -4 || exponent >= digits) return `${sign}${trim(mantissa)}e${exponentText}`;
  return sign + trim(cFixed(Math.abs(value), digits - 1 - exponent));
}

const bits = new DataView(new ArrayBuffer(8));

/** An f32 from its bits, as `%.9g`. */
export function f32Text(raw: number): string {
  bits.setUint32(0, raw);
  return general(bits.getFloat32(0), 9, raw >= 0x80000000);
}

/** An f64 from its bits, as `%.17g`. */
export function f64Text(raw: bigint): string {
  bits.setBigUint64(0, raw);
  return general(bits.getFloat64(0), 17, raw >= 1n << 63n);
}
