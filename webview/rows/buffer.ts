/**
 * The rows around what is on the screen: one run of neighbours, fetched by pages as the view moves. Everything is
 * counted from its first row; the line of that row among all rows is only needed for the scrollbar.
 */
import { append } from "../../extension/document/arrays";
import type { Place } from "../../extension/document/section";
import type { Anchor, Folds, Row, RowPlace, RowsAnswer, SectionInfo } from "../../extension/session/protocol";
import type { Host } from "../base/connection";

/** Rows kept at most; those farthest from the screen go first. */
const KEPT = 2000;
/** Rows fetched at once in one direction. */
const CHUNK = 160;
/** When fewer rows than these are left beyond the screen, more are fetched. */
const MARGIN = 80;

/** Whether two rows belong to the same entry. */
export function sameEntry(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && b !== undefined && a.section === b.section && a.entry === b.entry;
}

/** A row's name, among all of a document. */
export function keyOf({ section, entry, line }: RowPlace): string {
  return `${section}:${entry}:${line}`;
}

/** The rows at hand. */
export class RowBuffer {
  rows: Row[] = [];
  /** Line of `rows[0]` among all, and lines in all. */
  line = 0;
  total = 0;
  exact = false;
  atStart = true;
  atEnd = true;
  readonly sections = new Map<number, SectionInfo>();
  private epoch = 0;
  private extending: { before?: Promise<void> | undefined; after?: Promise<void> | undefined } = {};

  constructor(
    private readonly host: Host,
    private readonly folds: () => Folds,
    /** The rows have changed: `shift` rows were put in front (negative: were dropped there). */
    private readonly changed: (shift: number) => void,
  ) {}

  /**
   * Replaces the rows by those around an anchor.
   * @returns the answer, or undefined where a later load has overtaken it
   */
  async load(anchor: Anchor, before: number, after: number): Promise<RowsAnswer | undefined> {
    const epoch = ++this.epoch;
    const answer = await this.host.rows({ anchor, before, after, folds: this.folds() });
    if (epoch !== this.epoch) return undefined;
    // What was asked for while this load was under way continues the rows that were there before.
    this.epoch++;
    this.extending = {};
    this.rows = [...answer.rows];
    this.atStart = answer.atStart;
    this.atEnd = answer.atEnd;
    // While lines are estimated, the last row is at the end all the same.
    this.line = answer.atEnd && !answer.exact ? answer.total - answer.rows.length : answer.line;
    this.note(answer);
    return answer;
  }

  /** Fetches more where the screen (rows `top` up to `bottom`) comes near an end. */
  extend(top: number, bottom: number): void {
    if (top < MARGIN) void this.more(-1);
    if (bottom > this.rows.length - MARGIN) void this.more(1);
  }
  /** Fetches more rows before or behind those at hand; done when they are there, at once where there are none. */
  async more(direction: 1 | -1): Promise<void> {
    const { extending } = this;
    if (direction < 0 && !this.atStart)
      await (extending.before ??= this.extendBefore().finally(() => (extending.before = undefined)));
    if (direction > 0 && !this.atEnd)
      await (extending.after ??= this.extendAfter().finally(() => (extending.after = undefined)));
  }

  /** What is known of sections is out of date. */
  forget(): void {
    this.sections.clear();
  }
  /** The index of an entry's first row that is at hand. */
  indexOf(place: Place): number {
    return this.rows.findIndex((row) => sameEntry(row, place));
  }
  /** The index of a row. */
  indexOfRow(place: RowPlace): number {
    const index = this.rows.findIndex((row) => sameEntry(row, place) && row.line === place.line);
    return index >= 0 ? index : this.indexOf(place);
  }

  /** The sections around a row, outermost first. */
  path(row: Row): readonly SectionInfo[] {
    const path: SectionInfo[] = [];
    for (let id: number | undefined = row.section; id !== undefined;) {
      const section = this.sections.get(id);
      if (!section) break;
      path.unshift(section);
      id = section.parent;
    }
    return path;
  }

  private async extendBefore(): Promise<void> {
    const first = this.rows[0];
    if (!first) return;
    const answer = await this.fetch({ kind: "place", place: first }, CHUNK, 0);
    if (!answer) return;
    const fresh = answer.rows.slice(0, answer.anchor);
    this.rows.unshift(...fresh);
    this.atStart = answer.atStart;
    this.line = answer.line;
    this.note(answer);
    if (this.rows.length > KEPT) {
      this.rows.length = KEPT;
      this.atEnd = false;
    }
    this.changed(fresh.length);
  }
  private async extendAfter(): Promise<void> {
    const last = this.rows.at(-1);
    if (!last) return;
    const answer = await this.fetch({ kind: "place", place: last }, 0, CHUNK);
    if (!answer) return;
    append(this.rows, answer.rows.slice(answer.anchor + 1));
    this.atEnd = answer.atEnd;
    this.line = answer.line - (this.rows.length - answer.rows.length);
    this.note(answer);
    const excess = Math.max(0, this.rows.length - KEPT);
    if (excess > 0) {
      this.rows.splice(0, excess);
      this.line += excess;
      this.atStart = false;
    }
    this.changed(-excess);
  }
  private async fetch(anchor: Anchor, before: number, after: number): Promise<RowsAnswer | undefined> {
    const epoch = this.epoch;
    const answer = await this.host.rows({ anchor, before, after, folds: this.folds() });
    return epoch === this.epoch ? answer : undefined;
  }
  private note(answer: RowsAnswer): void {
    // Lines are estimated while they are counted: the first row is the first all the same.
    this.line = this.atStart ? 0 : Math.max(0, this.line);
    // Before anything is counted there are at least the rows at hand, and as many behind them where these are not the last.
    const known = this.line + this.rows.length * (this.atEnd ? 1 : 2);
    this.total = answer.exact ? answer.total : Math.max(answer.total, known);
    this.exact = answer.exact;
    for (const section of answer.sections) this.sections.set(section.id, section);
  }
}
