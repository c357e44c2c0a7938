/** Rows that are on their way: what is seen, and heard, in their place. */
import { make } from "../base/dom";

/** Rows that take longer than this to come (ms) are seen to be on their way. */
const LATE = 120;

/** The skeleton over the part of the view that has no rows yet. */
export class Coming {
  readonly element = make("div", "coming hidden");
  private late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly rows: HTMLElement) {
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Shows from a height on (in pixels of the view) that rows are on their way; undefined: all are there. */
  show(from: number | undefined): void {
    this.element.classList.toggle("hidden", from === undefined);
    this.rows.classList.toggle("late", from === 0);
    this.rows.setAttribute("aria-busy", String(from !== undefined));
    if (from !== undefined) this.element.style.top = `${from}px`;
  }
  /** Waits for rows that take the place of all; where they take long, it is seen that they are coming. */
  async waitFor<T>(rows: Promise<T>): Promise<T> {
    clearTimeout(this.late);
    this.late = setTimeout(() => this.show(0), LATE);
    try {
      return await rows;
    } finally {
      clearTimeout(this.late);
    }
  }
}
