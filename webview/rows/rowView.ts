/** One row as elements: three cells, with a span for each token. */
import { formatPosition } from "../../extension/document/bits";
import type { Column, ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Row } from "../../extension/session/protocol";
import type { Mark } from "./columnText";
import { fillColumn } from "./columnText";
import { make } from "../base/dom";
import { t } from "../base/l10n";
import type { Laid } from "./rowLook";
import { HANG } from "./rowLook";
import { bandOf, sourceCell } from "./source";

/** A row on the screen. */
export interface RowView {
  readonly row: Row;
  readonly element: HTMLElement;
  /** The tokens' spans by column, in order. If find marks a part of a token, its span contains several spans. */
  readonly spans: Readonly<Record<"record" | "assembly", readonly HTMLElement[]>>;
  /** The state that it was made from; another key means that it must be made again. */
  readonly key: string;
}

/** A position in the user's format. */
export function positionText(bit: number, format: ViewSettings["positionFormat"]): string {
  switch (format) {
    case "byte:bit":
      return formatPosition(bit);
    case "hex":
      return `0x${Math.floor(bit / 8).toString(16)}${bit % 8 === 0 ? "" : `.${bit % 8}`}`;
    case "bits":
      return `#${bit}`;
    case "none":
      return "";
  }
}

/** What a row is made from. */
export interface Making {
  readonly marks: readonly Mark[];
  readonly laid: Laid;
  readonly settings: ViewSettings;
}

/** Makes a row's elements. */
export function makeRow(row: Row, key: string, { marks, laid, settings }: Making): RowView {
  const { positionFormat, demangle } = settings;
  const faulty = row.kind === "row" && row.assembly.some((token) => token.kind === "problem");
  const element = make("div", `row ${row.kind}${faulty ? " faulty" : ""}`);
  element.setAttribute("role", "treeitem");
  element.id = `r${row.section}-${row.entry}-${row.line}`;
  element.setAttribute("aria-level", String(row.level));
  const position = make("span", "cell position");
  if (row.positionBit !== undefined) position.textContent = positionText(row.positionBit, positionFormat);
  const fold = make("span", row.fold ? `fold ${row.fold}` : "fold");
  if (row.fold) element.setAttribute("aria-expanded", String(row.fold === "open"));
  const record = make("span", "cell record");
  const assembly = make("span", "cell assembly");
  const text = make("span", "line-text");
  assembly.append(text);
  record.style.setProperty("--hang", `${hangOf(row)}ch`);
  if (laid.hang > 0) text.style.setProperty("--hang", `${laid.hang}ch`);
  const marked = (column: Mark["column"]): readonly Mark[] => marks.filter((mark) => mark.column === column);
  const spans = {
    record: fillColumn(record, row.record, { marks: marked("record"), hidden: [], inserts: [], demangle }),
    assembly: fillColumn(text, row.assembly, { marks: marked("assembly"), ...laid, demangle }),
  };
  if (row.fold === "closed") text.append(make("span", "folded", "⋯"));
  const [band, source] = [bandOf(row), sourceCell(row)];
  if (band) fold.append(band);
  element.append(position, fold, record, assembly, ...(source ? [source] : []));
  // A row without words needs a name for screen readers.
  if (!/\S/.test(element.textContent)) element.setAttribute("aria-label", t("empty row"));
  return { row, element, spans, key };
}

/** The indentation of a record's wrapped lines. */
function hangOf({ record }: Row): number {
  const text = record[0]?.text ?? "";
  return text.length - text.trimStart().length + HANG;
}

/** The column of an element in a row. */
export function columnOf(target: Element): Column | "fold" | undefined {
  const cell = target.closest(".position, .fold, .record, .assembly");
  for (const name of ["position", "fold", "record", "assembly"] as const)
    if (cell?.classList.contains(name)) return name;
  return undefined;
}
