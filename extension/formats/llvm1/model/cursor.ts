/** Reads the primitives of bytecode: words, variable bit rate numbers, strings (BytecodeFormat.html, "Encoding Primitives"). */
import { byteString } from "../../../document/byteText";
import type { Encoding, LeafKind } from "../../../document/element";
import type { ProblemCode } from "../../../document/problem";

/** Thrown when bytes are invalid; caught by the reader of a block, never passed beyond the decoder. */
export class Damage {
  /** @param byte the position, in bytes from the document's first */
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
    readonly byte: number,
  ) {}
}

/** A field of a record as stored; the fields of a record cover it without gaps. */
export interface Field {
  readonly kind: LeafKind;
  readonly name: string;
  readonly startBit: number;
  readonly endBit: number;
  readonly encoding: Encoding;
  readonly raw: number | bigint | Uint8Array;
  /** Its meaning, put into words on demand: a walk over a complete file seldom needs it. */
  explanation?: () => string;
}

const FIXED: Encoding = { kind: "fixed" };
const LEB128: Encoding = { kind: "leb128" };
const BYTES: Encoding = { kind: "bytes" };

/** One part of a word that is divided into bit fields, lowest bits first. */
export interface BitField {
  readonly name: string;
  readonly bits: number;
}

/**
 * A position in the bytes of one block. Positions are bytes from the document's first. With a `trace`, every primitive
 * that is read is added to it as a field.
 */
export class Cursor {
  /**
   * @param bytes the block's bytes
   * @param base the document byte of `bytes[0]`
   * @param position where to begin
   * @param end the first byte after those that may be read
   */
  constructor(
    private readonly bytes: Uint8Array,
    private readonly base: number,
    public position: number,
    readonly end: number,
    readonly trace?: Field[],
  ) {}

  /** Bytes left. */
  get left(): number {
    return this.end - this.position;
  }

  private note(start: number, name: string, encoding: Encoding, raw: number | bigint | Uint8Array): void {
    if (this.trace) this.field(start, this.position, name, encoding, raw);
  }

  private field(start: number, end: number, name: string, encoding: Encoding, raw: Field["raw"]): void {
    this.trace?.push({ kind: "decoded", name, startBit: start * 8, endBit: end * 8, encoding, raw });
  }

  /** Tells the meaning of the last field; `meaning` is called on demand. */
  explain(meaning: () => string): void {
    const last = this.trace?.at(-1);
    if (last) last.explanation = meaning;
  }

  /** The next byte, not consumed; undefined at the end. */
  peek(): number | undefined {
    return this.position < this.end ? this.bytes[this.position - this.base] : undefined;
  }

  /** A little-endian word. @throws {Damage} past the end */
  uint32(name: string): number {
    const value = this.word(name);
    this.note(this.position - 4, name, FIXED, value);
    return value;
  }

