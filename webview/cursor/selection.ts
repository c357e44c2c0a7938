/**
 * The selection: nothing, records (by key), characters of one column (by mouse), a box of them, or everything. There is
 * one selection at a time, and it is our own: the browser's would end at the rows that happen to be drawn.
 */
import type { Place } from "../../extension/document/section";
import type { Column } from "../../extension/session/protocol/hostApi";
import type { Row, RowPlace } from "../../extension/session/protocol";
import type { Box, Corner } from "./box";
import { boxOf, rangeInBox } from "./box";
import { keyOf, sameEntry } from "../rows/buffer";
import { rangeOf, textOf } from "../rows/caret";
import type { Listing } from "../rows/listing";
import type { Decorator } from "../rows/rowPool";
import type { RowView } from "../rows/rowView";

/** A character in a row's column; `at` is the row's line number when it was last seen. */
export interface Point extends RowPlace {
  readonly char: number;
  readonly at: number;
}

/** An entry and its line number: the end of a selection may be outside the loaded rows. */
interface End extends Place {
  readonly at: number;
}

/** What is selected; plain data. */
export type SelectionState =
  | { readonly kind: "none" }
  | { readonly kind: "rows"; readonly anchor: End }
  | { readonly kind: "text"; readonly column: Column; readonly anchor: Point; readonly focus: Point }
  | { readonly kind: "box"; readonly column: Column; readonly anchor: Corner; readonly focus: Corner }
  | { readonly kind: "all"; readonly lines: number };

/** The first and the last character of what is selected as a whole: a character, a word, a row's text. */
export type Span = readonly [from: Point, to: Point];

const NONE: SelectionState = { kind: "none" };
/** The name under which the browser paints the selection. */
const HIGHLIGHT = "bitscope-selection";

/** What is to be copied: entries, or the characters of a column between two points. */
export type Selected =
  /** Without `from` and `to`: everything. */
  | { readonly kind: "rows"; readonly from?: Place; readonly to?: Place; readonly count: number }
  | {
      readonly kind: "text";
      readonly column: Column;
      readonly from: Point;
      readonly to: Point;
      readonly count: number;
    }
  | ({ readonly kind: "box"; readonly count: number } & Box);

/** The selection of an editor. `current` is the cursor's row. */
export class Selection implements Decorator {
  private state: SelectionState = NONE;

  constructor(
    private readonly listing: Listing,
    private readonly current: () => Row | undefined,
    private readonly changed: () => void,
  ) {
    listing.add(this);
    listing.onDraw(() => this.paint());
  }

  /** What is selected, for {@link restore} in the page that shows the file next. */
  get memory(): SelectionState {
    return this.state;
  }
  /** Takes over what was selected, when the cursor is where it was. */
  restore(state: SelectionState): void {
    this.set(state);
  }
  /** Clears the selection; returns whether there was one. */
  clear(): boolean {
    const had = this.state.kind !== "none";
    this.set(NONE);
    return had;
  }
  /** Selects records, from the cursor's record to wherever the cursor moves. */
  extendRows(): void {
    const row = this.current();
    if (row && this.state.kind !== "rows") this.state = { kind: "rows", anchor: this.end(row) };
  }
  /** Selects all records of the document. */
  all(lines: number): void {
    this.set({ kind: "all", lines });
  }
  /** Starts at a character (and selects up to another). */
  start(column: Column, anchor: Point, focus: Point = anchor): void {
    this.set({ kind: "text", column, anchor, focus });
  }
  /** The column in which characters are selected. */
  get column(): Column | undefined {
    const { state } = this;
    return state.kind === "text" || state.kind === "box" ? state.column : undefined;
  }
  /** Whether the selection is a box. */
  get isBox(): boolean {
    return this.state.kind === "box";
  }
  /**
   * Selects a box up to a corner; it starts at the existing box's start, at the clicked character, or at the corner
   * itself.
   */
  extendBox(column: Column, focus: Corner): void {
    const { state } = this;
    if (state.kind === "box") this.set({ ...state, focus });
    else if (state.kind === "text" && state.column === column) {
      const { char, ...anchor } = state.anchor;
      this.set({ kind: "box", column, anchor: { ...anchor, column: char }, focus });
    } else this.set({ kind: "box", column, anchor: focus, focus });
  }
  /** The moving corner of the box; without a box, that of an empty box at the cursor. */
  boxFocus(char: number): Corner | undefined {
    const { state } = this;
    if (state.kind === "box") return state.focus;
    if (state.kind === "text") return { ...state.focus, column: state.focus.char };
    const row = this.current();
    return row && { section: row.section, entry: row.entry, line: row.line, column: char, at: this.end(row).at };
  }
  /** Selects up to a character, from where the selection began. */
  extendTo(focus: Point): void {
    const { state } = this;
    if (state.kind !== "text") return;
    if (!isSame(state.focus, focus)) this.set({ ...state, focus });
  }
  /** Selects everything from one span to another, both included, in whichever order they are. */
  extendOver(first: Span, last: Span): void {
    const { state } = this;
    if (state.kind !== "text") return;
    const isForward = ordered(first[0], last[0])[0] === first[0];
    const [anchor, focus] = isForward ? [first[0], last[1]] : [first[1], last[0]];
    if (!isSame(state.focus, focus) || !isSame(state.anchor, anchor)) this.set({ ...state, anchor, focus });
  }
  /** A character of a drawn row. */
  point(view: RowView, char: number): Point {
    const { section, entry, line } = view.row;
    const { buffer } = this.listing;
    return { section, entry, line, char, at: buffer.line + Math.max(0, buffer.indexOfRow(view.row)) };
  }

