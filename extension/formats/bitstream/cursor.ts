/** Reads numbers of any width from a bitstream: little-endian 32-bit words, least significant bit first. */
import { CHAR6_CODES, CHAR6_STEP, FIRST_VBR } from "./abbreviation";
import type { ProblemCode } from "../../document/problem";
import type { ByteWindow } from "../../document/window";

/** What stops a reader: thrown within `formats/bitstream`, and turned into an event by the reader. No Error: nobody asks for its trace. */
export class BitFault {
  constructor(
    readonly code: ProblemCode,
    readonly message: string,
    /** Bits from the document's first byte. */
    readonly startBit: number,
    readonly endBit: number,
  ) {}
}

const CHAR6_WIDTH = 6;
/** The chunk of unabbreviated records, and in 32 bits the highest bit of each of its chunks: 0 in a number's last. */
const SEXTET = 6;
const SEXTET_ENDS = 0x20820820;
/** Whether numbers in chunks of this width can be read in runs. */
export function isRunChunk(width: number): boolean {
  return width >= 2 && width <= 16;
}
/** Bits that the longest number of a run may take: two words, so that a run need not look for the end in between. */
const RUN_MARGIN = 64;

/** Values up to here are exact as numbers. */
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/**
 * A position in a window of bytes. Positions given and taken are bits from the window's first byte; `originByte` is where
 * the stream's first 32-bit word starts, which alignment counts from.
 */
export class BitCursor {
  /** The last value read by {@link vbr} where it is past 53 bits (else undefined); cut to 64 bits as LLVM does. */
  wide: bigint | undefined;
  /** The end of the stream, in bits from the window's first byte. */
  readonly endBit: number;

  private words: Uint32Array = new Uint32Array(0);
  /** Bits from the window's first byte to the first bit of `words`. */
  private base: number;
  /** The position, and the first bit that is not in `words`, in bits from `base`. */
  private at = 0;
  private limit = 0;

  constructor(
    private readonly window: ByteWindow,
    private readonly originByte = 0,
    endByte = window.length,
  ) {
    this.endBit = Math.min(endByte, window.length) * 8;
    this.base = originByte * 8;
  }

  get position(): number {
    return this.base + this.at;
  }

  /** Goes to a bit; one past the end is refused when it is read from. */
  seek(bit: number): void {
    const relative = bit - this.base;
    if (relative >= 0 && relative <= this.limit) this.at = relative;
    else {
      this.base = bit;
      this.at = 0;
      this.limit = 0;
    }
  }

  /**
   * An unsigned number of `width` bits, 0 to 32.
   * @throws {BitFault} where the stream ends before
   */
  fixed(width: number): number {
    const at = this.at;
    const next = at + width;
    if (next > this.limit) return this.refillAndRead(width);
    this.at = next;
    const word = at >>> 5;
    const shift = at & 31;
    let value = (this.words[word] as number) >>> shift;
    if (shift + width > 32) value |= (this.words[word + 1] as number) << (32 - shift);
    return width >= 32 ? value >>> 0 : value & ((1 << width) - 1);
  }

  /**
   * A variable-width number in chunks of `chunk` bits (1 to 32): all but a chunk's highest bit are payload, low chunk
   * first, the highest says that another follows. Exact to 2^53; past that see {@link wide}.
   * @throws {BitFault} where the stream ends before
   */
  vbr(chunk: number): number {
    const first = this.fixed(chunk);
    const more = chunk === 32 ? 0x80000000 : 1 << (chunk - 1);
    return first >= more ? this.vbrRest(chunk, more, first - more) : first;
  }

  /**
   * Reads up to `count` numbers as {@link vbr} does into `values` from `from` on, as many as can be had at once: it stops
   * before one that has more than 31 bits of payload, and near the end of what is at hand. The inner loop of all reading.
   * @param chunk 2 to 16
   * @returns how many were read
   */
  vbrRun(values: Float64Array, from: number, count: number, chunk: number): number {
    return chunk === SEXTET ? this.sextetRun(values, from, count) : this.chunkRun(values, from, count, chunk);
  }
  private chunkRun(values: Float64Array, from: number, count: number, chunk: number): number {
    const { words } = this;
    const last = this.limit - RUN_MARGIN;
    const more = 1 << (chunk - 1);
    const payload = more - 1;
    let at = this.at;
    let i = from;
    for (const end = from + count; i < end && at <= last; i++) {
      let next = at;
      let value = 0;
      let piece: number;
      let bits = 0;
      do {
        const shift = next & 31;
        piece = (words[next >>> 5] as number) >>> shift;
        if (shift + chunk > 32) piece |= (words[(next >>> 5) + 1] as number) << (32 - shift);
        value |= (piece & payload) << bits;
        bits += chunk - 1;
        next += chunk;
      } while ((piece & more) !== 0 && bits + chunk <= 32);
      if ((piece & more) !== 0) break;
      values[i] = value;
      at = next;
    }
    this.at = at;
    return i - from;
  }
  /**
   * The same for chunks of six bits, which most numbers of a bitstream have: the five chunks of 32 bits are looked at
   * together, as how many a number has is no branch that a processor could foresee.
   */
  private sextetRun(values: Float64Array, from: number, count: number): number {
    const { words } = this;
    const last = this.limit - RUN_MARGIN;
    const end = from + count;
    let at = this.at;
    let i = from;
    for (; i < end && at <= last; i++) {
      const shift = at & 31;
      const word = at >>> 5;
      const bits = ((words[word] as number) >>> shift) | (((words[word + 1] as number) << (31 - shift)) << 1);
      const ends = ~bits & SEXTET_ENDS;
      if (ends === 0) break;
      const stop = ends & -ends;
      const own = bits & (stop - 1);
      values[i] =
        (own & 0x1f) |
        ((own >>> 1) & 0x3e0) |
        ((own >>> 2) & 0x7c00) |
        ((own >>> 3) & 0xf8000) |
        ((own >>> 4) & 0x1f00000);
      at += 32 - Math.clz32(stop);
    }
    this.at = at;
    return i - from;
  }
  /**
   * Reads up to `count` numbers of `width` bits (1 to 32) into `values` from `from` on: as many as are at hand.
   * @returns how many were read
   */
  fixedRun(values: Float64Array, from: number, count: number, width: number): number {
    const { words } = this;
    const whole = Math.max(0, Math.min(count, Math.floor((this.limit - this.at) / width)));
    const drop = 32 - width;
    let at = this.at;
    for (let i = from; i < from + whole; i++) {
      const shift = at & 31;
      let value = (words[at >>> 5] as number) >>> shift;
      if (shift + width > 32) value |= (words[(at >>> 5) + 1] as number) << (32 - shift);
      values[i] = (value << drop) >>> drop;
      at += width;
    }
    this.at = at;
    return whole;
  }

