/** The listing: draws the rows in view, scrolls, and tells what is under the pointer. */
import type { NoiseKind } from "../../extension/document/token";
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Anchor, Folds, Hit, Row, RowPlace } from "../../extension/session/protocol";
import { isFoldedHead, RowBuffer } from "./buffer";
import { partOf } from "./caret";
import { Coming } from "./coming";
import type { Host } from "../base/connection";
import { make, onFrame } from "../base/dom";
import { takeOverFont } from "../base/metrics";
import { listenToFingers } from "./finger";
import type { RowLook } from "./rowLook";
import type { Decorator, Inset, Spot } from "./rowPool";
import { RowPool } from "./rowPool";
import type { RowView } from "./rowView";
import { Scrollbar } from "./scrollbar";
import { ScrollTop } from "./scrollTop";
import { stepper, zooms } from "./wheelZoom";

/** How long the scrollbars stay visible after scrolling (ms). */
const BARS = 500;
/** The share of the view before a target row, so that its context is visible. */
const CONTEXT = 0.3;
/** Rows drawn beyond those that fill the view, which may end in the middle of one. */
const MORE = 4;

/** What is to be seen of a row: characters of a column, otherwise all of it. */
export type RowPart = RowPlace & Partial<Pick<Hit, "column" | "start" | "end">>;

/** The row of an anchor, with the sections that were unfolded and the noise that was shown for it. */
export interface Shown {
  readonly row: Row;
  readonly unfolded: readonly number[];
  readonly unhidden: readonly NoiseKind[];
}

/** The scrolled view of rows. */
export class Listing {
  readonly element = make("div", "listing");
  readonly rowsElement = make("div", "rows");
  readonly buffer: RowBuffer;
  readonly pool: RowPool;
  readonly vertical: Scrollbar;
  readonly horizontal: Scrollbar;
  private readonly coming = new Coming(this.rowsElement);
  /** An element as wide as a hundred characters of the editor's font. */
  private readonly charRuler = make("div", "ch-ruler");
  private readonly drawListeners: (() => void)[] = [];
  private readonly top: ScrollTop;
  private left = 0;
  /** Pixels by which the widest line seen exceeds its column. */
  private overflow = 0;
  private settings: ViewSettings;
  /** The line to which the thumb was dragged, until its rows are loaded. */
  private jump: number | undefined;
  private following = false;
  /** Settles when the rows of the last jump have arrived. */
  private arriving: Promise<unknown> = Promise.resolve();
  /** How many rows heads of sections, or what else is in front of them, cover at the top: of a row, or of a part of it. */
  covered: (row: Row | undefined, part?: RowPart) => number = () => 0;
  /** The number of jumps so far. */
  jumps = 0;
  /** How often the reader has scrolled. */
  scrolls = 0;
  /** Takes what the wheel turns to change the size of the font. */
  private readonly turn: (deltaY: number) => void;
  private bars: ReturnType<typeof setTimeout> | undefined;
  /** Requests drawing before the next frame. */
  readonly draw = onFrame(() => this.drawNow());

  constructor(
    host: Host,
    settings: ViewSettings,
    folds: () => Folds,
    readonly look: RowLook,
  ) {
    this.settings = settings;
    this.turn = stepper((steps) => void host.zoomFont(steps));
    this.pool = new RowPool(this.rowsElement, settings, look);
    this.buffer = new RowBuffer(host, folds, (shift) => {
      this.top.shift(shift);
      this.draw();
    });
    this.top = new ScrollTop(this.buffer, this.pool, () => this.room);
    this.rowsElement.id = "rows";
    this.rowsElement.setAttribute("role", "tree");
    this.rowsElement.tabIndex = 0;
    this.rowsElement.append(this.coming.element, this.charRuler);
    this.vertical = new Scrollbar("vertical", "rows", (line) => this.scrollToLine(line));
    this.horizontal = new Scrollbar("horizontal", "rows", (left) => this.scrollAcross(left));
    this.element.append(this.rowsElement, this.vertical.element, this.horizontal.element);
    this.rowsElement.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    listenToFingers(this.rowsElement, (across, down) => this.pan(across, down));
    new ResizeObserver(() => this.relaid()).observe(this.rowsElement);
    this.applySettings(settings);
  }

