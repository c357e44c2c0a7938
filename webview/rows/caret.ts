/** Maps characters of a row's columns to places on the screen, and back. */
import type { Column } from "../../extension/session/protocol/hostApi";
import { columnText } from "./columnText";
import type { RowView } from "./rowView";

/** A column's text as it is copied: the text of its tokens, or the position as displayed. */
export function textOf(view: RowView, column: Column): string {
  return column === "position" ? (positionCell(view)?.textContent ?? "") : columnText(view.row, column);
}

/** The character of a column at a point of the screen (the point is before it). */
export function charAt(view: RowView, column: Column, x: number, y: number): number {
  const hit = caretAt(x, y);
  const cell = cellOf(view, column);
  const { left, right, top, bottom } = cell.getBoundingClientRect();
  if (y < top || (y <= bottom && x < left)) return 0;
  if (!hit || !cell.contains(hit.node)) return x <= left && y <= bottom ? 0 : textOf(view, column).length;
  if (x > right && y > bottom) return textOf(view, column).length;
  if (column === "position") return hit.offset;
  return charOf(view, column, hit.node, hit.offset);
}

/** The text of a column from character `start` up to `end`, as a range that the browser can mark. */
export function rangeOf(view: RowView, column: Column, start: number, end: number): Range {
  const range = document.createRange();
  if (column === "position") {
    const cell = positionCell(view);
    if (cell) range.selectNodeContents(cell);
    return range;
  }
  let before = 0;
  const spans = view.spans[column];
  view.row[column].forEach((token, index) => {
    const span = spans[index];
    const behind = before + token.text.length;
    if (span && start < behind && end > before) {
      if (start >= before) setEdge(range, "start", span, shownOffset(span, token.text, start - before));
      else if (index === 0) range.setStart(span, 0);
      if (end <= behind) setEdge(range, "end", span, shownOffset(span, token.text, end - before));
      else range.setEndAfter(span);
    }
    before = behind;
  });
  return range;
}

/** A range of characters in an element's text, which may consist of several nodes. */
export function partOf(element: HTMLElement, start: number, end: number): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  setEdge(range, "start", element, start);
  setEdge(range, "end", element, end);
  return range;
}

function positionCell(view: RowView): HTMLElement | null {
  return view.element.querySelector<HTMLElement>(".position");
}
function cellOf(view: RowView, column: Column): HTMLElement {
  const found = view.element.querySelector<HTMLElement>(column === "assembly" ? ".line-text" : `.${column}`);
  return found ?? view.element;
}

/** The character at an offset of a node in a column; a demangled name counts as one unit. */
function charOf(view: RowView, column: "record" | "assembly", node: Node, offset: number): number {
  let before = 0;
  const tokens = view.row[column];
  for (const [index, span] of view.spans[column].entries()) {
    const text = tokens[index]?.text ?? "";
    if (span.contains(node)) {
      const shown = offsetIn(span, node, offset);
      if (span.textContent === text) return before + Math.min(shown, text.length);
      return shown * 2 >= span.textContent.length ? before + text.length : before;
    }
    // The offset is between two spans, or after the last.
    if (node.compareDocumentPosition(span) & Node.DOCUMENT_POSITION_FOLLOWING) return before;
    before += text.length;
  }
  return before;
}
function offsetIn(span: HTMLElement, node: Node, offset: number): number {
  const range = document.createRange();
  range.selectNodeContents(span);
  range.setEnd(node, offset);
  return range.toString().length;
}
/** The offset of a token's character in the text that is displayed for it. */
function shownOffset(span: HTMLElement, text: string, char: number): number {
  if (span.textContent === text) return char;
  return char * 2 >= text.length ? span.textContent.length : 0;
}
function setEdge(range: Range, edge: "start" | "end", element: HTMLElement, offset: number): void {
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const length = node.textContent?.length ?? 0;
    const inside = edge === "start" ? offset < before + length : offset <= before + length;
    if (inside) {
      if (edge === "start") range.setStart(node, Math.max(0, offset - before));
      else range.setEnd(node, Math.max(0, offset - before));
      return;
    }
    before += length;
  }
}

/** The browser's caret position at a point; all browsers that we run in support the older of the two ways. */
function caretAt(x: number, y: number): { readonly node: Node; readonly offset: number } | undefined {
  if (typeof document.caretPositionFromPoint === "function") {
    const found = document.caretPositionFromPoint(x, y);
    return found ? { node: found.offsetNode, offset: found.offset } : undefined;
  }
  const range = document.caretRangeFromPoint(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : undefined;
}
