/**
 * Clang's offload bundles (ClangOffloadBundler in Clang's documentation), plain and compressed (`CCOB`, versions 1 to
 * 3), one after another with filler between, as a linker puts them into `.hip_fatbin`.
 */
import { append } from "../../document/arrays";
import type { ByteWindow } from "../../document/window";
import { decompressZlib } from "../compression/deflate";
import { decompressZstd } from "../compression/zstd";
import { HeaderBytes } from "./bytes";
import type { Fault, HeaderField, Layout, Part, Unpacked } from "./layout";
import { bytes, heldTo, number } from "./layout";

const PLAIN = "__CLANG_OFFLOAD_BUNDLE__";
const COMPRESSED = "CCOB";
/** Offset, size and length of the name: three words before each name, in bytes. */
const ENTRY_BYTES = 24;
const LARGEST_COUNT = 1 << 16;
const LONGEST_NAME = 4096;
/** llvm::compression::Format */
const METHODS: readonly string[] = ["zlib", "zstd"];
/** Filler bytes that are examined at once. */
const STEP = 4096;

/** The parts of one bundle, and where it ends. */
interface Bundle {
  readonly parts: readonly Part[];
  readonly faults: readonly Fault[];
  readonly endByte: number;
}

/** A plain bundle: a table of files, then the files, whose offsets count from the bundle's first byte. */
function plainBundle(header: HeaderBytes, start: number): Bundle {
  const countAt = start + PLAIN.length;
  const fields = [bytes("magic", PLAIN.length), number("number of files", 8)];
  const parts: Part[] = [{ kind: "header", name: "bundle header", startByte: start, endByte: countAt + 8, fields }];
  const count = Math.min(header.u64(countAt), LARGEST_COUNT);
  let at = countAt + 8;
  let endByte = at;
  for (let i = 0; i < count; i++) {
    const length = header.u64(at + 16);
    const nameEnd = at + ENTRY_BYTES + length;
    if (length > LONGEST_NAME || nameEnd > header.length) {
      const message = `file ${i + 1} of ${count} of the bundle has no complete entry in its table`;
      return { parts, faults: [{ startByte: Math.min(at, header.length), endByte: header.length, message }], endByte };
    }
    const name = header.text(at + ENTRY_BYTES, length);
    const entry = [number("offset", 8), number("size", 8), number("name length", 8), bytes("name", length)];
    const shown = entry.filter((field) => field.size > 0);
    parts.push({ kind: "header", name: `entry ${name}`, startByte: at, endByte: nameEnd, fields: shown });
    const startByte = start + header.u64(at);
    const end = startByte + header.u64(at + 8);
    if (end > startByte) parts.push({ kind: "image", name, startByte, endByte: end, derived: name });
    endByte = Math.max(endByte, nameEnd, end);
    at = nameEnd;
  }
  return { parts, faults: [], endByte };
}

/**
 * The header of a compressed bundle: sizes are words of four bytes, in version 3 of eight; version 1 has no size of the
 * file.
 */
function compressedFields(version: number): readonly HeaderField[] {
  const size = version >= 3 ? 8 : 4;
  return [
    bytes("magic", 4),
    number("version", 2),
    number("method", 2),
    ...(version >= 2 ? [number("file size", size)] : []),
    number("uncompressed size", size),
    bytes("hash", 8, "the first eight bytes of the MD5 of what is compressed"),
  ];
}

function compressedBundle(window: ByteWindow, header: HeaderBytes, start: number): Bundle {
  const version = header.u16(start + 4);
  const method = header.u16(start + 6);
  if (version < 1 || version > 3 || METHODS[method] === undefined) {
    const message = `version ${version}, method ${method} of a compressed bundle are not known; versions 1 to 3 and methods 0 (zlib) and 1 (zstd) are`;
    return { parts: [], faults: [{ startByte: start, endByte: window.length, message }], endByte: window.length };
  }
  const fields = compressedFields(version);
  const startByte = start + fields.reduce((sum, field) => sum + field.size, 0);
  const wide = version >= 3 ? 8 : 4;
  const fileSize = version === 1 ? window.length - start : header.number(start + 8, wide);
  const uncompressed = header.number(start + 8 + (version === 1 ? 0 : wide), wide);
  const endByte = start + fileSize;
  const head = { kind: "header", name: "compressed bundle header", startByte: start, endByte: startByte, fields };
  let unpacked: Unpacked | undefined;
  const unpack = (limit: number): Unpacked => {
    const packed = window.view(startByte, endByte);
    const plain = method === 0 ? decompressZlib(packed, limit) : decompressZstd(packed, limit);
    return (unpacked ??= heldTo("the bundle", uncompressed, plain));
  };
  const meaning = `${METHODS[method]} of ${uncompressed} bytes`;
  const payload: Part = { kind: "image", name: "bundle", startByte, endByte, derived: "bundle", unpack, meaning };
  return { parts: endByte > startByte ? [head, payload] : [head], faults: [], endByte };
}

/** The first byte from `at` on that is not filler. */
function behindFiller(window: ByteWindow, at: number): number {
  for (let from = at; from < window.length; from += STEP) {
    const found = window.view(from, Math.min(window.length, from + STEP)).findIndex((byte) => byte !== 0);
    if (found >= 0) return from + found;
  }
  return window.length;
}

/** The parts of a file of bundles; undefined for any other file. */
export function readClangBundles(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  const parts: Part[] = [];
  const faults: Fault[] = [];
  let title: string | undefined;
  for (let at = 0; at < window.length;) {
    const plain = header.text(at, PLAIN.length) === PLAIN;
    if (!plain && header.text(at, 4) !== COMPRESSED) break;
    title ??= plain ? "Clang offload bundle" : "compressed Clang offload bundle";
    const bundle = plain ? plainBundle(header, at) : compressedBundle(window, header, at);
    append(parts, bundle.parts);
    append(faults, bundle.faults);
    if (bundle.faults.length > 0 || bundle.endByte <= at) break;
    at = behindFiller(window, bundle.endByte);
  }
  return title === undefined ? undefined : { title, parts, faults };
}
