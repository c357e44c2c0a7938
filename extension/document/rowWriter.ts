/** Entries as plain text, without making tokens: for callers that print or search every row of a file. */
import type { BitRange } from "./bits";
import type { ByteText } from "./byteText";
import type { Entry, EntryPage, SectionId } from "./section";
import type { Line, Token } from "./token";

/** Receives the rows of entries in order. The content of a row is written to `text` between the calls. */
export interface RowWriter {
  readonly text: ByteText;
  /** Whether rows of container headers and padding are wanted; otherwise they are left out. */
  readonly details: boolean;
  /**
   * An entry begins.
   * @param startBit its first bit
   * @param endBit the end of its bits; not known for what is in a section that is written whole
   * @param inOneText whether what is written as one row may contain several rows, separated by newlines
   */
  entry(startBit: number, endBit: number, inOneText?: boolean): void;
  /**
   * A section begins that is written with all that is in it, up to `close` (`ListingOptions.whole`): it is one entry of
   * the page. For writers that need to know what belongs to an entry.
   */
  open?(): void;
  close?(): void;
  /**
   * A row begins, its record first.
   * @param positionBit the row's position; undefined if it has none
   * @param positionIn the derived document that it counts in, if that is not the file
   * @returns whether the record's text is wanted
   */
  row(positionBit: number | undefined, positionIn?: string): boolean;
  /** The record is complete; the assembly follows. */
  assembly(): void;
  /** A message begins, which takes the place of a row. */
  message(): void;
  /** The row or the message ends. */
  end(): void;
}

/** Bytes of text after which a page ends, if the writer has not taken them: entries may share a very long text. */
const MUCH_TEXT = 1 << 17;

/** Whether so much text has gathered that a page of entries should end. */
export function hasMuchText(writer: RowWriter): boolean {
  return writer.text.length >= MUCH_TEXT;
}

/** How much of a section has been written. */
export interface WrittenPage {
  /** Number of entries written, sections included. */
  readonly entries: number;
  /** The section id, if the last entry is a section. */
  readonly section: SectionId | undefined;
  /** Whether the last of them is the last entry of the section. */
  readonly end: boolean;
}

/** Writes the text of tokens. */
export function writeTokens(text: ByteText, tokens: readonly Token[]): void {
  for (const token of tokens) text.text(token.text);
}

/** Writes an entry made of tokens. Rows that are shown only while their section is folded are left out. */
export function writeLines({ startBit, endBit }: BitRange, lines: readonly Line[], writer: RowWriter): void {
  writer.entry(startBit, endBit);
  for (const line of lines) {
    if (line.when === "folded" || (line.detail === true && !writer.details)) continue;
    if (line.kind === "message") writer.message();
    else {
      if (writer.row(line.positionBit, line.positionIn)) writeTokens(writer.text, line.record);
      writer.assembly();
    }
    writeTokens(writer.text, line.assembly);
    writer.end();
  }
}

/** Writes an entry as {@link writeLines} does; writes nothing for a section. */
export function writeEntry(entry: Entry, writer: RowWriter): void {
  if (entry.kind === "lines") writeLines(entry, entry.lines, writer);
}

/** Writes the entries of a page, up to the first that is a section. */
export function writeEntries({ entries, end }: EntryPage, writer: RowWriter): WrittenPage {
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "section")
      return { entries: index + 1, section: entry.section, end: end && index + 1 === entries.length };
    writeEntry(entry, writer);
    if (hasMuchText(writer))
      return { entries: index + 1, section: undefined, end: end && index + 1 === entries.length };
  }
  return { entries: entries.length, section: undefined, end };
}

/** Begins an entry whose rows have no record and are written as one text, each ended by a newline. */
export function beginRows(startBit: number, writer: RowWriter): void {
  writer.entry(startBit, startBit, true);
  writer.row(undefined);
  writer.assembly();
}
/** Ends an entry begun by {@link beginRows}. */
export function endRows(writer: RowWriter): void {
  // The writer itself ends the last row.
  writer.text.truncate(writer.text.length - 1);
  writer.end();
}
