/** The columns: which are shown, and how wide the record column is; kept for each format. */
import type { Column, ColumnState } from "../extension/session/hostApi";
import { make } from "./dom";
import type { Listing } from "./listing";
import { t } from "./l10n";

/** Room beside the record column's text, in characters. */
const BESIDE = 3;
/** Narrowest record column in characters. */
const NARROWEST = 4;

/** Shows, hides and resizes. */
export class Columns {
  /** The line between record and assembly that one drags. */
  readonly handle = make("div", "column-handle");
  constructor(
    private readonly listing: Listing,
    private state: ColumnState,
    private readonly recordWidth: number,
    private readonly save: (state: ColumnState) => void,
  ) {
    this.handle.title = t("Drag to resize, double-click to reset");
    this.handle.addEventListener("pointerdown", (event) => this.drag(event));
    this.handle.addEventListener("dblclick", () => this.change({ hidden: this.state.hidden }));
    listing.element.append(this.handle);
    this.apply();
  }

  readonly hidden = (): readonly Column[] => this.state.hidden;

  /** Shows or hides a column; the last one stays. */
  toggle(column: Column): void {
    const { hidden } = this.state;
    const next = hidden.includes(column) ? hidden.filter((c) => c !== column) : [...hidden, column];
    if (next.length < 3) this.change({ ...this.state, hidden: next });
  }

  private change(state: ColumnState): void {
    this.state = state;
    this.apply();
    this.save(state);
  }
  private apply(): void {
    const { element } = this.listing;
    for (const column of ["position", "record", "assembly"] as const)
      element.classList.toggle(`no-${column}`, this.state.hidden.includes(column));
    element.style.setProperty("--record-width", `${(this.state.recordWidth ?? this.recordWidth) + BESIDE}ch`);
    this.listing.resized();
  }
  private drag(event: PointerEvent): void {
    if (event.button !== 0) return;
    event.preventDefault();
    const from = this.state.recordWidth ?? this.recordWidth;
    const width = this.listing.rowsElement.querySelector<HTMLElement>(".cell.record")?.offsetWidth ?? 0;
    const character = width / (from + BESIDE) || 8;
    this.handle.setPointerCapture(event.pointerId);
    const move = (e: PointerEvent): void => {
      const recordWidth = Math.max(NARROWEST, Math.round(from + (e.clientX - event.clientX) / character));
      this.state = { ...this.state, recordWidth };
      this.apply();
    };
    this.handle.addEventListener("pointermove", move);
    const end = (): void => {
      this.handle.removeEventListener("pointermove", move);
      this.save(this.state);
    };
    this.handle.addEventListener("lostpointercapture", end, { once: true });
  }
}
