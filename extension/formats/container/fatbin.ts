/**
 * CUDA's fat binaries (sections `.nv_fatbin`). NVIDIA does not document them; public readers agree on this layout: a
 * header, then entries of PTX or cubin, each with a header that names its architecture.
 */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { decompressZstd } from "../compression/zstd";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part, Unpacked } from "./layout";
import { cutHeader, bytes, number } from "./layout";

const MAGIC = 0xba55ed50;
const HEADER_BYTES = 16;
/** Size of the named part of an entry's header; options and the name of the source follow it. */
const ENTRY_BYTES = 64;
/** Shortest header of an entry: everything up to its architecture. */
const SHORTEST_ENTRY = 32;
const PTX = 1;
const CUBIN = 2;
const KINDS: ReadonlyMap<number, string> = new Map([
  [PTX, "PTX"],
  [CUBIN, "cubin"],
  [4, "old cubin"],
  [8, "NVVM IR"],
]);
/** Flags for the compression of the payload. */
const LZ4: ReadonlySet<number> = new Set([0x1000, 0x2000]);
const ZSTD = 0x8000;

const HEADER: readonly HeaderField[] = [
  bytes("magic", 4),
  number("version", 2),
  number("header size", 2),
  number("size", 8),
];
const ENTRY: readonly HeaderField[] = [
  number("kind", 2),
  number("version", 2),
  number("header size", 4),
  number("size", 8),
  number("compressed size", 4),
  number("options offset", 4),
  number("minor", 2),
  number("major", 2),
  number("architecture", 4),
  number("name offset", 4),
  number("name length", 4),
  number("flags", 8),
  number("reserved", 8),
  number("uncompressed size", 8),
];

/** The header of an entry, and its payload. */
function entryParts(window: ByteWindow, header: HeaderBytes, at: number): readonly Part[] {
  const kind = header.u16(at);
  const headerSize = header.u32(at + 4);
  const startByte = at + headerSize;
  const size = header.u64(at + 8);
  const architecture = header.u32(at + 28);
  const flags = headerSize >= ENTRY_BYTES ? header.u32(at + 40) : 0;
  const what = KINDS.get(kind) ?? `kind ${kind}`;
  const name = kind === PTX ? `compute_${architecture}.ptx` : `sm_${architecture}.${what}`;
  const rest = headerSize - ENTRY_BYTES;
  const named = rest >= 0 ? [...ENTRY, ...(rest > 0 ? [bytes("options and name", rest)] : [])] : undefined;
  const fields = named ?? [bytes("content", headerSize)];
  const packed = flags & ZSTD ? "Zstandard" : [...LZ4].some((flag) => flags & flag) ? "LZ4" : undefined;
  const meaning = packed === undefined ? what : `${what}, compressed (${packed})`;
  const head: Part = { kind: "header", name: `entry ${name}`, startByte: at, endByte: startByte, fields };
  if (size === 0) return [head];
  const image: Part = { kind: "image", name, startByte, endByte: startByte + size, derived: name, meaning };
  if (packed !== "Zstandard") return [head, image];
  const end = startByte + Math.min(size, header.u32(at + 16) || size);
  let unpacked: Unpacked | undefined;
  const unpack = (limit: number): Unpacked => (unpacked ??= decompressZstd(window.view(startByte, end), limit));
  return [head, { ...image, unpack }];
}

/** The parts of a file of fat binaries, one after another; undefined for any other file. */
export function readFatbin(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  if (header.u32(0) !== MAGIC) return undefined;
  const parts: Part[] = [];
  const faults: Fault[] = [];
  for (let at = 0; header.u32(at) === MAGIC;) {
    if (at + HEADER_BYTES > window.length) {
      faults.push(cutHeader(window, at, "the fat binary"));
      break;
    }
    const headerEnd = at + Math.max(HEADER_BYTES, header.u16(at + 6));
    const rest = headerEnd - at - HEADER_BYTES;
    const fields = rest > 0 ? [...HEADER, bytes("rest", rest)] : HEADER;
    parts.push({ kind: "header", name: "fat binary header", startByte: at, endByte: headerEnd, fields });
    const end = headerEnd + header.u64(at + 8);
    let entry = headerEnd;
    while (entry + SHORTEST_ENTRY <= Math.min(end, window.length) && header.u32(entry + 4) >= SHORTEST_ENTRY) {
      append(parts, entryParts(window, header, entry));
      entry += header.u32(entry + 4) + header.u64(entry + 8);
    }
    if (entry !== end) {
      const message = `the fat binary's entries end at byte ${entry}, not at ${end} as its header says`;
      faults.push({ startByte: Math.min(entry, window.length), endByte: window.length, message });
      break;
    }
    at = end;
  }
  return { title: "CUDA fat binary", parts, faults };
}
