/** A rectangle of characters, selected as in VS Code: the same columns in each of its rows. */
import { formatPosition } from "../../extension/document/bits";
import type { Column } from "../../extension/session/protocol/hostApi";
import type { Folds, Row, RowPlace } from "../../extension/session/protocol";
import { keyOf } from "../rows/buffer";
import { shownText } from "../rows/columnText";
import type { Host } from "../base/connection";
import type { RowView } from "../rows/rowView";

/** Rows fetched at once for a copy. */
const PAGE = 250;

/** A corner: a row and a column in it, in characters as displayed; it may be past the row's end. */
export interface Corner extends RowPlace {
  readonly at: number;
  readonly column: number;
}

/** A box, from its first row to its last. */
export interface Box {
  readonly cell: Column;
  readonly from: RowPlace;
  readonly to: RowPlace;
  readonly left: number;
  readonly right: number;
}

/** The box between two corners. */
export function boxOf(cell: Column, a: Corner, b: Corner): Box {
  const [from, to] = a.at <= b.at ? [a, b] : [b, a];
  return { cell, from, to, left: Math.min(a.column, b.column), right: Math.max(a.column, b.column) };
}

/** The text that a row's cell shows. */
function cellText(row: Row, cell: Column, demangle: boolean): string {
  if (cell === "position") return row.positionBit === undefined ? "" : formatPosition(row.positionBit);
  return shownText(row[cell], demangle);
}

/** The column in a row's cell that is nearest to a point on the screen. */
export function columnAt({ element }: RowView, cell: Column, x: number, characterWidth: number): number {
  const text = element.querySelector(cell === "assembly" ? ".line-text" : `.cell.${cell}`) ?? element;
  return Math.max(0, Math.round((x - text.getBoundingClientRect().left) / characterWidth));
}

/** The part of a row that is in a box, as a range that the browser can mark. */
export function rangeInBox(view: RowView, { cell, left, right }: Box): Range {
  const range = document.createRange();
  range.setStart(view.element, 0);
  const root = cell === "position" ? view.element.querySelector(".cell.position") : undefined;
  const spans = cell === "position" ? [root].filter((one) => one instanceof HTMLElement) : view.spans[cell];
  let [before, begun] = [0, false];
  for (const span of spans) {
    const nodes = document.createTreeWalker(span, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      if (node.parentElement?.closest(".away")) continue;
      const behind = before + (node.textContent?.length ?? 0);
      if (!begun && left < behind) {
        range.setStart(node, Math.max(0, left - before));
        begun = true;
      }
      if (begun && before < right) range.setEnd(node, Math.min(right, behind) - before);
      before = behind;
    }
  }
  if (!begun) range.collapse(true);
  return range;
}

/** The text in a box, as displayed: one line per row. */
export async function boxText(host: Host, folds: Folds, box: Box, demangle: boolean): Promise<string> {
  const lines: string[] = [];
  for (let place: RowPlace | undefined = box.from; place;) {
    const query = { anchor: { kind: "place", place } as const, before: 0, after: PAGE, folds };
    const { rows, anchor, atEnd } = await host.rows(query);
    const fresh = rows.slice(lines.length === 0 ? anchor : anchor + 1);
    const last = fresh.findIndex((row) => keyOf(row) === keyOf(box.to));
    const wanted = last < 0 ? fresh : fresh.slice(0, last + 1);
    for (const row of wanted) lines.push(cellText(row, box.cell, demangle).slice(box.left, box.right));
    place = last >= 0 || atEnd ? undefined : fresh.at(-1);
  }
  return lines.join("\n");
}
