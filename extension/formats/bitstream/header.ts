/** What comes before the first block of a bitstream file: Darwin's wrapper and the magic number. */
import { littleEndian } from "../../kit/littleEndian";
import type { Problem } from "../../document/problem";
import type { ByteWindow } from "../../document/window";

/**
 * The kinds of stream that llvm-bcanalyzer recognises by their magic (BitcodeAnalyzer.cpp, ReadSignature), in its
 * words; and PNaCl's.
 */
export type StreamType =
  "LLVM IR" | "Clang Serialized AST" | "Clang Serialized Diagnostics" | "LLVM Remarks" | "PNaCl" | "unknown";

/** The wrapper that Darwin's tools put around a module: five little-endian words. */
export interface Wrapper {
  readonly magic: number;
  readonly version: number;
  /** Where the bitstream starts; bytes from the start of the file. */
  readonly offset: number;
  readonly size: number;
  readonly cpuType: number;
}

/** Where the stream is in the file, and its kind. */
export interface StreamHeader {
  readonly wrapper: Wrapper | undefined;
  readonly type: StreamType;
  /** The range of the stream including its magic; bytes from the start of the file. */
  readonly startByte: number;
  readonly endByte: number;
  readonly problems: readonly Problem[];
  /** Names of blocks and records by number, if the format containing the stream has its own. */
  readonly names?: NameTable;
}

/** Names of blocks, and of their records by code. */
export type NameTable = Readonly<
  Record<string, { readonly name?: string; readonly codes: Readonly<Record<string, string>> }>
>;

/** The first word of a wrapper. */
export const WRAPPER_MAGIC = 0x0b17c0de;
/** Size of the wrapper's five words in bytes. The stream may start in place of the fifth. */
export const WRAPPER_BYTES = 20;
const SHORTEST_WRAPPER_BYTES = 16;
/** Size of a stream's magic number in bytes. */
export const MAGIC_BYTES = 4;

const IR_MAGIC = 0xdec04342;

function word(bytes: Uint8Array, index: number): number {
  return littleEndian(bytes, index * 4, 4);
}

function streamType(magic: Uint8Array): StreamType {
  switch (String.fromCharCode(...magic)) {
    case "CPCH":
      return "Clang Serialized AST";
    case "DIAG":
      return "Clang Serialized Diagnostics";
    case "RMRK":
      return "LLVM Remarks";
    default:
      return word(magic, 0) === IR_MAGIC ? "LLVM IR" : "unknown";
  }
}

/**
 * Reads the wrapper, if there is one, and the magic. A wrapper whose range is wrong is a problem; the part of the range
 * that exists is used.
 */
export function readStreamHeader(window: ByteWindow): StreamHeader {
  const head = window.view(0, WRAPPER_BYTES);
  const problems: Problem[] = [];
  let [startByte, endByte] = [0, window.length];
  let wrapper: Wrapper | undefined;
  if (head.length === WRAPPER_BYTES && word(head, 0) === WRAPPER_MAGIC) {
    const [magic, version, offset, size, cpuType] = [0, 1, 2, 3, 4].map((i) => word(head, i)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    wrapper = { magic, version, offset, size, cpuType };
    startByte = Math.min(Math.max(offset, SHORTEST_WRAPPER_BYTES), window.length);
    endByte = Math.min(Math.max(startByte, offset + size), window.length);
    if (offset < SHORTEST_WRAPPER_BYTES || offset + size > window.length) {
      const message = `Invalid bitcode wrapper header: bytes ${offset} to ${offset + size} of a file of ${window.length}`;
      problems.push({ code: "bad-container", message, startBit: 64, endBit: 128, path: ["wrapper"] });
    }
  }
  const type = streamType(window.view(startByte, Math.min(startByte + MAGIC_BYTES, endByte)));
  if (endByte - startByte < MAGIC_BYTES) {
    const message = "file too small to contain bitcode header";
    problems.push({ code: "truncated", message, startBit: startByte * 8, endBit: endByte * 8, path: [] });
  }
  return { wrapper, type, startByte, endByte, problems };
}
