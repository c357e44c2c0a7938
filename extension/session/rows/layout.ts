/**
 * The line numbers of rows. Sections are measured one after another in the background, outer ones first; until a
 * section is measured, each of its entries counts as one line. So the scrollbar is right at once for a small file, and
 * becomes right for a large one without anybody waiting.
 */
import type { Place, SectionId } from "../../document/section";
import type { CountedPage } from "./countedRows";
import type { FoldedView, FoldRule, LinesEntry } from "./folds";
import { foldRule, isLeftIn } from "./folds";
import { Inherited } from "./inherited";
import type { EntryPages } from "./pages";
import { PAGE, ROOT } from "./pages";
import type { Folds, RowPlace } from "../protocol";
import { LeastRecent } from "../../kit/leastRecent";
import { countBefore } from "../../kit/sortedSearch";

/** The measured lines of one section, without the sections nested in it. */
interface Measure {
  /** Own lines before each page of entries, and after the last page. */
  readonly pageLines: number[];
  readonly nested: { readonly entry: number; readonly section: SectionId; readonly linesBefore: number }[];
  /** Lines of the head: what remains when the section is folded. */
  headLines: number;
  lines: number;
  done: boolean;
  /** The section itself; undefined for {@link ROOT}. Asking the document for each section at every fold takes long. */
  readonly own: FoldRule | undefined;
  readonly startBit: number;
}

/** A section, its first bit, and its first line. */
export interface Head {
  readonly section: SectionId;
  readonly startBit: number;
  readonly line: number;
}

/** The number of lines, in total and before each nested section, for one set of folds. */
interface Totals {
  readonly view: FoldedView;
  readonly rows: ReadonlyMap<SectionId, number>;
  readonly before: Map<SectionId, Float64Array>;
  /** The first line of a section. */
  readonly starts: Inherited<number>;
  readonly measured: number;
  readonly madeAt: number;
}

/** While sections are measured, sums are renewed at most this often, in ms. */
const REFRESH = 250;

/** How many pages' counts of lines are kept: they take far less than the pages. */
const KEPT_PAGES = 1024;

/** The line numbers of rows. All methods may throw MissingBytes. */
export interface RowLayout {
  /** Whether the numbers are those of the rows, not estimates. */
  readonly exact: boolean;
  /** The share that is measured, from 0 to 1. */
  readonly share: number;
  /** The sections found so far, outer ones first. */
  readonly sections: readonly SectionId[];
  /** Measures one more page. Returns false at the end. */
  measurePage(): boolean;
  /** The number of lines under these folds. */
  total(view: FoldedView): number;
  /** The line of a row, from 0. */
  lineOf(place: RowPlace, view: FoldedView): number;
  /**
   * The first lines of all sections that were found, outer sections first; inside a folded section, the line of that
   * section.
   */
  heads(view: FoldedView): readonly Head[];
  /** The row at a line (clamped to the document's lines). */
  placeAt(line: number, view: FoldedView): RowPlace | undefined;
}

/** Counts the lines that folds leave in. */
export class Layout implements RowLayout {
  private readonly measures = new Map<SectionId, Measure>();
  /** Sections in the order in which they were found: each after the section around it. */
  private readonly order: SectionId[] = [ROOT];
  private next = 0;
  private measured = 0;
  private totals: Totals | undefined;
  /** See {@link beforeEach}. */
  private readonly pagesBefore = new LeastRecent<string, Uint32Array>(KEPT_PAGES);

  constructor(
    private readonly pages: EntryPages,
    private readonly folds: Pick<Folds, "detail" | "hidden">,
  ) {}

  /** Whether every section is measured. */
  get exact(): boolean {
    return this.next >= this.order.length;
  }
  /** The share of the sections found so far that is measured, from 0 to 1. */
  get share(): number {
    return this.exact ? 1 : Math.min(0.99, this.measured / this.order.length);
  }

  get sections(): readonly SectionId[] {
    return this.order.slice(1);
  }

