/** Xar archives: ld64 puts the bitcode of a linked program into one (section `__LLVM,__bundle`). Source: xar's own format page. */
import type { ByteWindow } from "../../document/window";
import { byteString } from "../../document/byteText";
import { decompressBzip2 } from "../compression/bzip2";
import { decompressZlib } from "../compression/deflate";
import { HeaderBytes } from "./bytes";
import type { Fault, Layout, Part, Unpacked } from "./layout";
import { bytes } from "./layout";
import type { XarFile } from "./xarTable";
import { xarFiles } from "./xarTable";

const MAGIC = 0x78617221;
const SHORTEST_HEADER = 28;
/** A larger table of contents, which is text, is damage: a fixed part, and a multiple of the archive's bytes. */
const LARGEST_TABLE = 1024 * 1024;
const TABLE_TIMES = 40;

/** How a file's data is unpacked, by its encoding; undefined if it is stored as it is. */
function unpacker(style: string): ((input: Uint8Array, limit: number) => Unpacked) | undefined {
  switch (style) {
    case "application/x-gzip":
      return decompressZlib;
    case "application/x-bzip2":
      return decompressBzip2;
    default:
      return undefined;
  }
}

function filePart(window: ByteWindow, heap: number, file: XarFile): Part {
  const { name, type, length, style } = file;
  const startByte = heap + file.offset;
  const endByte = startByte + length;
  const part: Part = { kind: "member", name, startByte, endByte, derived: name, ...(type ? { meaning: type } : {}) };
  const decompress = unpacker(style);
  if (!decompress) return part;
  let unpacked: Unpacked | undefined;
  return { ...part, unpack: (limit) => (unpacked ??= decompress(window.view(startByte, endByte), limit)) };
}

/** The parts of a xar archive; undefined for any other file. */
export function readXar(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window, true);
  if (header.u32(0) !== MAGIC) return undefined;
  const size = Math.max(SHORTEST_HEADER, header.u16(4));
  const fields = [
    bytes("magic", 4),
    bytes("header size", 2),
    bytes("version", 2),
    bytes("length of the table", 8, `${header.u64(8)}`),
    bytes("uncompressed length of the table", 8, `${header.u64(16)}`),
    bytes("checksum", 4),
    ...(size > SHORTEST_HEADER ? [bytes("checksum name", size - SHORTEST_HEADER)] : []),
  ];
  const heap = size + header.u64(8);
  const table = { kind: "table", name: "table of contents", startByte: size, endByte: heap };
  const parts: Part[] = [{ kind: "header", name: "xar header", startByte: 0, endByte: size, fields }, table];
  const { data, problem } = decompressZlib(window.view(size, heap), LARGEST_TABLE + TABLE_TIMES * window.length);
  const faults: Fault[] = problem
    ? [{ startByte: Math.min(size, window.length), endByte: Math.min(heap, window.length), ...problem }]
    : [];
  // The checksum of the table is at the start of the heap and belongs to no file.
  let count = 0;
  for (const file of xarFiles(byteString(data))) {
    if (file.length === 0) continue;
    if (++count > window.length) {
      const message = "the table of contents lists more files than the archive has bytes; the others are left out";
      faults.push({ startByte: size, endByte: Math.min(heap, window.length), message, code: "limit" });
      break;
    }
    parts.push(filePart(window, heap, file));
  }
  return { title: "xar archive", parts, faults };
}
