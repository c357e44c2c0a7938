/** Reads METADATA_STRINGS: all metadata strings of a module in one record. */
import type { ByteWindow } from "../../../document/window";
import { BitFault } from "../../bitstream/bitFault";
import { BitCursor } from "../../bitstream/cursor";
import type { BitRecord } from "../../bitstream/record";
import { RecordFault } from "../stream/blocks";

/**
 * Reads [count, offset of the characters] and a blob: the lengths as a stream of vbr6, then all characters. `add` gets
 * the first byte and the length of each string in the file. @throws {RecordFault}
 */
export function readStrings(
  record: BitRecord,
  window: ByteWindow,
  add: (startByte: number, length: number) => void,
): void {
  const count = record.value(0);
  const bytes = window.view(record.blobStart, record.blobEnd);
  const offset = record.value(1);
  if (count === 0) throw new RecordFault("bad-string", "Invalid record: metadata strings with no strings");
  if (record.blobStart < 0 || offset > bytes.length || count > offset * 8) {
    throw new RecordFault("bad-string", "Invalid record: metadata strings corrupt offset");
  }
  const cursor = new BitCursor({ length: offset, view: (from, to) => bytes.subarray(from, to) });
  let at = offset;
  for (let i = 0; i < count; i++) {
    const length = lengthAt(cursor);
    if (at + length > bytes.length) {
      throw new RecordFault("bad-string", "Invalid record: metadata strings truncated chars");
    }
    add(record.blobStart + at, length);
    at += length;
  }
}

/** The next length of METADATA_STRINGS. @throws {RecordFault} if the stream ends too early */
function lengthAt(cursor: BitCursor): number {
  try {
    return cursor.vbr(6);
  } catch (thrown) {
    if (thrown instanceof BitFault)
      throw new RecordFault("bad-string", `Invalid record: metadata strings: ${thrown.message}`);
    throw thrown;
  }
}
