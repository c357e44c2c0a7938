/**
 * Decompresses xz (the .xz file format, version 1.2.1, and LZMA2 as XZ Utils code it). Verifies CRC-32 and CRC-64, but
 * not SHA-256. After damage it returns what was decompressed so far and the problem.
 */
import { crc32 } from "../../kit/crc32";
import { littleEndian } from "../../kit/littleEndian";
import type { Dictionary, LzmaProperties } from "./lzma";
import { LzmaDecoder, propertiesOf } from "./lzma";
import type { Decompressed } from "./output";
import { Fault, Output, TooLarge } from "./output";

const MAGIC = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0];
const FOOTER_MAGIC = [0x59, 0x5a];
const HEADER_BYTES = 12;
const LZMA2 = 0x21;
/** Filters that may precede LZMA2 (section 5.3); none of them is reversed here. */
const FILTERS: ReadonlyMap<number, string> = new Map([
  [3, "the difference to earlier bytes"],
  [4, "x86 code"],
  [5, "PowerPC code"],
  [6, "Itanium code"],
  [7, "ARM code"],
  [8, "ARM Thumb code"],
  [9, "SPARC code"],
  [10, "ARM64 code"],
  [11, "RISC-V code"],
]);
/** Size of a block's check in bytes, by its kind (section 2.1.1.2). */
const CHECK_BYTES = [0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64];
const [CRC32, CRC64] = [1, 4];
/** Most bytes of a size, with seven bits in each. */
const LONGEST_SIZE = 9;

/** CRC-64 with ECMA-182's polynomial, lowest bit first, as two halves of 32 bits. */
const CRC64_TABLE: readonly (readonly [low: number, high: number])[] = Array.from({ length: 256 }, (_unused, byte) => {
  let [low, high] = [byte, 0];
  for (let i = 0; i < 8; i++) {
    const isOdd = low & 1;
    low = ((low >>> 1) | (high << 31)) ^ (isOdd ? 0xd7870f42 : 0);
    high = (high >>> 1) ^ (isOdd ? 0xc96c5795 : 0);
  }
  return [low >>> 0, high >>> 0] as const;
});
function crc64(data: Uint8Array): readonly [low: number, high: number] {
  let [low, high] = [0xffffffff, 0xffffffff];
  for (const byte of data) {
    const [tableLow, tableHigh] = CRC64_TABLE[(low ^ byte) & 255] ?? [0, 0];
    low = ((low >>> 8) | (high << 24)) ^ tableLow;
    high = (high >>> 8) ^ tableHigh;
  }
  return [~low >>> 0, ~high >>> 0];
}

/** The decompressed bytes, all of which are kept, so the dictionary is their end. */
class Decoded extends Output implements Dictionary {
  private first = 0;

  get length(): number {
    return this.size - this.first;
  }
  empty(): void {
    this.first = this.size;
  }
  back(distance: number): number {
    return this.bytes[this.size - distance] ?? 0;
  }
}

/** Chunks of LZMA2: each tells which parts of the decoder's state it keeps. */
class Lzma2 {
  private decoder: LzmaDecoder | undefined;
  private properties: LzmaProperties | undefined;
  private begun = false;
  constructor(
    private readonly input: Input,
    private readonly decoded: Decoded,
  ) {}

  /** Decodes all chunks. @throws {Fault} */
  decode(): void {
    for (let control = this.input.byte(); control !== 0; control = this.input.byte()) {
      if (control >= 0x80) this.compressed(control);
      else if (control <= 2) this.stored(control === 1);
      else throw new Fault("bad-compression", `no chunk begins with ${control}`);
    }
  }
  private reset(): void {
    this.begun = true;
    this.decoded.empty();
  }
  private stored(resets: boolean): void {
    if (resets) this.reset();
    else if (!this.begun) throw new Fault("bad-compression", "the first chunk does not empty the dictionary");
    const size = this.input.big(2) + 1;
    for (let i = 0; i < size; i++) this.decoded.put(this.input.byte());
  }
  private compressed(control: number): void {
    const size = (control & 31) * 65536 + this.input.big(2) + 1;
    const compressedSize = this.input.big(2) + 1;
    // 0: keep everything; 1: reset the state; 2: also set new properties; 3: also empty the dictionary.
    const resets = (control >> 5) & 3;
    if (resets === 3) this.reset();
    if (resets >= 2) this.properties = propertiesOf(this.input.byte());
    if (resets >= 1) this.decoder = this.properties && new LzmaDecoder(this.properties);
    if (!this.decoder || !this.begun) throw new Fault("bad-compression", "a chunk goes on with what has not begun");
    const { bytes, at } = this.input;
    this.input.skip(compressedSize);
    this.decoder.decode(bytes, at, at + compressedSize, this.decoded, this.decoded.length + size);
  }
}

