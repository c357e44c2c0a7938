/**
 * Decompresses bzip2 (the format of Julian Seward's bzip2 1.0, as described in its manual and in the "BZIP2: Format
 * Specification" by Joe Tsai). Verifies both checksums. After damage it returns what was decompressed so far and the
 * problem; a block with a wrong checksum is returned too, since most of it may be right.
 */

import type { Decompressed } from "./output";
import { Fault } from "./output";

const BLOCK_MAGIC = 0x314159265359;
const END_MAGIC = 0x177245385090;
/** Symbols coded with one table. */
const GROUP_SIZE = 50;
const LONGEST_CODE = 20;
/** Symbols for runs of zeros: a number in base two with the digits 1 and 2. */
const RUN_A = 0;
const RUN_B = 1;

/** Reads bits, highest first. */
class BitReader {
  private bit = 0;
  constructor(private readonly bytes: Uint8Array) {}
  /** Up to 32 bits. @throws {Fault} past the end */
  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0;) {
      const byte = this.bytes[this.bit >>> 3];
      if (byte === undefined) throw new Fault("truncated", "the compressed data ends too early");
      const inByte = 8 - (this.bit & 7);
      const taken = Math.min(left, inByte);
      value = value * 2 ** taken + ((byte >>> (inByte - taken)) & (2 ** taken - 1));
      this.bit += taken;
      left -= taken;
    }
    return value;
  }
  flag(): boolean {
    return this.read(1) === 1;
  }
  get consumedBytes(): number {
    return Math.ceil(this.bit / 8);
  }
}

/** CRC-32 with the polynomial 0x04C11DB7, highest bit first, as bzip2 has it. */
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_unused, byte) => {
  let crc = byte << 24;
  for (let i = 0; i < 8; i++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  return crc >>> 0;
});

/** A canonical Huffman code: codes of each length begin at `first`, their symbols in `symbols` at `offset`. */
interface HuffmanCode {
  readonly shortest: number;
  readonly limits: Int32Array;
  readonly offsets: Int32Array;
  readonly symbols: Uint16Array;
}

function huffmanCode(lengths: Uint8Array): HuffmanCode {
  const counts = new Int32Array(LONGEST_CODE + 2);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  const limits = new Int32Array(LONGEST_CODE + 2).fill(-1);
  const offsets = new Int32Array(LONGEST_CODE + 2);
  const symbols = new Uint16Array(lengths.length);
  let [code, index, shortest] = [0, 0, 0];
  for (let length = 1; length <= LONGEST_CODE; length++) {
    const count = counts[length] ?? 0;
    offsets[length] = index - code;
    if (count > 0) {
      shortest ||= length;
      lengths.forEach((l, symbol) => {
        if (l === length) symbols[index++] = symbol;
      });
      code += count;
      limits[length] = code - 1;
    }
    code <<= 1;
  }
  return { shortest, limits, offsets, symbols };
}

