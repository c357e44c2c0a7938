/**
 * The rows around the screen: one contiguous run, fetched in pages as the view moves. Indexes count from its first row;
 * that row's line number is needed only for the scrollbar.
 */
import { append } from "../../extension/document/arrays";
import type { Place } from "../../extension/document/section";
import type { Anchor, Folds, Row, RowPlace, RowsAnswer, SectionInfo } from "../../extension/session/protocol";
import type { Host } from "../base/connection";

/** Most rows to keep; those farthest from the screen are dropped first. */
const KEPT = 2000;
/** Rows fetched at once in one direction. */
const CHUNK = 160;
/** When fewer rows than this are left beyond the screen, more are fetched. */
const MARGIN = 80;

/** Whether a row stands for a folded section whose first entry has another row, which shows once it is unfolded. */
export function isFoldedHead(row: Row | undefined, { line }: RowPlace): boolean {
  return row?.fold === "closed" && row.line !== line;
}
/** Whether two rows belong to the same entry. */
export function sameEntry(a: Place | undefined, b: Place | undefined): boolean {
  return a !== undefined && b !== undefined && a.section === b.section && a.entry === b.entry;
}

/** A key for a row that is unique in the document. */
export function keyOf({ section, entry, line }: RowPlace): string {
  return `${section}:${entry}:${line}`;
}

/** The loaded rows. */
export class RowBuffer {
  rows: Row[] = [];
  /** The line number of `rows[0]`, and the number of lines. */
  line = 0;
  total = 0;
  exact = false;
  atStart = true;
  atEnd = true;
  readonly sections = new Map<number, SectionInfo>();
  /** Whether the rows are those of another arrangement, or of a file as it was, until others have been loaded. */
  isOutdated = false;
  private epoch = 0;
  private extending: { before?: Promise<void> | undefined; after?: Promise<void> | undefined } = {};

  constructor(
    private readonly host: Pick<Host, "rows">,
    private readonly folds: () => Folds,
    /** The rows have changed: `shift` rows were added at the front (negative: were dropped there). */
    private readonly changed: (shift: number) => void,
  ) {}

  /**
   * Replaces the rows by those around an anchor.
   * @returns the answer, or undefined if a later load has replaced it
   */
  async load(anchor: Anchor, before: number, after: number): Promise<RowsAnswer | undefined> {
    const epoch = ++this.epoch;
    const answer = await this.host.rows({ anchor, before, after, folds: this.folds() });
    if (epoch !== this.epoch) return undefined;
    // Requests made while this load was running belong to the rows that were there before.
    this.epoch++;
    this.extending = {};
    this.rows = [...answer.rows];
    this.isOutdated = false;
    this.atStart = answer.atStart;
    this.atEnd = answer.atEnd;
    // While line numbers are estimates, the last row is at the end nevertheless.
    this.line = answer.atEnd && !answer.exact ? answer.total - answer.rows.length : answer.line;
    this.note(answer);
    return answer;
  }

  /** Fetches more rows if the screen (rows `top` up to `bottom`) comes near an end. */
  extend(top: number, bottom: number): void {
    if (top < MARGIN) void this.more(-1);
    if (bottom > this.rows.length - MARGIN) void this.more(1);
  }
  /** Fetches more rows before or after the loaded ones; resolves when they are loaded, at once if there are none. */
  async more(direction: 1 | -1): Promise<void> {
    const { extending } = this;
    if (this.isOutdated) return;
    if (direction < 0 && !this.atStart)
      await (extending.before ??= this.extendBefore().finally(() => (extending.before = undefined)));
    if (direction > 0 && !this.atEnd)
      await (extending.after ??= this.extendAfter().finally(() => (extending.after = undefined)));
  }

  /** Forgets what is known of sections, which is out of date, as are the rows: nothing may be asked by their places. */
  forget(): void {
    this.sections.clear();
    this.isOutdated = true;
  }
  /** The index of an entry's first loaded row. */
  indexOf(place: Place): number {
    return this.rows.findIndex((row) => sameEntry(row, place));
  }
  /** The index of a row. */
  indexOfRow(place: RowPlace): number {
    const index = this.rows.findIndex((row) => sameEntry(row, place) && row.line === place.line);
    return index >= 0 ? index : this.indexOf(place);
  }

  /** Where a loaded row is in the listing, from 0 to 1; an estimate until all lines are counted. */
  shareOf(place: RowPlace): number | undefined {
    const index = this.indexOfRow(place);
    return index < 0 ? undefined : (this.line + index) / Math.max(1, this.total);
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
  /** Takes over line numbers that are more exact now, from an answer about the loaded row at `index` (-1: none). */
  recount(answer: RowsAnswer, index: number): void {
    if (index >= 0) this.line = answer.line - index;
    this.note(answer);
  }
  private note(answer: RowsAnswer): void {
    // Line numbers are estimates until all lines are counted; the first row is the first nevertheless.
    this.line = this.atStart ? 0 : Math.max(0, this.line);
    // Before anything is counted, assume the loaded rows, and as many after them unless these are the last.
    const known = this.line + this.rows.length * (this.atEnd ? 1 : 2);
    this.total = answer.exact ? answer.total : Math.max(answer.total, known);
    this.exact = answer.exact;
    this.know(answer);
  }
  /** Takes the sections of an answer: those around its rows. */
  know({ sections }: RowsAnswer): void {
    for (const section of sections) this.sections.set(section.id, section);
  }
}