  measurePage(): boolean {
    const section = this.order[this.next];
    if (section === undefined) return false;
    const measure = this.measures.get(section) ?? this.unmeasured(section);
    const index = measure.pageLines.length;
    const isCounted = section !== ROOT && this.pages.isWritten && (this.folds.hidden?.length ?? 0) === 0;
    const page = isCounted ? this.pages.counted(section, index, this.folds.detail) : this.visiblePage(section, index);
    if (index === 0) measure.headLines = this.headLines(section);
    measure.pageLines.push(measure.lines);
    for (const { entry, section: nested, rowsBefore } of page.nested) {
      measure.nested.push({ entry, section: nested, linesBefore: measure.lines + rowsBefore });
      this.order.push(nested);
    }
    measure.lines += page.rows;
    this.measures.set(section, measure);
    if (page.entries !== undefined) {
      measure.pageLines.push(measure.lines);
      measure.done = true;
      this.next++;
      this.measured++;
    }
    return true;
  }
  private unmeasured(section: SectionId): Measure {
    const info = this.pages.section(section);
    const own = info && foldRule(info);
    return { pageLines: [], nested: [], headLines: 0, lines: 0, done: false, own, startBit: info?.startBit ?? 0 };
  }
  /** The visible lines of a page, from its tokens. */
  private visiblePage(section: SectionId, index: number): CountedPage {
    const { entries, end } = this.pages.page(section, index);
    const nested: CountedPage["nested"][number][] = [];
    let rows = 0;
    entries.forEach((entry, i) => {
      if (entry.kind === "section") nested.push({ entry: index * PAGE + i, section: entry.section, rowsBefore: rows });
      else rows += this.visible(entry.lines);
    });
    return { rows, nested, entries: end ? index * PAGE + entries.length : undefined };
  }
  private headLines(section: SectionId): number {
    const head = this.pages.alone({ section, entry: 0 });
    return head?.kind === "lines" ? this.visible(head.lines, "folded") : 0;
  }
  total(view: FoldedView): number {
    return this.totalsOf(view).rows.get(ROOT) ?? 0;
  }

  lineOf(place: RowPlace, view: FoldedView): number {
    const totals = this.totalsOf(view);
    const entry = place.line === 0 ? undefined : view.entry(place);
    const shown = entry ? view.lines(entry, place).filter((line) => line < place.line).length : 0;
    return totals.starts.of(place.section) + this.linesBefore(place.section, place.entry, totals) + shown;
  }

  heads(view: FoldedView): readonly Head[] {
    const totals = this.totalsOf(view);
    const found: Head[] = [];
    const starts = new Map<SectionId, number>([[ROOT, 0]]);
    const hidden = new Set<SectionId>();
    for (const section of this.order) {
      const measure = this.measures.get(section);
      const start = starts.get(section);
      if (start === undefined) continue;
      const startBit = measure?.startBit ?? this.pages.section(section)?.startBit ?? 0;
      if (section !== ROOT) found.push({ section, startBit, line: start });
      if (!measure?.done) continue;
      const before = this.nestedBefore(section, measure, totals);
      const folds = hidden.has(section) || this.meantFolded(section, measure, view);
      measure.nested.forEach((nested, i) => {
        starts.set(nested.section, folds ? start : start + nested.linesBefore + (before[i] ?? 0));
        if (folds) hidden.add(nested.section);
      });
    }
    return found;
  }

  placeAt(line: number, view: FoldedView): RowPlace | undefined {
    const totals = this.totalsOf(view);
    let section = ROOT;
    let rest = Math.max(0, Math.min(line, (totals.rows.get(ROOT) ?? 1) - 1));
    for (;;) {
      const measure = this.measures.get(section);
      if (!measure?.done) return this.settled({ section, entry: Math.floor(rest) }, view);
      const at = this.nestedAt(section, measure, rest, totals);
      if (at?.inside === undefined) return this.ownAt(section, measure, rest - (at?.nestedLines ?? 0), view);
      section = at.section;
      rest = at.inside;
      if (view.folded(section)) return this.lineOfEntry({ section, entry: 0 }, rest, view);
    }
  }

  /**
   * The nested section that contains line `rest` of a section, or the number of lines of the nested sections before it.
   */
  private nestedAt(
    section: SectionId,
    measure: Measure,
    rest: number,
    totals: Totals,
  ): { section: SectionId; inside: number | undefined; nestedLines: number } | undefined {
    const before = this.nestedBefore(section, measure, totals);
    const { nested } = measure;
    const index = countBefore(nested.length, (i) => (nested[i]?.linesBefore ?? 0) + (before[i] ?? 0) > rest);
    // Sections without rows share their line with what follows: the last one that begins here has it.
    const found = nested[index - 1];
    if (!found) return undefined;
    const inside = rest - found.linesBefore - (before[index - 1] ?? 0);
    const rows = totals.rows.get(found.section) ?? 0;
    return { section: found.section, inside: inside < rows ? inside : undefined, nestedLines: before[index] ?? 0 };
  }

