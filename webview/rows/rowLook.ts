/** The layout of a row's assembly: where a long line wraps, and which of its dictionaries are folded. */
import { append } from "../../extension/document/arrays";
import type { Row } from "../../extension/session/protocol";
import type { Characters, Drawn } from "./columnText";
import { columnText } from "./columnText";
import type { Dictionary, DictionaryFolds } from "./dictionaries";
import { canFold, dictionariesOf } from "./dictionaries";
import { make } from "../base/dom";
import { t } from "../base/l10n";
import { lineText, shownSource, sourceName } from "./source";

/** Indentation of wrapped lines relative to their first, in characters. */
export const HANG = 4;

/** What is drawn over a text, and the indentation of its wrapped lines. */
export type Laid = Pick<Drawn, "hidden" | "inserts"> & { readonly hang: number };

/** The layout of an unchanged text. */
export const PLAIN: Laid = { hidden: [], inserts: [], hang: 0 };

/** The layout of rows in a listing. */
export class RowLook {
  /** Characters that fit in a line if lines wrap; otherwise infinite. */
  columns = Infinity;

  constructor(private readonly folds: DictionaryFolds) {}

  /** Changes when the row must be made again. */
  key(row: Row): string {
    const folded = dictionariesOf(row).map((_, index) => (this.folds.isFolded(row, index) ? "f" : "o"));
    return `${folded.join("")}${this.columns === Infinity ? "" : `/${this.columns}`}`;
  }
  layOut(row: Row): Laid {
    const dictionaries = dictionariesOf(row);
    if (dictionaries.length === 0 && this.columns === Infinity) return PLAIN;
    const text = columnText(row, "assembly");
    const hidden: Characters[] = [];
    const inserts: { at: number; element: HTMLElement }[] = [];
    const room = this.columns - sourceLength(row);
    const breaks = this.length(text, row) > room;
    dictionaries.forEach((dictionary, index) => {
      const folded = this.folds.isFolded(row, index);
      // A single attribute is not torn between its name and its value: it begins a line if that holds it.
      const { open, close, attributes } = dictionary;
      if (breaks && !folded && attributes.length === 1 && close >= room && close - open + 2 * HANG < room)
        inserts.push({ at: bracket(text, dictionary), element: lineBreak("attribute") });
      if (canFold(dictionary)) inserts.push({ at: bracket(text, dictionary), element: foldMark(index, folded) });
      if (folded) {
        const away = foldedParts(dictionary);
        append(hidden, away);
        for (const { start } of away) inserts.push({ at: start, element: chip(index) });
      } else if (breaks && dictionary.attributes.length > 1) {
        for (const { start } of dictionary.attributes) inserts.push({ at: start, element: lineBreak("attribute") });
        inserts.push({ at: dictionary.close, element: lineBreak("close") });
      }
    });
    return { hidden, inserts, hang: breaks ? this.hang(text) : 0 };
  }
  /** The layout of a row without marks for folding. */
  plain(row: Row): Laid {
    const text = columnText(row, "assembly");
    return text.length > this.columns ? { ...PLAIN, hang: this.hang(text) } : PLAIN;
  }
  /** The indentation of a text's wrapped lines. */
  private hang(text: string): number {
    const indent = text.length - text.trimStart().length;
    return Math.min(indent + HANG, Math.floor(this.columns / 2));
  }
  /** The number of characters of a row with its dictionaries as they are folded now. */
  private length(text: string, row: Row): number {
    const away = dictionariesOf(row).flatMap((one, index) =>
      this.folds.isFolded(row, index) ? foldedParts(one).map(({ start, end }) => end - start - 3) : [],
    );
    return away.reduce((length, part) => length - part, text.length);
  }
}

/** Most characters shown of the location at a row's end. */
const LONGEST_SOURCE = 32;
function sourceLength(row: Row): number {
  const source = shownSource(row);
  const length = source ? sourceName(source).length + lineText(source).length + 3 : 0;
  return Math.min(length, LONGEST_SOURCE);
}
/** The first character of a dictionary's bracket: the `<` of `<{`. */
function bracket(text: string, { open }: Dictionary): number {
  return text[open - 1] === "<" ? open - 1 : open;
}
/** The hidden parts of a folded dictionary: everything but the attribute that names the op. */
function foldedParts({ open, close, attributes }: Dictionary): readonly Characters[] {
  const name = attributes.find(({ names }) => names);
  const parts = name
    ? [
        { start: open + 1, end: name.start },
        { start: name.end, end: close },
      ]
    : [{ start: open + 1, end: close }];
  return parts.filter(({ start, end }) => end > start);
}
/** The mark covers the blank before the bracket, so that the text does not move. */
function foldMark(index: number, folded: boolean): HTMLElement {
  const mark = make("span", `dictionary-mark ${folded ? "closed" : "open"}`);
  mark.dataset.dictionary = String(index);
  mark.title = folded ? t("Show the attributes") : t("Fold the attributes");
  mark.setAttribute("aria-hidden", "true");
  return mark;
}
function chip(index: number): HTMLElement {
  const shown = make("span", "folded dictionary", "⋯");
  shown.dataset.dictionary = String(index);
  return shown;
}
function lineBreak(kind: "attribute" | "close"): HTMLElement {
  const shown = make("span", `goes-on ${kind}`);
  shown.append(make("br"));
  shown.append(make("span", "gap"));
  return shown;
}