  add(decorator: Decorator): void {
    this.pool.add(decorator);
  }
  onDraw(listener: () => void): void {
    this.drawListeners.push(listener);
  }

  /** Applies font metrics and other settings; rows are made again. */
  applySettings(settings: ViewSettings): void {
    this.settings = settings;
    this.pool.lineHeight = takeOverFont(this.element, settings);
    this.pool.apply(settings);
    this.draw();
  }
  /** Turns wrapping of long lines on or off. */
  wrap(wraps: boolean): void {
    this.pool.wraps = wraps;
    this.element.classList.toggle("wraps", wraps);
    this.left = 0;
    this.relaid();
  }
  /** The layout of rows has changed: their heights and widths are measured again. */
  relaid(): void {
    this.pool.forgetHeights();
    this.overflow = 0;
    this.fitColumns();
    this.draw();
  }
  private fitColumns(): void {
    const columns = Math.floor(this.textWidth() / (this.character || 8));
    this.look.columns = this.pool.wraps ? Math.max(20, columns) : Infinity;
  }
  /** The width of a character in the editor's font, in pixels. */
  get character(): number {
    return this.charRuler.offsetWidth / 100;
  }
  /** Makes all rows again. */
  redraw(): void {
    this.pool.clear();
    this.draw();
  }
  get height(): number {
    return this.pool.lineHeight;
  }
  /** The number of complete single-line rows that fit in the view. */
  get pageRows(): number {
    return Math.max(1, Math.floor(this.rowsElement.clientHeight / this.height));
  }
  /** The index of the row at the top of the view. */
  get topIndex(): number {
    return this.top.whole;
  }
  /** The row at the top of the view. */
  get topRow(): Row | undefined {
    return this.buffer.rows[this.topIndex];
  }
  /** The index of the first row that is completely in view. */
  get firstWhole(): number {
    return Math.ceil(this.top.index);
  }
  /** The line number of the first row in view. */
  get topLine(): number {
    return this.buffer.line + this.top.index;
  }
  get inset(): Inset | undefined {
    return this.pool.inset;
  }
  /** Scrolls as little as possible so that the box is in view, with its row, which is not covered. */
  set inset(inset: Inset | undefined) {
    this.pool.inset = inset;
    const index = inset ? this.buffer.indexOfRow(inset.after) : -1;
    if (index < 0) return;
    const highest = this.top.away(index, -this.covered(this.buffer.rows[index]) * this.height);
    this.top.index = Math.min(highest, Math.max(this.top.index, this.top.above(index + 1)));
  }

