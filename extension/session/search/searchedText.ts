/**
 * The text that find searches first: a page of entries as plain text. Only entries whose text may contain a match are
 * then made as tokens and searched as they are drawn; in a large file that is nearly none.
 */
import { byteString, ByteText } from "../../document/byteText";
import type { RowWriter } from "../../document/rowWriter";
import type { Place } from "../../document/section";
import { isVisible } from "../../document/visible";
import { mayBeMangled, withPlainNames } from "../names/demangle";
import { decoded } from "../names/unicode";
import { leftOut, LONGEST } from "../rows/display";
import type { RowTest } from "./pattern";

/** The text of one page of entries. */
export class SearchedText implements RowWriter {
  readonly text = new ByteText();
  /** Rows are written in any case; whether one is visible is decided when it is drawn. */
  readonly details = true;
  /** The first entry of the page. */
  first: Place = { section: 0, entry: 0 };
  /** Where the text of each entry begins. */
  private readonly starts: number[] = [];
  private assemblyFrom = 0;
  /** Whether a section is being written as one entry. */
  private inSection = false;

  /** @param columns the columns to search */
  constructor(private readonly columns: { readonly record: boolean; readonly assembly: boolean }) {}

  /** Clears the text for the page that begins with an entry. */
  begin({ section, entry }: Place): void {
    this.first = { section, entry };
    this.starts.length = 0;
    this.inSection = false;
    this.text.truncate(0);
  }
  entry(): void {
    if (!this.inSection) this.starts.push(this.text.length);
  }
  open(): void {
    this.entry();
    this.inSection = true;
  }
  close(): void {
    this.inSection = false;
  }
  row(): boolean {
    return this.columns.record;
  }
  assembly(): void {
    if (this.columns.record) this.text.text("\n");
    this.assemblyFrom = this.text.length;
  }
  message(): void {
    this.assembly();
  }
  end(): void {
    if (this.columns.assembly) this.text.text("\n");
    else this.text.truncate(this.assemblyFrom);
  }

  /** Whether the page holds an entry. */
  has({ section, entry }: Place): boolean {
    const { first, starts } = this;
    return section === first.section && entry >= first.entry && entry < first.entry + starts.length;
  }
  /** The entries that may contain a match, in order. */
  candidates(test: RowTest): readonly Place[] {
    const { starts, first } = this;
    const bytes = this.text.since(0);
    const plain = isAllPlain(bytes);
    const text = plain ? ascii.decode(bytes) : byteString(bytes);
    const ends = (i: number): number => starts[i + 1] ?? text.length;
    if (plain && !hasLongRow(text) && !mayMatch(text, test)) return [];
    const found: Place[] = [];
    starts.forEach((start, i) => {
      const isSame = plain || isPlain(bytes, start, ends(i));
      const own = isSame ? text.slice(start, ends(i)) : asDrawn(bytes.subarray(start, ends(i)));
      if (own === undefined || mayMatch(own, test) || (own.length > LONGEST && test.ofRows(asCut(own))))
        found.push({ section: first.section, entry: first.entry + i });
    });
    return found;
  }
}

const ascii = new TextDecoder();
const [TAB, NEWLINE, BLANK, LAST] = [0x09, 0x0a, 0x20, 0x7e];
/** Whether a text is drawn as it is written: it is ASCII without other control characters than tabs and newlines. */
function isPlain(bytes: Uint8Array, from = 0, to = bytes.length): boolean {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte > LAST || (byte < BLANK && byte !== NEWLINE && byte !== TAB)) return false;
  }
  return true;
}
/** The same for a complete text that begins at a word of memory: mostly words without control characters. */
function isAllPlain(bytes: Uint8Array): boolean {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  for (let i = 0; i < words.length; i++) {
    const word = words[i] as number;
    // The highest bit of a byte is set in one of these if the byte is beyond ASCII, below a blank, or DEL.
    if (((word | (word - BLANKS) | (word + ONES)) & HIGHEST) !== 0 && !isPlain(bytes, 4 * i, 4 * i + 4)) return false;
  }
  return isPlain(bytes, 4 * words.length);
}
const [ONES, BLANKS, HIGHEST] = [0x01010101, 0x20202020, 0x80808080 | 0];
/**
 * Rows of bytes as they are drawn, such as those with the sign `…` of what is left out; undefined if that depends on
 * their tokens, and they must be searched one by one.
 */
function asDrawn(rows: Uint8Array): string | undefined {
  const text = decoded(rows);
  return text !== undefined && isVisible(text) ? text : undefined;
}
/** Whether a row is cut where it is drawn. */
function hasLongRow(text: string): boolean {
  for (let from = 0; text.length - from > LONGEST;) {
    const end = text.lastIndexOf("\n", from + LONGEST);
    if (end < from) return true;
    from = end + 1;
  }
  return false;
}
/** Rows with a long one cut as it is drawn, including the words at the cut. */
function asCut(rows: string): string {
  const cut = (row: string): string =>
    row.length > LONGEST ? row.slice(0, LONGEST) + leftOut(row.length - LONGEST) : row;
  return rows.split("\n").map(cut).join("\n");
}
/** A name is also found by its demangled form. */
function mayMatch(text: string, test: RowTest): boolean {
  return test.ofRows(text) || (mayBeMangled(text) && test.ofParts(withPlainNames(text)));
}
