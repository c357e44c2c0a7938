/** MD5 (RFC 1321): LLVM identifies global values by half of the digest of their name. */

const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const SINES = Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32));

/** The message with its padding (a one bit, zeros, the length in bits), as little-endian words. */
function padded(text: string): Uint32Array {
  const length = Math.ceil((text.length + 9) / 64) * 16;
  const words = new Uint32Array(length);
  const add = (at: number, byte: number): void => {
    words[at >> 2] = ((words[at >> 2] ?? 0) | (byte << ((at & 3) * 8))) >>> 0;
  };
  for (let i = 0; i < text.length; i++) add(i, text.charCodeAt(i) & 255);
  add(text.length, 0x80);
  words[length - 2] = (text.length * 8) >>> 0;
  words[length - 1] = Math.floor(text.length / 2 ** 29);
  return words;
}

/** The mixing function of a step, and the index of the word that it uses. */
function round(i: number, b: number, c: number, d: number): { mixed: number; word: number } {
  if (i < 16) return { mixed: (b & c) | (~b & d), word: i };
  if (i < 32) return { mixed: (d & b) | (~d & c), word: (5 * i + 1) % 16 };
  if (i < 48) return { mixed: b ^ c ^ d, word: (3 * i + 5) % 16 };
  return { mixed: c ^ (b | ~d), word: (7 * i) % 16 };
}

/** The first eight bytes of a byte string's MD5 digest as a little-endian number. */
export function md5Low64(text: string): bigint {
  const words = padded(text);
  let [a0, b0, c0, d0] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476];
  for (let start = 0; start < words.length; start += 16) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i++) {
      const { mixed, word } = round(i, b, c, d);
      const sum = (a + mixed + (SINES[i] ?? 0) + (words[start + word] ?? 0)) | 0;
      const shift = SHIFTS[(i >> 4) * 4 + (i & 3)] ?? 0;
      [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
    }
    a0 = (a0 + a) | 0;
    b0 = (b0 + b) | 0;
    c0 = (c0 + c) | 0;
    d0 = (d0 + d) | 0;
  }
  return BigInt(a0 >>> 0) | (BigInt(b0 >>> 0) << 32n);
}
