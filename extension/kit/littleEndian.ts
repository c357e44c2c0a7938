/** Unsigned little-endian numbers. */

/** The number in the `size` bytes from byte `at` of `bytes`; bytes past the end count as zero. Exact up to 2^53. */
export function littleEndian(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let i = at + size - 1; i >= at; i--) value = value * 256 + (bytes[i] ?? 0);
  return value;
}

/** Like {@link littleEndian}, but exact for any size: a bigint past 53 bits. */
export function wideLittleEndian(bytes: Uint8Array, at: number, size: number): number | bigint {
  if (size <= 6) return littleEndian(bytes, at, size);
  let value = 0n;
  for (let i = at + size - 1; i >= at; i--) value = (value << 8n) | BigInt(bytes[i] ?? 0);
  return narrowed(value);
}

/** An integer as a number if that is exact, else unchanged. */
export function narrowed(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER ? Number(value) : value;
}
