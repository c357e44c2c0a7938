/** Reads numbers and text of a container's headers; past the file's end everything reads as zero. */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";

/** The bytes of a window as numbers and text, little-endian unless told otherwise; positions and sizes are in bytes. */
export class HeaderBytes {
  constructor(
    private readonly window: ByteWindow,
    private readonly bigEndian = false,
  ) {}
  get length(): number {
    return this.window.length;
  }
  /** An unsigned number of `size` bytes at `at`; exact up to 2^53. */
  number(at: number, size: number): number {
    const bytes = this.window.view(at, at + size);
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (bytes[this.bigEndian ? i : size - 1 - i] ?? 0);
    return value;
  }
  u8(at: number): number {
    return this.number(at, 1);
  }
  u16(at: number): number {
    return this.number(at, 2);
  }
  u32(at: number): number {
    return this.number(at, 4);
  }
  u64(at: number): number {
    return this.number(at, 8);
  }
  /** `size` bytes as a byte string. */
  text(at: number, size: number): string {
    return byteString(this.window.view(at, at + Math.min(size, LONGEST_TEXT)));
  }
  /** The bytes up to a zero, at most `size` bytes. */
  cString(at: number, size: number): string {
    const text = this.text(at, size);
    const end = text.indexOf("\0");
    return end < 0 ? text : text.slice(0, end);
  }
}

/** Longer than the text of any header, in bytes; a damaged length must not make a string of that size. */
const LONGEST_TEXT = 4096;
