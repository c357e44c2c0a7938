/** The columns: which are shown, and how wide; remembered for each arrangement of each format. */
import type { ArrangementName } from "../../extension/document/arrangement";
import type { Column, ColumnState } from "../../extension/session/protocol/hostApi";
import { make } from "../base/dom";
import type { Listing } from "./listing";
import { t } from "../base/l10n";

/** Room beside a column's text, and for the folding marks, in characters. */
const BESIDE = 3;
const FOLD = 2.4;
/** Default width of the position column, in characters. */
const POSITION = 12;
/** Smallest width of a column, in characters. */
const NARROWEST = 4;
/** A narrower record column would be useless, and so would a narrower assembly. */
const LEAST_RECORD = 12;
const LEAST_ASSEMBLY = 20;
/** Beyond this width of the assembly, the position gets room. */
const BEFORE_POSITION = 30;
/**
 * What a view is for, and beyond which width of the assembly its record column gets room: records that the reader has
 * asked for can be read nowhere else, and beside its records the assembly has an editor of its own.
 */
const BEFORE_RECORD = { assembly: 48, records: LEAST_ASSEMBLY, beside: 0 } as const;
/** The most of both columns' room that records take. */
const RECORD_SHARE = 0.5;
type Purpose = keyof typeof BEFORE_RECORD;

/** Widths in characters; 0: hidden. */
export interface Widths {
  readonly position: number;
  readonly record: number;
}
/** The widths to aim at; `chosen`: the reader has dragged the record column to its width. */
interface Wanted extends Widths {
  readonly chosen?: boolean;
}
/** The widths that fit, and whether the assembly is shown. */
interface Fitting extends Widths {
  readonly assembly: boolean;
}

/**
 * The widths that fit: the record column shrinks first, then the position; the assembly only if it is shown beside. The
 * records beside it shrink last, since there is nothing else to read.
 */
export function fit(room: number, wanted: Wanted, purpose: Purpose): Fitting {
  const before = BEFORE_RECORD[purpose];
  const left = room - FOLD - wanted.position - before;
  const least = Math.min(LEAST_RECORD, wanted.record);
  if (purpose === "beside" && left < least) return { position: 0, record: Math.max(0, room - FOLD), assembly: false };
  // Unless the reader has chosen otherwise, records and assembly share what there is: one explains the other.
  const shared = purpose === "records" && !wanted.chosen;
  const most = shared ? Math.max(LEAST_RECORD, Math.min(left, (left + before) * RECORD_SHARE)) : left;
  const record = wanted.record <= most ? wanted.record : left >= LEAST_RECORD ? most : 0;
  const rest = room - FOLD - wanted.position - record;
  const position = rest < Math.min(BEFORE_POSITION, before) ? 0 : wanted.position;
  return { position, record, assembly: purpose !== "beside" || rest >= LEAST_ASSEMBLY };
}

/** The hidden columns, of which one that can be read is shown whatever was chosen: positions alone say nothing. */
export function readable(hidden: readonly Column[], arrangement: ArrangementName): readonly Column[] {
  // The rows of an assembly have no records of their own.
  const gone = arrangement === "assembly" ? [...hidden.filter((c) => c !== "record"), "record" as const] : hidden;
  return gone.includes("record") ? gone.filter((c) => c !== "assembly") : gone;
}

/** What the columns need from the editor. */
export interface ColumnContext {
  readonly states: Readonly<Partial<Record<ArrangementName, ColumnState>>>;
  /** The columns hidden by the settings, which may change. */
  readonly hidden: () => readonly Column[];
  readonly recordWidth: number;
  readonly arrangement: () => ArrangementName;
  /** Whether the file opens in an assembly of its own, so that its records are shown for their own sake. */
  readonly opensInAssembly: boolean;
  /** Whether this editor was opened beside one with the other arrangement. */
  readonly isBeside: boolean;
  /** Whether the settings show positions at all. */
  readonly positions: () => boolean;
  save(arrangement: ArrangementName, state: ColumnState): void;
  /** Called when other columns are hidden than before. */
  changed(hidden: readonly Column[]): void;
}

/** Shows, hides and resizes. */
export class Columns {
  private readonly states: Partial<Record<ArrangementName, ColumnState>>;
  /** The hidden columns: by the user's choice, or for lack of room. */
  private gone: readonly Column[] = [];

