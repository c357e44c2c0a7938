/** The offsets of attributes and types: each entry's dialect, encoding and position. */
import { countBefore } from "../../../kit/sortedSearch";
import type { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import { readGroupHead } from "./dialects";

/** A run of entries of one dialect. */
export interface EntryGroup {
  readonly first: number;
  readonly dialect: number;
  /** Position of the group in the offset section, in bytes from the file's first byte. */
  readonly startByte: number;
}

/**
 * The entries of one kind: attributes, or types. Positions are bytes from the start of the attribute/type section's
 * data.
 */
export class EntryTable {
  /** The start of each entry, and the end of the last. */
  starts = new Uint32Array(1);
  custom = new Uint8Array(0);
  count = 0;
  readonly groups: EntryGroup[] = [];
  /** The group that was found last: neighbours are mostly asked for in turn. */
  private latest = 0;

  reserve(count: number): void {
    this.starts = new Uint32Array(count + 1);
    this.custom = new Uint8Array(count);
  }
  group(dialect: number, startByte: number): void {
    this.groups.push({ first: this.count, dialect, startByte });
  }
  /** The index of an entry's dialect. */
  dialect(entry: number): number {
    const { groups } = this;
    if (!this.holds(this.latest, entry))
      this.latest = Math.max(0, countBefore(groups.length, (group) => (groups[group]?.first ?? 0) > entry) - 1);
    return groups[this.latest]?.dialect ?? 0;
  }
  /** Whether a group holds an entry; the last one holds all that follow. */
  private holds(group: number, entry: number): boolean {
    const { groups } = this;
    return entry >= (groups[group]?.first ?? 0) && entry < (groups[group + 1]?.first ?? Infinity);
  }
}

/** Attributes, types, and the end of the section's data. */
export interface EntryTables {
  readonly attributes: EntryTable;
  readonly types: EntryTable;
}

/**
 * Reads the offset section into `tables`, which keep what was read before damage.
 * @param dataBytes size of the attribute/type section's data, in bytes
 * @throws Damage
 */
export function readEntryOffsets(cursor: MlirCursor, dialects: number, dataBytes: number, tables: EntryTables): void {
  const attributes = cursor.count("attribute count");
  const types = cursor.count("type count");
  const end = readEntries(cursor, "attribute", attributes, 0, dialects, dataBytes, tables.attributes);
  readEntries(cursor, "type", types, end, dialects, dataBytes, tables.types);
  if (!cursor.atEnd) {
    const message = "unexpected trailing data in the Attribute/Type offset section";
    throw new Damage("bad-table", message, cursor.position, cursor.endByte);
  }
}

function readEntries(
  cursor: MlirCursor,
  kind: "attribute" | "type",
  count: number,
  from: number,
  dialects: number,
  dataBytes: number,
  table: EntryTable,
): number {
  let at = from;
  table.reserve(count);
  table.starts[0] = at;
  while (table.count < count) {
    cursor.open("offsets", `${kind}s`);
    const start = cursor.position;
    const { dialect, count: size } = readGroupHead(cursor, dialects);
    table.group(dialect, start);
    if (size > count - table.count)
      throw new Damage(
        "bad-table",
        `group of ${size} ${kind}s, but ${count - table.count} are left`,
        start,
        cursor.position,
      );
    for (let i = 0; i < size; i++) at = readEntryOffset(cursor, kind, at, dataBytes, table);
    cursor.close();
  }
  return at;
}

function readEntryOffset(
  cursor: MlirCursor,
  kind: "attribute" | "type",
  at: number,
  dataBytes: number,
  table: EntryTable,
): number {
  const start = cursor.position;
  const both = cursor.varint("size, has custom encoding");
  cursor.refer(kind, table.count);
  const end = at + Math.floor(both / 2);
  if (end > dataBytes) {
    const message = "Attribute or Type entry offset points past the end of section";
    throw new Damage("bad-table", message, start, cursor.position);
  }
  table.custom[table.count] = both % 2;
  table.count++;
  table.starts[table.count] = end;
  return end;
}
