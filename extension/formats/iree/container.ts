/**
 * The container around a module: a bare FlatBuffer (until 2022-05-26), or a size-prefixed one with external rodata
 * after it; either may have a zip archive woven around it ("polyglot": the runtime skips the first local header, unzip
 * reads from the end). Sources: iree/vm/bytecode/archive.c; zip: PKWARE APPNOTE 4.3.
 */
import { append } from "../../document/arrays";
import type { ProblemCode } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import { byteString } from "../../document/byteText";
import type { ZipEnd, ZipHeader, ZipMember } from "../zip/directory";
import { CENTRAL_BYTES, centralHeader, END_BYTES, localHeader, readZipEnd } from "../zip/directory";
import type { Bytes } from "./bytes";
import { align, u32 } from "./bytes";

/** A fault in the container. */
export interface ContainerFault extends Bytes {
  readonly code: ProblemCode;
  readonly message: string;
}

/** A header of the zip archive. */
export interface ZipPart extends ZipHeader {
  /** For a local header: the member's bytes. */
  readonly data?: Bytes;
}

/** The positions of a file's parts. */
export interface Container {
  /** The module's FlatBuffer, without its size prefix. */
  readonly flatbuffer: Bytes;
  /** The file identifier as stored: `IREE`, `BMOD`. */
  readonly identifier: string;
  readonly sizePrefix: Bytes | undefined;
  /** The position from which external_data_offset counts; undefined in a file without a size prefix. */
  readonly rodataBase: number | undefined;
  /** Zip headers in file order. */
  readonly zip: readonly ZipPart[];
  readonly faults: readonly ContainerFault[];
}

/** External rodata starts at a multiple of this from the file's start (IREE_VM_ARCHIVE_SEGMENT_ALIGNMENT). */
const SEGMENT_ALIGNMENT = 64;
/** Most entries of a zip directory that are read; a module has one for each rodata segment. */
const MOST_ENTRIES = 65536;

/** The root offset and the identifier. */
const ROOT_BYTES = 8;
/** Bytes in which a local header is searched for. */
const SHIFTED = 32;

/** The name that the compiler gives the module in the archive. */
const MODULE_NAME = "module.fb";

const identifiers = new Set(["IREE", "BMOD"]);

/** Four bytes as a string. */
function identifierAt(window: ByteWindow, at: number): string {
  return byteString(window.view(at, at + 4));
}

/** Size of the zip local header at the file's start; 0 if there is none. */
function leadingHeader(window: ByteWindow): number {
  return localHeader(window, 0)?.header.end ?? 0;
}

/** Whether the file is a module: has an identifier in its place, bare, after a size prefix or after a zip header. */
export function isModule(window: ByteWindow): boolean {
  const skip = leadingHeader(window);
  if (identifiers.has(identifierAt(window, skip + 8)) || identifiers.has(identifierAt(window, skip + 4))) return true;
  return skip > 0 ? localHeader(window, 0)?.header.name === MODULE_NAME : false;
}

/**
 * Whether a size precedes the FlatBuffer. If the identifier does not tell: whether the size has room for the root
 * offset.
 */
function isPrefixed(window: ByteWindow, skip: number): boolean {
  if (identifiers.has(identifierAt(window, skip + 8))) return true;
  if (identifiers.has(identifierAt(window, skip + 4))) return false;
  const head = window.view(skip, skip + 8);
  return head.length === 8 && u32(head, 0) <= window.length - skip - 4 && u32(head, 4) < u32(head, 0);
}