  /**
   * Shows an anchor: does not scroll if the row is in view, otherwise moves it near the middle (`at: "top"`: to the
   * top), with the beginning of its line in view.
   * @returns the anchor's row, and what was unfolded and shown for it
   */
  async show(anchor: Anchor, at: "near" | "top" = "near"): Promise<Shown | undefined> {
    // Rows of the other arrangement may have the same places.
    const isKnown = anchor.kind === "place" && !this.buffer.isOutdated;
    const inView = isKnown ? this.buffer.indexOfRow(anchor.place) : -1;
    const known = this.buffer.rows[inView];
    const isShown = anchor.kind !== "place" || (anchor.reveals === undefined && !isFoldedHead(known, anchor.place));
    const part = anchor.kind === "place" ? anchor.place : undefined;
    if (at === "near" && isShown && known && this.shows(inView, part)) {
      this.draw();
      return { row: known, unfolded: [], unhidden: [] };
    }
    // Enough for the view; the rows around it are fetched once it is drawn.
    const page = Math.max(20, this.pageRows);
    const answer = await this.waitFor(this.buffer.load(anchor, page, page + MORE));
    if (!answer) return undefined;
    this.jump = undefined;
    this.pool.clear();
    this.overflow = 0;
    const row = answer.rows[answer.anchor];
    const above = Math.max(Math.floor(this.pageRows * CONTEXT), Math.min(this.covered(row), this.pageRows - 1));
    this.top.index = this.top.away(answer.anchor, at === "near" ? -above * this.height : 0);
    if (at === "near") this.left = 0;
    this.drawNow();
    return row && { row, unfolded: answer.unfolded, unhidden: answer.unhidden };
  }
  /** Whether a loaded row is in view as a whole, and neither it nor the part of it that matters is covered. */
  shows(index: number, part?: RowPart): boolean {
    const { top } = this;
    // Wrapped rows are of different heights.
    return index >= top.index + this.covered(this.buffer.rows[index], part) && top.index >= top.above(index + 1);
  }
  /** Scrolls as little as possible so that a loaded row is in view. */
  scrollIntoView(index: number): void {
    const above = 1 + this.covered(this.buffer.rows[index]);
    const highest = this.top.away(index, -above * this.height);
    // A line of context; the row below may be taller than the view.
    const lowest = this.top.above(this.isTall(index + 1) ? index + 1 : index + 2);
    this.top.index = Math.min(highest, Math.max(this.top.index, lowest));
    this.draw();
  }
  /** The index of the loaded row that is so many lines away from the beginning of a row. */
  rowAway(index: number, lines: number): number {
    return Math.min(Math.floor(this.top.away(index, lines * this.height)), this.buffer.rows.length - 1);
  }
  /** Whether a row is wrapped to more lines than the view has. */
  isTall(index: number): boolean {
    return this.top.heightAt(index) > (this.pageRows - 1) * this.height;
  }
  scrollBy(lines: number): void {
    this.jump = undefined;
    this.scrolls++;
    this.top.advance(lines * this.height);
    this.showBars();
    this.draw();
  }
  /** Scrolls to a line number; distant rows are fetched when the thumb rests for a moment. */
  scrollToLine(line: number): void {
    this.scrolls++;
    this.showBars();
    const clamped = Math.max(0, Math.min(line, Math.max(0, this.buffer.total - this.pageRows)));
    const index = clamped - this.buffer.line;
    if (index >= 0 && index + this.pageRows <= this.buffer.rows.length) {
      this.jump = undefined;
      this.top.index = index;
      this.draw();
      return;
    }
    this.jump = clamped;
    this.vertical.update(clamped, this.pageRows, this.buffer.total);
    void this.followJump();
  }
  scrollAcross(left: number): void {
    this.showBars();
    this.left = Math.max(0, Math.min(left, this.overflow));
    this.draw();
  }
  /** Scrolls horizontally so that a token, or a range of its characters, is in view. */
  showAcross(element: HTMLElement, part?: { readonly start: number; readonly end: number }): void {
    const text = element.closest(".line-text");
    if (!text || this.pool.wraps) return;
    const at = (part ? partOf(element, part.start, part.end) : element).getBoundingClientRect();
    const start = at.left - text.getBoundingClientRect().left;
    const width = text.parentElement?.clientWidth ?? this.textWidth();
    // Of a token wider than the view its beginning is enough, as in VS Code: what is in front of it stays where it is.
    const wanted = at.width < width ? at.width : width / 2;
    // If the token and the beginning of its line fit together, both are shown.
    if (start - this.left < 0) this.scrollAcross(start + at.width < width ? 0 : start - 20);
    else if (start + wanted - this.left > width) this.scrollAcross(start + Math.min(at.width, width - 20) - width + 20);
  }

  /** What is at a target of a pointer event. */
  spot(target: EventTarget | null): Spot | undefined {
    return this.pool.spot(target);
  }
  /** The view of a row on the screen. */
  viewOf(place: RowPlace): RowView | undefined {
    return this.pool.viewOf(place);
  }

