/**
 * What find looks through first: the text of a page of entries. Only entries whose text may hold a match are made of tokens
 * and looked at as they are drawn, which is nearly none of a large file.
 */
import { byteString, ByteText } from "../../document/byteText";
import type { RowWriter } from "../../document/rowWriter";
import type { Place } from "../../document/section";
import { mayBeMangled, withPlainNames } from "../names/demangle";
import { leftOut, LONGEST } from "../rows/display";
import type { RowTest } from "./pattern";

/** The text of one page of entries. */
export class SearchedText implements RowWriter {
  readonly text = new ByteText();
  /** Whether a row is left in is seen where it is drawn. */
  readonly details = true;
  /** The entry that the page begins with. */
  first: Place = { section: 0, entry: 0 };
  /** Where the text of each entry begins. */
  private readonly starts: number[] = [];
  private assemblyFrom = 0;

  /** @param columns which of the columns are searched */
  constructor(private readonly columns: { readonly record: boolean; readonly assembly: boolean }) {}

  /** Empties it for the page that begins with an entry. */
  begin({ section, entry }: Place): void {
    this.first = { section, entry };
    this.starts.length = 0;
    this.text.truncate(0);
  }
  entry(): void {
    this.starts.push(this.text.length);
  }
  row(): boolean {
    return this.columns.record;
  }
  assembly(): void {
    if (this.columns.record) this.text.text("\n");
    this.assemblyFrom = this.text.length;
  }
  end(): void {
    if (this.columns.assembly) this.text.text("\n");
    else this.text.truncate(this.assemblyFrom);
  }

  /** The entries that may hold a match, in order. @param matches whether rows of plain text hold one */
  candidates(matches: RowTest): readonly Place[] {
    const { starts, first } = this;
    const bytes = this.text.since(0);
    const decoded = ascii.decode(bytes);
    const plain = isPlain(decoded);
    const text = plain ? decoded : byteString(bytes);
    const ends = (i: number): number => starts[i + 1] ?? text.length;
    const isLong = starts.some((start, i) => ends(i) - start > LONGEST);
    if (plain && !isLong && !mayMatch(text, matches)) return [];
    const found: Place[] = [];
    starts.forEach((start, i) => {
      const own = text.slice(start, ends(i));
      // What is drawn otherwise than it is written is looked at as it is drawn.
      const isOther = !plain && !isPlain(own);
      if (isOther || mayMatch(own, matches) || (own.length > LONGEST && matches(asCut(own))))
        found.push({ section: first.section, entry: first.entry + i });
    });
    return found;
  }
}

const ascii = new TextDecoder();
/** Whether a text is drawn as it is written. */
function isPlain(text: string): boolean {
  return !/[^ -~\n]/.test(text);
}
/** Rows with the words that stand in a long one's end. */
function asCut(rows: string): string {
  const cut = (row: string): string =>
    row.length > LONGEST ? row.slice(0, LONGEST) + leftOut(row.length - LONGEST) : row;
  return rows.split("\n").map(cut).join("\n");
}
/** A name is found by what a programmer calls it, too. */
function mayMatch(text: string, matches: RowTest): boolean {
  return matches(text) || (mayBeMangled(text) && matches(withPlainNames(text)));
}
