/** What the printers of the assembly column of records share. */
import type { BitRecord } from "../../bitstream/record";
import { escaped } from "../ir/escape";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import type { RecordReading } from "./reading";
import type { RecordSink } from "./sink";

/** What a printer of records gets. */
export interface Row {
  readonly sink: RecordSink;
  readonly record: BitRecord;
  readonly module: ListingModule;
  readonly open: OpenFunction | undefined;
  readonly metadataIndex: number;
  /** Interprets the record's operands, on demand. */
  readonly reading: () => RecordReading | undefined;
}

/** Prints one record; returns false if it has nothing to print for it. */
export type RowPrinter = (row: Row) => boolean;

/** The characters from operand `from` on as a quoted string. */
export function quoted(row: Row, from = 0): string {
  return `"${escaped(row.record.text(from), row.module.module.release)}"`;
}