/** Gathers the output, up to a limit. */
class Output {
  private bytes = new Uint8Array(1 << 16);
  length = 0;
  constructor(private readonly limit: number) {}
  /** @throws {Fault} past the limit */
  push(byte: number, count: number): void {
    const end = this.length + count;
    if (end > this.limit) {
      throw new Fault("limit", `the decompressed data is larger than the limit of ${this.limit} bytes`);
    }
    if (end > this.bytes.length) {
      const larger = new Uint8Array(Math.min(Math.max(end, this.bytes.length * 2), Math.max(end, this.limit)));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    this.bytes.fill(byte, this.length, end);
    this.length = end;
  }
  taken(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}

class Decompressor {
  private readonly bits: BitReader;
  private readonly output: Output;
  private blockSize = 0;
  /** The current block, as large as any block of the stream may be. */
  private last = new Uint32Array();
  constructor(input: Uint8Array, limit: number) {
    this.bits = new BitReader(input);
    this.output = new Output(limit);
  }

  run(): Decompressed {
    try {
      this.header();
      let combined = 0;
      for (;;) {
        const magic = this.bits.read(24) * 2 ** 24 + this.bits.read(24);
        const stored = this.bits.read(32);
        if (magic === END_MAGIC) {
          if (stored !== combined) throw new Fault("bad-compression", "the stream's checksum does not match");
          break;
        }
        if (magic !== BLOCK_MAGIC) throw new Fault("bad-compression", "no block begins where one should");
        const crc = this.block();
        if (crc !== stored) throw new Fault("bad-compression", "a block's checksum does not match");
        combined = (((combined << 1) | (combined >>> 31)) ^ crc) >>> 0;
      }
    } catch (thrown) {
      if (!(thrown instanceof Fault)) throw thrown;
      const { code, message } = thrown;
      return { data: this.output.taken(), consumedBytes: this.bits.consumedBytes, problem: { code, message } };
    }
    return { data: this.output.taken(), consumedBytes: this.bits.consumedBytes };
  }

  /** `BZh` and the level, which is the block size in units of 100,000 bytes. */
  private header(): void {
    const level = this.bits.read(32) - 0x425a6830;
    if (level < 1 || level > 9) throw new Fault("bad-compression", "not a bzip2 stream");
    this.blockSize = level * 100_000;
    this.last = new Uint32Array(this.blockSize);
  }

  /** Decodes a block into the output. Returns its computed checksum. */
  private block(): number {
    if (this.bits.flag()) throw new Fault("bad-compression", "a randomized block, which no bzip2 since 0.9.5 writes");
    const origin = this.bits.read(24);
    const used = this.usedBytes();
    const { codes, selectors } = this.tables(used.length + 2);
    const { last, length } = this.symbols(used, codes, selectors);
    if (origin >= length) throw new Fault("bad-compression", "the block's origin is outside the block");
    return this.unwind(last, length, origin);
  }

  /** The byte values that occur: sixteen bits for ranges of sixteen values, then sixteen bits per range used. */
  private usedBytes(): number[] {
    const ranges = this.bits.read(16);
    const used: number[] = [];
    for (let range = 0; range < 16; range++) {
      if (!(ranges & (0x8000 >>> range))) continue;
      const bytes = this.bits.read(16);
      for (let i = 0; i < 16; i++) if (bytes & (0x8000 >>> i)) used.push(range * 16 + i);
    }
    if (used.length === 0) throw new Fault("bad-compression", "the block uses no bytes");
    return used;
  }

  /** Huffman tables, and the table of each group of symbols, coded by move-to-front. */
  private tables(symbols: number): { codes: readonly HuffmanCode[]; selectors: Uint8Array } {
    const tables = this.bits.read(3);
    const count = this.bits.read(15);
    if (tables < 2 || tables > 6 || count === 0) throw new Fault("bad-compression", "impossible Huffman tables");
    const order = Array.from({ length: tables }, (_unused, i) => i);
    const selectors = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      let place = 0;
      while (this.bits.flag()) if (++place >= tables) throw new Fault("bad-compression", "a selector past its tables");
      const [table = 0] = order.splice(place, 1);
      order.unshift(table);
      selectors[i] = table;
    }
    return { codes: Array.from({ length: tables }, () => this.code(symbols)), selectors };
  }

  /** Code lengths, each as the difference from the previous one. */
  private code(symbols: number): HuffmanCode {
    const lengths = new Uint8Array(symbols);
    let length = this.bits.read(5);
    for (let i = 0; i < symbols; i++) {
      for (;;) {
        if (length < 1 || length > LONGEST_CODE) throw new Fault("bad-compression", "an impossible code length");
        if (!this.bits.flag()) break;
        length += this.bits.flag() ? -1 : 1;
      }
      lengths[i] = length;
    }
    return huffmanCode(lengths);
  }

  /** The next symbol: bits are added until the number is a code of that length. */
  private symbol(code: HuffmanCode): number {
    let value = this.bits.read(code.shortest);
    for (let length = code.shortest; length <= LONGEST_CODE; length++) {
      if (value <= (code.limits[length] ?? -1)) return code.symbols[value + (code.offsets[length] ?? 0)] ?? 0;
      value = value * 2 + this.bits.read(1);
    }
    throw new Fault("bad-compression", "no symbol has that code");
  }

  /** Decodes Huffman codes, runs of zeros and move-to-front; returns the last column of the sorted rotations. */
  private symbols(
    used: number[],
    codes: readonly HuffmanCode[],
    selectors: Uint8Array,
  ): { last: Uint32Array; length: number } {
    const { last } = this;
    const end = used.length + 1;
    let [length, group, left, run, weight] = [0, 0, 0, 0, 1];
    for (;;) {
      if (left-- === 0) {
        if (group >= selectors.length) throw new Fault("bad-compression", "the block has more symbols than selectors");
        group++;
        left = GROUP_SIZE - 1;
      }
      const code = codes[selectors[group - 1] ?? 0];
      const symbol = code ? this.symbol(code) : end;
      if (symbol === RUN_A || symbol === RUN_B) {
        run += symbol === RUN_A ? weight : 2 * weight;
        weight *= 2;
        if (run > this.blockSize) throw new Fault("bad-compression", "a run is longer than the block");
        continue;
      }
      if (length + run + (symbol === end ? 0 : 1) > this.blockSize) {
        throw new Fault("bad-compression", "the block is longer than its size");
      }
      if (run > 0) last.fill(used[0] ?? 0, length, length + run);
      length += run;
      [run, weight] = [0, 1];
      if (symbol === end) return { last, length };
      const byte = used[symbol - 1] ?? 0;
      used.copyWithin(1, 0, symbol - 1);
      used[0] = byte;
      last[length++] = byte;
    }
  }

  /** Reverses the Burrows-Wheeler transform, then the run-length coding of four equal bytes and a count. */
  private unwind(last: Uint32Array, length: number, origin: number): number {
    const starts = new Uint32Array(257);
    for (let i = 0; i < length; i++) {
      const next = ((last[i] ?? 0) & 255) + 1;
      starts[next] = (starts[next] ?? 0) + 1;
    }
    for (let byte = 0; byte < 256; byte++) starts[byte + 1] = (starts[byte + 1] ?? 0) + (starts[byte] ?? 0);
    // The high 24 bits hold the next position, the low eight the byte.
    for (let i = 0; i < length; i++) {
      const byte = (last[i] ?? 0) & 255;
      const place = starts[byte] ?? 0;
      starts[byte] = place + 1;
      last[place] = ((last[place] ?? 0) | (i << 8)) >>> 0;
    }
    let [position, crc, equal, before] = [(last[origin] ?? 0) >>> 8, 0xffffffff, 0, -1];
    for (let i = 0; i < length; i++) {
      const entry = last[position] ?? 0;
      const byte = entry & 255;
      position = entry >>> 8;
      const isCount = equal === 4;
      const [value, times] = isCount ? [before, byte] : [byte, 1];
      for (let k = 0; k < times; k++) crc = ((crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ value] ?? 0)) >>> 0;
      this.output.push(value, times);
      equal = isCount ? 0 : byte === before ? equal + 1 : 1;
      before = isCount ? -1 : byte;
    }
    return ~crc >>> 0;
  }
}

/**
 * Decompresses one bzip2 stream.
 * @param limit most bytes of the result
 */
export function decompressBzip2(input: Uint8Array, limit: number): Decompressed {
  return new Decompressor(input, limit).run();
}
