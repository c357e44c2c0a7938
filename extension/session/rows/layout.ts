/**
 * The line numbers of rows. Sections are measured one after another in the background, outer ones first; until a
 * section is measured, its entries are taken to be of one length, by default a line each. So the scrollbar is right at once for a small file, and
 * becomes right for a large one without anybody waiting.
 */
import type { Place, SectionId } from "../../document/section";
import type { CountedPage } from "./countedRows";
import type { FoldedView, LinesEntry } from "./folds";
import { foldRule, isLeftIn } from "./folds";
import type { Found, Measure } from "./found";
import { linesAnEntry, meantFolded, sizeOf } from "./found";
import { Inherited } from "./inherited";
import type { EntryPages } from "./pages";
import { PAGE, ROOT } from "./pages";
import { rowFrom } from "./places";
import { RowCounts } from "./rowCounts";
import type { Head, RowLayout, SectionStart } from "./rowLayout";
import type { Folds, RowPlace } from "../protocol";
import { LeastRecent } from "../../kit/leastRecent";
import { countBefore } from "../../kit/sortedSearch";

/** The number of lines, in total and before each nested section, for one set of folds. */
interface Totals {
  readonly view: FoldedView;
  /** Of each section that was found, by its index in that order. */
  readonly rows: Float64Array;
  readonly before: Map<SectionId, Float64Array>;
  /** The first line of a section. */
  readonly starts: Inherited<number>;
  readonly measured: number;
  readonly madeAt: number;
}

/** While sections are measured, sums are renewed at most this often, in ms. */
const REFRESH = 250;

/** The rows of no nested sections. */
const NO_ROWS = new Float64Array(1);

/** How many pages' counts of lines are kept: they take far less than the pages. */
const KEPT_PAGES = 1024;

/** Counts the lines that folds leave in. */
export class Layout implements RowLayout {
  /** Sections in the order in which they were found: each after the section around it. */
  private readonly order: Found[] = [
    { index: 0, section: ROOT, own: undefined, startBit: 0, entryCount: 1, rowCount: 1, measure: undefined },
  ];
  private readonly found = new Map(this.order.map((root) => [root.section, root]));
  private readonly counts = new RowCounts();
  private next = 0;
  private measured = 0;
  private totals: Totals | undefined;
  private byBit: readonly SectionStart[] = [];
  /** See {@link beforeEach}. */
  private readonly pagesBefore = new LeastRecent<string, Uint32Array>(KEPT_PAGES);

  constructor(
    private readonly pages: EntryPages,
    private readonly folds: Pick<Folds, "detail" | "hidden">,
  ) {
    this.counts.add("never", 1);
  }

  /** Whether every section is measured. */
  get exact(): boolean {
    return this.next >= this.order.length;
  }
  /** The share of the sections found so far that is measured, from 0 to 1. */
  get share(): number {
    return this.exact ? 1 : Math.min(0.99, this.measured / this.order.length);
  }

  get sections(): readonly SectionId[] {
    return this.order.slice(1).map(({ section }) => section);
  }

  measurePage(): boolean {
    const found = this.order[this.next];
    if (!found) return false;
    const { section } = found;
    const measure = found.measure ?? this.unmeasured();
    const index = measure.pageLines.length;
    const isCounted = section !== ROOT && this.pages.isWritten && (this.folds.hidden?.length ?? 0) === 0;
    const page = isCounted ? this.pages.counted(section, index, this.folds.detail) : this.visiblePage(section, index);
    if (index === 0) measure.headLines = this.headLines(section);
    const inside = page.nested.map((nested, i) => this.toldOf(nested.section, this.order.length + i));
    // From here on, nothing is thrown.
    measure.pageLines.push(measure.lines);
    for (const { entry, section: nested, rowsBefore } of page.nested)
      measure.nested.push({ entry, section: nested, linesBefore: measure.lines + rowsBefore });
    for (const nested of inside) {
      this.order.push(nested);
      this.found.set(nested.section, nested);
      this.counts.add(nested.own ?? "never", nested.rowCount);
    }
    measure.lines += page.rows;
    found.measure = measure;
    if (page.entries !== undefined) {
      measure.pageLines.push(measure.lines);
      measure.done = true;
      this.counts.measured(found.index, measure);
      this.next++;
      this.measured++;
    }
    return true;
  }
  private unmeasured(): Measure {
    return { pageLines: [], nested: [], firstNested: this.order.length, headLines: 0, lines: 0, done: false };
  }
  private toldOf(section: SectionId, index: number): Found {
    const info = this.pages.section(section);
    return {
      index,
      section,
      own: info && foldRule(info),
      startBit: info?.startBit ?? 0,
      ...sizeOf(info ?? { entryCount: 1 }),
      measure: undefined,
    };
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
    const known = this.pages.section(section)?.headRows;
    if (known !== undefined) return known;
    const head = this.pages.alone({ section, entry: 0 });
    return head?.kind === "lines" ? this.visible(head.lines, "folded") : 0;
  }
  total(view: FoldedView): number {
    return this.totalsOf(view).rows[0] ?? 0;
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
    for (const [index, known] of this.order.entries()) {
      const { section, startBit, measure } = known;
      const start = starts.get(section);
      if (start === undefined) continue;
      const rows = hidden.has(section) ? 0 : (totals.rows[index] ?? 0);
      if (section !== ROOT) found.push({ section, startBit, line: start, end: start + rows });
      if (!measure?.done) continue;
      const before = this.nestedBefore(section, measure, totals);
      const folds = hidden.has(section) || meantFolded(known, view);
      measure.nested.forEach((nested, i) => {
        starts.set(nested.section, folds ? start : start + nested.linesBefore + (before[i] ?? 0));
        if (folds) hidden.add(nested.section);
      });
    }
    return found;
  }

