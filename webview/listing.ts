/** The listing: draws the rows that are in view, scrolls, and says what is under the pointer. */
import type { Column, ColumnState, ViewSettings } from "../extension/session/hostApi";
import type { Anchor, Folds, Row, RowPlace, SectionInfo } from "../extension/session/protocol";
import { RowBuffer } from "./buffer";
import type { Host } from "./connection";
import { make, onFrame } from "./dom";
import type { Mark, RowView } from "./rowView";
import { columnOf, makeRow } from "./rowView";
import { Scrollbar } from "./scrollbar";

/** A token (or a cell) of a row on the screen. */
export interface Spot {
  readonly row: Row;
  readonly column: Column | "fold";
  /** Index of the token in its column; -1 beside the tokens. */
  readonly token: number;
  readonly element: HTMLElement;
}

/** What is drawn over rows; each part of the editor adds its own. */
export interface Decorator {
  /** Marks in a row's text. `key` changes when they do. */
  marks?(row: Row): readonly Mark[];
  /** Classes of a row and of its tokens, set on every draw. `line` is the row's among all. */
  decorate?(view: RowView, line: number): void;
}

/** A box between the rows (peek): below row `after`, so many pixels high. */
export interface Inset {
  readonly after: RowPlace;
  readonly element: HTMLElement;
  readonly height: number;
}

/** Room beside the record column's text, in characters. */
export const BESIDE = 3;
/** The scrollbars stay so long (ms) after scrolling. */
const BARS = 500;
/** Rows in front of a target, so that one sees where one has come. */
const CONTEXT = 0.3;

/** The scrolled view of rows. */
export class Listing {
  readonly element = make("div", "listing");
  readonly rowsElement = make("div", "rows");
  readonly buffer: RowBuffer;
  readonly vertical: Scrollbar;
  readonly horizontal: Scrollbar;
  private readonly views = new Map<string, RowView>();
  private readonly decorators: Decorator[] = [];
  private readonly drawListeners: (() => void)[] = [];
  private top = 0;
  private left = 0;
  /** Pixels by which the widest line seen does not fit its column. */
  private overflow = 0;
  private lineHeight = 18;
  private settings: ViewSettings;
  private jump: number | undefined;
  private bars: ReturnType<typeof setTimeout> | undefined;
  inset: Inset | undefined;
  /** Asks for a drawing before the next frame. */
  readonly draw = onFrame(() => this.drawNow());

  constructor(host: Host, settings: ViewSettings, folds: () => Folds) {
    this.settings = settings;
    this.buffer = new RowBuffer(host, folds, (shift) => {
      this.top += shift;
      this.draw();
    });
    this.rowsElement.id = "rows";
    this.rowsElement.setAttribute("role", "tree");
    this.rowsElement.tabIndex = 0;
    this.vertical = new Scrollbar("vertical", "rows", (line) => this.scrollToLine(line));
    this.horizontal = new Scrollbar("horizontal", "rows", (left) => this.scrollAcross(left));
    this.element.append(this.rowsElement, this.vertical.element, this.horizontal.element);
    this.rowsElement.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    new ResizeObserver(() => this.draw()).observe(this.rowsElement);
    this.applySettings(settings);
  }

  add(decorator: Decorator): void {
    this.decorators.push(decorator);
  }
  onDraw(listener: () => void): void {
    this.drawListeners.push(listener);
  }

  /** Takes over font metrics and the like; rows are made again. */
  applySettings(settings: ViewSettings): void {
    this.settings = settings;
    const style = getComputedStyle(document.body);
    const size = parseFloat(style.getPropertyValue("--vscode-editor-font-size")) || 14;
    // VS Code's rule: 0 is from the font size, less than 8 is a factor of it.
    const own = settings.lineHeight;
    const golden = navigator.platform.startsWith("Mac") ? 1.5 : 1.35;
    this.lineHeight = Math.max(8, Math.round(own === 0 ? size * golden : own < 8 ? own * size : own));
    this.element.style.setProperty("--line-height", `${this.lineHeight}px`);
    this.element.style.setProperty("--letter-spacing", `${settings.letterSpacing}px`);
    this.element.style.setProperty("--ligatures", settings.fontLigatures ? "normal" : "none");
    this.redraw();
  }
  /** Shows and hides columns, and sets the record column's width. */
  applyColumns(state: ColumnState, recordWidth: number): void {
    for (const column of ["position", "record", "assembly"] as const)
      this.element.classList.toggle(`no-${column}`, state.hidden.includes(column));
    this.element.style.setProperty("--record-width", `${(state.recordWidth ?? recordWidth) + BESIDE}ch`);
    this.overflow = 0;
    this.draw();
  }
  /** Makes all rows again. */
  redraw(): void {
    this.clear();
    this.draw();
  }

  get height(): number {
    return this.lineHeight;
  }
  /** Whole rows that fit the view. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.rowsElement.clientHeight / this.lineHeight));
  }
  /** The row at the top of the view. */
  get topRow(): Row | undefined {
    return this.buffer.rows[Math.max(0, Math.floor(this.top))];
  }
  /** Line of the first row in view among all. */
  get topLine(): number {
    return this.buffer.line + this.top;
  }