  constructor(
    private readonly listing: Listing,
    private readonly context: ColumnContext,
  ) {
    this.states = { ...context.states };
    this.addHandle("position");
    this.addHandle("record");
    new ResizeObserver(() => this.apply()).observe(listing.element);
    this.apply();
  }

  readonly hidden = (): readonly Column[] => this.gone;

  /** Shows or hides a column; the last one that can be read stays. */
  toggle(column: Column): void {
    const { hidden } = this.state;
    const next = hidden.includes(column) ? hidden.filter((c) => c !== column) : [...hidden, column];
    this.change({ ...this.state, hidden: next });
  }

  private get state(): ColumnState {
    const arrangement = this.context.arrangement();
    const state = this.states[arrangement] ?? { hidden: this.context.hidden() };
    return { ...state, hidden: readable(state.hidden, arrangement) };
  }
  private change(state: ColumnState, save = true): void {
    const arrangement = this.context.arrangement();
    this.states[arrangement] = state;
    this.apply();
    if (save) this.context.save(arrangement, state);
  }
  /** Lays the columns out in the available room. */
  apply(): void {
    const { hidden, positionWidth = POSITION, recordWidth = this.context.recordWidth } = this.state;
    const { element, rowsElement } = this.listing;
    const room = rowsElement.clientWidth / this.character;
    const wanted = {
      position: hidden.includes("position") || !this.context.positions() ? 0 : positionWidth,
      record: hidden.includes("record") ? 0 : recordWidth + BESIDE,
      chosen: this.state.recordWidth !== undefined,
    };
    const { position, record, assembly } = this.fitting(room, wanted, hidden.includes("assembly"));
    const gone = [
      ...(position === 0 ? ["position" as const] : []),
      ...(record === 0 ? ["record" as const] : []),
      ...(assembly ? [] : ["assembly" as const]),
    ];
    const isNew = gone.join() !== this.gone.join();
    this.gone = gone;
    for (const column of ["position", "record", "assembly"] as const)
      element.classList.toggle(`no-${column}`, this.gone.includes(column));
    element.style.setProperty("--position-width", `${position}ch`);
    element.style.setProperty("--record-width", `${record}ch`);
    element.style.setProperty("--assembly-start", `${position + FOLD + record}ch`);
    this.listing.relaid();
    if (isNew) this.context.changed(gone);
  }
  private fitting(room: number, wanted: Wanted, isAssemblyHidden: boolean): Fitting {
    const { position, record } = wanted;
    if (room <= 0 || isAssemblyHidden) return { position, record, assembly: !isAssemblyHidden };
    const { opensInAssembly, isBeside, arrangement } = this.context;
    if (arrangement() === "assembly" || record === 0) return fit(room, wanted, "assembly");
    return fit(room, wanted, isBeside ? "beside" : opensInAssembly ? "records" : "assembly");
  }
  /** The width of a character in the editor's font, in pixels. */
  private get character(): number {
    return this.listing.character || 8;
  }

  /** The line at a column's right edge, for dragging. */
  private addHandle(column: "position" | "record"): void {
    const handle = make("div", `column-handle after-${column}`);
    const key = column === "position" ? "positionWidth" : "recordWidth";
    handle.title = t("Drag to resize, double-click to reset");
    handle.addEventListener("dblclick", () => {
      const { positionWidth, recordWidth, ...rest } = this.state;
      const other = column === "position" ? { recordWidth } : { positionWidth };
      this.change({ ...rest, ...Object.fromEntries(Object.entries(other).filter(([, width]) => width !== undefined)) });
    });
    handle.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      const from = this.state[key] ?? (column === "position" ? POSITION : this.context.recordWidth);
      handle.setPointerCapture(event.pointerId);
      const move = (e: PointerEvent): void => {
        const width = Math.max(NARROWEST, Math.round(from + (e.clientX - event.clientX) / this.character));
        this.change({ ...this.state, [key]: width }, false);
      };
      handle.addEventListener("pointermove", move);
      const end = (): void => {
        handle.removeEventListener("pointermove", move);
        this.change(this.state);
      };
      handle.addEventListener("lostpointercapture", end, { once: true });
    });
    this.listing.element.append(handle);
  }
}
