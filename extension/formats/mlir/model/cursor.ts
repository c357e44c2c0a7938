/** Reads the primitives of MLIR bytecode (BytecodeFormat.md, "Encoding"): varints, bytes, NUL-terminated strings. */
import { byteString } from "../../../document/byteText";
import type { Encoding, Leaf, LeafKind } from "../../../document/element";
import type { ByteWindow } from "../../../document/window";
import { narrowed, wideLittleEndian } from "../../../kit/littleEndian";
import { Damage } from "./damage";

/** The tables into which an index can point. */
export type TableName =
  "string" | "dialect" | "opName" | "attribute" | "type" | "property" | "resource" | "value" | "block";

/** An entry of a table to which a field refers. */
export interface Reference {
  readonly table: TableName;
  readonly index: number;
}

/** Receives fields as they are read, in order and without gaps; positions are bytes from the file's first byte. */
export interface LeafRecorder {
  leaf(name: string, startByte: number, endByte: number, encoding: Encoding, raw: Leaf["raw"], kind?: LeafKind): void;
  /** Tells the meaning of the last leaf. */
  note(meaning: string): void;
  /** Tells that the last leaf is the index of a table's entry. */
  refer(table: TableName, index: number): void;
  /** Begins a container; `kind` in the format's words, `name` identifies it. */
  open(kind: string, name: string, startByte: number): void;
  /** Ends the innermost container. */
  close(endByte: number): void;
  /** Set if only fields are wanted, not their content: leaves of bytes then come with an empty array. */
  readonly skims?: boolean;
}

/** The number of entries in each table, to check indices. */
export interface TableSizes {
  readonly strings: number;
  readonly attributes: number;
  readonly types: number;
}

/** A range of the file's bytes that was skipped without being read. */
export interface Blob {
  readonly startByte: number;
  readonly endByte: number;
}

/** The reference's message for a range that ends before a field begins. */
const NO_MORE_BYTES = "attempting to parse a byte at the end of the bytecode";

const VARINT: Encoding = { kind: "prefixVarint" };
const FIXED: Encoding = { kind: "fixed" };
const BYTES: Encoding = { kind: "bytes" };
/** Most bytes made resident at once in a longer range: skipped blobs are never loaded. */
const PAGE = 1 << 16;

/** Most bytes made resident at once in a range that is read from end to end. */
const WHOLE = 32 << 20;

/**
 * A position in a range of the file. With a recorder, every primitive that is read becomes a leaf, so the code that
 * decodes also explains. Methods throw {@link Damage} at the range's end and for indices past their table.
 */
export class MlirCursor {
  /** Position of the next byte to read, from the file's first byte. */
  position: number;
  private bytes: Uint8Array;
  /** The position of `bytes[0]` in the file. */
  private base: number;
  /** Bytes to make resident next time: few at first, since many cursors read only one record. */
  private ahead: number;

  /**
   * @param startByte first byte of the range, from the file's first byte
   * @param endByte the end of the range (exclusive)
   * @param whole make the complete range resident at once: for ranges that are read from end to end. One that is larger
   *   than {@link WHOLE} is read in pieces all the same: a copy of it would take as much memory as the file
   * @param outer a cursor whose bytes serve this one too if they contain the range: ranges may be nested without limit,
   *   and with a copy for each they would take the square of the file's size
   */
  constructor(
    readonly window: ByteWindow,
    readonly startByte: number,
    readonly endByte: number,
    readonly sizes: TableSizes,
    readonly leaves?: LeafRecorder,
    whole = false,
    outer?: MlirCursor,
  ) {
    this.position = startByte;
    const isWhole = whole && endByte - startByte <= WHOLE;
    this.ahead = whole ? PAGE : Math.min(PAGE, window.pageBytes ?? PAGE);
    if (window.pageBytes === undefined) {
      // Everything is resident: all cursors share one array.
      this.base = 0;
      this.bytes = window.view(0, window.length);
    } else if (outer && outer.base <= startByte && endByte <= outer.base + outer.bytes.length) {
      this.base = outer.base;
      this.bytes = outer.bytes;
    } else {
      this.base = startByte;
      this.bytes = window.view(startByte, isWhole ? endByte : Math.min(endByte, startByte + this.ahead));
    }
  }

  /** Begins a container at the position; costs nothing without a recorder. */
  open(kind: string, name: string): void {
    this.leaves?.open(kind, name, this.position);
  }
  /** Ends the innermost container at the position. */
  close(): void {
    this.leaves?.close(this.position);
  }
  /** Tells the meaning of the last leaf. */
  note(meaning: string): void {
    this.leaves?.note(meaning);
  }
  /** Tells that the last leaf is the index of a table's entry. */
  refer(table: TableName, index: number): void {
    this.leaves?.refer(table, index);
  }

  get remaining(): number {
    return this.endByte - this.position;
  }
  get atEnd(): boolean {
    return this.position >= this.endByte;
  }

