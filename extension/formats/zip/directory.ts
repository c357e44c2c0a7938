/** Reads the headers of zip archives (PKWARE APPNOTE 4.3), in any file that has some: also around an IREE module. */
import { byteString } from "../../document/byteText";
import type { ByteWindow } from "../../document/window";
import { littleEndian } from "../../kit/littleEndian";

export type ZipHeaderKind =
  "local header" | "central header" | "zip64 end" | "zip64 locator" | "end of central directory";

/** A header: its bytes, and the name of the member that it describes, if any. */
export interface ZipHeader {
  readonly kind: ZipHeaderKind;
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** What a local or a central header tells of a member. */
export interface ZipMember {
  readonly header: ZipHeader;
  readonly flags: number;
  readonly method: number;
  readonly crc32: number;
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** Where the local header should be, as a central header tells. */
  readonly offset: number;
}

/** The records at the end of an archive, and where they place the central directory. */
export interface ZipEnd {
  readonly headers: readonly ZipHeader[];
  readonly entries: number;
  readonly directory: number;
}

/** The signature of a local header. */
export const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
/** The signature of the end record. */
export const END = 0x06054b50;
const ZIP64_END = 0x06064b50;
const ZIP64_LOCATOR = 0x07064b50;
const LOCAL_BYTES = 30;
/** The size of a central header without the texts after it, in bytes. */
export const CENTRAL_BYTES = 46;
/** The size of the end record without its comment, in bytes. */
export const END_BYTES = 22;
/** The size of a comment at the end of an archive, at most, in bytes. */
export const LONGEST_COMMENT = 0xffff;
const ZIP64_END_BYTES = 56;
const ZIP64_LOCATOR_BYTES = 20;
/** The extra field with sizes that need eight bytes. */
const ZIP64_FIELD = 1;
/** A number that is in the extra field instead. */
const WIDE = 0xffffffff;

const u16 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 2);
const u32 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 4);
const u64 = (bytes: Uint8Array, at: number): number => littleEndian(bytes, at, 8);

/** The numbers of a header with those that are `WIDE` taken from its extra field, in this order. */
function widened(extra: Uint8Array, narrow: readonly number[]): readonly number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + u16(extra, at + 2)) {
    if (u16(extra, at) !== ZIP64_FIELD) continue;
    let next = at + 4;
    return narrow.map((value) => {
      if (value !== WIDE) return value;
      next += 8;
      return u64(extra, next - 8);
    });
  }
  return narrow;
}

/** The local header at byte `at`, which may be cut by the file's end; undefined if there is none. */
export function localHeader(window: ByteWindow, at: number): ZipMember | undefined {
  const head = window.view(at, at + LOCAL_BYTES);
  if (head.length < LOCAL_BYTES || u32(head, 0) !== LOCAL_HEADER) return undefined;
  const nameEnd = at + LOCAL_BYTES + u16(head, 26);
  const end = nameEnd + u16(head, 28);
  const [unpackedBytes = 0, packedBytes = 0] = widened(window.view(nameEnd, end), [u32(head, 22), u32(head, 18)]);
  const name = byteString(window.view(at + LOCAL_BYTES, nameEnd));
  return {
    header: { kind: "local header", name, start: at, end: Math.min(end, window.length) },
    flags: u16(head, 6),
    method: u16(head, 8),
    crc32: u32(head, 14),
    packedBytes,
    unpackedBytes,
    offset: at,
  };
}

/** The central header at byte `at`, which may be cut by the file's end; undefined if there is none. */
export function centralHeader(window: ByteWindow, at: number): ZipMember | undefined {
  const head = window.view(at, at + CENTRAL_BYTES);
  if (head.length < CENTRAL_BYTES || u32(head, 0) !== CENTRAL_HEADER) return undefined;
  const nameEnd = at + CENTRAL_BYTES + u16(head, 28);
  const extraEnd = nameEnd + u16(head, 30);
  const narrow = [u32(head, 24), u32(head, 20), u32(head, 42)];
  const [unpackedBytes = 0, packedBytes = 0, offset = 0] = widened(window.view(nameEnd, extraEnd), narrow);
  const name = byteString(window.view(at + CENTRAL_BYTES, nameEnd));
  const end = Math.min(window.length, extraEnd + u16(head, 32));
  return {
    header: { kind: "central header", name, start: at, end },
    flags: u16(head, 8),
    method: u16(head, 10),
    crc32: u32(head, 16),
    packedBytes,
    unpackedBytes,
    offset,
  };
}

/** Where the end record starts: before a comment of at most `longestComment` bytes; undefined without one. */
function findEnd(window: ByteWindow, longestComment: number): number | undefined {
  const from = Math.max(0, window.length - END_BYTES - longestComment);
  const tail = window.view(from, window.length);
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail[at] === 0x50 && u32(tail, at) === END && at + END_BYTES + u16(tail, at + 20) === tail.length)
      return from + at;
  return undefined;
}

/** The zip64 end record and its locator before the end record. */
function wideEnd(window: ByteWindow, end: number): ZipEnd | undefined {
  const locatorAt = end - ZIP64_LOCATOR_BYTES;
  if (locatorAt < 0) return undefined;
  const locator = window.view(locatorAt, end);
  if (u32(locator, 0) !== ZIP64_LOCATOR) return undefined;
  const at = u64(locator, 8);
  const record = window.view(at, at + ZIP64_END_BYTES);
  if (record.length < ZIP64_END_BYTES || u32(record, 0) !== ZIP64_END) return undefined;
  const recordEnd = Math.min(locatorAt, at + 12 + u64(record, 4));
  return {
    headers: [
      { kind: "zip64 end", name: "", start: at, end: recordEnd },
      { kind: "zip64 locator", name: "", start: locatorAt, end },
    ],
    entries: u64(record, 32),
    directory: u64(record, 48),
  };
}

/** The records at the end of an archive; undefined if it has none. A comment may follow, of so many bytes at most. */
export function readZipEnd(window: ByteWindow, longestComment: number): ZipEnd | undefined {
  const start = findEnd(window, longestComment);
  if (start === undefined) return undefined;
  const record = window.view(start, start + END_BYTES);
  const last: ZipHeader = { kind: "end of central directory", name: "", start, end: window.length };
  const { headers = [], entries = u16(record, 10), directory = u32(record, 16) } = wideEnd(window, start) ?? {};
  return { headers: [last, ...headers], entries, directory };
}
