/** Text under construction as bytes: for output so large that strings would cost more than reading the file. */

/**
 * A piece of output: a byte string (each char code is one byte), or the bytes themselves, which hold until the next piece
 * is asked for.
 */
export type Piece = string | Uint8Array;

/** A piece as a byte string. */
export function pieceText(piece: Piece): string {
  if (typeof piece === "string") return piece;
  let text = "";
  const STEP = 8192;
  for (let at = 0; at < piece.length; at += STEP) text += String.fromCharCode(...piece.subarray(at, at + STEP));
  return text;
}

const ZERO = 48;
/** Numbers up to here are written digit by digit with 32-bit arithmetic. */
const SMALL = 1e9;

/** Room that a number (up to 20 digits and a sign) and what stands around it need. */
const FIELD_BYTES = 40;
const FIELDS_AT_ONCE = 128;
const EQUALS = 61;
/** Up to here a loop is faster than a call. */
const SHORT = 48;

/** Writes an integer below 1e9 and gives the place behind it. */
function writeDigits(bytes: Uint8Array, at: number, value: number): number {
  let rest = value;
  const digits = rest < 10 ? 1 : rest < 100 ? 2 : rest < 1000 ? 3 : rest < 10000 ? 4 : rest < 100000 ? 5 : longer(rest);
  const end = at + digits;
  for (let place = end; place > at;) {
    const next = (rest / 10) | 0;
    bytes[--place] = ZERO + rest - next * 10;
    rest = next;
  }
  return end;
}
function longer(value: number): number {
  return value < 1e6 ? 6 : value < 1e7 ? 7 : value < 1e8 ? 8 : 9;
}
function writeText(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

/** Grows at its end; {@link take} hands on what has gathered. */
export class ByteText {
  private bytes: Uint8Array;
  /** Bytes gathered since the last {@link take}. */
  length = 0;

  constructor(capacity = 1 << 17) {
    this.bytes = new Uint8Array(capacity);
  }

  /** Makes room for `count` more bytes, which {@link byte} relies on. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const grown = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    grown.set(this.bytes.subarray(0, this.length));
    this.bytes = grown;
  }
  /** One byte, room for which is reserved. */
  byte(value: number): void {
    this.bytes[this.length++] = value;
  }
  /** A byte string. */
  text(text: string): void {
    const { length } = text;
    this.reserve(length);
    const { bytes } = this;
    let at = this.length;
    for (let i = 0; i < length; i++) bytes[at++] = text.charCodeAt(i);
    this.length = at;
  }
  /** Bytes as they are. */
  copy(bytes: Uint8Array): void {
    const { length } = bytes;
    this.reserve(length);
    if (length > SHORT) this.bytes.set(bytes, this.length);
    else for (let i = 0; i < length; i++) this.bytes[this.length + i] = bytes[i] as number;
    this.length += length;
  }
  /** A number of 0 to 2^53 in decimal. */
  decimal(value: number): void {
    if (value >= SMALL) {
      this.text(String(value));
      return;
    }
    this.reserve(FIELD_BYTES);
    this.length = writeDigits(this.bytes, this.length, value | 0);
  }
  /**
   * Numbered fields: ` op0=7 op1=12` (`prefix` is ` op`), the first `count` of `values`. One of them past 2^53 is written by `wide`.
   * This is the inner loop of every dump, so it keeps its place in locals.
   */
  fields(prefix: Uint8Array, values: Float64Array, count: number, wide: (index: number) => string): void {
    for (let from = 0; from < count; from += FIELDS_AT_ONCE) {
      this.reserve(FIELDS_AT_ONCE * (prefix.length + FIELD_BYTES));
      const to = Math.min(count, from + FIELDS_AT_ONCE);
      const { bytes } = this;
      let at = this.length;
      for (let i = from; i < to; i++) {
        for (let j = 0; j < prefix.length; j++) bytes[at++] = prefix[j] as number;
        if (i < 10) bytes[at++] = ZERO + i;
        else at = writeDigits(bytes, at, i);
        bytes[at++] = EQUALS;
        const value = values[i] as number;
        if (value < 10) bytes[at++] = ZERO + value;
        else if (value < SMALL) at = writeDigits(bytes, at, value | 0);
        else at = writeText(bytes, at, value <= Number.MAX_SAFE_INTEGER ? String(value) : wide(i));
      }
      this.length = at;
    }
  }
  /** What has gathered; the text is empty then. The bytes hold until more is written. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.length = 0;
    return taken;
  }
}
