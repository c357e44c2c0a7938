/** Reads numbers of any width from a bitstream: little-endian 32-bit words, least significant bit first. */
import { CHAR6_CODES, CHAR6_STEP, FIRST_VBR } from "./abbreviation";
import type { ByteWindow } from "../../document/window";
import { BitFault } from "./bitFault";
import { ReadAhead } from "./readAhead";

const CHAR6_WIDTH = 6;
/**
 * The chunk width of unabbreviated records, and the highest bit of each of the five such chunks in 32 bits; it is 0 in
 * the last chunk of a number.
 */
const SEXTET = 6;
const SEXTET_ENDS = 0x20820820;
/** Bits of those five chunks, and what adds up one bit of each. */
const SEXTETS = 30;
const SEXTET_SUM = 0x01041041;
/** Whether a run of numbers with chunks of this width can be read at once. */
export function isRunChunk(width: number): boolean {
  return width >= 2 && width <= 16;
}
/**
 * Bits that the longest number of a run may take: two words. A run stops that far before the end, and need not check
 * within a number.
 */
const RUN_MARGIN = 64;

/** Values up to here are exact as numbers. */
const MAX_SAFE = Number.MAX_SAFE_INTEGER;

/**
 * A position in a window of bytes. All positions are bits from the window's first byte; `originByte` is where the
 * stream's first 32-bit word starts, from which alignment counts.
 */
export class BitCursor {
  /**
   * The last value that {@link vbr} read if it needs more than 53 bits, else undefined; cut to 64 bits like LLVM does.
   */
  wide: bigint | undefined;
  /** The end of the stream, in bits from the window's first byte. */
  readonly endBit: number;

  /** The part of the stream that is loaded. */
  private words: Uint32Array = new Uint32Array(0);
  /** Bits from the window's first byte to the first bit of `words`. */
  private base: number;
  /** The position, and the first bit after `words`; bits from `base`. */
  private at = 0;
  private limit = 0;

  private readonly readAhead: ReadAhead;

  constructor(
    private readonly window: ByteWindow,
    private readonly originByte = 0,
    endByte = window.length,
  ) {
    this.readAhead = new ReadAhead(window);
    this.endBit = Math.min(endByte, window.length) * 8;
    this.base = originByte * 8;
  }

  /** Bits from the window's first byte. */
  get position(): number {
    return this.base + this.at;
  }

  /** Goes to a bit. A bit past the end is reported only when something is read from it. */
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
   * @throws {BitFault} if the stream ends before that
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
   * A variable-width number in chunks of `chunk` bits (1 to 32), lowest chunk first: the highest bit of a chunk is set
   * if another follows, the others are payload. Exact up to 2^53; above that see {@link wide}.
   * @throws {BitFault} if the stream ends before that
   */
  vbr(chunk: number): number {
    const first = this.fixed(chunk);
    const more = chunk === 32 ? 0x80000000 : 1 << (chunk - 1);
    return first >= more ? this.vbrRest(chunk, more, first - more) : first;
  }

  /**
   * Reads up to `count` numbers like {@link vbr} into `values`, starting at index `from`. Stops before a number with
   * more than 31 bits of payload, and near the end of the loaded part. The inner loop of all reading.
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
   * The same for chunks of six bits, the most frequent ones. It looks at the five chunks in 32 bits together, because a
   * processor cannot predict the number of chunks well.
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
   * Passes over `count` numbers like {@link vbr}.
   * @throws {BitFault} if the stream ends before that
   */
  passVbrs(count: number, chunk: number): void {
    for (let left = count; left > 0; left--) {
      if (chunk === SEXTET) left = this.passSextets(left);
      if (left > 0) this.vbr(chunk);
    }
  }
  /** Passes over numbers of six-bit chunks up to near the end of the loaded part; returns how many are left. */
  private passSextets(count: number): number {
    const { words } = this;
    const last = this.limit - RUN_MARGIN;
    let at = this.at;
    let left = count;
    while (left > 0 && at <= last) {
      const shift = at & 31;
      const word = at >>> 5;
      const bits = ((words[word] as number) >>> shift) | (((words[word + 1] as number) << (31 - shift)) << 1);
      let ends = ~bits & SEXTET_ENDS;
      // The product adds up the five ends, each of which is then in bit 24.
      const ended = (Math.imul(ends >>> 5, SEXTET_SUM) >>> 24) & 7;
      if (ended < left) {
        left -= ended;
        at += SEXTETS;
      } else {
        for (; left > 1; left--) ends &= ends - 1;
        at += 32 - Math.clz32(ends & -ends);
        left = 0;
      }
    }
    this.at = at;
    return left;
  }
  /**
   * Reads up to `count` numbers of `width` bits (1 to 32) into `values`, starting at index `from`; stops at the end of
   * the loaded part.
   * @returns how many were read
   */
  fixedRun(values: Float64Array, from: number, count: number, width: number): number {
    const { words } = this;
    const loaded = Math.max(0, Math.min(count, Math.floor((this.limit - this.at) / width)));
    const drop = 32 - width;
    let at = this.at;
    for (let i = from; i < from + loaded; i++) {
      const shift = at & 31;
      let value = (words[at >>> 5] as number) >>> shift;
      if (shift + width > 32) value |= (words[(at >>> 5) + 1] as number) << (32 - shift);
      values[i] = (value << drop) >>> drop;
      at += width;
    }
    this.at = at;
    return loaded;
  }