/** Finds the parts of a file. Reads its start and, for a zip, the directory at its end. */
export function readContainer(window: ByteWindow): Container {
  const faults: ContainerFault[] = [];
  const skip = leadingHeader(window);
  const prefixed = isPrefixed(window, skip);
  const start = prefixed ? skip + 4 : skip;
  const limit = window.length;
  let end = limit;
  if (prefixed) {
    const size = u32(window.view(skip, skip + 4), 0);
    end = Math.min(limit, start + size);
    if (start + size > limit || size < ROOT_BYTES) {
      const message = `the FlatBuffer's size prefix says ${size} bytes, ${limit - start} are left`;
      faults.push({ code: "truncated", start: skip, end: skip + 4, message });
    }
  }
  if (start + ROOT_BYTES > limit) {
    const at = Math.min(skip, Math.max(0, limit - 4));
    faults.push({
      code: "truncated",
      start: at,
      end: limit,
      message: "the file ends before the FlatBuffer's root offset",
    });
  }
  const identifier = identifierAt(window, start + 4);
  if (!identifiers.has(identifier) && start + ROOT_BYTES <= limit) {
    const message = `the file identifier is ${JSON.stringify(identifier)}, where IREE or BMOD is expected`;
    faults.push({ code: "bad-signature", start: start + 4, end: start + ROOT_BYTES, message });
  }
  // Segments follow a size-prefixed FlatBuffer, and the last may be an archive itself, whose end is then the file's end.
  // The compiler weaves no zip around such a module without starting the file with a local header.
  const zip = prefixed && skip === 0 ? [] : readZip(window, skip, faults);
  // Bytes after a bare FlatBuffer: only a zip directory tells where it ends.
  const directory = zip.find((part) => part.kind === "central header");
  if (!prefixed && directory) end = Math.min(end, directory.start);
  return {
    flatbuffer: { start, end },
    identifier,
    sizePrefix: prefixed ? { start: skip, end: start } : undefined,
    rodataBase: prefixed ? align(end, SEGMENT_ALIGNMENT) : undefined,
    zip,
    faults,
  };
}

/** The zip's headers in file order; invalid ones are left out and reported. */
function readZip(window: ByteWindow, skip: number, faults: ContainerFault[]): readonly ZipPart[] {
  const parts: ZipPart[] = [];
  const first = skip > 0 ? localHeader(window, 0) : undefined;
  if (first) parts.push(first.header);
  const end = readZipEnd(window, 0);
  if (end === undefined) return parts;
  append(parts, end.headers);
  readDirectory(window, end, parts, faults);
  return parts.sort((a, b) => a.start - b.start);
}

/** Follows the central directory. If the count is wrong, it ends at the first bytes that are not a header. */
function readDirectory(window: ByteWindow, end: ZipEnd, parts: ZipPart[], faults: ContainerFault[]): void {
  let at = end.directory;
  const count = Math.min(end.entries, MOST_ENTRIES);
  for (let i = 0; i < count; i++) {
    const central = centralHeader(window, at);
    if (!central) {
      const start = Math.min(at, window.length - END_BYTES);
      const message = `the zip directory has ${count} entries, entry ${i} is not a central header`;
      faults.push({ code: "bad-container", start, end: Math.min(window.length, start + 4), message });
      return;
    }
    parts.push(central.header);
    addMember(window, central, parts, faults);
    at = central.header.end;
  }
}

/** The local header to which a central one points. */
function addMember(window: ByteWindow, central: ZipMember, parts: ZipPart[], faults: ContainerFault[]): void {
  const { offset, packedBytes, header } = central;
  if (offset === 0 && parts.some((p) => p.start === 0)) return;
  const local = findHeader(window, offset);
  if (local === undefined) {
    const message = `the zip directory places ${header.name} at ${offset}, where there is no local header`;
    faults.push({ code: "bad-container", start: header.start, end: header.start + CENTRAL_BYTES, message });
    return;
  }
  const { header: part } = local;
  parts.push({ ...part, data: { start: part.end, end: Math.min(window.length, part.end + packedBytes) } });
}

/**
 * The local header at `offset`, or a few bytes after it: in 2021 the compiler stored the header's position before the
 * FlatBuffer's own header was inserted.
 */
function findHeader(window: ByteWindow, offset: number): ZipMember | undefined {
  for (let at = offset; at + 4 <= Math.min(window.length, offset + SHIFTED); at++) {
    const header = localHeader(window, at);
    if (header) return header;
  }
  return undefined;
}
