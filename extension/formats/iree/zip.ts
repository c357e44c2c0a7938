/** The fields of zip headers (PKWARE APPNOTE 4.3), for the leaves of the archive around a module. */
import type { ElementSink } from "../../document/element";
import type { ByteWindow } from "../../document/window";
import { u16, unsigned } from "./bytes";
import type { ZipPart } from "./container";

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
/**
 * A header's fixed fields as `NAME BYTES`; `name`, `extra` and `comment` follow in this order if the header has their
 * lengths.
 */
const layouts: Readonly<Record<ZipPart["kind"], readonly string[]>> = {
  "local header": ["signature 4", "version needed 2", ...ENTRY],
  "central header": [
    "signature 4",
    "version made by 2",
    "version needed 2",
    ...ENTRY,
    "comment length 2",
    "disk 2",
    "internal attributes 2",
    "external attributes 4",
    "local header offset 4",
  ],
  "zip64 end": [
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
  ],
  "zip64 locator": ["signature 4", "zip64 end disk 4", "zip64 end offset 8", "disks 4"],
  "end of central directory": [
    "signature 4",
    "disk 2",
    "directory disk 2",
    "entries on disk 2",
    "entries 2",
    "directory size 4",
    "directory offset 4",
    "comment length 2",
  ],
};

/** Emits the leaves of a zip header up to `end`, where its tile ends. */
export function zipLeaves(sink: ElementSink, window: ByteWindow, part: ZipPart, end: number): void {
  const bytes = window.view(part.start, end);
  const lengths = new Map<string, number>();
  let at = 0;
  for (const field of layouts[part.kind]) {
    const split = field.lastIndexOf(" ");
    const [name, size] = [field.slice(0, split), Number(field.slice(split + 1))];
    if (at + size > bytes.length) break;
    const range = { startBit: (part.start + at) * 8, endBit: (part.start + at + size) * 8 };
    sink.leaf({ kind: "decoded", name, ...range, encoding: { kind: "fixed" }, raw: unsigned(bytes, at, size) });
    if (name.endsWith(" length")) lengths.set(name.slice(0, -7), u16(bytes, at));
    at += size;
  }
  for (const name of ["name", "extra", "comment", "rest"]) {
    const last = name === "rest" ? bytes.length : Math.min(bytes.length, at + (lengths.get(name) ?? 0));
    if (last <= at) continue;
    const range = { startBit: (part.start + at) * 8, endBit: (part.start + last) * 8 };
    sink.leaf({ kind: "decoded", name, ...range, encoding: { kind: "bytes" }, raw: bytes.subarray(at, last) });
    at = last;
  }
}
