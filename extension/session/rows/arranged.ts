/** One arrangement of an open document: its pages, its views under folds, its layout, and walks over all of it. */
import type { Arrangement, ArrangementName } from "../../document/arrangement";
import type { NameTaker } from "../../document/nameTaker";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { ListingOptions, Place, SectionId } from "../../document/section";
import { LeastRecent } from "../../kit/leastRecent";
import type { LinesEntry } from "./folds";
import { FoldedView, UNFOLDED } from "./folds";
import { Inherited } from "./inherited";
import { EstimatedLayout } from "./estimatedLayout";
import type { RowLayout } from "./rowLayout";
import { Layout } from "./layout";
import { WrittenWalk } from "./listing";
import { lineNoise } from "./noise";
import { EntryPages, PAGE, ROOT } from "./pages";
import type { Folds } from "../protocol";
import { Slice } from "../transport/slices";
import type { Steps } from "./steps";

const UNPAIRED = { unpaired: true };
const NO_PAGE: WrittenPage = { entries: 0, section: undefined, end: true };

/** How many views are kept: each editor of a document has its own folds. */
const KEPT_VIEWS = 4;

/** What is kept of an arrangement until its revision changes. */
class Kept {
  readonly pages: EntryPages;
  /** All entries in order, for scans and for counting lines: only the text and the symbols of their tokens matter. */
  readonly scanned: FoldedView;
  /** The pages that scans and counting read. */
  private readonly drawn: EntryPages;
  /** Layouts, by the lines that they leave in. */
  private readonly layouts = new Map<string, RowLayout>();
  readonly views = new LeastRecent<string, FoldedView>(KEPT_VIEWS);
  private readonly isVast: boolean;
  /** What {@link inside} has given last. */
  private within: { readonly scope: SectionId; readonly inside: Inherited<boolean> } | undefined;

  constructor(
    arrangement: Arrangement,
    bits: number,
    readonly revision: number,
  ) {
    this.isVast = arrangement.isVast ?? false;
    this.pages = new EntryPages(arrangement, bits);
    this.drawn = new EntryPages(arrangement, bits, { unpaired: true });
    this.scanned = new FoldedView(this.drawn, UNFOLDED);
  }

  layout(folds: Folds): RowLayout {
    const key = leftIn({ ...folds, hidden: lineNoise(folds.hidden ?? []) });
    const made = (): RowLayout => (this.isVast ? new EstimatedLayout() : new Layout(this.drawn, folds));
    const layout = this.layouts.get(key) ?? made();
    this.layouts.set(key, layout);
    return layout;
  }
  /** Whether sections are inside this one. Searches go on in the same one many times, and each may be deep inside it. */
  inside(scope: SectionId): Inherited<boolean> {
    if (this.within?.scope === scope) return this.within.inside;
    const around = (inner: SectionId): SectionId => this.drawn.around(inner);
    const inside = new Inherited<boolean>(ROOT, false, around, (inner, outer) => outer || inner === scope);
    this.within = { scope, inside };
    return inside;
  }
  /** The sections that counting lines has found so far. */
  sections(): readonly SectionId[] {
    const known = Array.from(this.layouts.values(), ({ sections }) => sections);
    return known.reduce((most, sections) => (sections.length > most.length ? sections : most), []);
  }
}

/** A key that is equal for folds that leave in the same lines. */
function leftIn({ detail, hidden = [] }: Folds): string {
  return `${detail} ${[...hidden].sort().join(" ")}`;
}

/** An arrangement, as the session uses it. */
export class Arranged {
  private kept: Kept;

  constructor(
    readonly name: ArrangementName,
    readonly arrangement: Arrangement,
    private readonly bits: number,
    private readonly steps: Steps,
  ) {
    this.kept = this.fresh();
  }

  private fresh(): Kept {
    return new Kept(this.arrangement, this.bits, this.revision);
  }
  /** Increases when rows that were sent have changed. */
  get revision(): number {
    return this.arrangement.revision?.() ?? 0;
  }
  private get now(): Kept {
    if (this.kept.revision !== this.revision) this.kept = this.fresh();
    return this.kept;
  }
  get pages(): EntryPages {
    return this.now.pages;
  }
  layout(folds: Folds): RowLayout {
    return this.now.layout(folds);
  }
  /** The sections that counting lines has found so far. */
  get sections(): readonly SectionId[] {
    return this.now.sections();
  }
  /** The view for these folds; the same object for equal folds. */
  readonly view = (folds: Folds): FoldedView => {
    const { views, pages } = this.now;
    const key = `${folds.base} ${leftIn(folds)} ${[...folds.toggled].sort((a, b) => a - b).join(" ")}`;
    return views.of(key, () => new FoldedView(pages, folds));
  };

  /**
   * Walks all entries in order, folded or not, or those of one section, until `visit` returns false.
   * @param after the entry after which to start
   * @throws {Cancelled}
   */
  scan(
    signal: AbortSignal,
    visit: (place: Place, entry: LinesEntry) => boolean,
    section?: SectionId,
    after?: Place,
  ): Promise<void> {
    return this.steps.walking(this.scanEntries(signal, visit, section, after));
  }
  private async scanEntries(
    signal: AbortSignal,
    visit: (place: Place, entry: LinesEntry) => boolean,
    section: SectionId | undefined,
    after: Place | undefined,
  ): Promise<void> {
    const { steps } = this;
    const { now } = this;
    const view = now.scanned;
    const inside = section === undefined ? undefined : now.inside(section);
    const slice = new Slice(signal);
    const start = after ?? (section === undefined ? undefined : { section, entry: -1 });
    let place = await steps.step(() => (start ? view.next(start) : view.first()), signal);
    while (place) {
      const at: Place = place;
      const go = await steps.stepNow(() => {
        if (inside?.of(at.section) === false) return false;
        const entry = view.entry(at);
        return entry === undefined || visit(at, entry);
      }, signal);
      if (!go) return;
      if (slice.due) await slice.pause();
      place = await steps.stepNow(() => view.next(at), signal);
    }
  }