  /**
   * Reads the fields of an abbreviation's plan (`planOf`) into `values`, starting at index `into`; stops where {@link
   * vbrRun} stops.
   * @param from index of the first step
   * @returns index of the next step
   */
  planRun(plan: Int32Array, from: number, values: Float64Array, into: number): number {
    const { words } = this;
    const last = this.limit - RUN_MARGIN;
    let at = this.at;
    let step = from;
    for (let i = into; step < plan.length && at <= last; step++, i++) {
      const field = plan[step] as number;
      if (field < 0) {
        values[i] = -1 - field;
        continue;
      }
      const width = field < FIRST_VBR ? field : field < CHAR6_STEP ? field - FIRST_VBR : CHAR6_WIDTH;
      const shift = at & 31;
      let value = (words[at >>> 5] as number) >>> shift;
      if (shift + width > 32) value |= (words[(at >>> 5) + 1] as number) << (32 - shift);
      value = (value << (32 - width)) >>> (32 - width);
      if (field >= CHAR6_STEP) value = CHAR6_CODES[value] as number;
      else if (field >= FIRST_VBR && value >>> (width - 1) !== 0) {
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

  /** Skips to the stream's next multiple of 32 bits; returns the skipped bits as a number. */
  align32(): number {
    const into = (this.position - this.originByte * 8) % 32;
    return into === 0 ? 0 : this.fixed(32 - into);
  }

  /**
   * The number at `startBit` again, exactly and not cut to 64 bits: for leaves of oversized encodings. Does not move
   * the position.
   */
  vbrExact(chunk: number, startBit: number): bigint {
    const resumeAt = this.position;
    this.seek(startBit);
    const payload = BigInt(chunk - 1);
    const more = 2 ** (chunk - 1);
    let value = 0n;
    for (let shift = 0n; ; shift += payload) {
      const piece = this.fixed(chunk);
      value |= BigInt(piece % more) << shift;
      if (piece < more) break;
    }
    this.seek(resumeAt);
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
      const left = this.endBit - position;
      const missing = `the stream ends: ${left === 1 ? "1 bit is" : `${left} bits are`} left, ${width} are needed`;
      throw new BitFault("truncated", missing, position, this.endBit);
    }
    this.refill(position);
    return this.fixed(width);
  }

  /** The bytes of a window that has no lasting pages, in memory that is used again. */
  private copied(startByte: number, endByte: number): Uint8Array {
    const length = Math.max(0, Math.min(Math.ceil(endByte), this.window.length) - startByte);
    if (this.own.length < length) this.own = new Uint8Array(length);
    const bytes = this.own.subarray(0, length);
    this.window.copy?.(startByte, bytes);
    return bytes;
  }
  private own: Uint8Array = new Uint8Array(0);

  /** Loads from the stream's word that holds `position`. */
  private refill(position: number): void {
    const origin = this.originByte;
    const startByte = origin + Math.floor((position - origin * 8) / 32) * 4;
    const size = this.readAhead.sizeAt(startByte);
    const endByte = Math.min(startByte + Math.max(64, size), this.endBit / 8);
    const bytes = this.window.copy ? this.copied(startByte, endByte) : this.window.view(startByte, endByte);
    const wordCount = bytes.length >> 2;
    if (bytes.byteOffset % 4 === 0 && wordCount > 1) {
      this.words = new Uint32Array(bytes.buffer, bytes.byteOffset, wordCount);
      this.limit = wordCount * 32;
    } else {
      const padded = new Uint8Array((wordCount + 1) * 4);
      padded.set(bytes);
      this.words = new Uint32Array(padded.buffer);
      this.limit = bytes.length * 8;
    }
    this.readAhead.loaded(startByte + bytes.length);
    this.base = startByte * 8;
    this.at = position - this.base;
  }
}
