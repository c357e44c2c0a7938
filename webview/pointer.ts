/** The pointer in the listing: clicks, selection by mouse, hovers, Ctrl+click. */
import type { Column } from "../extension/session/protocol/hostApi";
import { columnAt } from "./cursor/box";
import type { Span } from "./cursor/selection";
import { charAt, textOf } from "./rows/caret";
import type { Row } from "../extension/session/protocol";
import type { Editor } from "./editor";
import type { Spot } from "./rows/rowPool";
import type { RowView } from "./rows/rowView";
import { wordAt } from "./base/words";

/** Interval of scrolling while a drag is beyond an edge (ms). */
const SCROLL_EVERY = 40;
/** Pixels beyond the edge for each additional line per scroll. */
const FASTER = 12;

/** Listens until the page closes. */
export function listenToPointer(editor: Editor): void {
  const rows = editor.listing.rowsElement;
  const drag = new Drag(editor);
  rows.addEventListener("mousedown", (event) => press(editor, event, drag));
  rows.addEventListener("click", (event) => click(editor, event));
  rows.addEventListener("mousemove", (event) => over(editor, event));
  rows.addEventListener("mouseleave", () => {
    editor.hover.leave();
    point(editor, undefined);
  });
  rows.addEventListener("contextmenu", (event) => {
    const spot = editor.listing.spot(event.target);
    const one = editor.selection.selected;
    if (spot && spot.column !== "fold" && one?.kind === "rows" && one.count === 1)
      editor.cursor.setFromSpot(spot, false);
  });
  // As in VS Code, the modifier underlines what a click would follow.
  const modifier = (event: KeyboardEvent): void => {
    rows.classList.toggle("following", event.ctrlKey || event.metaKey);
  };
  document.addEventListener("keydown", modifier);
  document.addEventListener("keyup", modifier);
  window.addEventListener("blur", () => rows.classList.remove("following"));
}

function press(editor: Editor, event: MouseEvent, drag: Drag): void {
  if (event.button !== 0) return;
  // Selection and focus are handled here, not by the browser.
  if (!(event.target as Element).closest(".inset")) event.preventDefault();
  editor.focus();
  const source = sourceAt(editor, event);
  if (source) return editor.cursor.set(source.row);
  const spot = editor.listing.spot(event.target);
  if (!spot) return;
  editor.hover.hide();
  const dictionary = dictionaryAt(event);
  if (dictionary !== undefined) return editor.options.toggleDictionary(spot.row, dictionary);
  if (spot.column === "fold") {
    if (spot.row.fold) void editor.toggleFold(spot.row);
    return;
  }
  const view = editor.listing.viewOf(spot.row);
  if (!view) return;
  if (event.ctrlKey || event.metaKey) editor.cursor.setFromSpot(spot, false);
  else drag.start(view, spot, event);
}

/** The dictionary whose mark or folded attributes are under the pointer. */
function dictionaryAt({ target }: MouseEvent): number | undefined {
  const mark = target instanceof Element ? target.closest<HTMLElement>("[data-dictionary]") : null;
  return mark ? Number(mark.dataset.dictionary) : undefined;
}

/** The source location at a row's end under the pointer. */
function sourceAt(
  editor: Editor,
  { target }: MouseEvent,
): { readonly row: Row; readonly element: HTMLElement } | undefined {
  const element = target instanceof Element ? target.closest<HTMLElement>(".cell.source") : null;
  const row = element && editor.listing.pool.rowOf(element);
  return element && row ? { row, element } : undefined;
}

function click(editor: Editor, event: MouseEvent): void {
  const source = sourceAt(editor, event);
  if (source && (event.ctrlKey || event.metaKey)) return void editor.openSource(source.row);
  const spot = editor.listing.spot(event.target);
  if (!spot) return;
  if (event.ctrlKey || event.metaKey) void editor.follow();
  else if (event.altKey && !event.shiftKey) void editor.expand();
  else if (event.target instanceof Element && event.target.matches(".folded:not(.dictionary)"))
    void editor.toggleFold(spot.row);
}

function over(editor: Editor, event: MouseEvent): void {
  editor.listing.rowsElement.classList.toggle("following", event.ctrlKey || event.metaKey);
  if (event.buttons !== 0) return;
  const source = sourceAt(editor, event);
  if (source) {
    point(editor, undefined);
    return editor.hover.askSource(source.row, source.element, editor.settings.hoverDelay);
  }
  const spot = editor.listing.spot(event.target);
  if (!spot || spot.column === "fold") {
    editor.hover.leave();
    return point(editor, undefined);
  }
  point(editor, spot);
  const onPosition = spot.column === "position" && spot.row.positionBit !== undefined;
  if (spot.token < 0 && !onPosition) return editor.hover.leave();
  const { section, entry, line } = spot.row;
  const target = { column: spot.column, line, token: Math.max(0, spot.token) };
  const element =
    spot.token < 0 ? (spot.element.querySelector<HTMLElement>(".position") ?? spot.element) : spot.element;
  editor.hover.ask({ section, entry, target }, element, editor.settings.hoverDelay);
}

