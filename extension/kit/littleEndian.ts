/** Unsigned numbers of some bytes, the lowest byte first. */

/**
 * The number of `size` bytes at byte `at` of `bytes`; what lies past the end reads as zero. Exact up to 2^53.
 */
export function littleEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = at + size - 1; i >= at; i--) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

/** The same, exact for any size: a bigint past 53 bits. */
export function wideLittleEndian(bytes: Uint8Array, at: number, size: number): number | bigint {
  if (size <= 6) return littleEndian(bytes, at, size);
  let value = 0n;
  for (let i = at + size - 1; i >= at; i--) value = (value << 8n) | BigInt(bytes[i] ?? 0);
  return narrowed(value);
}

/** A whole number as a number where that is exact, else as the bigint that it is. */
export function narrowed(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value;
}
