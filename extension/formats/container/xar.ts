/** Xar archives: ld64 puts the bitcode of a linked program into one (section `__LLVM,__bundle`). Source: xar's own format page. */
import type { ByteWindow } from "../../document/window";
import { byteString } from "../../document/byteText";
import { decompressBzip2 } from "../compression/bzip2";
import { decompressZlib } from "../compression/deflate";
import { HeaderBytes } from "./bytes";
import type { Fault, Layout, Part, Unpacked } from "./layout";
import { bytes } from "./layout";

const MAGIC = 0x78617221;
const SHORTEST_HEADER = 28;
/** A larger table of contents, which is text, is damage. */
const LARGEST_TABLE = 16 * 1024 * 1024;

/** A file in the table of contents; offsets count from the first byte after the table. */
interface XarFile {
  readonly name: string;
  readonly type: string;
  readonly offset: number;
  readonly length: number;
  readonly style: string;
}

/** The text of the first element with this name. */
function element(xml: string, name: string): string | undefined {
  return new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)</${name}>`).exec(xml)?.[1]?.trim();
}

/** The files of a table of contents. Folders contain their files; entries without data are skipped. */
function files(xml: string): readonly XarFile[] {
  return xml
    .split(/<file[\s>]/)
    .slice(1)
    .flatMap((file): XarFile[] => {
      const data = /<data>([\s\S]*?)<\/data>/.exec(file)?.[1];
      if (data === undefined) return [];
      // `data` contains only checksums and lengths, so the first `name` outside it is the file's.
      const outside = file.replace(data, "");
      const number = (name: string): number => Number(element(data, name) ?? NaN);
      const [offset, length] = [number("offset"), number("length")];
      if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length) || offset < 0 || length < 0) return [];
      const style = /<encoding\s[^>]*style="([^"]*)"/.exec(data)?.[1] ?? "application/octet-stream";
      return [
        { name: element(outside, "name") ?? "file", type: element(outside, "file-type") ?? "", offset, length, style },
      ];
    });
}

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
  const { data, problem } = decompressZlib(window.view(size, heap), LARGEST_TABLE);
  const faults: Fault[] = problem
    ? [{ startByte: Math.min(size, window.length), endByte: Math.min(heap, window.length), ...problem }]
    : [];
  // The checksum of the table is at the start of the heap and belongs to no file.
  for (const file of files(byteString(data))) if (file.length > 0) parts.push(filePart(window, heap, file));
  return { title: "xar archive", parts, faults };
}