/** Stores what is under the pointer, so that its partner in the other column can be outlined. */
function point(editor: Editor, spot: Spot | undefined): void {
  const before = editor.cursor.pointed;
  if (before?.element === spot?.element) return;
  editor.cursor.pointed = spot;
  editor.listing.draw();
}

/** Selects while the button is down, within the column where it began; beyond an edge the view scrolls. */
class Drag {
  private timer: ReturnType<typeof setInterval> | undefined;
  private at: { readonly x: number; readonly y: number } | undefined;
  /** Whether it selects a box: the same columns in all rows. */
  private isBox = false;
  /** How often the button was pressed: once selects characters, twice words, more often lines. */
  private presses = 1;
  /** What the press itself has selected; undefined if it has extended a selection. */
  private first: Span | undefined;

  constructor(private readonly editor: Editor) {
    document.addEventListener("mousemove", (event) => this.move(event));
    document.addEventListener("mouseup", () => this.end());
    window.addEventListener("blur", () => this.end());
    editor.listing.onDraw(() => this.extend());
  }

  /** Handles a press: selects the character, word or line; with Shift, extends up to there. */
  start(view: RowView, spot: Spot, { clientX: x, clientY: y, detail, shiftKey, altKey }: MouseEvent): void {
    const { cursor, selection } = this.editor;
    const column = spot.column === "fold" ? "assembly" : spot.column;
    const char = charAt(view, column, x, y);
    this.at = { x, y };
    this.isBox = shiftKey && altKey;
    this.presses = detail;
    this.first = undefined;
    if (this.isBox) return this.extendBox(view, selection.column ?? column);
    if (shiftKey && cursor.row) {
      if (selection.column !== column) {
        const from = this.editor.listing.viewOf(cursor.row) ?? view;
        selection.start(column, selection.point(from, column === cursor.column ? cursor.char : 0));
      }
      selection.extendTo(selection.point(view, char));
      return;
    }
    cursor.setFromSpot(spot, false);
    this.first = this.spanAt(view, column, char);
    selection.start(column, ...this.first);
  }
  /** What is selected as a whole around a character. */
  private spanAt(view: RowView, column: Column, char: number): Span {
    const { selection, settings } = this.editor;
    const [from, to] =
      column === "position" || this.presses >= 3
        ? [0, textOf(view, column).length]
        : this.presses === 2
          ? wordAt(view.row[column], char, settings.wordSeparators)
          : [char, char];
    return [selection.point(view, from), selection.point(view, to)];
  }
  private move(event: MouseEvent): void {
    if (!this.at) return;
    if (event.buttons !== 1) return this.end();
    this.at = { x: event.clientX, y: event.clientY };
    this.extend();
    const { top, bottom } = this.editor.listing.rowsElement.getBoundingClientRect();
    if (event.clientY >= top && event.clientY <= bottom) return this.rest();
    this.timer ??= setInterval(() => this.scroll(), SCROLL_EVERY);
  }
  private scroll(): void {
    const { top, bottom } = this.editor.listing.rowsElement.getBoundingClientRect();
    const y = this.at?.y ?? top;
    const away = y < top ? y - top : Math.max(0, y - bottom);
    this.editor.listing.scrollBy(Math.sign(away) * Math.ceil(Math.abs(away) / FASTER));
  }
  private extend(): void {
    const { selection, listing } = this.editor;
    const { at } = this;
    if (!at || selection.column === undefined) return;
    const { top, bottom } = listing.rowsElement.getBoundingClientRect();
    const y = Math.max(top + 1, Math.min(at.y, bottom - 2));
    const view = listing.pool.viewNear(y);
    if (view && this.isBox) this.extendBox(view, selection.column);
    else if (view) this.extendTo(view, selection.column, charAt(view, selection.column, at.x, y));
  }
  private extendTo(view: RowView, column: Column, char: number): void {
    const { selection } = this.editor;
    if (this.first) selection.extendOver(this.first, this.spanAt(view, column, char));
    else selection.extendTo(selection.point(view, char));
  }
  private extendBox(view: RowView, cell: Column): void {
    const { selection, listing } = this.editor;
    const corner = selection.point(view, 0);
    selection.extendBox(cell, { ...corner, column: columnAt(view, cell, this.at?.x ?? 0, listing.character || 8) });
  }
  private rest(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }
  private end(): void {
    this.rest();
    this.at = undefined;
  }
}
