/**
 * Mojo packages (`.mojopkg`, `.mojoc`): a header, then MLIR bytecode, compressed since version 2. docs/formats/boxes.md
 * describes the header; older packages are only the bytecode.
 */
import type { ByteWindow } from "../../document/window";
import { decompressZstd } from "../compression/zstd";
import { HeaderBytes } from "./bytes";
import type { HeaderField, Layout, Part, Unpacked } from "./layout";
import { bytes, cutHeader, heldTo, number } from "./layout";

const MAGIC = "MPKG";
/** Offset of the compiler's hash, and its length including the zero after it. */
const HASH = 18;
const HASH_BYTES = 65;
/** Offset of the size of the uncompressed bytecode. */
const SIZE = HASH + HASH_BYTES;
/** Where the bytecode begins, by version. */
const PAYLOAD: readonly (number | undefined)[] = [undefined, 88, 96];

/** Major, minor and patch, each in a byte: `1.2.0`. */
const release = (header: HeaderBytes, at: number): string =>
  [header.u8(at), header.u8(at + 1), header.u8(at + 2)].join(".");

function fieldsOf(header: HeaderBytes, version: number, payload: number): readonly HeaderField[] {
  const size = version === 1 ? [] : [number("uncompressed size", 8)];
  return [
    bytes("magic", 4),
    number("version", 1),
    bytes("reserved", 3),
    bytes("Mojo release", 4, release(header, 8)),
    bytes("package release", 6, release(header, 12)),
    bytes("hash", HASH_BYTES, "of the compiler that made it"),
    ...size,
    bytes("padding", payload - SIZE - 8 * size.length),
  ];
}

/** The parts of a package; undefined for any other file. */
export function readMojoPackage(window: ByteWindow): Layout | undefined {
  const header = new HeaderBytes(window);
  if (header.text(0, MAGIC.length) !== MAGIC) return undefined;
  const title = "Mojo package";
  const version = header.u8(MAGIC.length);
  const startByte = PAYLOAD[version];
  const endByte = window.length;
  if (startByte === undefined) {
    const message = `version ${version} of a Mojo package is not known; 1 and 2 are`;
    return { title, parts: [], faults: [{ startByte: 0, endByte, message }] };
  }
  if (endByte < startByte) return { title, parts: [], faults: [cutHeader(window, 0, "the Mojo package")] };
  const fields = fieldsOf(header, version, startByte);
  const head: Part = { kind: "header", name: "package header", startByte: 0, endByte: startByte, fields };
  const member: Part = { kind: "member", name: "module", startByte, endByte, derived: "module" };
  if (version === 1) return { title, parts: [head, member], faults: [] };
  const size = header.u64(SIZE);
  let unpacked: Unpacked | undefined;
  const unpack = (limit: number): Unpacked =>
    (unpacked ??= heldTo("the package", size, decompressZstd(window.view(startByte, endByte), limit)));
  return { title, parts: [head, { ...member, unpack, meaning: `zstd of ${size} bytes` }], faults: [] };
}
