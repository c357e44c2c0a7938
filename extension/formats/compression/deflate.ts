/** Decompresses zlib (RFC 1950) and gzip (RFC 1952) data. Fflate inflates; headers and checksums are verified here. */
import { Inflate, inflateSync } from "fflate/browser";
import { crc32 } from "../../kit/crc32";
import { littleEndian } from "../../kit/littleEndian";
import type { Decompressed } from "./output";
import { Output, TooLarge } from "./output";

/** Bytes passed to the decompressor at once: they may grow a thousandfold before the limit is checked. */
const STEP = 1 << 12;
/** Sizes of a zlib stream's header and of the Adler-32 after it. */
const ZLIB_HEADER = 2;
const ZLIB_TRAILER = 4;
/** The most bytes that Adler-32 can add before it must be reduced (zlib's NMAX). */
const ADLER_STEP = 5552;
const ADLER_BASE = 65521;

/** Adler-32 (RFC 1950, 8.2). */
function adler32(data: Uint8Array): number {
  let [low, high] = [1, 0];
  for (let from = 0; from < data.length; from += ADLER_STEP) {
    const to = Math.min(data.length, from + ADLER_STEP);
    for (let i = from; i < to; i++) {
      low += data[i] ?? 0;
      high += low;
    }
    low %= ADLER_BASE;
    high %= ADLER_BASE;
  }
  return high * 65536 + low;
}

/** Decompresses a stream of at most {@link STEP} bytes to at most {@link STEP}, without the buffers for a long one. */
function inflateSmall(input: Uint8Array, limit: number): Uint8Array {
  // What does not fit is dropped; one byte more tells that there was more.
  const data = inflateSync(input, { out: new Uint8Array(limit + 1) });
  if (data.length > limit) throw new TooLarge();
  return data;
}

/**
 * Decompresses a raw deflate stream.
 * @param limit most bytes of the result
 */
export function inflate(input: Uint8Array, limit: number): Decompressed {
  const isSmall = input.length > 0 && Math.max(input.length, limit) <= STEP;
  const output = new Output(limit);
  const stream = new Inflate(output.add);
  let at = 0;
  try {
    if (isSmall) return { data: inflateSmall(input, limit), consumedBytes: input.length };
    do {
      const to = Math.min(input.length, at + STEP);
      stream.push(input.subarray(at, to), to === input.length);
      at = to;
    } while (at < input.length);
  } catch (error) {
    const limited = error instanceof TooLarge;
    const code = limited ? "limit" : "bad-compression";
    const message = limited
      ? `the compressed data grows to more than ${limit} bytes`
      : `the compressed data cannot be inflated: ${(error as Error).message}`;
    return { data: output.data, consumedBytes: at, problem: { code, message } };
  }
  return { data: output.data, consumedBytes: input.length };
}

/** The result after its checksum was verified. */
function summed(result: Decompressed, consumedBytes: number, holds: boolean, name: string): Decompressed {
  const { data, problem } = result;
  if (problem || holds) return { ...result, consumedBytes };
  return { data, consumedBytes, problem: { code: "bad-compression", message: `the data does not match its ${name}` } };
}

/** Decompresses a zlib stream that fills `input` completely. */
export function decompressZlib(input: Uint8Array, limit: number): Decompressed {
  const [method = 0, flags = 0] = input;
  if (input.length < ZLIB_HEADER + ZLIB_TRAILER || (method & 15) !== 8 || (method * 256 + flags) % 31 !== 0) {
    const message = "there is no zlib header here";
    return { data: new Uint8Array(), consumedBytes: 0, problem: { code: "bad-compression", message } };
  }
  const end = input.length - ZLIB_TRAILER;
  const result = inflate(input.subarray(ZLIB_HEADER, end), limit);
  const sum = [0, 1, 2, 3].reduce((value, i) => value * 256 + (input[end + i] ?? 0), 0);
  return summed(result, input.length, result.problem !== undefined || adler32(result.data) === sum, "Adler-32");
}

/** Decompresses the deflate stream of a gzip file with one member; its CRC-32 and length are at `trailer`. */
export function decompressGzip(
  input: Uint8Array,
  deflate: { readonly start: number; readonly end: number },
  limit: number,
): Decompressed {
  const result = inflate(input.subarray(deflate.start, deflate.end), limit);
  const holds =
    result.problem !== undefined ||
    (littleEndian(input, deflate.end, 4) === crc32(result.data) &&
      littleEndian(input, deflate.end + 4, 4) === result.data.length % 2 ** 32);
  return summed(result, input.length, holds, "CRC-32 and length");
}
