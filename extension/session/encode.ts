/** Encodes a leaf again: the proof that its decoded value is what the file holds. */
import type { Leaf } from "../document/element";

const CHAR6 = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";

/** The leaf's bits as a number, exactly as wide as the leaf; the first bit in the file is the least significant. */
function bitsOf(leaf: Leaf): bigint {
  const width = leaf.endBit - leaf.startBit;
  const { encoding, raw } = leaf;
  if (typeof raw === "object") throw new TypeError("bytes are compared, not encoded");
  switch (encoding.kind) {
    case "fixed":
      return BigInt(raw);
    case "char6":
      return BigInt(CHAR6.indexOf(String.fromCharCode(Number(raw))));
    case "vbr":
      return vbrBits(BigInt(raw), encoding.chunk, width);
    case "leb128":
      return vbrBits(BigInt(raw), 8, width);
    case "prefixVarint":
      return prefixVarintBits(BigInt(raw), width);
    case "fill":
      return fillBits(encoding.fill, leaf);
    case "bytes":
      throw new TypeError("bytes are compared, not encoded");
  }
}

/** A VBR in as many chunks as the leaf is wide: over-long forms keep their empty chunks (LLVM BitCodeFormat, VBR). */
function vbrBits(value: bigint, chunk: number, width: number): bigint {
  const payload = BigInt(chunk - 1);
  const mask = (1n << payload) - 1n;
  const chunks = width / chunk;
  let bits = 0n;
  for (let i = 0; i < chunks; i++) {
    const part = (value >> (payload * BigInt(i))) & mask;
    const more = i + 1 < chunks ? 1n << payload : 0n;
    bits |= (part | more) << BigInt(chunk * i);
  }
  return bits;
}

/**
 * The first byte of n + 1 has n trailing zero bits; a first byte of 0 is followed by eight raw bytes (MLIR
 * BytecodeFormat, varint).
 */
function prefixVarintBits(value: bigint, width: number): bigint {
  const bytes = width / 8;
  return bytes === 9 ? value << 8n : ((value << 1n) | 1n) << BigInt(bytes - 1);
}

function fillBits(fill: number, leaf: Leaf): bigint {
  let bits = 0n;
  const first = leaf.startBit % 8;
  const width = leaf.endBit - leaf.startBit;
  for (let bit = 0; bit < width; bit++) if ((fill >> ((first + bit) % 8)) & 1) bits |= 1n << BigInt(bit);
  return bits;
}

function bitAt(bytes: Uint8Array, bit: number): bigint {
  return BigInt(((bytes[bit >> 3] ?? 0) >> (bit & 7)) & 1);
}

/** The file's bits at the leaf's position; `bytes` is the file from the leaf's first byte on. */
function stored(leaf: Leaf, bytes: Uint8Array): bigint {
  const first = leaf.startBit % 8;
  const width = leaf.endBit - leaf.startBit;
  if (width + first <= 48) {
    let number = 0;
    for (let i = 0; i < Math.ceil((width + first) / 8); i++) number += (bytes[i] ?? 0) * 2 ** (8 * i);
    return BigInt(Math.floor(number / 2 ** first) % 2 ** width);
  }
  let bits = 0n;
  for (let bit = 0; bit < width; bit++) bits |= bitAt(bytes, first + bit) << BigInt(bit);
  return bits;
}

/** The widest leaf whose bits are computed as a 32-bit integer: nearly all are narrower. */
const NARROW = 32;
/** The codes of char6 by character. */
const CHAR6_CODES = new Map(Array.from(CHAR6, (character, code) => [character.charCodeAt(0), code]));

/** The same as {@link bitsOf} for a leaf of at most 32 bits; undefined if its encoding is rare. */
function narrowBits({ encoding }: Leaf, raw: number, width: number): number | undefined {
  switch (encoding.kind) {
    case "fixed":
      return raw;
    case "char6":
      return CHAR6_CODES.get(raw) ?? -1;
    case "vbr":
      return narrowVbrBits(raw, encoding.chunk, width);
    case "leb128":
      return narrowVbrBits(raw, 8, width);
    case "prefixVarint":
      return (2 * raw + 1) * (1 << (width / 8 - 1));
    case "fill":
    case "bytes":
      return undefined;
  }
}
function narrowVbrBits(value: number, chunk: number, width: number): number | undefined {
  if (width % chunk !== 0 || chunk === 1) return undefined;
  const more = 1 << (chunk - 1);
  // The payload of all chunks together is less than 32 bits.
  let rest = value >>> 0;
  let bits = 0;
  for (let at = 0; at < width; at += chunk) {
    bits |= ((rest & (more - 1)) | (at + chunk < width ? more : 0)) << at;
    rest >>>= chunk - 1;
  }
  return bits >>> 0;
}
/** The same as {@link stored} for a leaf of at most 32 bits, whose first byte is at `from`. */
function narrowStored(bytes: Uint8Array, from: number, shift: number, width: number): number {
  const at = (index: number): number => bytes[from + index] ?? 0;
  const low = at(0) | (at(1) << 8) | (at(2) << 16) | (at(3) << 24);
  const bits = shift === 0 ? low : (low >>> shift) | (at(4) << (32 - shift));
  return width === NARROW ? bits >>> 0 : bits & ((1 << width) - 1);
}

/**
 * Whether the leaf's raw value, encoded at its width, equals the bits in the file.
 * @param bytes bytes of the file
 * @param from where the leaf's first byte is among them; its last one has to be there too
 */
export function encodesTo(leaf: Leaf, bytes: Uint8Array, from: number): boolean {
  const { raw, startBit, endBit } = leaf;
  const width = endBit - startBit;
  if (typeof raw === "number" && width <= NARROW) {
    const bits = narrowBits(leaf, raw, width);
    if (bits !== undefined) return bits === narrowStored(bytes, from, startBit % 8, width);
  }
  return wideEncodesTo(leaf, bytes.subarray(from, from + Math.ceil(endBit / 8) - Math.floor(startBit / 8)));
}
/**
 * The same for a leaf of any width.
 * @param bytes the file's bytes from `floor(startBit / 8)` to `ceil(endBit / 8)`
 */
function wideEncodesTo(leaf: Leaf, bytes: Uint8Array): boolean {
  if (leaf.encoding.kind === "fill" && leaf.startBit % 8 === 0 && leaf.endBit % 8 === 0) {
    const fill = leaf.encoding.fill;
    return bytes.every((b) => b === fill);
  }
  if (typeof leaf.raw === "object") {
    if (leaf.startBit % 8 !== 0 || leaf.endBit % 8 !== 0 || leaf.raw.length !== bytes.length) return false;
    // The leaf's raw bytes may be a view of the same bytes.
    if (leaf.raw.buffer === bytes.buffer && leaf.raw.byteOffset === bytes.byteOffset) return true;
    return leaf.raw.every((b, i) => b === bytes[i]);
  }
  return bitsOf(leaf) === stored(leaf, bytes);
}
