/** What the parts of a session share: the document, its bytes and pages, and how a step of a decoder is run. */
import type { IrDocument, OpenOptions } from "../document/document";
import type { Place, SectionId } from "../document/section";
import type { Attempt } from "../document/window";
import { attempt } from "../document/window";
import { openDocument } from "../formats/detect";
import type { LinesEntry } from "./folds";
import { FoldedView, UNFOLDED } from "./folds";
import { Layout } from "./layout";
import { ancestors, EntryPages } from "./pages";
import type { Folds } from "./protocol";
import { Cancelled } from "./rpc";
import { Slice, STEP, turn } from "./slices";
import type { ByteSource } from "./source";
import { PagedWindow } from "./window";

/** Views kept: each editor of a document has its own folds. */
const KEPT_VIEWS = 4;
/** How long a step may take that can be gone on with, in ms: its start is repeated, which should not be most of it. */
const PATIENCE = 4 * STEP;

/** Runs one step of a decoder: loads the bytes it misses, or lets others go first, and runs it again, until it gives a value. */
async function settle<T>(window: PagedWindow, step: () => T, signal?: AbortSignal): Promise<T> {
  for (;;) {
    const result = attemptFor(window, step);
    if ("value" in result) return result.value;
    await otherwise(result, window);
    if (signal?.aborted) throw new Cancelled();
  }
}

/** Runs a step that others wait behind. Outside of steps, nobody stops what is under way. */
function attemptFor<T>(window: PagedWindow, step: () => T): Attempt<T> {
  window.patience(PATIENCE);
  try {
    return attempt(step);
  } finally {
    window.patience(Infinity);
  }
}

/** What has to be done before a step is run again. */
function otherwise(result: Exclude<Attempt<unknown>, { value: unknown }>, window: PagedWindow): Promise<void> {
  return "missing" in result ? window.load(result.missing) : turn();
}

/** An open document and what is known about it. */
export class Core {
  readonly pages: EntryPages;
  /** All entries in order, for scans and for counting lines: of their tokens only text and symbols count. */
  private readonly scanned: FoldedView;
  private readonly layouts: { readonly plain: Layout; readonly detailed: Layout };
  private readonly views = new Map<string, FoldedView>();

  constructor(
    readonly document: IrDocument,
    readonly window: PagedWindow,
    readonly source: ByteSource,
  ) {
    this.pages = new EntryPages(document);
    const drawn = new EntryPages(document, { unpaired: true });
    this.scanned = new FoldedView(drawn, UNFOLDED);
    this.layouts = { plain: new Layout(drawn, false), detailed: new Layout(drawn, true) };
  }

  /** Opens whatever format the bytes are. */
  static async open(source: ByteSource, options: OpenOptions): Promise<Core> {
    const window = new PagedWindow(source, options.maxMemory === undefined ? undefined : options.maxMemory / 4);
    const document = await settle(window, () => openDocument(window, options));
    return new Core(document, window, source);
  }

  /** Runs one step over the document. */
  step<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    return settle(this.window, work, signal);
  }
  /** Makes a generator over the document safe to run: one that misses bytes could not go on. */
  async loadAll(): Promise<void> {
    if (!this.window.blocking) await this.window.load({ startByte: 0, endByte: this.window.length });
  }

  layout(folds: Folds): Layout {
    return folds.detail ? this.layouts.detailed : this.layouts.plain;
  }
  /** The view for these folds; equal folds give the same object. */
  readonly view = (folds: Folds): FoldedView => {
    const key = `${folds.base} ${folds.detail} ${[...folds.toggled].sort((a, b) => a - b).join(" ")}`;
    const view = this.views.get(key) ?? new FoldedView(this.pages, folds);
    this.views.delete(key);
    this.views.set(key, view);
    if (this.views.size > KEPT_VIEWS) this.views.delete(this.views.keys().next().value ?? "");
    return view;
  };

  /**
   * Walks all entries in order, folded or not, or those of one section; `visit` gives false to stop.
   * @throws {Cancelled}
   */
  async scan(
    signal: AbortSignal,
    visit: (place: Place, entry: LinesEntry) => boolean,
    section?: SectionId,
  ): Promise<void> {
    const view = this.scanned;
    const slice = new Slice(signal);
    const start = section === undefined ? undefined : { section, entry: -1 };
    let place = await this.step(() => (start ? view.next(start) : view.first()), signal);
    let inside = section;
    while (place) {
      const at: Place = place;
      if (section !== undefined && at.section !== inside) {
        if (!(await this.stepNow(() => ancestors(this.pages, at.section).includes(section), signal))) return;
        inside = at.section;
      }
      const go = await this.stepNow(() => {
        const entry = view.entry(at);
        return entry === undefined || visit(at, entry);
      }, signal);
      if (!go) return;
      if (slice.due) await slice.pause();
      place = await this.stepNow(() => view.next(at), signal);
    }
  }
  /** As `step`, but without a promise where no byte is missing: scans make millions of steps. */
  private stepNow<T>(work: () => T, signal: AbortSignal): T | Promise<T> {
    const result = attemptFor(this.window, work);
    if ("value" in result) return result.value;
    return otherwise(result, this.window).then(() => this.step(work, signal));
  }

  /** Where a place stands in the listing, from 0 to 1; one in a folded section stands at that section's head. */
  share(place: Place, folds: Folds): number {
    const view = this.view(folds);
    const layout = this.layout(folds);
    const outermost = view.hiding(place).at(-1);
    const shown = outermost === undefined ? place : { section: outermost, entry: 0 };
    return Math.min(1, layout.lineOf({ ...shown, line: 0 }, view) / Math.max(1, layout.total(view)));
  }
}