  private word(name: string): number {
    if (this.left < 4) throw new Damage("truncated", `the block ends within ${name}`, this.position);
    const at = this.position - this.base;
    const { bytes } = this;
    this.position += 4;
    return (
      ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24)) >>>
      0
    );
  }

  /**
   * A little-endian word whose bit fields are traced one by one. Returns the complete word. @throws {Damage} past the
   * end
   */
  bitFields(name: string, fieldsOf: (word: number) => readonly BitField[]): number {
    const word = this.word(name);
    if (!this.trace) return word;
    let bit = (this.position - 4) * 8;
    let rest = word;
    for (const { name: part, bits } of fieldsOf(word)) {
      const raw = rest % 2 ** bits;
      this.trace.push({ kind: "decoded", name: part, startBit: bit, endBit: bit + bits, encoding: FIXED, raw });
      rest = Math.floor(rest / 2 ** bits);
      bit += bits;
    }
    return word;
  }

  /**
   * An unsigned vbr of at most 32 bits; higher bits in a fifth byte are dropped. @throws {Damage} past the end, or if
   * it is over-long
   */
  vbr32(name: string): number {
    const start = this.position;
    let value = 0;
    let scale = 1;
    for (let i = 0; i < 5; i++) {
      const byte = this.peek();
      if (byte === undefined) throw new Damage("truncated", `the block ends within ${name}`, start);
      this.position++;
      value += (byte & 0x7f) * scale;
      if (byte < 0x80) {
        this.note(start, name, LEB128, value);
        return value > 0xffffffff ? value % 2 ** 32 : value;
      }
      scale *= 128;
    }
    throw new Damage("bad-encoding", `${name}: a vbr of more than five bytes`, start);
  }

  /** An unsigned vbr of at most 64 bits. @throws {Damage} past the end, or if it is over-long */
  vbr64(name: string): number | bigint {
    const start = this.position;
    let low = 0;
    for (let i = 0; i < 7; i++) {
      const byte = this.peek();
      if (byte === undefined) throw new Damage("truncated", `the block ends within ${name}`, start);
      this.position++;
      low += (byte & 0x7f) * 2 ** (7 * i);
      if (byte < 0x80) {
        this.note(start, name, LEB128, low);
        return low;
      }
    }
    return this.wideVbr(name, start, BigInt(low));
  }

  private wideVbr(name: string, start: number, low: bigint): bigint {
    let value = low;
    for (let i = 7; i < 10; i++) {
      const byte = this.peek();
      if (byte === undefined) throw new Damage("truncated", `the block ends within ${name}`, start);
      this.position++;
      value |= BigInt(byte & 0x7f) << BigInt(7 * i);
      if (byte < 0x80) {
        this.note(start, name, LEB128, value);
        return BigInt.asUintN(64, value);
      }
    }
    throw new Damage("bad-encoding", `${name}: a vbr of more than ten bytes`, start);
  }

  /** `count` bytes, copied. @throws {Damage} past the end */
  take(count: number, name: string): Uint8Array {
    if (count > this.left) {
      throw new Damage("truncated", `${name} needs ${count} bytes, ${this.left} are left`, this.position);
    }
    const at = this.position - this.base;
    const bytes = this.bytes.slice(at, at + count);
    this.position += count;
    if (this.trace && count > 0) this.note(this.position - count, name, BYTES, bytes);
    return bytes;
  }

  /** A length and that many bytes, as a byte string. @throws {Damage} past the end */
  string(name: string): string {
    const length = this.vbr32(`${name} length`);
    return byteString(this.take(length, name));
  }

  /** A four- or eight-byte IEEE number, as the bits of the equal double. @throws {Damage} past the end */
  float(bytes: 4 | 8, name: string): bigint {
    if (this.left < bytes) throw new Damage("truncated", `the block ends within ${name}`, this.position);
    const at = this.position - this.base;
    const view = new DataView(this.bytes.buffer, this.bytes.byteOffset + at, bytes);
    this.position += bytes;
    const raw = bytes === 4 ? view.getUint32(0, true) : view.getBigUint64(0, true);
    this.note(this.position - bytes, name, FIXED, raw);
    return typeof raw === "number" ? widenFloat(raw) : raw;
  }

  /** Skips to a multiple of four bytes from the document's start, or to the end; the skipped bytes are padding. */
  align(): void {
    const to = Math.min(this.end, Math.ceil(this.position / 4) * 4);
    if (to > this.position) this.skip(to - this.position, "padding", "alignment");
  }

  /** Skips bytes that have no content, or none that a reader examines. */
  skip(count: number, kind: LeafKind, name: string): void {
    const start = this.position;
    const at = start - this.base;
    this.position += count;
    if (!this.trace || count <= 0) return;
    const bytes = this.bytes.slice(at, at + count);
    const fill = bytes[0] ?? 0;
    const filled = kind === "padding" && bytes.every((b) => b === fill);
    const range = { startBit: start * 8, endBit: this.position * 8 };
    if (filled) this.trace.push({ ...range, kind, name, encoding: { kind: "fill", fill }, raw: fill });
    else this.trace.push({ ...range, kind, name, encoding: BYTES, raw: bytes });
  }
}

/** The bits of a float converted to a double; a NaN keeps its payload and becomes quiet (IEEE 754, 6.2.3). */
function widenFloat(bits: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setUint32(0, bits);
  const value = view.getFloat32(0);
  if (Number.isNaN(value)) {
    const sign = bits >= 2 ** 31 ? 1n << 63n : 0n;
    return sign | (0x7ffn << 52n) | (1n << 51n) | (BigInt(bits & 0x7fffff) << 29n);
  }
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}
