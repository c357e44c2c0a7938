/** The properties section: records of bytes whose layout is the op's (BytecodeFormat.md, "Properties Section"). */
import type { Blob, MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";

/** Where each record of properties stands: bytes from the file's first byte. */
export class PropertyTable {
  starts = new Float64Array(0);
  ends = new Float64Array(0);
  count = 0;

  at(index: number): Blob {
    return { startByte: this.starts[index] ?? 0, endByte: this.ends[index] ?? 0 };
  }
}

/** Reads the records' places into `table`, which keeps what was read before any damage. @throws Damage */
export function readProperties(cursor: MlirCursor, table: PropertyTable): void {
  const count = cursor.count("record count");
  table.starts = new Float64Array(count);
  table.ends = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const size = cursor.varint("size");
    table.starts[i] = cursor.position;
    cursor.skip("record", size);
    table.ends[i] = cursor.position;
    table.count = i + 1;
  }
  if (!cursor.atEnd) {
    const message = "Broken properties section: didn't exhaust the offsets table";
    throw new Damage("bad-table", message, cursor.position, cursor.endByte);
  }
}