  /** Whether all entries can be written as text. @param withoutNoise also without the tokens of hidden noise */
  isWritten(withoutNoise: boolean): boolean {
    const { write, writesWithoutNoise = false } = this.arrangement;
    return write !== undefined && (writesWithoutNoise || !withoutNoise);
  }
  /**
   * Goes on with a walk as text, page by page, folded or not.
   * @param writer receives the text of a page; `begin` tells its first entry, and `visit` is called when the page is
   * written; it returns false to stop
   * @param options `whole`: sections may be written as one entry; `hidden`: noise to leave out of lines
   * @throws {Cancelled}
   */
  scanText(
    signal: AbortSignal,
    walk: WrittenWalk,
    writer: RowWriter & { begin(first: Place): void },
    visit: () => Promise<boolean>,
    options: Pick<ListingOptions, "whole" | "hidden"> = {},
  ): Promise<void> {
    const how = { ...UNPAIRED, ...options };
    const write = (at: Place): WrittenPage => {
      writer.begin(at);
      return this.arrangement.write?.(at.section, at.entry, PAGE, how, writer) ?? NO_PAGE;
    };
    return this.steps.walking(this.scanPages(signal, walk, write, visit));
  }
  /** Whether the names in entries can be told without making tokens. */
  get tellsNames(): boolean {
    return this.arrangement.tellNames !== undefined;
  }
  /**
   * A walk over all entries, page by page, or over those of one section.
   * @param isWanted whether to enter a section inside another one
   */
  async walk(
    signal: AbortSignal,
    section?: SectionId,
    isWanted?: (section: SectionId) => boolean,
  ): Promise<WrittenWalk> {
    const roots = (): readonly SectionId[] => (section === undefined ? this.arrangement.roots() : [section]);
    return new WrittenWalk(await this.steps.step(roots, signal), isWanted);
  }
  /** A walk from an entry on, up to the end of the arrangement or of the section; empty if the entry is not in it. */
  walkFrom(signal: AbortSignal, from: Place, section?: SectionId): Promise<WrittenWalk> {
    return this.steps.step(() => {
      const { pages } = this.now.scanned;
      const left: Place[] = [from];
      let around = from.section;
      while (around !== (section ?? ROOT)) {
        const holder = pages.holder(around);
        if (!holder) return new WrittenWalk([]);
        around = holder.section;
        left.push({ section: around, entry: holder.entry + 1 });
      }
      const last = section === undefined ? left.pop() : undefined;
      const walk = new WrittenWalk(last ? this.arrangement.roots().slice(last.entry) : []);
      for (const place of left.reverse()) walk.enter(place);
      return walk;
    }, signal);
  }
  /**
   * Goes on with a walk.
   * @param names receives the names of a page; `begin` tells its first entry, and `visit` is called when the page is
   * complete; it returns false to stop
   * @throws {Cancelled}
   */
  scanNames(
    signal: AbortSignal,
    walk: WrittenWalk,
    names: NameTaker & { begin(first: Place): void },
    visit: () => boolean,
  ): Promise<void> {
    const tell = (at: Place): WrittenPage => {
      names.begin(at);
      return this.arrangement.tellNames?.(at.section, at.entry, PAGE, names) ?? NO_PAGE;
    };
    return this.steps.walking(this.scanPages(signal, walk, tell, visit));
  }
  private async scanPages(
    signal: AbortSignal,
    walk: WrittenWalk,
    read: (at: Place) => WrittenPage,
    visit: () => boolean | Promise<boolean>,
  ): Promise<void> {
    const slice = new Slice(signal);
    for (let next = walk.next; next; next = walk.next) {
      const { section, entry } = next;
      const page = await this.steps.stepNow(() => read({ section, entry }), signal);
      const go = await visit();
      walk.pass(page);
      if (!go) return;
      if (slice.over) await slice.pause();
    }
  }

  /** The entry at a place that {@link scan} has passed on; undefined if it no longer exists. */
  entryAt(place: Place, signal: AbortSignal): Promise<LinesEntry | undefined> {
    return this.steps.step(() => this.now.scanned.entry(place), signal);
  }
  /** The section that an entry is; undefined if it is none. */
  sectionAt(place: Place, signal: AbortSignal): Promise<SectionId | undefined> {
    return this.steps.step(() => {
      const entry = this.now.scanned.pages.alone(place);
      return entry?.kind === "section" ? entry.section : undefined;
    }, signal);
  }
  /** The same, for a place whose neighbours are not needed. */
  entryAlone(place: Place, signal: AbortSignal): Promise<LinesEntry | undefined> {
    return this.steps.step(() => {
      const entry = this.now.scanned.pages.alone(place);
      return entry?.kind === "lines" ? entry : undefined;
    }, signal);
  }

  /**
   * The position of a place in the arrangement, from 0 to 1; a place in a folded section has the position of that
   * section's head.
   */
  share(place: Place, folds: Folds): number {
    const view = this.view(folds);
    const layout = this.layout(folds);
    const { section, entry } = view.unhidden(place);
    return Math.min(1, layout.lineOf({ section, entry, line: 0 }, view) / Math.max(1, layout.total(view)));
  }
}
