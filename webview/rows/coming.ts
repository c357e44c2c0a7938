/** What is shown and announced while rows are being loaded. */
import { make } from "../base/dom";

/** If rows take longer than this (ms), the skeleton appears. */
const LATE = 120;

/** The skeleton over the part of the view that has no rows yet. */
export class Coming {
  readonly element = make("div", "coming hidden");
  private late: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly rows: HTMLElement) {
    this.element.setAttribute("aria-hidden", "true");
  }

  /** Shows the skeleton from a height on (in pixels of the view); undefined: all rows are loaded. */
  show(from: number | undefined): void {
    this.element.classList.toggle("hidden", from === undefined);
    this.rows.classList.toggle("late", from === 0);
    this.rows.setAttribute("aria-busy", String(from !== undefined));
    if (from !== undefined) this.element.style.top = `${from}px`;
  }
  /** Waits for rows that replace all others; shows the skeleton if they take long. */
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
