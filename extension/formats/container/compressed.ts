/** Compressed files: gzip, Zstandard, bzip2, xz. They are opened if Bitscope can read their content. */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import { decompressBzip2 } from "../compression/bzip2";
import { decompressGzip } from "../compression/deflate";
import { decompressXz } from "../compression/xz";
import { decompressZstd } from "../compression/zstd";
import { HeaderBytes } from "./bytes";
import type { HeaderField, Layout, Part, Unpacked } from "./layout";
import { bytes, number } from "./layout";

/** Larger files are not decompressed just to find out what they contain. */
const LARGEST_INPUT = 256 * 1024 * 1024;
const NAME = "payload";

const GZIP = 0x8b1f;
const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;
/** Flags of a gzip header (RFC 1952, 2.3.1), in the order of the fields that they announce. */
const FHCRC = 2;
const FEXTRA = 4;
const FNAME = 8;
const FCOMMENT = 16;
const LONGEST_NAME = 4096;

/** Remembers the result of unpacking, since both detection and opening need it. */
function once(unpack: (limit: number) => Unpacked): (limit: number) => Unpacked {
  let unpacked: Unpacked | undefined;
  return (limit) => (unpacked ??= unpack(limit));
}

function payload(startByte: number, endByte: number, derived: string, unpack: (limit: number) => Unpacked): Part {
  return { kind: "payload", name: "compressed data", startByte, endByte, derived, unpack: once(unpack) };
}

/** The fields of a gzip header, and the name of the original file. */
function gzipHeader(header: HeaderBytes): { readonly fields: readonly HeaderField[]; readonly name: string } {
  const flags = header.u8(3);
  const fields = [
    bytes("magic", 2),
    number("method", 1),
    number("flags", 1),
    number("time", 4),
    number("extra flags", 1),
    number("system", 1),
  ];
  let at = GZIP_HEADER_BYTES;
  let name = NAME;
  const add = (field: HeaderField): void => {
    fields.push(field);
    at += field.size;
  };
  if (flags & FEXTRA) {
    const size = header.u16(at);
    add(number("extra length", 2));
    if (size > 0) add(bytes("extra", size));
  }
  if (flags & FNAME) {
    const text = header.cString(at, LONGEST_NAME);
    if (text !== "") name = text;
    add(bytes("name", text.length + 1));
  }
  if (flags & FCOMMENT) add(bytes("comment", header.cString(at, LONGEST_NAME).length + 1));
  if (flags & FHCRC) add(number("header checksum", 2));
  return { fields, name };
}

function gzip(window: ByteWindow, header: HeaderBytes): Layout {
  const { fields, name } = gzipHeader(header);
  const start = fields.reduce((sum, field) => sum + field.size, 0);
  const end = Math.max(start, window.length - GZIP_TRAILER_BYTES);
  const trailer = [number("CRC-32", 4), number("uncompressed size", 4)];
  const data = payload(start, end, name, (limit) =>
    decompressGzip(window.view(0, window.length), { start, end }, limit),
  );
  const parts: Part[] = [
    { kind: "header", name: "gzip header", startByte: 0, endByte: start, fields },
    data,
    { kind: "header", name: "gzip trailer", startByte: end, endByte: end + GZIP_TRAILER_BYTES, fields: trailer },
  ];
  return { title: "gzip data", parts, faults: [] };
}

/** The parts of a compressed file; undefined for any other file. */
export function readCompressed(window: ByteWindow): Layout | undefined {
  if (window.length > LARGEST_INPUT) return undefined;
  const header = new HeaderBytes(window);
  if (header.u16(0) === GZIP && header.u8(2) === 8) return gzip(window, header);
  const all = (): Uint8Array => window.view(0, window.length);
  const whole = (unpack: (limit: number) => Unpacked): Part => payload(0, window.length, NAME, unpack);
  const head = byteString(window.view(0, Math.min(6, window.length)));
  if (head.startsWith("\x28\xb5\x2f\xfd"))
    return { title: "Zstandard data", parts: [whole((limit) => decompressZstd(all(), limit))], faults: [] };
  if (/^BZh[1-9]/.test(head))
    return { title: "bzip2 data", parts: [whole((limit) => decompressBzip2(all(), limit))], faults: [] };
  if (head === "\xfd7zXZ\0")
    return { title: "xz data", parts: [whole((limit) => decompressXz(all(), limit))], faults: [] };
  return undefined;
}