  /** Makes `count` bytes at the position resident; returns the index of the first in `bytes`. */
  private need(count: number): number {
    if (count > this.remaining) this.short(count);
    let index = this.position - this.base;
    if (index < 0 || index + count > this.bytes.length) {
      this.base = this.position;
      this.bytes = this.window.view(this.base, Math.min(this.endByte, this.base + Math.max(count, this.ahead)));
      this.ahead = Math.min(PAGE, this.ahead * 2);
      index = 0;
    }
    return index;
  }

  /** Throws the reference's message for a range that ends too early (BytecodeReader, EncodingReader). */
  private short(count: number): never {
    const message =
      this.remaining <= 0 ? NO_MORE_BYTES : `attempting to parse ${count} bytes when only ${this.remaining} remain`;
    throw new Damage("truncated", message, this.position, Math.max(this.position, this.endByte));
  }

  /** A varint. Past 53 bits it is rounded; {@link varint64} is exact. */
  varint(name: string): number {
    const start = this.position;
    const index = start - this.base;
    const { bytes } = this;
    // Nearly all varints have one, two or three bytes.
    if (index < 0 || index + 3 > bytes.length || start + 3 > this.endByte) return Number(this.varint64(name));
    const first = bytes[index] as number;
    let value: number;
    if ((first & 1) === 1) {
      this.position = start + 1;
      value = first >> 1;
    } else if ((first & 2) === 2) {
      this.position = start + 2;
      value = (first >> 2) | ((bytes[index + 1] as number) << 6);
    } else if ((first & 4) === 4) {
      this.position = start + 3;
      value = (first >> 3) | ((bytes[index + 1] as number) << 5) | ((bytes[index + 2] as number) << 13);
    } else return Number(this.varint64(name));
    if (this.leaves !== undefined) this.leaves.leaf(name, start, this.position, VARINT, value);
    return value;
  }

  /** A varint; a bigint past 53 bits. The trailing zeros of the first byte count the bytes that follow it. */
  varint64(name: string): number | bigint {
    const start = this.position;
    let index = this.need(1);
    const first = this.bytes[index] ?? 0;
    const more = first === 0 ? 8 : 31 - Math.clz32(first & -first);
    index = this.need(more + 1);
    let value: number | bigint = 0;
    if (more < 7) {
      // The first byte holds the number's low bits above the marker, the other bytes the higher bits.
      for (let i = more; i > 0; i--) value = value * 256 + (this.bytes[index + i] ?? 0);
      value = value * (1 << (7 - more)) + (first >> (more + 1));
    } else value = wide(this.bytes, index, more);
    this.position += more + 1;
    this.leaves?.leaf(name, start, this.position, VARINT, value);
    return value;
  }

  /** A zigzag varint; a bigint past 53 bits. */
  signedVarint(name: string): number | bigint {
    const raw = this.varint64(name);
    const value = zigzag(raw);
    if (this.leaves) this.leaves.note(`signed ${value}`);
    return value;
  }

  /** One byte. */
  byte(name: string): number {
    const start = this.position;
    const index = this.need(1);
    const value = this.bytes[index] ?? 0;
    this.position++;
    this.leaves?.leaf(name, start, this.position, FIXED, value);
    return value;
  }

  /** One byte that is 0 or 1, as custom encodings write a bool. */
  bool(name: string): boolean {
    const value = this.byte(name);
    if (this.leaves) this.leaves.note(value === 0 ? "false" : "true");
    return value !== 0;
  }

  /** An unsigned little-endian number of `count` bytes (at most 8); a bigint past 53 bits. */
  fixed(name: string, count: number): number | bigint {
    const start = this.position;
    const index = this.need(count);
    const raw = wideLittleEndian(this.bytes, index, count);
    this.position += count;
    this.leaves?.leaf(name, start, this.position, FIXED, raw);
    return raw;
  }

  /** Skips `count` bytes; they are read only if leaves are recorded. */
  skip(name: string, count: number, kind?: LeafKind): Blob {
    if (count > this.remaining) this.short(count);
    const startByte = this.position;
    const endByte = startByte + count;
    this.position = endByte;
    if (this.leaves && count > 0)
      this.leaves.leaf(
        name,
        startByte,
        endByte,
        BYTES,
        this.window.view(startByte, this.leaves.skims ? startByte : endByte),
        kind,
      );
    return { startByte, endByte };
  }

  /** Skips padding up to a multiple of `alignment` from the file's first byte; each padding byte must be 0xCB. */
  align(alignment: number): void {
    const start = this.position;
    const pad = (alignment - (start % alignment)) % alignment;
    for (let i = 0; i < pad; i++) {
      const index = this.need(1);
      const byte = this.bytes[index] ?? 0;
      if (byte !== 0xcb)
        throw new Damage(
          "bad-section",
          `expected alignment byte (0xCB), but got: '0x${byte.toString(16)}'`,
          this.position,
          this.position + 1,
        );
      this.position++;
    }
    if (pad > 0) this.leaves?.leaf("padding", start, this.position, { kind: "fill", fill: 0xcb }, 0xcb, "padding");
  }

