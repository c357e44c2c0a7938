/** Floating point numbers as the AsmWriter prints them. */

/** Bits of a double as `0x` and hexadecimal digits without leading zeros (utohexstr). */
function hexadecimal(bits: bigint): string {
  return `0x${bits.toString(16).toUpperCase()}`;
}

/** A number with six digits after the point and an exponent of two digits at least: C's `%e`. */
function exponential(value: number): string {
  const text = value.toExponential(6).replace(/e([+-])(\d)$/, "e$10$2");
  return Object.is(value, -0) ? `-${text}` : text;
}

/**
 * A floating point constant: in decimal where six digits are enough to read the same number back, else its bits.
 * @param bits those of the value as a double
 */
export function floatText(bits: bigint, decimal: boolean): string {
  if (!decimal) return hexadecimal(bits);
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, bits);
  const value = view.getFloat64(0);
  if (!Number.isFinite(value)) return hexadecimal(bits);
  const text = exponential(value);
  return Number(text) === value ? text : hexadecimal(bits);
}
