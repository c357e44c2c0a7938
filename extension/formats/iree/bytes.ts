/** Little-endian numbers and byte strings, as FlatBuffers, zip and VM bytecode store them. */
import { byteString } from "../../document/byteText";
import { narrowed } from "../../kit/littleEndian";

/** A half-open range of bytes of the document. */
export interface Bytes {
  readonly start: number;
  readonly end: number;
}

/** The unsigned 16-bit number at byte `at` of `bytes`; bytes past the end read as zero. */
export function u16(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
}

/** The unsigned 32-bit number at byte `at` of `bytes`; bytes past the end read as zero. */
export function u32(bytes: Uint8Array, at: number): number {
  return (u16(bytes, at) | (u16(bytes, at + 2) << 16)) >>> 0;
}

/** The signed 32-bit number at byte `at` of `bytes`. */
export function i32(bytes: Uint8Array, at: number): number {
  return u32(bytes, at) | 0;
}

/** The unsigned 64-bit number at byte `at` of `bytes`. */
export function u64(bytes: Uint8Array, at: number): bigint {
  return BigInt(u32(bytes, at)) | (BigInt(u32(bytes, at + 4)) << 32n);
}

/** An unsigned number of 1, 2, 4 or 8 bytes; a bigint where it passes 53 bits. */
export function unsigned(bytes: Uint8Array, at: number, size: number): number | bigint {
  switch (size) {
    case 1:
      return bytes[at] ?? 0;
    case 2:
      return u16(bytes, at);
    case 4:
      return u32(bytes, at);
    default:
      return narrowed(u64(bytes, at));
  }
}

/** The two's complement number of `size` bytes with this unsigned form. */
export function signed(raw: number | bigint, size: number): number | bigint {
  if (size < 8) return (Number(raw) << (32 - 8 * size)) >> (32 - 8 * size);
  return narrowed(BigInt.asIntN(64, BigInt(raw)));
}

/** `value` rounded up to a multiple of `alignment`. */
export function align(value: number, alignment: number): number {
  return Math.ceil(value / alignment) * alignment;
}

/** A byte string up to its first NUL, as C's `%s` prints it. */
export function cString(text: string): string {
  const end = text.indexOf("\0");
  return end < 0 ? text : text.slice(0, end);
}

/** `value` in upper-case hexadecimal of at least `digits` digits (C's `%08X`). */
export function hex(value: number | bigint, digits: number): string {
  return value.toString(16).toUpperCase().padStart(digits, "0");
}

/** A number of bytes as text, with thousands separated: `1,048,576 bytes`. */
export function byteCount(value: number): string {
  return `${String(value).replace(/\B(?=(\d{3})+$)/g, ",")} byte${value === 1 ? "" : "s"}`;
}

/** Whether all bytes are zero. */
export function allZero(bytes: Uint8Array): boolean {
  for (const byte of bytes) if (byte !== 0) return false;
  return true;
}

/** Writes line ends, quotes and control characters as escapes, since a row is one line. */
export function escaped(text: string): string {
  let shown = "";
  for (const c of text) {
    const code = c.charCodeAt(0);
    if (c === "\n") shown += "\\n";
    else if (c === '"' || c === "\\") shown += `\\${c}`;
    else shown += code < 0x20 || code === 0x7f ? `\\${hex(code, 2)}` : c;
  }
  return shown;
}

/** Most bytes of a string in a meaning. */
const QUOTED_BYTES = 64;

/** The first bytes of a string in quotes, with `…` if it is longer. */
export function quoted(bytes: Uint8Array): string {
  return `"${escaped(byteString(bytes, 0, QUOTED_BYTES))}"${bytes.length > QUOTED_BYTES ? "…" : ""}`;
}
