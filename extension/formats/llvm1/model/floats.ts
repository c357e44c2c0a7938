/** Floating point numbers as the AsmWriter prints them. */
import { cExponential } from "../../../document/printf";

/** Bits of a double as `0x` and hexadecimal digits without leading zeros (utohexstr). */
function hexadecimal(bits: bigint): string {
  return `0x${bits.toString(16).toUpperCase()}`;
}

/**
 * A floating-point constant: in decimal if six digits are enough to read back the same number, otherwise its bits.
 * @param bits those of the value as a double
 */
export function floatText(bits: bigint, decimal: boolean): string {
  if (!decimal) return hexadecimal(bits);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  const value = view.getFloat64(0);
  if (!Number.isFinite(value)) return hexadecimal(bits);
  const text = cExponential(value, 6);
  // C keeps the sign of a zero, JavaScript does not.
  if (Object.is(value, -0)) return `-${text}`;
  return Number(text) === value ? text : hexadecimal(bits);
}
