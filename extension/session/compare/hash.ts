/** Hashes of texts. */

/** A hash of a text as a number of 53 bits (two multiplicative hashes of its characters). */
export function hashText(text: string, seed = 0): number {
  let [low, high] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  return joined(low, high);
}

/** Mixes one more number into a hash. */
export function mixHash(hash: number, value: number): number {
  const low = Math.imul((hash | 0) ^ (value | 0), 2654435761);
  const high = Math.imul(((hash / 2 ** 32) | 0) ^ ((value / 2 ** 32) | 0) ^ low, 1597334677);
  return joined(low ^ (hash | 0), high ^ Math.imul(low, 31));
}

function joined(low: number, high: number): number {
  const a = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  const b = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (b & 0x1fffff) * 2 ** 32 + (a >>> 0);
}