  sectionFrom(bit: number): SectionStart | undefined {
    if (this.byBit.length !== this.order.length - 1) this.byBit = this.sortedByBit();
    const { byBit } = this;
    return byBit[countBefore(byBit.length, (index) => (byBit[index]?.startBit ?? 0) >= bit)];
  }
  private sortedByBit(): readonly SectionStart[] {
    return this.order.slice(1).sort((a, b) => a.startBit - b.startBit);
  }

  placeAt(line: number, view: FoldedView): RowPlace | undefined {
    const totals = this.totalsOf(view);
    let section = ROOT;
    let rest = Math.max(0, Math.min(line, (totals.rows[0] ?? 1) - 1));
    for (;;) {
      const found = this.found.get(section);
      const measure = found?.measure;
      if (!measure?.done) return this.settled({ section, entry: Math.floor(rest / linesAnEntry(found)) }, view);
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
    const rows = totals.rows[measure.firstNested + index - 1] ?? 0;
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

  /** The first visible row at or after a place; otherwise the document's last. */
  private settled(place: Place, view: FoldedView): RowPlace | undefined {
    return rowFrom(view.entry(place) ? place : view.next({ ...place, entry: place.entry - 1 }), view);
  }

  private linesBefore(section: SectionId, entry: number, totals: Totals): number {
    const found = this.found.get(section);
    const measure = found?.measure;
    if (!measure?.done) return Math.floor(entry * linesAnEntry(found));
    const { nested } = measure;
    const at = countBefore(nested.length, (i) => (nested[i]?.entry ?? 0) >= entry);
    const ofNested = this.nestedBefore(section, measure, totals)[at] ?? 0;
    const here = nested[at];
    if (here?.entry === entry) return here.linesBefore + ofNested;
    const index = Math.floor(entry / PAGE);
    let lines = measure.pageLines[index] ?? measure.lines;
    // At the start of a page none of its entries is needed, so the page is not read.
    if (entry % PAGE > 0) {
      const own = this.beforeEach(section, index);
      lines += own[Math.min(entry % PAGE, own.length - 1)] ?? 0;
    }
    return lines + ofNested;
  }

  /** The number of rows of the nested sections before each nested section, and of all of them. */
  private nestedBefore(section: SectionId, measure: Measure, totals: Totals): Float64Array {
    if (measure.nested.length === 0) return NO_ROWS;
    const known = totals.before.get(section);
    if (known) return known;
    const before = new Float64Array(measure.nested.length + 1);
    const { firstNested } = measure;
    for (let i = 0; i < measure.nested.length; i++)
      before[i + 1] = (before[i] as number) + (totals.rows[firstNested + i] ?? 0);
    totals.before.set(section, before);
    return before;
  }

  /**
   * Before anything is measured, what is known now of the outermost sections is a better estimate than one line, and it
   * leads lines into them. A large module has few entries until its tables are read.
   */
  private lookAtOutermost(): void {
    const [root] = this.order;
    if (root && !root.measure) this.measurePage();
    if (this.next > 1) return;
    for (const found of this.order) {
      if (found === root || found.measure) continue;
      Object.assign(found, sizeOf(this.pages.section(found.section) ?? found));
      this.counts.estimate(found.index, found.rowCount);
    }
  }

  /** The number of rows of every section, inner ones first; renewed when the folds or the measures have changed. */
  private totalsOf(view: FoldedView): Totals {
    this.lookAtOutermost();
    const now = performance.now();
    const known = this.totals;
    const fresh = known && (known.measured === this.measured || (!this.exact && now - known.madeAt < REFRESH));
    if (known?.view === view && fresh) return known;
    const toggled = [...view.toggled].flatMap((section) => this.found.get(section)?.index ?? []);
    const made: Totals = {
      view,
      rows: this.counts.rows((rule) => view.foldsBy(rule), new Set(toggled)),
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

  /** How many lines of a section's head are visible while the section is open or folded. */
  private visible(lines: LinesEntry["lines"], state: "open" | "folded" = "open"): number {
    let count = 0;
    for (const line of lines) if ((line.when ?? state) === state && isLeftIn(line, this.folds)) count++;
    return count;
  }
}