  /** A varint length and that many bytes. */
  blob(name: string): Blob {
    const size = this.varint(`${name} size`);
    return this.skip(name, size);
  }

  /** A NUL-terminated byte string, without its NUL. */
  cstring(name: string): string {
    const start = this.position;
    const nul = this.findNul(start);
    const bytes = this.window.view(start, nul + 1);
    this.position = nul + 1;
    this.leaves?.leaf(name, start, this.position, BYTES, bytes);
    const text = byteString(bytes, 0, nul - start);
    if (this.leaves) this.leaves.note(text);
    return text;
  }

  /** The position of the next zero byte. Strings are usually short, however long the range is. */
  private findNul(start: number): number {
    for (let from = start, size = 256; from < this.endByte; from += size, size = Math.min(PAGE, size * 2)) {
      const nul = this.window.view(from, Math.min(this.endByte, from + size)).indexOf(0);
      if (nul >= 0) return from + nul;
    }
    const message = "malformed null-terminated string, no null character found";
    throw new Damage("bad-string", message, start, Math.max(start, this.endByte));
  }

  /** A varint with a flag in its low bit. Returns both: `value * 2 + flag`. */
  flagged(name: string): number {
    const both = this.varint(name);
    if (this.leaves) this.leaves.note(`${Math.floor(both / 2)}, flag ${both % 2}`);
    return both;
  }

  /** A string's index. */
  string(name: string): number {
    return this.index(name, "string", this.sizes.strings, "string");
  }
  /** An attribute's index. `word`: the reference's word for it in messages. */
  attribute(name: string, word = "attribute"): number {
    return this.index(name, "attribute", this.sizes.attributes, word);
  }
  /** A type's index. */
  type(name: string, word = "type"): number {
    return this.index(name, "type", this.sizes.types, word);
  }
  /**
   * An attribute's index with a flag that tells whether there is one; -1 if there is none.
   * @param asWritten an index without the flag is damage: readers ignore it, but no writer makes it
   */
  optionalAttribute(name: string, word = "attribute", asWritten = false): number {
    const start = this.position;
    const both = this.varint(name);
    if (both % 2 === 0) {
      if (asWritten && both !== 0) throw new Damage("bad-record", `absent ${word} with an index`, start, this.position);
      if (this.leaves) this.leaves.note("absent");
      return -1;
    }
    const index = Math.floor(both / 2);
    this.check(index, this.sizes.attributes, word, start);
    if (this.leaves) this.leaves.refer("attribute", index);
    return index;
  }
  /**
   * A list's count. No list has more elements than bytes remain (each takes at least `least` bytes). The reference
   * reads the elements one after another until there are no more bytes; the message is what it prints then.
   */
  count(name: string, least = 1): number {
    const start = this.position;
    const count = this.varint(name);
    if (count * least > this.remaining) throw new Damage("truncated", NO_MORE_BYTES, start, this.position);
    return count;
  }
  /** A count and that many elements, each of at least one byte. */
  list<T>(name: string, read: (index: number) => T): T[] {
    const count = this.varint(`${name} count`);
    const elements: T[] = [];
    for (let i = 0; i < count; i++) elements.push(read(i));
    return elements;
  }

  /**
   * An index into a table of `size` entries.
   * @throws Damage in the reference's words, `invalid WORD index: N`
   */
  index(name: string, table: TableName, size: number, word: string): number {
    const start = this.position;
    const index = this.varint(name);
    this.check(index, size, word, start);
    if (this.leaves) this.leaves.refer(table, index);
    return index;
  }

  private check(index: number, size: number, word: string, startByte: number): void {
    if (index < size) return;
    const exact = new MlirCursor(this.window, startByte, this.endByte, this.sizes).varint64("");
    throw new Damage("bad-reference", `invalid ${word} index: ${exact}`, startByte, this.position);
  }
}

/** A cursor at the same position of the same range that records no leaves. */
export function silent(cursor: MlirCursor): MlirCursor {
  return new MlirCursor(cursor.window, cursor.position, cursor.endByte, cursor.sizes);
}

/** A varint of eight or nine bytes at `bytes[index]`; exact. */
function wide(bytes: Uint8Array, index: number, more: number): number | bigint {
  let value = 0n;
  for (let i = more; i >= 0; i--) value = (value << 8n) | BigInt(bytes[index + i] ?? 0);
  value >>= more === 8 ? 8n : BigInt(more + 1);
  return narrowed(value);
}

/** The signed number of a zigzag-coded unsigned one. */
export function zigzag(raw: number | bigint): number | bigint {
  if (typeof raw === "number") return raw % 2 === 0 ? raw / 2 : -(raw + 1) / 2;
  const value = (raw >> 1n) ^ -(raw & 1n);
  return narrowed(value);
}