  /** The entry and line at own line `own` of a measured section. */
  private ownAt(section: SectionId, measure: Measure, own: number, view: FoldedView): RowPlace | undefined {
    let index = 0;
    for (let high = measure.pageLines.length - 1; index + 1 < high;) {
      const middle = (index + high) >> 1;
      if ((measure.pageLines[middle] ?? 0) <= own) index = middle;
      else high = middle;
    }
    const rest = own - (measure.pageLines[index] ?? 0);
    const before = this.beforeEach(section, index);
    const count = before.length - 1;
    const entry = countBefore(count, (i) => (before[i + 1] ?? 0) > rest);
    if (entry >= count) return this.settled({ section, entry: index * PAGE + count - 1 }, view);
    return this.lineOfEntry({ section, entry: index * PAGE + entry }, rest - (before[entry] ?? 0), view);
  }
  /** The number of a page's own lines before each of its entries, and of all of them. */
  private beforeEach(section: SectionId, index: number): Uint32Array {
    return this.pagesBefore.of(`${section}:${index}`, () => {
      const { entries } = this.pages.page(section, index);
      const before = new Uint32Array(entries.length + 1);
      entries.forEach((entry, i) => {
        before[i + 1] = (before[i] ?? 0) + (entry.kind === "lines" ? this.visible(entry.lines) : 0);
      });
      return before;
    });
  }

  /** The row of an entry's `shown`-th visible line. */
  private lineOfEntry(place: Place, shown: number, view: FoldedView): RowPlace {
    const entry = view.entry(place);
    return { ...place, line: (entry && view.lines(entry, place)[shown]) ?? 0 };
  }

  /** A place with lines, at or after `place`; otherwise the document's last. */
  private settled(place: Place, view: FoldedView): RowPlace | undefined {
    const near = view.entry(place) ? place : (view.next({ ...place, entry: place.entry - 1 }) ?? view.last());
    return near && this.lineOfEntry(near, 0, view);
  }

  private linesBefore(section: SectionId, entry: number, totals: Totals): number {
    const measure = this.measures.get(section);
    if (!measure?.done) return entry;
    const index = Math.floor(entry / PAGE);
    let lines = measure.pageLines[index] ?? measure.lines;
    // At the start of a page none of its entries is needed, so the page is not read.
    if (entry % PAGE > 0) {
      const own = this.beforeEach(section, index);
      lines += own[Math.min(entry % PAGE, own.length - 1)] ?? 0;
    }
    const { nested } = measure;
    const before = countBefore(nested.length, (i) => (nested[i]?.entry ?? 0) >= entry);
    return lines + (this.nestedBefore(section, measure, totals)[before] ?? 0);
  }

  /** The number of rows of the nested sections before each nested section, and of all of them. */
  private nestedBefore(section: SectionId, measure: Measure, totals: Totals): Float64Array {
    const known = totals.before.get(section);
    if (known) return known;
    const before = new Float64Array(measure.nested.length + 1);
    measure.nested.forEach((nested, i) => {
      before[i + 1] = (before[i] ?? 0) + (totals.rows.get(nested.section) ?? 0);
    });
    totals.before.set(section, before);
    return before;
  }

  /** The number of rows of every section, inner ones first; renewed when the folds or the measures have changed. */
  private totalsOf(view: FoldedView): Totals {
    const now = performance.now();
    const known = this.totals;
    const fresh = known && (known.measured === this.measured || (!this.exact && now - known.madeAt < REFRESH));
    if (known?.view === view && fresh) return known;
    const rows = new Map<SectionId, number>();
    for (let i = this.order.length - 1; i >= 0; i--) {
      const section = this.order[i] ?? ROOT;
      rows.set(section, this.rowsOf(section, view, rows));
    }
    const made: Totals = {
      view,
      rows,
      before: new Map(),
      starts: this.starts(() => made),
      measured: this.measured,
      madeAt: now,
    };
    return (this.totals = made);
  }

  private starts(totals: () => Totals): Inherited<number> {
    const around = (section: SectionId): SectionId => this.pages.holder(section)?.section ?? ROOT;
    return new Inherited(ROOT, 0, around, (section, outer) => {
      const holder = this.pages.holder(section);
      return holder ? outer + this.linesBefore(holder.section, holder.entry, totals()) : outer;
    });
  }

  private rowsOf(section: SectionId, view: FoldedView, rows: ReadonlyMap<SectionId, number>): number {
    const measure = this.measures.get(section);
    const fold = this.meantFolded(section, measure, view);
    if (!measure?.done) return fold ? 1 : (this.pages.section(section)?.entryCount ?? 1);
    const more = measure.nested.length > 0 || measure.lines > measure.headLines;
    if (fold && more && measure.headLines > 0) return measure.headLines;
    return measure.nested.reduce((sum, n) => sum + (rows.get(n.section) ?? 0), measure.lines);
  }

  private meantFolded(section: SectionId, measure: Measure | undefined, view: FoldedView): boolean {
    return section !== ROOT && view.meantFolded(section, measure?.own);
  }

  /** How many lines of a section's head are visible while the section is open or folded. */
  private visible(lines: LinesEntry["lines"], state: "open" | "folded" = "open"): number {
    let count = 0;
    for (const line of lines) if ((line.when ?? state) === state && isLeftIn(line, this.folds)) count++;
    return count;
  }
}
