/** The string section: sizes in reverse order, then the data, each string with its NUL (BytecodeFormat.md, "Strings"). */
import type { ByteWindow } from "../../../document/window";
import type { MlirCursor } from "../model/cursor";
import { byteString } from "../../../document/byteText";
import { Damage } from "../model/damage";
import { SlotCache } from "../model/slots";

/** Decoded strings that are kept, as a power of two: the names of ops and attributes occur again and again. */
const KEPT = 10;

/** The strings of a file. */
export class StringTable {
  /** The start of each string and the end of the last, in bytes from the file's first byte. */
  starts: Float64Array = new Float64Array(1);
  count = 0;
  private readonly kept = new SlotCache<string>(KEPT);
  constructor(private readonly window: ByteWindow) {}

  /** A string without its NUL, as a byte string; empty past the end. */
  at(index: number): string {
    const known = this.kept.get(index);
    if (known !== undefined) return known;
    if (index >= this.count) return "";
    const start = this.starts[index] ?? 0;
    const end = Math.max(start, (this.starts[index + 1] ?? 0) - 1);
    const text = byteString(this.window.view(start, end), 0, end - start);
    if (text.length <= 256) this.kept.set(text, index);
    return text;
  }
}

/** Reads the sizes and, if leaves are recorded, the data. @throws Damage; the table then holds no strings */
export function readStrings(cursor: MlirCursor, table: StringTable): void {
  const start = cursor.position;
  const count = cursor.varint("string count");
  if (count > cursor.remaining)
    throw new Damage("bad-table", "string size exceeds the available data size", start, cursor.position);
  const starts = new Float64Array(count + 1);
  starts[count] = cursor.endByte;
  for (let i = count - 1; i >= 0; i--) {
    const at = cursor.position;
    const size = cursor.varint("string size");
    cursor.refer("string", i);
    const begin = (starts[i + 1] ?? 0) - size;
    if (begin < cursor.startByte)
      throw new Damage("bad-table", "string size exceeds the available data size", at, cursor.position);
    starts[i] = begin;
  }
  table.starts = starts;
  table.count = count;
  if (starts[0] !== cursor.position) {
    const message = "unexpected trailing data between the offsets for strings and their data";
    const data = starts[0] ?? cursor.endByte;
    throw new Damage("bad-table", message, Math.min(cursor.position, data), Math.max(cursor.position, data));
  }
  if (cursor.leaves) for (let i = 0; i < count; i++) readStringData(cursor, starts, i);
}

function readStringData(cursor: MlirCursor, starts: Float64Array, index: number): void {
  const size = (starts[index + 1] ?? 0) - (starts[index] ?? 0);
  cursor.skip(`string ${index}`, size);
  cursor.refer("string", index);
}