  /**
   * Shows an anchor: leaves the view where it is when the row is in it, else brings it near the middle
   * (`at: "top"`: to the top).
   * @returns the anchor's row, and the sections that were unfolded for it
   */
  async show(
    anchor: Anchor,
    at: "near" | "top" = "near",
  ): Promise<{ row: Row; unfolded: readonly number[] } | undefined> {
    const inView = anchor.kind === "place" ? this.buffer.indexOfRow(anchor.place) : -1;
    const known = this.buffer.rows[inView];
    if (at === "near" && known && inView >= this.top && inView < this.top + this.pageRows - 1) {
      this.draw();
      return { row: known, unfolded: [] };
    }
    const page = Math.max(20, this.pageRows);
    const answer = await this.buffer.load(anchor, page * 2, page * 3);
    if (!answer) return undefined;
    this.jump = undefined;
    this.top = at === "top" ? answer.anchor : Math.max(0, answer.anchor - Math.floor(this.pageRows * CONTEXT));
    this.clear();
    this.drawNow();
    const row = answer.rows[answer.anchor];
    return row && { row, unfolded: answer.unfolded };
  }
  /** Scrolls so that a row at hand is in view, as little as possible. */
  scrollIntoView(index: number): void {
    if (index < this.top + 1) this.top = Math.max(0, index - 1);
    else if (index > this.top + this.pageRows - 2) this.top = index - this.pageRows + 2;
    this.draw();
  }
  scrollBy(lines: number): void {
    this.jump = undefined;
    this.top += lines;
    this.showBars();
    this.draw();
  }
  /** Scrolls to a line among all; far ones are fetched when the thumb rests for a moment. */
  scrollToLine(line: number): void {
    this.showBars();
    const clamped = Math.max(0, Math.min(line, Math.max(0, this.buffer.total - this.pageRows)));
    const index = clamped - this.buffer.line;
    if (index >= 0 && index + this.pageRows <= this.buffer.rows.length) {
      this.jump = undefined;
      this.top = index;
      this.draw();
      return;
    }
    const asked = this.jump !== undefined;
    this.jump = clamped;
    this.vertical.update(clamped, this.pageRows, this.buffer.total);
    if (!asked) void this.followJump();
  }
  scrollAcross(left: number): void {
    this.showBars();
    this.left = Math.max(0, Math.min(left, this.overflow));
    this.draw();
  }
  /** Shows the scrollbars for a moment, as VS Code does while one scrolls with the pointer elsewhere. */
  private showBars(): void {
    this.element.classList.add("scrolling");
    clearTimeout(this.bars);
    this.bars = setTimeout(() => this.element.classList.remove("scrolling"), BARS);
  }
  /** Scrolls across so that a token is in view, or these characters of it. */
  showAcross(element: HTMLElement, part?: { readonly start: number; readonly end: number }): void {
    const text = element.closest(".line-text");
    if (!text) return;
    const at = (part ? partOf(element, part) : element).getBoundingClientRect();
    const start = at.left - text.getBoundingClientRect().left;
    const width = this.textWidth();
    if (start - this.left < 0) this.scrollAcross(start - 20);
    else if (start + Math.min(at.width, width) - this.left > width)
      this.scrollAcross(start + Math.min(at.width, width - 20) - width + 20);
  }

  /** What is at a target of a pointer event. */
  spot(target: EventTarget | null): Spot | undefined {
    if (!(target instanceof Element)) return undefined;
    const element = target.closest<HTMLElement>(".row");
    const column = columnOf(target);
    const view = element && [...this.views.values()].find((v) => v.element === element);
    if (!view || !column) return undefined;
    const token = target.closest<HTMLElement>(".t");
    return { row: view.row, column, token: token ? Number(token.dataset.token) : -1, element: token ?? element };
  }
  /** The view of a row on the screen. */
  viewOf(place: RowPlace): RowView | undefined {
    return this.views.get(keyOf(place));
  }
  /** The sections around a row, outermost first. */
  path(row: Row): readonly SectionInfo[] {
    const path: SectionInfo[] = [];
    for (let id: number | undefined = row.section; id !== undefined;) {
      const section = this.buffer.sections.get(id);
      if (!section) break;
      path.unshift(section);
      id = section.parent;
    }
    return path;
  }

