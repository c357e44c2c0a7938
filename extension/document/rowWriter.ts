/** Entries as mere text: what prints or searches all rows of a file takes them so, without a token being made. */
import type { ByteText } from "./byteText";
import type { Entry, SectionId } from "./section";
import type { Line, Token } from "./token";

/** Takes the rows of entries in order. What a row shows is written to `text` between the calls. */
export interface RowWriter {
  readonly text: ByteText;
  /** Whether rows of container headers and padding are wanted; they are left out otherwise. */
  readonly details: boolean;
  /** An entry begins. @param startBit its first bit */
  entry(startBit: number): void;
  /**
   * A row begins, its record first.
   * @param positionBit the row's position; absent where it has none
   * @returns whether the record's text is wanted
   */
  row(positionBit: number | undefined): boolean;
  /** The record is through, the assembly follows. */
  assembly(): void;
  /** The row ends. */
  end(): void;
}

/** What has been written of a section. */
export interface WrittenPage {
  /** Entries that are through, sections among them. */
  readonly entries: number;
  /** The section that the last of them is. */
  readonly section: SectionId | undefined;
  /** Whether the last of them is the section's last. */
  readonly end: boolean;
}

/** Writes a text made of tokens. */
export function writeTokens(text: ByteText, tokens: readonly Token[]): void {
  for (const token of tokens) text.text(token.text);
}

/** Writes an entry that is made of tokens. Rows that are shown only while their section is folded are left out. */
export function writeLines(startBit: number, lines: readonly Line[], writer: RowWriter): void {
  writer.entry(startBit);
  for (const line of lines) {
    if (line.when === "folded" || (line.detail === true && !writer.details)) continue;
    if (writer.row(line.positionBit)) writeTokens(writer.text, line.record);
    writer.assembly();
    writeTokens(writer.text, line.assembly);
    writer.end();
  }
}

/** Writes an entry as {@link writeLines} does; nothing of one that is a section. */
export function writeEntry(entry: Entry, writer: RowWriter): void {
  if (entry.kind === "lines") writeLines(entry.startBit, entry.lines, writer);
}

/** Begins an entry whose rows have no record and come as one text, each ended by a newline. */
export function beginRows(startBit: number, writer: RowWriter): void {
  writer.entry(startBit);
  writer.row(undefined);
  writer.assembly();
}
/** Ends it. */
export function endRows(writer: RowWriter): void {
  // The last row's end is the writer's to write.
  writer.text.truncate(writer.text.length - 1);
  writer.end();
}
