/** Rows of a listing with their places, for tests of tokens and hovers. */
import type { Arrangement } from "../../extension/document/arrangement";
import type { IrDocument } from "../../extension/document/document";
import type { HoverCard, HoverTarget } from "../../extension/document/hover";
import type { Entry, SectionId } from "../../extension/document/section";
import type { Line, Token } from "../../extension/document/token";

/** One row, and where it is. */
export interface Row {
  readonly document: Arrangement;
  readonly section: SectionId;
  readonly index: number;
  readonly entry: Entry;
  readonly line: number;
  readonly tokens: Line;
}
/** All rows of a section, with nested sections in their place. */
export function* rows(document: Arrangement, section = document.roots()[0]!): Generator<Row> {
  for (let from = 0; ;) {
    const { entries, end } = document.entries(section, from, 500, { full: true });
    for (const [i, entry] of entries.entries()) {
      if (entry.kind === "section") yield* rows(document, entry.section);
      else
        for (const [line, tokens] of entry.lines.entries())
          yield { document, section, index: from + i, entry, line, tokens };
    }
    from += entries.length;
    if (end) return;
  }
}

/** The text of a cell. */
export const textOf = (tokens: readonly Token[]): string => tokens.map((t) => t.text).join("");

/** The first row whose assembly matches. */
export function rowOf(document: IrDocument, assembly: RegExp): Row {
  for (const row of rows(document)) if (assembly.test(textOf(row.tokens.assembly))) return row;
  throw new Error(`no row ${assembly.source}`);
}

/** The card of the first matching token of a row; of the row if there is none. */
export function cardOf(
  { document, section, index, entry, line, tokens }: Row,
  column: HoverTarget["column"],
  wanted: (token: Token) => boolean,
): HoverCard | undefined {
  const token = column === "position" ? 0 : tokens[column].findIndex(wanted);
  return document.hover?.({ section, entry: index }, entry, { column, line, token });
}
