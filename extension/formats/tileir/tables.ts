/** Tables of entries of any size. Format: docs/formats/tileir.md, "File". */
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { Bytes } from "./model";

/** The meaning of an offset. */
const entryOffset = (offset: number): string => `${offset} bytes after the first entry`;

/**
 * A count, filler up to a multiple of the offsets' `width`, an offset for each entry from the first one's byte on, then
 * the entries one after another, up to `end`. All in bytes. @throws {Damage}
 */
export function readTable<T>(
  cursor: Cursor,
  width: 4 | 8,
  end: number,
  kind: string,
  read: (at: number, stop: number) => T,
): readonly (T & Bytes)[] {
  const origin = cursor.at;
  const count = cursor.count(`number of ${kind}s`);
  cursor.align(width, origin);
  return readEntries(cursor, readOffsets(cursor, count, width), end, kind, read);
}
/** The offsets of a table. @throws {Damage} */
export function readOffsets(cursor: Cursor, count: number, width: 4 | 8): readonly number[] {
  if (count * width > cursor.left) throw new Damage(cursor.at, `${count} offsets do not fit into ${cursor.left} bytes`);
  return Array.from({ length: count }, (_unused, i) => cursor.fixed(width, `offset ${i}`, entryOffset));
}
/** The entries of a table, which have to be where the offsets place them. @throws {Damage} */
export function readEntries<T>(
  cursor: Cursor,
  offsets: readonly number[],
  end: number,
  kind: string,
  read: (at: number, stop: number) => T,
): readonly (T & Bytes)[] {
  const start = cursor.at;
  return offsets.map((offset, i) => {
    const [startByte, endByte] = [start + offset, i + 1 < offsets.length ? start + (offsets[i + 1] ?? 0) : end];
    if (startByte !== cursor.at || endByte < startByte || endByte > end)
      throw new Damage(cursor.at, `the offsets place ${kind} ${i} at bytes ${startByte} to ${endByte}`);
    cursor.open(kind, String(i));
    // The last entry of a padded table ends where its own bytes do.
    const entry = read(startByte, endByte);
    if (cursor.at < endByte && i + 1 < offsets.length)
      throw new Damage(cursor.at, `${kind} ${i} ends before byte ${endByte}`);
    cursor.close();
    return { ...entry, startByte, endByte: cursor.at };
  });
}
