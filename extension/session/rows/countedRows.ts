/** Counts the rows of entries in their text, without making tokens. */
import { ByteText } from "../../document/byteText";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Place, SectionId } from "../../document/section";

const NEWLINE = 10;

/** Counts rows as they are written and discards their text. */
class RowCounter implements RowWriter {
  readonly text = new ByteText();
  /** @param details whether rows of container headers and padding count */
  constructor(readonly details: boolean) {}
  entry(_startBit: number, _endBit: number, inOneText = false): void {
    this.inOneText = inOneText;
  }
  row(): boolean {
    return false;
  }
  assembly(): void {
    this.text.truncate(0);
  }
  message(): void {
    this.assembly();
  }
  end(): void {
    this.rows++;
    if (this.inOneText) this.rows += newlines(this.text.take());
  }
  /** Returns the number of rows since the last call. */
  take(): number {
    const { rows } = this;
    this.rows = 0;
    return rows;
  }
  private rows = 0;
  private inOneText = false;
}

function newlines(bytes: Uint8Array): number {
  let found = 0;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) found++;
  return found;
}

/** The rows of a page of entries, and the sections among them. */
export interface CountedPage {
  readonly rows: number;
  /** `rowsBefore`: the page's own rows before the section. */
  readonly nested: readonly { readonly entry: number; readonly section: SectionId; readonly rowsBefore: number }[];
  /** The number of entries in the section, if the page is its last. */
  readonly entries: number | undefined;
}

/**
 * Counts the rows of up to `count` entries, starting at a place.
 * @param write writes at most the given number of entries from a place on, like `Arrangement.write`
 */
export function countRows(
  { section, entry }: Place,
  count: number,
  details: boolean,
  write: (section: SectionId, from: number, count: number, writer: RowWriter) => WrittenPage,
): CountedPage {
  const counter = new RowCounter(details);
  const nested: { entry: number; section: SectionId; rowsBefore: number }[] = [];
  let rows = 0;
  for (let from = entry; from < entry + count;) {
    const page = write(section, from, entry + count - from, counter);
    rows += counter.take();
    from += page.entries;
    if (page.section !== undefined) nested.push({ entry: from - 1, section: page.section, rowsBefore: rows });
    if (page.end || page.entries === 0) return { rows, nested, entries: from };
  }
  return { rows, nested, entries: undefined };
}
