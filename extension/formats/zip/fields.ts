/** The fields of zip headers (PKWARE APPNOTE 4.3), for their leaves. */
import type { ByteWindow } from "../../document/window";
import { littleEndian } from "../../kit/littleEndian";
import type { ZipHeader, ZipHeaderKind } from "./directory";

/** A field of a header: a number, or text (bytes). */
export interface ZipField {
  readonly name: string;
  readonly form: "number" | "bytes";
  readonly size: number;
}

/** The fields that the local and the central header of an entry share. */
const ENTRY = [
  "flags 2",
  "method 2",
  "time 2",
  "date 2",
  "crc32 4",
  "compressed size 4",
  "uncompressed size 4",
  "name length 2",
  "extra length 2",
];
/** Numbers that are described as `NAME BYTES`. */
function fieldsOf(texts: readonly string[]): readonly ZipField[] {
  return texts.map((text) => {
    const split = text.lastIndexOf(" ");
    return { name: text.slice(0, split), form: "number", size: Number(text.slice(split + 1)) };
  });
}

/**
 * A header's fixed fields as `NAME BYTES`; `name`, `extra` and `comment` follow in this order if the header has their
 * lengths.
 */
const layouts: Readonly<Record<ZipHeaderKind, readonly ZipField[]>> = {
  "local header": fieldsOf(["signature 4", "version needed 2", ...ENTRY]),
  "central header": fieldsOf([
    "signature 4",
    "version made by 2",
    "version needed 2",
    ...ENTRY,
    "comment length 2",
    "disk 2",
    "internal attributes 2",
    "external attributes 4",
    "local header offset 4",
  ]),
  "zip64 end": fieldsOf([
    "signature 4",
    "record size 8",
    "version made by 2",
    "version needed 2",
    "disk 4",
    "directory disk 4",
    "entries on disk 8",
    "entries 8",
    "directory size 8",
    "directory offset 8",
  ]),
  "zip64 locator": fieldsOf(["signature 4", "zip64 end disk 4", "zip64 end offset 8", "disks 4"]),
  "end of central directory": fieldsOf([
    "signature 4",
    "disk 2",
    "directory disk 2",
    "entries on disk 2",
    "entries 2",
    "directory size 4",
    "directory offset 4",
    "comment length 2",
  ]),
};

/** The fields of a header up to byte `end`, which may be before the header's own end; together they fill it. */
export function zipFields(window: ByteWindow, { kind, start }: ZipHeader, end: number): readonly ZipField[] {
  const bytes = window.view(start, end);
  const fields: ZipField[] = [];
  const lengths = new Map<string, number>();
  let at = 0;
  for (const field of layouts[kind]) {
    const { name, size } = field;
    if (at + size > bytes.length) break;
    fields.push(field);
    if (name.endsWith(" length")) lengths.set(name.slice(0, -7), littleEndian(bytes, at, 2));
    at += size;
  }
  for (const name of ["name", "extra", "comment", "rest"]) {
    const left = bytes.length - at;
    const size = name === "rest" ? left : Math.min(left, lengths.get(name) ?? 0);
    if (size > 0) fields.push({ name, form: "bytes", size });
    at += size;
  }
  return fields;
}