  /**
   * Reads fields as a plan has them (`planOf`) into `values` from `into` on: as many as can be had at once, as
   * {@link vbrRun} does.
   * @param from the step to begin with
   * @returns the step that comes next
   */
  planRun(plan: Int32Array, from: number, values: Float64Array, into: number): number {
    const { words } = this;
    const last = this.limit - RUN_MARGIN;
    let at = this.at;
    let step = from;
    for (let i = into; step < plan.length && at <= last; step++, i++) {
      const what = plan[step] as number;
      if (what < 0) {
        values[i] = -1 - what;
        continue;
      }
      const width = what < FIRST_VBR ? what : what < CHAR6_STEP ? what - FIRST_VBR : CHAR6_WIDTH;
      const shift = at & 31;
      let value = (words[at >>> 5] as number) >>> shift;
      if (shift + width > 32) value |= (words[(at >>> 5) + 1] as number) << (32 - shift);
      value = (value << (32 - width)) >>> (32 - width);
      if (what >= CHAR6_STEP) value = CHAR6_CODES[value] as number;
      else if (what >= FIRST_VBR && value >>> (width - 1) !== 0) {
        // More chunks follow.
        this.at = at;
        if (!isRunChunk(width) || this.vbrRun(values, i, 1, width) === 0) break;
        at = this.at;
        continue;
      }
      values[i] = value;
      at += width;
    }
    this.at = at;
    return step;
  }

  /** Skips to the next multiple of 32 bits of the stream; returns the bits that stood before it. */
  align32(): number {
    const into = (this.position - this.originByte * 8) % 32;
    return into === 0 ? 0 : this.fixed(32 - into);
  }

  /** The same value again as a bigint, uncut: for the leaves of over-wide forms. Leaves the position as it was. */
  vbrExact(chunk: number, startBit: number): bigint {
    const back = this.position;
    this.seek(startBit);
    const payload = BigInt(chunk - 1);
    const more = 2 ** (chunk - 1);
    let value = 0n;
    for (let shift = 0n; ; shift += payload) {
      const piece = this.fixed(chunk);
      value |= BigInt(piece % more) << shift;
      if (piece < more) break;
    }
    this.seek(back);
    return value;
  }

  private vbrRest(chunk: number, more: number, first: number): number {
    const start = this.position - chunk;
    let value = first;
    let scale = more;
    let exact = true;
    for (;;) {
      const piece = this.fixed(chunk);
      const payload = piece >= more ? piece - more : piece;
      if (payload !== 0) {
        value += payload * scale;
        exact &&= value <= MAX_SAFE;
      }
      scale *= more;
      if (piece < more) break;
    }
    if (exact) return value;
    this.wide = BigInt.asUintN(64, this.vbrExact(chunk, start));
    return Number(this.wide);
  }

  private refillAndRead(width: number): number {
    const position = this.position;
    if (position + width > this.endBit) {
      const missing = `the stream ends ${this.endBit - position} bits on, ${width} are needed`;
      throw new BitFault("truncated", missing, position, this.endBit);
    }
    this.refill(position);
    return this.fixed(width);
  }

  /** Makes `words` start at the stream's word that holds `position`. */
  private refill(position: number): void {
    const origin = this.originByte;
    const startByte = origin + Math.floor((position - origin * 8) / 32) * 4;
    const size = this.window.pageBytes ?? this.window.length;
    const endByte = Math.min(startByte + Math.max(64, size), this.endBit / 8);
    const bytes = this.window.view(startByte, endByte);
    const whole = bytes.length >> 2;
    if (bytes.byteOffset % 4 === 0 && whole > 1) {
      this.words = new Uint32Array(bytes.buffer, bytes.byteOffset, whole);
      this.limit = whole * 32;
    } else {
      const padded = new Uint8Array((whole + 1) * 4);
      padded.set(bytes);
      this.words = new Uint32Array(padded.buffer);
      this.limit = bytes.length * 8;
    }
    this.base = startByte * 8;
    this.at = position - this.base;
  }
}