/** The compressed bytes, read in order. */
class Input {
  at = 0;
  constructor(readonly bytes: Uint8Array) {}
  get ended(): boolean {
    return this.at >= this.bytes.length;
  }
  /** @throws {Fault} past the end */
  skip(count: number): void {
    if (this.at + count > this.bytes.length) throw new Fault("truncated", "the compressed data ends too early");
    this.at += count;
  }
  byte(): number {
    this.skip(1);
    return this.bytes[this.at - 1] ?? 0;
  }
  /** A number of `count` bytes, highest first. */
  big(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) value = value * 256 + this.byte();
    return value;
  }
  /** The same, lowest first. */
  little(count: number): number {
    this.skip(count);
    return littleEndian(this.bytes, this.at - count, count);
  }
  /** A size with seven bits in each byte, lowest first. */
  size(): number {
    let value = 0;
    for (let i = 0; i < LONGEST_SIZE; i++) {
      const byte = this.byte();
      value += (byte & 127) * 128 ** i;
      if (byte < 128) return value;
    }
    throw new Fault("bad-compression", "a size is too long");
  }
  /** Verifies the bytes between two positions against the CRC-32 that follows. */
  check(from: number, to: number, what: string): void {
    this.at = to;
    if (this.little(4) !== crc32(this.bytes.subarray(from, to)))
      throw new Fault("bad-compression", `the ${what} does not match its CRC-32`);
  }
  expect(bytes: readonly number[], message: string): void {
    for (const byte of bytes) if (this.byte() !== byte) throw new Fault("bad-compression", message);
  }
}

/** Decompresses one stream: header, blocks, index and footer. @throws {Fault} */
function readStream(input: Input, decoded: Decoded): void {
  const start = input.at;
  input.expect(MAGIC, "no xz stream begins here");
  const check = input.big(2) & 15;
  input.check(start + MAGIC.length, start + MAGIC.length + 2, "stream header");
  let blocks = 0;
  for (let size = input.byte(); size !== 0; size = input.byte()) {
    readBlock(input, decoded, (size + 1) * 4, check);
    blocks++;
  }
  readIndex(input, blocks);
}

/** A block; `headerBytes` is the size of its header, including the byte with that size. */
function readBlock(input: Input, decoded: Decoded, headerBytes: number, check: number): void {
  const start = input.at - 1;
  const flags = input.byte();
  if (flags & 0x40) input.size();
  if (flags & 0x80) input.size();
  const filter = input.size();
  if ((flags & 3) !== 0 || filter !== LZMA2) {
    const name = FILTERS.get(filter);
    const which = name === undefined ? `filter ${filter}` : `the filter for ${name}`;
    throw new Fault("bad-compression", `the data went through ${which} before LZMA2, which Bitscope does not undo`);
  }
  input.check(start, start + headerBytes - 4, "block header");
  const [from, before] = [input.at, decoded.data.length];
  new Lzma2(input, decoded).decode();
  input.skip(-(input.at - from) & 3);
  const data = decoded.data.subarray(before);
  const stored = input.at;
  input.skip(CHECK_BYTES[check] ?? 0);
  const end = input.at;
  input.at = stored;
  const [low, high] = check === CRC64 ? crc64(data) : [crc32(data), 0];
  const holds =
    check === CRC32
      ? input.little(4) === low
      : check !== CRC64 || (input.little(4) === low && input.little(4) === high);
  input.at = end;
  if (!holds) throw new Fault("bad-compression", "a block does not match its checksum");
}

/** The index with the sizes of the blocks, and the footer. */
function readIndex(input: Input, blocks: number): void {
  const start = input.at - 1;
  if (input.size() !== blocks) throw new Fault("bad-compression", "the index has another number of blocks");
  for (let i = 0; i < blocks * 2; i++) input.size();
  input.skip(-(input.at - start) & 3);
  input.check(start, input.at, "index");
  input.skip(HEADER_BYTES - FOOTER_MAGIC.length);
  input.expect(FOOTER_MAGIC, "the stream does not end as it should");
}

/**
 * Decompresses the streams at the start of `input`, with the zeros between them.
 * @param limit most bytes of the result
 */
export function decompressXz(input: Uint8Array, limit: number): Decompressed {
  const decoded = new Decoded(limit);
  const reader = new Input(input);
  try {
    do {
      readStream(reader, decoded);
      while (!reader.ended && input[reader.at] === 0) reader.skip(1);
    } while (!reader.ended);
  } catch (thrown) {
    return { data: decoded.data, consumedBytes: reader.at, problem: problemOf(thrown, limit) };
  }
  return { data: decoded.data, consumedBytes: reader.at };
}

/** The problem for what decompressing has thrown; rethrows anything else. */
function problemOf(thrown: unknown, limit: number): NonNullable<Decompressed["problem"]> {
  if (thrown instanceof TooLarge)
    return { code: "limit", message: `the compressed data grows to more than ${limit} bytes` };
  if (!(thrown instanceof Fault)) throw thrown;
  return { code: thrown.code, message: thrown.message };
}
