/** Reads Tile IR's numbers one after another, and shows each as a leaf when elements are walked. */
import type { ElementSink, Encoding, Leaf } from "../../document/element";

/** The filler byte (BytecodeEnums.h, kAlignmentByte). */
const FILLER = 0xcb;
/** Most bytes of a 64-bit number with seven bits in each. */
const LONGEST_VARINT = 10;

/** Thrown when bytes are invalid; caught by the reader of a section or a function. */
export class Damage extends Error {
  constructor(
    readonly startByte: number,
    message: string,
  ) {
    super(message);
  }
}

/** The meaning of a number, computed only if somebody looks. */
type Meaning = ((value: number) => string | undefined) | string | undefined;

/** A position in a range of bytes. With a trace, every number that is read becomes a leaf. Positions are bytes. */
export class Cursor {
  /** The position up to which leaves were shown. */
  private shown: number;
  /** Number of open containers. */
  depth = 0;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    public end: number,
    readonly trace?: ElementSink,
  ) {
    this.shown = at;
  }

  /** A cursor on another range of the same bytes, without a trace. */
  part(at: number, end: number): Cursor {
    return new Cursor(this.bytes, at, end);
  }
  get left(): number {
    return this.end - this.at;
  }

  open(kind: string, name: string): void {
    this.depth++;
    this.trace?.open(kind, name, this.at * 8);
  }
  close(): void {
    this.depth--;
    this.trace?.close(this.at * 8);
  }

  private leaf(
    name: string,
    encoding: Encoding,
    raw: Leaf["raw"],
    meaning?: string,
    kind: Leaf["kind"] = "decoded",
  ): void {
    const range = { startBit: this.shown * 8, endBit: this.at * 8 };
    this.shown = this.at;
    if (range.endBit > range.startBit)
      this.trace?.leaf({ kind, name, ...range, encoding, raw, ...(meaning === undefined ? {} : { meaning }) });
  }
  private said(meaning: Meaning, value: number): string | undefined {
    if (!this.trace || meaning === undefined) return undefined;
    return typeof meaning === "string" ? meaning : meaning(value);
  }
  private need(count: number, name: string): void {
    if (count > this.left) throw new Damage(this.at, `${name}: ${count} bytes are needed, ${this.left} are left`);
  }

  /** An unsigned number of `size` bytes, lowest first; exact up to 2^53. */
  fixed(size: number, name: string, meaning?: Meaning): number {
    this.need(size, name);
    let value = 0;
    for (let i = size - 1; i >= 0; i--) value = value * 256 + (this.bytes[this.at + i] ?? 0);
    this.at += size;
    if (this.trace) this.leaf(name, { kind: "fixed" }, size > 6 ? this.wide(size) : value, this.said(meaning, value));
    return value;
  }
  private wide(size: number): bigint {
    let value = 0n;
    for (let i = 1; i <= size; i++) value = (value << 8n) | BigInt(this.bytes[this.at - i] ?? 0);
    return value;
  }

  /** A signed number of eight or four bytes. */
  signed(size: 4 | 8, name: string): bigint {
    this.need(size, name);
    this.at += size;
    const value = this.wide(size);
    const signed = BigInt.asIntN(size * 8, value);
    if (this.trace) this.leaf(name, { kind: "fixed" }, value, signed < 0n ? String(signed) : undefined);
    return signed;
  }

  private varintRaw(name: string): bigint {
    let value = 0n;
    for (let i = 0; i < LONGEST_VARINT; i++) {
      this.need(1, name);
      const byte = this.bytes[this.at++] ?? 0;
      value |= BigInt(byte & 127) << BigInt(7 * i);
      if (byte < 128) return value;
    }
    throw new Damage(this.at - LONGEST_VARINT, `${name}: a number of more than ten bytes`);
  }
  /** A number of up to 64 bits. */
  wideVarint(name: string, meaning?: (value: bigint) => string): bigint {
    const value = this.varintRaw(name);
    if (this.trace) this.leaf(name, { kind: "leb128" }, value, meaning?.(value));
    return BigInt.asUintN(64, value);
  }
  /** The same, with the sign in the lowest bit. */
  zigzag(name: string): bigint {
    const decoded = (value: bigint): bigint => ((value >> 1n) & (2n ** 63n - 1n)) ^ -(value & 1n);
    return decoded(this.wideVarint(name, (value) => String(decoded(value))));
  }
  /** A count, an index, a size. @throws {Damage} past 2^53 */
  varint(name: string, meaning?: Meaning): number {
    const start = this.at;
    const first = this.bytes[start] ?? 0;
    let value = first;
    if (this.left > 0 && first < 128) this.at++;
    else {
      const wide = this.varintRaw(name);
      if (wide > BigInt(Number.MAX_SAFE_INTEGER)) throw new Damage(start, `${name}: ${wide} is too large`);
      value = Number(wide);
    }
    if (this.trace) this.leaf(name, { kind: "leb128" }, value, this.said(meaning, value));
    return value;
  }
  /** A count of items of at least `size` bytes each. @throws {Damage} if fewer bytes are left */
  count(name: string, size = 1): number {
    const start = this.at;
    const value = this.varint(name);
    if (value * size > this.left) throw new Damage(start, `${name}: ${value} do not fit into ${this.left} bytes`);
    return value;
  }

  /** Bytes whose meaning is a text, or unknown here. */
  raw(size: number, name: string, meaning?: string, kind: Leaf["kind"] = "decoded"): void {
    this.need(size, name);
    const raw = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    if (this.trace) this.leaf(name, { kind: "bytes" }, raw, meaning, kind);
  }
  /** Filler up to a multiple of `alignment` bytes from `origin`. */
  align(alignment: number, origin: number): void {
    const size = (alignment - ((this.at - origin) % alignment)) % alignment;
    if (size === 0) return;
    this.need(size, "padding");
    const raw = this.bytes.subarray(this.at, this.at + size);
    this.at += size;
    if (!this.trace) return;
    if (raw.every((byte) => byte === FILLER))
      this.leaf("padding", { kind: "fill", fill: FILLER }, FILLER, undefined, "padding");
    else this.leaf("padding", { kind: "bytes" }, raw, undefined, "padding");
  }

  /** Shows everything up to `end` as undecoded, after closing the containers deeper than `depth`. */
  giveUp(depth: number, end: number, reason: string): void {
    // A field that was begun becomes part of the undecoded bytes.
    this.at = this.shown;
    while (this.depth > depth) this.close();
    this.at = Math.max(this.shown, end);
    this.leaf("undecoded", { kind: "bytes" }, this.bytes.subarray(this.shown, this.at), reason, "undecoded");
  }
}
