/** One arrangement of an open document: its pages, its views under folds, its layout, and walks over all of it. */
import type { Arrangement, ArrangementName } from "../../document/arrangement";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Place, SectionId } from "../../document/section";
import { LeastRecent } from "../../kit/leastRecent";
import type { LinesEntry } from "./folds";
import { FoldedView, UNFOLDED } from "./folds";
import { Layout } from "./layout";
import { WrittenWalk } from "./listing";
import { lineNoise } from "./noise";
import { ancestors, EntryPages, PAGE } from "./pages";
import type { Folds } from "../protocol";
import { Slice } from "../transport/slices";
import type { Steps } from "./steps";

const UNPAIRED = { unpaired: true };
const NO_PAGE: WrittenPage = { entries: 0, section: undefined, end: true };

/** Views kept: each editor of a document has its own folds. */
const KEPT_VIEWS = 4;

/** What is kept of an arrangement as long as its entries stay what they are. */
class Kept {
  readonly pages: EntryPages;
  /** All entries in order, for scans and for counting lines: of their tokens only text and symbols count. */
  readonly scanned: FoldedView;
  /** All entries, as they are counted. */
  private readonly drawn: EntryPages;
  /** By what they leave in. */
  private readonly layouts = new Map<string, Layout>();
  readonly views = new LeastRecent<string, FoldedView>(KEPT_VIEWS);

  constructor(
    arrangement: Arrangement,
    bits: number,
    readonly revision: number,
  ) {
    this.pages = new EntryPages(arrangement, bits);
    this.drawn = new EntryPages(arrangement, bits, { unpaired: true });
    this.scanned = new FoldedView(this.drawn, UNFOLDED);
  }

  layout(folds: Folds): Layout {
    const key = leftIn({ ...folds, hidden: lineNoise(folds.hidden ?? []) });
    const layout = this.layouts.get(key) ?? new Layout(this.drawn, folds);
    this.layouts.set(key, layout);
    return layout;
  }
  /** The sections that counting lines has come across. */
  sections(): readonly SectionId[] {
    const known = Array.from(this.layouts.values(), ({ sections }) => sections);
    return known.reduce((most, sections) => (sections.length > most.length ? sections : most), []);
  }
}

/** The same for folds that leave the same lines in. */
function leftIn({ detail, hidden = [] }: Folds): string {
  return `${detail} ${[...hidden].sort().join(" ")}`;
}

/** An arrangement as the session asks it. */
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
  /** Grows when rows that were given would now be others. */
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
  layout(folds: Folds): Layout {
    return this.now.layout(folds);
  }
  /** The sections that counting lines has come across. */
  get sections(): readonly SectionId[] {
    return this.now.sections();
  }
  /** The view for these folds; equal folds give the same object. */
  readonly view = (folds: Folds): FoldedView => {
    const { views, pages } = this.now;
    const key = `${folds.base} ${leftIn(folds)} ${[...folds.toggled].sort((a, b) => a - b).join(" ")}`;
    return views.of(key, () => new FoldedView(pages, folds));
  };

  /**
   * Walks all entries in order, folded or not, or those of one section; `visit` gives false to stop.
   * @param after the entry to go on behind
   * @throws {Cancelled}
   */
  async scan(
    signal: AbortSignal,
    visit: (place: Place, entry: LinesEntry) => boolean,
    section?: SectionId,
    after?: Place,
  ): Promise<void> {
    const { steps } = this;
    const view = this.now.scanned;
    const slice = new Slice(signal);
    const start = after ?? (section === undefined ? undefined : { section, entry: -1 });
    let place = await steps.step(() => (start ? view.next(start) : view.first()), signal);
    let inside = section;
    while (place) {
      const at: Place = place;
      if (section !== undefined && at.section !== inside) {
        if (!(await steps.stepNow(() => ancestors(view.pages, at.section).includes(section), signal))) return;
        inside = at.section;
      }
      const go = await steps.stepNow(() => {
        const entry = view.entry(at);
        return entry === undefined || visit(at, entry);
      }, signal);
      if (!go) return;
      if (slice.due) await slice.pause();
      place = await steps.stepNow(() => view.next(at), signal);
    }
  }

  /** Whether all entries can be had as text. */
  get isWritten(): boolean {
    return this.arrangement.write !== undefined;
  }
  /**
   * Walks all entries as text, page by page, in order, folded or not, or those of one section.
   * @param writer takes the text of a page, whose first entry `begin` tells, and `visit` is called when it is there
   * @throws {Cancelled}
   */
  async scanText(
    signal: AbortSignal,
    writer: RowWriter & { begin(first: Place): void },
    visit: () => Promise<void>,
    section?: SectionId,
  ): Promise<void> {
    const { steps, arrangement } = this;
    const slice = new Slice(signal);
    const roots = await steps.step(() => (section === undefined ? arrangement.roots() : [section]), signal);
    const walk = new WrittenWalk(roots);
    for (let next = walk.next; next; next = walk.next) {
      const at = next;
      const page = await steps.stepNow(() => {
        writer.begin(at);
        return arrangement.write?.(at.section, at.entry, PAGE, UNPAIRED, writer) ?? NO_PAGE;
      }, signal);
      await visit();
      if (slice.due) await slice.pause();
      walk.pass(page);
    }
  }

  /** The entry of a place that {@link scan} has given; undefined where there is none any more. */
  entryAt(place: Place, signal: AbortSignal): Promise<LinesEntry | undefined> {
    return this.steps.step(() => this.now.scanned.entry(place), signal);
  }
  /** The same of a place that few others are looked at beside. */
  entryAlone(place: Place, signal: AbortSignal): Promise<LinesEntry | undefined> {
    return this.steps.step(() => {
      const entry = this.now.scanned.pages.alone(place);
      return entry?.kind === "lines" ? entry : undefined;
    }, signal);
  }

  /** Where a place stands in the arrangement, from 0 to 1; one in a folded section stands at that section's head. */
  share(place: Place, folds: Folds): number {
    const view = this.view(folds);
    const layout = this.layout(folds);
    const outermost = view.hiding(place).at(-1);
    const shown = outermost === undefined ? place : { section: outermost, entry: 0 };
    return Math.min(1, layout.lineOf({ ...shown, line: 0 }, view) / Math.max(1, layout.total(view)));
  }
}
