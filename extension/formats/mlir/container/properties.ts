/**
 * The properties section: records of bytes whose layout depends on the op (BytecodeFormat.md, "Properties Section").
 */
import type { Blob, MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";

/** The position of each record of properties. */
export class PropertyTable {
  /** Record starts, in bytes from the start of the section's data. */
  private starts = new Uint32Array(0);
  private ends = new Uint32Array(0);
  private base = 0;
  /** Position of the first record's size, in bytes from the file's first byte. */
  private firstByte = 0;
  count = 0;

  reserve(count: number, dataByte: number, firstByte: number): void {
    this.base = dataByte;
    this.firstByte = firstByte;
    this.starts = new Uint32Array(count);
    this.ends = new Uint32Array(count);
  }
  add(record: Blob): void {
    this.starts[this.count] = record.startByte - this.base;
    this.ends[this.count] = record.endByte - this.base;
    this.count++;
  }
  /** A record's bytes; positions are bytes from the file's first byte. */
  at(index: number): Blob {
    return { startByte: this.base + (this.starts[index] ?? 0), endByte: this.base + (this.ends[index] ?? 0) };
  }
  /** A record including the size before it; positions are bytes from the file's first byte. */
  whole(index: number): Blob {
    return { startByte: index === 0 ? this.firstByte : this.at(index - 1).endByte, endByte: this.at(index).endByte };
  }
}

/** Reads the records' positions into `table`, which keeps what was read before damage. @throws Damage */
export function readProperties(cursor: MlirCursor, table: PropertyTable): void {
  const count = cursor.count("record count");
  table.reserve(count, cursor.startByte, cursor.position);
  for (let i = 0; i < count; i++) {
    const size = cursor.varint("size");
    table.add(cursor.skip("record", size));
  }
  if (!cursor.atEnd) {
    const message = "Broken properties section: didn't exhaust the offsets table";
    throw new Damage("bad-table", message, cursor.position, cursor.endByte);
  }
}
