/** One row as elements: three cells, a span for each token. */
import { formatPosition } from "../extension/document/bits";
import type { Token } from "../extension/document/token";
import type { Column, ViewSettings } from "../extension/session/hostApi";
import type { Row, RowToken } from "../extension/session/protocol";
import { make } from "./dom";
import { t } from "./l10n";
import { bandOf, sourceCell } from "./source";

/** A part of a column's text that find has marked. */
export interface Mark {
  readonly column: "record" | "assembly";
  readonly start: number;
  readonly end: number;
  readonly current: boolean;
}

/** A row on the screen. */
export interface RowView {
  readonly row: Row;
  readonly element: HTMLElement;
  /** The tokens' spans by column, in order. A token that find marks in part has several spans in one. */
  readonly spans: Readonly<Record<"record" | "assembly", readonly HTMLElement[]>>;
  /** What it was made with; another key means that it has to be made again. */
  readonly key: string;
}

/** A position as the user wants it written. */
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

/** Whether a token leads somewhere or can be explained on its own. */
export function isTarget(token: Token): boolean {
  if (token.symbol !== undefined || token.targetBit !== undefined) return true;
  return token.kind !== "punctuation" && token.kind !== "text" && /\S/.test(token.text);
}

/** Makes a row's elements. */
export function makeRow(
  row: Row,
  key: string,
  marks: readonly Mark[],
  { positionFormat, demangle }: ViewSettings,
): RowView {
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
  const spans = {
    record: fill(
      record,
      row.record,
      marks.filter((m) => m.column === "record"),
      demangle,
    ),
    assembly: fill(
      text,
      row.assembly,
      marks.filter((m) => m.column === "assembly"),
      demangle,
    ),
  };
  if (row.fold === "closed") text.append(make("span", "folded", "⋯"));
  const [band, source] = [bandOf(row), sourceCell(row)];
  if (band) fold.append(band);
  element.append(position, fold, record, assembly, ...(source ? [source] : []));
  // A row without words has to be called something.
  if (!/\S/.test(element.textContent)) element.setAttribute("aria-label", t("empty row"));
  return { row, element, spans, key };
}

/** The column that an element of a row is in. */
export function columnOf(target: Element): Column | "fold" | undefined {
  const cell = target.closest(".position, .fold, .record, .assembly");
  for (const name of ["position", "fold", "record", "assembly"] as const)
    if (cell?.classList.contains(name)) return name;
  return undefined;
}

function fill(
  cell: HTMLElement,
  tokens: readonly RowToken[],
  marks: readonly Mark[],
  demangle: boolean,
): HTMLElement[] {
  let start = 0;
  return tokens.map((token, index) => {
    const noise = token.noise === undefined ? "" : " noise";
    const span = make("span", `t k-${token.kind}${isTarget(token) ? " target" : ""}${noise}`);
    span.dataset.token = String(index);
    const end = start + token.text.length;
    const inside = marks.filter((mark) => mark.start < end && mark.end > start);
    const plain = demangle ? token.plain : undefined;
    // A name in other words is marked as a whole.
    if (plain !== undefined && inside.length === 0) span.textContent = plain;
    else if (plain !== undefined)
      span.append(make("mark", inside.some((m) => m.current) ? "hit current" : "hit", plain));
    else if (inside.length === 0) span.textContent = token.text;
    else markParts(span, token.text, start, inside);
    start = end;
    cell.append(span);
    return span;
  });
}

/** Splits a token's text at the marks in it. `start` is the token's first column. */
function markParts(span: HTMLElement, text: string, start: number, marks: readonly Mark[]): void {
  let at = 0;
  for (const mark of marks) {
    const from = Math.max(at, mark.start - start);
    const to = Math.min(text.length, mark.end - start);
    if (to <= from) continue;
    span.append(text.slice(at, from), make("mark", mark.current ? "hit current" : "hit", text.slice(from, to)));
    at = to;
  }
  span.append(text.slice(at));
}