  /** Fetches the rows of the line that was jumped to last, until there is no later jump. */
  private async followJump(): Promise<void> {
    if (this.following) return;
    this.following = true;
    try {
      for (let line = this.jump; line !== undefined; line = this.jump) {
        const page = this.pageRows;
        const answer = await this.waitFor(
          this.buffer.load({ kind: "line", line: Math.floor(line) }, page, page + MORE),
        );
        // Another jump, or a target shown meanwhile, has its own rows.
        if (answer && this.jump !== undefined) {
          this.top.index = answer.anchor + (line % 1);
          this.pool.clear();
          this.drawNow();
        }
        if (this.jump === line) this.jump = undefined;
      }
    } finally {
      this.following = false;
      this.jump = undefined;
    }
  }
  /** Waits for the jump that is on its way, if any, and for what its caller does with the rows. */
  async arrived(): Promise<void> {
    for (let last: unknown; last !== this.arriving; await last) last = this.arriving;
    await new Promise((resolve) => setTimeout(resolve));
  }
  /** Waits for rows that replace those in view, or for what tells which. */
  async waitFor<T>(rows: Promise<T>): Promise<T> {
    this.jumps++;
    this.arriving = rows.catch(() => undefined);
    try {
      return await this.coming.waitFor(rows);
    } finally {
      this.draw();
    }
  }
  /** Shows the scrollbars for a moment, as VS Code does while the user scrolls elsewhere in the view. */
  private showBars(): void {
    this.element.classList.add("scrolling");
    clearTimeout(this.bars);
    this.bars = setTimeout(() => this.element.classList.remove("scrolling"), BARS);
  }
  private wheel(event: WheelEvent): void {
    if (zooms(event, this.settings)) {
      event.preventDefault();
      return this.turn(event.deltaY);
    }
    if (event.ctrlKey) return;
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? this.height : 1;
    const across = event.shiftKey ? event.deltaY : event.deltaX;
    this.pan(across * unit, event.shiftKey ? 0 : event.deltaY * unit * this.settings.scrollSensitivity);
  }
  /** Scrolls by pixels. */
  private pan(across: number, down: number): void {
    if (across !== 0) this.scrollAcross(this.left + across);
    if (down !== 0) this.scrollBy(down / this.height);
  }
  /** The width from the beginning of the assembly to the view's edge, in pixels. */
  private textWidth(): number {
    const text = this.rowsElement.querySelector<HTMLElement>(".row:not(.message) .cell.assembly");
    return this.rowsElement.clientWidth - (text?.offsetLeft ?? 0);
  }

  /** The height that rows may fill, in pixels: the horizontal scrollbar must not cover the last one. */
  private get room(): number {
    return this.rowsElement.clientHeight - (this.overflow > 0 ? this.height : 0);
  }

  /** Draws at once: what has been laid out anew has its widths, and each row its element, only then. */
  drawNow(): void {
    const { buffer } = this;
    const first = this.top.whole;
    const end = this.place(first);
    this.vertical.update(this.jump ?? this.topLine, this.pageRows, buffer.total);
    if (!this.pool.wraps)
      for (const { element } of this.pool.all()) {
        const text = element.querySelector<HTMLElement>(".line-text");
        // Message rows have a wider cell, so the overflow counts, not the width.
        if (text) this.overflow = Math.max(this.overflow, text.offsetWidth - (text.parentElement?.clientWidth ?? 0));
      }
    if (this.left > this.overflow) this.scrollAcross(this.overflow);
    this.horizontal.update(this.left, this.textWidth(), this.textWidth() + this.overflow);
    // With a horizontal scrollbar there is room for fewer rows.
    if (this.top.whole !== first) this.draw();
    buffer.extend(first, end);
    for (const listener of this.drawListeners) listener();
  }

  /** Places the rows from `first` on in file order and drops all others. Returns the index after the last. */
  private place(first: number): number {
    const { buffer, pool } = this;
    const needed = new Set<RowView>();
    const bottom = this.rowsElement.clientHeight;
    let y = -(this.top.index - first) * this.top.heightAt(first);
    let previous: Element = this.coming.element;
    let index = first;
    let insetAt: number | undefined;
    for (; index < buffer.rows.length && y < bottom; index++) {
      const row = buffer.rows[index];
      if (!row) break;
      const view = pool.view(row);
      needed.add(view);
      view.element.style.transform = `translateY(${y}px)`;
      if (view.element.previousElementSibling !== previous) previous.after(view.element);
      previous = view.element;
      const text = view.element.querySelector<HTMLElement>(".line-text");
      if (text) text.style.transform = this.left === 0 ? "" : `translateX(${-this.left}px)`;
      view.element.setAttribute("aria-setsize", String(buffer.total));
      view.element.setAttribute("aria-posinset", String(buffer.line + index + 1));
      pool.decorate(view, buffer.line + index);
      const height = this.top.heightAt(index);
      if (height > pool.ownHeight(row)) insetAt = y + pool.ownHeight(row);
      y += height;
    }
    pool.keep(needed);
    this.coming.show(y < bottom && !buffer.atEnd ? y : undefined);
    if (this.inset) {
      this.inset.element.style.transform = `translateY(${insetAt ?? 0}px)`;
      this.inset.element.classList.toggle("hidden", insetAt === undefined);
    }
    return index;
  }
}
