/** Notes over the rows: at the cursor for what it lacks, as VS Code shows them; otherwise at the bottom. */
import { make } from "./dom";

/** How long a note at the cursor is shown (ms), unless the cursor moves before: as long as VS Code's. */
const AT_CURSOR = 3000;

/** A note over the rows, for what has happened to the file or to the reader's request; at most one is shown. */
export class Notice {
  readonly element = make("div", "notice hidden");
  private end: ReturnType<typeof setTimeout> | undefined;

  /** @param cursor the element of the cursor's token or row; undefined if it is not drawn */
  constructor(private readonly cursor: () => HTMLElement | undefined) {
    this.element.setAttribute("role", "status");
  }
  /** Shows a note at the bottom, or at the top if it would cover the cursor there. */
  show(text: string, forMs?: number): void {
    this.tell(text, forMs);
    // The row may only be drawn with the next frame.
    requestAnimationFrame(() => this.element.classList.toggle("high", this.coversCursor()));
  }
  /** Shows a note beside the cursor until the cursor moves. */
  showAtCursor(text: string): void {
    this.tell(text, AT_CURSOR);
    this.element.classList.add("at-cursor");
    this.follow();
  }
  /** Keeps a note at the cursor beside it when the rows are drawn elsewhere; hides it if the cursor is not in view. */
  follow(): void {
    if (!this.isAtCursor) return;
    const cursor = this.cursor();
    // A cursor on a row as a whole is where the row's text begins.
    const place = (cursor?.querySelector(".line-text > span") ?? cursor)?.getBoundingClientRect();
    const view = this.element.parentElement?.getBoundingClientRect();
    if (!place || !view || place.bottom <= view.top || place.top >= view.bottom) return this.hide();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.max(0, Math.min(place.left - view.left, view.width - width));
    const above = place.top - view.top - height;
    this.element.style.left = `${left}px`;
    this.element.style.top = `${above >= 0 ? above : place.bottom - view.top}px`;
  }
  /** The cursor has moved: a note about its old place is hidden. */
  leave(): void {
    if (this.isAtCursor) this.hide();
  }
  /** Hides the note; with a text, only if it is that one. */
  hide(text?: string): void {
    if (text === undefined || this.element.textContent === text) this.element.classList.add("hidden");
  }

  private get isAtCursor(): boolean {
    const { classList } = this.element;
    return classList.contains("at-cursor") && !classList.contains("hidden");
  }
  private tell(text: string, forMs?: number): void {
    clearTimeout(this.end);
    this.element.textContent = text;
    this.element.removeAttribute("style");
    this.element.classList.remove("hidden", "high", "at-cursor");
    if (forMs !== undefined) this.end = setTimeout(() => this.hide(text), forMs);
  }
  /** Whether it hides a row that it is about. */
  private coversCursor(): boolean {
    const { top, bottom } = this.element.getBoundingClientRect();
    const rows = this.element.parentElement?.querySelectorAll(".row:is(.cursor, .preview)") ?? [];
    return [...rows].map((row) => row.getBoundingClientRect()).some((row) => row.top < bottom && top < row.bottom);
  }
}