  private async followJump(): Promise<void> {
    while (this.jump !== undefined) {
      const line = this.jump;
      const page = this.pageRows;
      const answer = await this.buffer.load({ kind: "line", line: Math.floor(line) }, page * 2, page * 3);
      if (!answer || this.jump === undefined) return;
      this.top = answer.anchor + (line % 1);
      this.clear();
      this.drawNow();
      if (this.jump === line) this.jump = undefined;
    }
  }
  private wheel(event: WheelEvent): void {
    if (event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? this.lineHeight : 1;
    const across = event.shiftKey ? event.deltaY : event.deltaX;
    if (across !== 0) this.scrollAcross(this.left + across * unit);
    if (!event.shiftKey && event.deltaY !== 0)
      this.scrollBy((event.deltaY * unit * this.settings.scrollSensitivity) / this.lineHeight);
  }
  private clear(): void {
    for (const view of this.views.values()) view.element.remove();
    this.views.clear();
    // How wide the rows are, those that are shown next tell.
    if (this.left === 0) this.overflow = 0;
  }
  private textWidth(): number {
    const text = this.rowsElement.querySelector<HTMLElement>(".cell.assembly");
    return text?.clientWidth ?? this.rowsElement.clientWidth;
  }

  private drawNow(): void {
    const { buffer } = this;
    const insetRows = this.inset ? Math.ceil(this.inset.height / this.lineHeight) : 0;
    // The bar below must not cover the last row.
    const below = insetRows + (this.overflow > 0 ? 1 : 0);
    const last = Math.max(
      0,
      buffer.rows.length - this.pageRows + (buffer.rows.length > this.pageRows - below ? below : 0),
    );
    this.top = Math.max(0, Math.min(this.top, buffer.atEnd ? last : buffer.rows.length - 1));
    const first = Math.floor(this.top);
    const end = Math.min(buffer.rows.length, first + this.pageRows + 2);
    this.place(...this.withHeld(first, end));
    const line = this.jump ?? this.topLine;
    this.vertical.update(line, this.pageRows, buffer.total);
    for (const { element } of this.views.values()) {
      const text = element.querySelector<HTMLElement>(".line-text");
      // Message rows have a wider cell: what counts is how much does not fit.
      if (text) this.overflow = Math.max(this.overflow, text.offsetWidth - (text.parentElement?.clientWidth ?? 0));
    }
    this.horizontal.update(this.left, this.textWidth(), this.textWidth() + this.overflow);
    buffer.extend(first, end);
    for (const listener of this.drawListeners) listener();
  }

  /** Puts the rows from `first` up to `end` in their places, in the order of the file, and drops the others. */
  private place(first: number, end: number): void {
    const needed = new Set<string>();
    const insetAt = this.inset ? this.buffer.indexOfRow(this.inset.after) : -1;
    let previous: Element | null = null;
    for (let index = first; index < end; index++) {
      const row = this.buffer.rows[index];
      if (!row) continue;
      const view = this.view(row);
      needed.add(keyOf(row));
      const pushed = this.inset && insetAt >= 0 && index > insetAt ? this.inset.height : 0;
      view.element.style.transform = `translateY(${(index - this.top) * this.lineHeight + pushed}px)`;
      if (view.element.previousElementSibling !== previous || !view.element.isConnected) {
        if (previous) previous.after(view.element);
        else this.rowsElement.prepend(view.element);
      }
      previous = view.element;
      const text = view.element.querySelector<HTMLElement>(".line-text");
      if (text) text.style.transform = this.left === 0 ? "" : `translateX(${-this.left}px)`;
      view.element.setAttribute("aria-setsize", String(this.buffer.total));
      view.element.setAttribute("aria-posinset", String(this.buffer.line + index + 1));
      for (const decorator of this.decorators) decorator.decorate?.(view, this.buffer.line + index);
    }
    this.drop(needed);
    if (this.inset) {
      this.inset.element.style.transform = `translateY(${(insetAt + 1 - this.top) * this.lineHeight}px)`;
      this.inset.element.classList.toggle("hidden", insetAt < 0);
    }
  }
  /** The rows to keep: those in view, and those in which a selection by mouse is going on. */
  private withHeld(first: number, end: number): [number, number] {
    const selection = getSelection();
    if (!selection || selection.isCollapsed) return [first, end];
    for (const view of this.views.values()) {
      if (!selection.containsNode(view.element, true)) continue;
      const index = this.buffer.indexOfRow(view.row);
      if (index < 0) continue;
      first = Math.min(first, index);
      end = Math.max(end, index + 1);
    }
    return [first, end];
  }
  private drop(needed: ReadonlySet<string>): void {
    for (const [key, view] of this.views) {
      if (needed.has(key)) continue;
      view.element.remove();
      this.views.delete(key);
    }
  }
  private view(row: Row): RowView {
    const marks = this.decorators.flatMap((decorator) => decorator.marks?.(row) ?? []);
    const key = marks.map((m) => `${m.column}${m.start}-${m.end}${m.current ? "!" : ""}`).join();
    const known = this.views.get(keyOf(row));
    if (known?.key === key && known.row === row) return known;
    known?.element.remove();
    const view = makeRow(row, key, marks, this.settings.positionFormat);
    this.views.set(keyOf(row), view);
    return view;
  }
}

function keyOf({ section, entry, line }: RowPlace): string {
  return `${section}:${entry}:${line}`;
}

/** Characters of an element's text, which may be in several nodes. */
function partOf(element: HTMLElement, { start, end }: { readonly start: number; readonly end: number }): Range {
  const range = document.createRange();
  range.selectNodeContents(element);
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let before = 0;
  for (let node = nodes.nextNode(); node && before < end; node = nodes.nextNode()) {
    const { length } = node.textContent ?? "";
    if (start >= before && start < before + length) range.setStart(node, start - before);
    if (end <= before + length) range.setEnd(node, end - before);
    before += length;
  }
  return range;
}
