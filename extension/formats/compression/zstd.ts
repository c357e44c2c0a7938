/** Decompresses Zstandard data (RFC 8878). Fzstd decompresses; this file first walks the frames, to enforce a limit. */
import { Decompress } from "fzstd";
import { littleEndian } from "../../kit/littleEndian";
import type { Decompressed } from "./output";
import { Output, TooLarge } from "./output";

const MAGIC = 0xfd2fb528;
/** The first of the sixteen magic numbers of skippable frames. */
const SKIPPABLE = 0x184d2a50;
/** Types of blocks. A run of one byte takes one byte in the file, whatever its size. */
const RUN = 1;
const RESERVED = 3;

/** One frame: its bytes, and the memory that it asks for. */
export interface ZstdFrame {
  readonly startByte: number;
  /** Where the blocks begin, after the header; a skippable frame has none. */
  readonly blocksByte: number;
  readonly endByte: number;
  readonly windowBytes: number;
  readonly skippable: boolean;
}

/** The frames of `bytes`, and where bytes begin that are not a complete frame. */
export interface ZstdFrames {
  readonly frames: readonly ZstdFrame[];
  readonly endByte: number;
}

/** The frame at `at` (RFC 8878, 3.1.1); undefined if there is none or it is cut off. */
function frameAt(bytes: Uint8Array, at: number): ZstdFrame | undefined {
  const magic = littleEndian(bytes, at, 4);
  if (magic - (magic % 16) === SKIPPABLE) {
    const endByte = at + 8 + littleEndian(bytes, at + 4, 4);
    return at + 8 <= bytes.length && endByte <= bytes.length
      ? { startByte: at, blocksByte: endByte, endByte, windowBytes: 0, skippable: true }
      : undefined;
  }
  if (magic !== MAGIC) return undefined;
  const descriptor = bytes[at + 4] ?? 0;
  const single = (descriptor & 0x20) !== 0;
  const dictionary = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = [single ? 1 : 0, 2, 4, 8][descriptor >> 6] ?? 0;
  const window = bytes[at + 5] ?? 0;
  const base = 2 ** (10 + (window >> 3));
  const sizeAt = at + 5 + (single ? 0 : 1) + dictionary;
  const contentBytes = littleEndian(bytes, sizeAt, sizeBytes) + (sizeBytes === 2 ? 256 : 0);
  const blocksByte = sizeAt + sizeBytes;
  const windowBytes = single ? contentBytes : base + (base / 8) * (window & 7);
  let end = blocksByte;
  for (let last = false; !last;) {
    if (end + 3 > bytes.length) return undefined;
    const header = littleEndian(bytes, end, 3);
    const type = (header >> 1) & 3;
    if (type === RESERVED) return undefined;
    end += 3 + (type === RUN ? 1 : header >> 3);
    last = (header & 1) === 1;
  }
  const endByte = end + (descriptor & 4 ? 4 : 0);
  return endByte <= bytes.length ? { startByte: at, blocksByte, endByte, windowBytes, skippable: false } : undefined;
}

/** Walks the frames at the start of `bytes`. */
export function zstdFrames(bytes: Uint8Array): ZstdFrames {
  const frames: ZstdFrame[] = [];
  let endByte = 0;
  for (let frame = frameAt(bytes, 0); frame; frame = frameAt(bytes, endByte)) {
    frames.push(frame);
    endByte = frame.endByte;
  }
  return { frames, endByte };
}

/**
 * Decompresses the frames at the start of `input`.
 * @param limit most bytes of the result, and of the window that a frame asks for
 */
export function decompressZstd(input: Uint8Array, limit: number): Decompressed {
  const { frames, endByte } = zstdFrames(input);
  const output = new Output(limit);
  const failed = (code: "limit" | "bad-compression" | "truncated", message: string, at: number): Decompressed => ({
    data: output.data,
    consumedBytes: at,
    problem: { code, message },
  });
  if (!frames.some((frame) => !frame.skippable))
    return failed("truncated", "there is no complete Zstandard frame here", endByte);
  for (const { startByte, endByte: end, windowBytes, skippable } of frames) {
    if (skippable) continue;
    if (windowBytes > limit) return failed("limit", `a frame asks for ${windowBytes} bytes of memory`, startByte);
    try {
      new Decompress(output.add).push(input.subarray(startByte, end), true);
    } catch (error) {
      if (error instanceof TooLarge)
        return failed("limit", `the compressed data grows to more than ${limit} bytes`, startByte);
      const message = `the compressed data cannot be decompressed: ${(error as Error).message}`;
      return failed("bad-compression", message, startByte);
    }
  }
  return { data: output.data, consumedBytes: endByte };
}