  /** The selection, from its first to its last place; without one, the cursor's record. */
  get selected(): Selected | undefined {
    const { state } = this;
    const row = this.current();
    if (state.kind === "all") return { kind: "rows", count: state.lines };
    if (state.kind === "text" && !this.isEmpty) {
      const [from, to] = ordered(this.now(state.anchor), this.now(state.focus));
      return { kind: "text", column: state.column, from, to, count: to.at - from.at + 1 };
    }
    if (state.kind === "box")
      return { kind: "box", ...boxOf(state.column, state.anchor, state.focus), count: this.boxRows(state) };
    if (!row) return undefined;
    const here = { section: row.section, entry: row.entry };
    if (state.kind !== "rows") return { kind: "rows", from: here, to: here, count: 1 };
    const start = { section: state.anchor.section, entry: state.anchor.entry };
    const [low, high] = this.lines();
    const forward = state.anchor.at <= this.end(row).at;
    return {
      kind: "rows",
      ...(forward ? { from: start, to: here } : { from: here, to: start }),
      count: high - low + 1,
    };
  }
  /** The selected text within one drawn row, otherwise "". */
  get seed(): string {
    const { state } = this;
    if (state.kind !== "text" || keyOf(state.anchor) !== keyOf(state.focus)) return "";
    const view = this.listing.viewOf(state.anchor);
    const [from, to] = ordered(state.anchor, state.focus);
    return view ? textOf(view, state.column).slice(from.char, to.char) : "";
  }
  private boxRows({ anchor, focus }: { readonly anchor: Corner; readonly focus: Corner }): number {
    return Math.abs(this.now(anchor).at - this.now(focus).at) + 1;
  }
  private get isEmpty(): boolean {
    const { state } = this;
    return state.kind === "text" && isSame(state.anchor, state.focus);
  }

  decorate({ row, element }: RowView, line: number): void {
    const [low, high] = this.lines();
    const selected = line >= low && line <= high;
    element.classList.toggle("selected", selected);
    element.setAttribute("aria-selected", String(selected || sameEntry(row, this.current())));
  }

  private set(state: SelectionState): void {
    if (state === NONE && this.state === NONE) return;
    this.state = state;
    this.changed();
  }
  /** The line numbers of the selected records; an empty range if none is selected. */
  private lines(): [number, number] {
    const { state } = this;
    const row = this.current();
    if (state.kind === "all") return [0, Infinity];
    if (state.kind !== "rows" || !row) return [Infinity, -Infinity];
    const a = this.end(state.anchor).at;
    const b = this.end(row).at;
    const upper = a > b ? state.anchor : row;
    const rows = this.listing.buffer.rows.filter((r) => sameEntry(r, upper)).length;
    return [Math.min(a, b), Math.max(a, b) + Math.max(1, rows) - 1];
  }
  /** The line number of an entry's first row: from the loaded rows, otherwise as last seen. */
  private end(place: Place & { at?: number }): End {
    const { buffer } = this.listing;
    const index = buffer.indexOf(place);
    const at = index < 0 ? (place.at ?? buffer.line) : buffer.line + index;
    return { section: place.section, entry: place.entry, at };
  }

  /** An end with its present line number: lines before it may have been counted since. */
  private now<P extends Point | Corner>(end: P): P {
    const { buffer } = this.listing;
    const index = buffer.indexOfRow(end);
    return index < 0 ? end : { ...end, at: buffer.line + index };
  }

  /** Lets the browser paint the selected characters that are in view. */
  private paint(): void {
    const { state } = this;
    const ranges: Range[] = [];
    if (state.kind === "text") {
      const [from, to] = ordered(this.now(state.anchor), this.now(state.focus));
      for (const view of this.listing.pool.all()) {
        const { at } = this.point(view, 0);
        if (at < from.at || at > to.at) continue;
        const end = at === to.at ? to.char : Infinity;
        ranges.push(rangeOf(view, state.column, at === from.at ? from.char : 0, end));
      }
    }
    if (state.kind === "box") {
      const box = boxOf(state.column, state.anchor, state.focus);
      const [top, bottom] = [this.now(state.anchor).at, this.now(state.focus).at].sort((a, b) => a - b);
      for (const view of this.listing.pool.all()) {
        const { at } = this.point(view, 0);
        if (at >= (top ?? 0) && at <= (bottom ?? 0)) ranges.push(rangeInBox(view, box));
      }
    }
    if (ranges.length > 0) CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
    else CSS.highlights.delete(HIGHLIGHT);
  }
}

function ordered(a: Point, b: Point): [Point, Point] {
  return a.at < b.at || (a.at === b.at && a.char <= b.char) ? [a, b] : [b, a];
}
function isSame(a: Point, b: Point): boolean {
  return keyOf(a) === keyOf(b) && a.char === b.char;
}
