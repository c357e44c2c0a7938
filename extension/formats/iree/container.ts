/**
 * The container around a module: a bare FlatBuffer (until 2022-05-26), or a size-prefixed one with external rodata
 * after it; either may have a zip archive woven around it ("polyglot": the runtime skips the first local header, unzip
 * reads from the end). Sources: iree/vm/bytecode/archive.c; zip: PKWARE APPNOTE 4.3.
 */
import { append } from "../../document/arrays";
import type { ProblemCode } from "../../document/problem";
import type { ByteWindow } from "../../document/window";
import type { Bytes } from "./bytes";
import { align, u16, u32, u64 } from "./bytes";
import { byteString } from "../../document/byteText";

/** A fault in the container. */
export interface ContainerFault extends Bytes {
  readonly code: ProblemCode;
  readonly message: string;
}

/** A part of a zip archive. */
export interface ZipPart extends Bytes {
  readonly kind: "local header" | "central header" | "zip64 end" | "zip64 locator" | "end of central directory";
  /** The member's name, if the part has one. */
  readonly name: string;
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

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;
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
  const head = window.view(0, LOCAL_BYTES);
  if (head.length < LOCAL_BYTES || u32(head, 0) !== LOCAL_HEADER) return 0;
  return LOCAL_BYTES + u16(head, 26) + u16(head, 28);
}

/** Whether the file is a module: has an identifier in its place, bare, after a size prefix or after a zip header. */
export function isModule(window: ByteWindow): boolean {
  const skip = leadingHeader(window);
  if (identifiers.has(identifierAt(window, skip + 8)) || identifiers.has(identifierAt(window, skip + 4))) return true;
  return skip > 0 ? localHeader(window, 0).name === MODULE_NAME : false;
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
  if (skip > 0) parts.push(localHeader(window, 0));
  const end = findEnd(window);
  if (end === undefined) return parts;
  parts.push({ kind: "end of central directory", name: "", start: end, end: window.length });
  const tail = window.view(end, end + END_BYTES);
  let [count, at] = [u16(tail, 10), u32(tail, 16)];
  const wide = zip64End(window, end);
  if (wide) {
    append(parts, wide.parts);
    [count, at] = [wide.count, wide.directory];
  }
  readDirectory(window, at, Math.min(count, MOST_ENTRIES), parts, faults);
  return parts.sort((a, b) => a.start - b.start);
}

/** The end record: at the file's end, before a comment of at most 64 KiB. */
function findEnd(window: ByteWindow): number | undefined {
  const plain = window.length - END_BYTES;
  if (plain < 0) return undefined;
  const tail = window.view(plain, window.length);
  return u32(tail, 0) === END && u16(tail, 20) === 0 ? plain : undefined;
}

/** The zip64 end record and its locator before the end record; the compiler always writes them since 2022. */
function zip64End(
  window: ByteWindow,
  end: number,
): { readonly parts: readonly ZipPart[]; readonly count: number; readonly directory: number } | undefined {
  const locatorAt = end - 20;
  if (locatorAt < 0) return undefined;
  const locator = window.view(locatorAt, end);
  if (u32(locator, 0) !== ZIP64_LOCATOR) return undefined;
  const at = Number(u64(locator, 8));
  const record = window.view(at, at + 56);
  if (record.length < 56 || u32(record, 0) !== ZIP64_END) return undefined;
  return {
    parts: [
      { kind: "zip64 end", name: "", start: at, end: Math.min(locatorAt, at + 12 + Number(u64(record, 4))) },
      { kind: "zip64 locator", name: "", start: locatorAt, end },
    ],
    count: Number(u64(record, 32)),
    directory: Number(u64(record, 48)),
  };
}

/** Follows the central directory. If the count is wrong, it ends at the first bytes that are not a header. */
function readDirectory(
  window: ByteWindow,
  directory: number,
  count: number,
  parts: ZipPart[],
  faults: ContainerFault[],
): void {
  let at = directory;
  for (let i = 0; i < count; i++) {
    const head = window.view(at, at + CENTRAL_BYTES);
    if (head.length < CENTRAL_BYTES || u32(head, 0) !== CENTRAL_HEADER) {
      const start = Math.min(at, window.length - END_BYTES);
      const message = `the zip directory has ${count} entries, entry ${i} is not a central header`;
      faults.push({ code: "bad-container", start, end: Math.min(window.length, start + 4), message });
      return;
    }
    const [nameBytes, extraBytes, commentBytes] = [u16(head, 28), u16(head, 30), u16(head, 32)];
    const end = at + CENTRAL_BYTES + nameBytes + extraBytes + commentBytes;
    const name = byteString(window.view(at + CENTRAL_BYTES, at + CENTRAL_BYTES + nameBytes));
    parts.push({ kind: "central header", name, start: at, end: Math.min(end, window.length) });
    const extra = window.view(at + CENTRAL_BYTES + nameBytes, at + CENTRAL_BYTES + nameBytes + extraBytes);
    addMember(window, { at, name, head, extra }, parts, faults);
    at = end;
  }
}

interface CentralHeader {
  readonly at: number;
  readonly name: string;
  readonly head: Uint8Array;
  readonly extra: Uint8Array;
}

/** The local header to which a central one points. */
function addMember(window: ByteWindow, central: CentralHeader, parts: ZipPart[], faults: ContainerFault[]): void {
  const { head, extra } = central;
  const sizes = zip64Sizes(extra, [u32(head, 24), u32(head, 20), u32(head, 42)]);
  const [, packed = 0, offset = 0] = sizes;
  if (offset === 0 && parts.some((p) => p.start === 0)) return;
  const at = findHeader(window, offset);
  if (at === undefined) {
    const message = `the zip directory places ${central.name} at ${offset}, where there is no local header`;
    faults.push({ code: "bad-container", start: central.at, end: central.at + CENTRAL_BYTES, message });
    return;
  }
  const part = localHeader(window, at);
  parts.push({ ...part, data: { start: part.end, end: Math.min(window.length, part.end + packed) } });
}

/**
 * The local header at `offset`, or a few bytes after it: in 2021 the compiler stored the header's position before the
 * FlatBuffer's own header was inserted.
 */
function findHeader(window: ByteWindow, offset: number): number | undefined {
  const bytes = window.view(offset, offset + SHIFTED);
  for (let i = 0; i + 4 <= bytes.length; i++) if (u32(bytes, i) === LOCAL_HEADER) return offset + i;
  return undefined;
}

/** Sizes and offset from the zip64 extra field (id 1), in this order, for those that are 0xFFFFFFFF. */
function zip64Sizes(extra: Uint8Array, narrow: readonly number[]): readonly number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + u16(extra, at + 2)) {
    if (u16(extra, at) !== 1) continue;
    let next = at + 4;
    return narrow.map((value) => {
      if (value !== 0xffffffff) return value;
      next += 8;
      return Number(u64(extra, next - 8));
    });
  }
  return narrow;
}

/**
 * A local header: 30 bytes, the name, the extra field. The compiler pads with field 0xFECA so that data are aligned.
 */
function localHeader(window: ByteWindow, at: number): ZipPart {
  const head = window.view(at, at + LOCAL_BYTES);
  const end = at + LOCAL_BYTES + u16(head, 26) + u16(head, 28);
  const name = byteString(window.view(at + LOCAL_BYTES, at + LOCAL_BYTES + u16(head, 26)));
  return { kind: "local header", name, start: at, end: Math.min(end, window.length) };
}
