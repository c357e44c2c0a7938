/** One open document and the answers to questions about it. Knows neither VS Code nor the thread that it runs in. */
import type { ArrangementName } from "../document/arrangement";
import type { IrDocument, OpenOptions } from "../document/document";
import { again, sectionsAt } from "./search/again";
import type { Arranged } from "./rows/arranged";
import type { RowLayout } from "./rows/rowLayout";
import { calls } from "./facts/calls";
import { copy } from "./copy";
import { Core } from "./core";
import { demanglerLoading } from "./names/demangle";
import { named, namedInSteps } from "./names/named";
import { unicode } from "./names/unicode";
import { find } from "./search/find";
import { UNFOLDED } from "./rows/folds";
import { hoverCard } from "./facts/hover";
import { marks } from "./facts/marks";
import { overview } from "./facts/overview";
import { OutlinePages } from "./facts/outlinePages";
import { rowOfRange } from "./facts/rowOfRange";
import { problemsOf } from "./facts/problems";
import type {
  Arranging,
  Folds,
  Opened,
  RowsAnswer,
  RowsQuery,
  SessionApi,
  SpaceShare,
  SymbolItem,
  WorkerEvent,
} from "./protocol";
import { PAGE_ROWS } from "./protocol";
import { atBitOf, countUses, definition, locate, references } from "./search/references";
import type { Methods } from "./transport/rpc";
import { Cancelled } from "./transport/rpc";
import { runSliced, Slice, STEP } from "./transport/slices";
import { Replaced } from "../document/window";
import type { ByteSource } from "./bytes/source";
import { IndexKeeper } from "./index/keeper";
import type { SessionHost } from "./host";
import { space } from "./facts/space";
import { SymbolSearch } from "./facts/symbols";
import { rowsWithSources, sourceAt, sourceOf } from "./facts/sourceAt";
import { rowsOfSource, sourceFiles } from "./facts/sourceRows";
import { TextLines } from "./text/textLines";
import { TextPages } from "./text/textPages";
import { Uses } from "./search/uses";

/** Most bytes that one `bytes` call returns. */
const MOST_BYTES = 1024 * 1024;
/** Most pages of entries that are counted on opening. */
const AT_ONCE = 16;
/** Time for background work before the first rows of an assembly are sent, in ms. */
const PREPARE = 60;
/** Interval of progress reports while lines are counted, in ms. */
const TELL_EVERY = 200;

/** A session: open it, serve its `api`, `dispose` it at the end. */
export class Session {
  private readonly outline: OutlinePages;
  private readonly symbols: SymbolSearch;
  private readonly texts: TextPages;
  private readonly uses = new Uses();
  private readonly lines: TextLines;
  private readonly kept: IndexKeeper;
  private readonly backgrounds = new Map<ArrangementName, Generator<void, void, undefined>>();
  /** The revisions already reported: several calls may run the same work. */
  private readonly revisions = new Map<ArrangementName, number>();
  private readonly ended = new AbortController();
  /** Counting of lines in progress, by arrangement. */
  private readonly indexing = new Map<ArrangementName, Promise<void>>();
  private stopped = false;
  /** Those of which all lines have been counted that are. */
  private readonly indexed = new WeakSet<RowLayout>();
  /** Whether the records' outer sections have been counted. */
  private measured = false;

  constructor(
    private readonly core: Core,
    private readonly tell: (event: WorkerEvent) => void = () => undefined,
    { threads, indexes }: SessionHost = {},
  ) {
    this.outline = new OutlinePages(core.document);
    this.symbols = new SymbolSearch(this.outline);
    this.texts = new TextPages(core, threads);
    this.kept = new IndexKeeper(core, indexes, this.ended.signal);
    this.lines = new TextLines(core, (arranged, slice) => this.prepare(arranged, slice));
  }

  /** Opens a document in any format. @throws if the source cannot be read */
  static async open(
    source: ByteSource,
    options: OpenOptions = {},
    tell: (event: WorkerEvent) => void = () => undefined,
    host: SessionHost = {},
  ): Promise<Session> {
    const session = new Session(await Core.open(source, options), tell, host);
    // If a file opens in its assembly, its records are not counted until somebody looks at them.
    if ((await session.core.step(() => session.core.arrangements()))[0] === "records") await session.measureAtOnce();
    return session;
  }

  /** Stops all work and closes the file. */
  dispose(): void {
    this.ended.abort();
    this.texts.dispose();
    this.core.source.close();
  }

  /** The bytes of a document inside this one; `names` lead to it. */
  async derivedBytes(names: readonly string[]): Promise<Uint8Array> {
    let document = this.core.document;
    for (const name of names) {
      const found = await this.core.step(() =>
        document
          .derived()
          .find((d) => d.name === name)
          ?.open(),
      );
      if (!found) throw new Error(`there is no ${name} in this file any more`);
      document = found;
    }
    return this.core.step(() => document.window.view(0, document.window.length).slice());
  }

  /** The document with all of its bytes loaded, for work that walks all of it. */
  async resident(): Promise<IrDocument> {
    await this.core.loadAll();
    return this.core.document;
  }

  /** What takes the space, once it is known. */
  private taken: readonly SpaceShare[] | undefined;
  readonly api: Methods<SessionApi> = {
    textLines: (query, call) => this.lines.api.textLines(query, call),
    linesOf: (query, call) => this.lines.api.linesOf(query, call),
    lineOfBit: (query, call) => this.lines.api.lineOfBit(query, call),
    textSections: (query, call) => this.lines.api.textSections(query, call),
    opened: () => this.core.step(() => this.opened()),
    stopIndexing: () => {
      this.stopped = true;
      return Promise.resolve(null);
    },
    rows: async (query, call) => {
      await this.prepareAtOnce(await this.core.step(() => this.core.arranged(query.folds.arrangement)));
      const { anchor } = query;
      if (anchor.kind !== "line" || anchor.line > 0) await this.completed(query.folds, call.signal);
      const answer = await this.rows(query, call.signal);
      this.index(query.folds);
      // If nothing can be shown before the complete file is known, an empty answer means that rows follow later.
      const coming = answer.rows.length === 0 && this.indexing.size > 0;
      return coming ? { ...answer, exact: false, atEnd: false } : answer;
    },
    again: async (query, call) => {
      await this.completed(query, call.signal);
      return this.core.step(() => again(query, this.core.arranged(query.arrangement)));
    },
    sectionsAt: async (query, call) => {
      if (query.startBits.length > 0) await this.completed(query, call.signal);
      return this.core.step(() => sectionsAt(query.startBits, this.core.arranged(query.arrangement)));
    },
    find: async (query, call) => {
      await this.completed(query.folds, call.signal);
      return find(this.core, query, call);
    },
    references: async (query, call) => {
      await this.completed(query.folds, call.signal);
      return references(this.core, this.uses, query, call);
    },
    hover: (query, call) => named(this.core, () => hoverCard(this.core, query), call.signal),
    uses: (query, call) => countUses(this.core, this.uses, query, call.signal),
    calls: (query, call) => calls(this.core, query, call.signal),
    definition: (query, call) => definition(this.core, query, call.signal),
    locate: (query, call) => locate(this.core, query, call.signal),
    placeOf: async (query, call) => {
      await this.completed(query, call.signal);
      return atBitOf(this.core, query, call.signal);
    },
    rowOfRange: async (query, call) => {
      await this.completed(query, call.signal);
      const { core } = this;
      return core.step(() => rowOfRange(query, core.arranged(query.arrangement), core.records) ?? null, call.signal);
    },
    sourceAt: ({ bit }, call) => this.core.step(() => sourceAt(this.core, bit), call.signal),
    sourceFiles: async (_query, call) => {
      const arranged = await this.core.step(() => this.core.arranged("assembly"), call.signal);
      await this.prepare(arranged, new Slice(call.signal));
      return sourceFiles(this.core, arranged, call.signal);
    },
    rowsOfSource: (query, call) => rowsOfSource(this.core, query, call),
    sourceOf: (query, call) => named(this.core, () => sourceOf(this.core, query), call.signal),
    placeOfLine: async (query, call) => {
      await this.completed(query.folds, call.signal);
      return this.lines.placeOfLine(query, call.signal);
    },
    problems: (query) =>
      Promise.resolve(problemsOf(this.core.document).slice(query.from, query.from + Math.min(query.count, PAGE_ROWS))),
    marks: async (query, call) => {
      const arranged = await this.core.step(() => this.core.arranged(query.arrangement), call.signal);
      return marks(this.core, arranged, query, () => this.outline.functions(), call.signal);
    },
    outline: (query, call) =>
      namedInSteps(
        this.core,
        () => this.outline.page({ ...query, count: Math.min(query.count, PAGE_ROWS) }),
        call.signal,
      ),
    outlineAt: (query, call) => named(this.core, () => this.outline.at(query.bit, query.demangle), call.signal),
    symbols: async (query, call) => {
      // A search could not continue after a MissingBytes.
      await this.core.loadAll();
      const search = (): Promise<readonly SymbolItem[]> =>
        runSliced(this.symbols.find(query), call.signal, () => undefined);
      const found = await search();
      const loading = demanglerLoading();
      return loading ? loading.then(search) : found;
    },
    copy: async (query, call) => {
      if (!query.to) await this.prepare(this.core.arranged(query.arrangement), new Slice(call.signal));
      return copy(this.core, query, call);
    },
    text: (query, call) => this.texts.page(query, call),
    overview: (query, call) => namedInSteps(this.core, () => overview(this.core, this.outline, query), call.signal),
    space: async (_query, call) => (this.taken ??= await space(this.core, call.signal)),
    stats: async (_query, call) =>
      (await this.core.sliced(() => this.core.document.stats(), call.signal)).slice(0, PAGE_ROWS),
    derived: () =>
      this.core.step(() =>
        this.core.document.derived().map(({ name, startBit, endBit }) => ({ name: unicode(name), startBit, endBit })),
      ),
    bytes: (query, call) =>
      this.core.step(
        () =>
          this.core.window
            .view(query.startByte, Math.min(query.endByte, query.startByte + MOST_BYTES))
            // A view would be sent together with its complete page.
            .slice(),
        call.signal,
      ),
    cost: () => Promise.resolve({ bytesRead: this.core.source.bytesRead, bytesResident: this.core.window.resident }),
  };

  /** Rows that belong together: if numbers became known while they were made, they are made anew. */
  private async rows(query: RowsQuery, signal: AbortSignal): Promise<RowsAnswer> {
    for (;;) {
      const answer = await namedInSteps(this.core, () => rowsWithSources(this.core, query), signal);
      const arranged = await this.core.step(() => this.core.arranged(query.folds.arrangement), signal);
      if (answer.revision === arranged.revision) return answer;
    }
  }

  private opened(): Opened {
    const { document } = this.core;
    const { format, title, bits, recordWidth } = document;
    const head = Array.from(document.window.view(0, 64), (b) => b.toString(16).padStart(2, "0")).join(" ");
    const problems = problemsOf(document).length;
    const arrangements = this.core.arrangements();
    const noisy = arrangements.filter((name) => this.core.arranged(name).arrangement.noisy);
    const derived = document.derived().length;
    return { format, title, bits, recordWidth, problems, derived, head, arrangements, noisy };
  }

  /** Counts the lines of the outer sections before the first rows are drawn: all lines of a small file. */
  private async measureAtOnce(): Promise<void> {
    if (this.measured) return;
    this.measured = true;
    const layout = this.core.records.layout({ ...UNFOLDED, detail: false });
    const end = performance.now() + STEP;
    for (let pages = 0; pages < AT_ONCE && performance.now() < end; pages++)
      if (!(await this.core.step(() => layout.measurePage()))) return;
  }

  /** Counts lines in the background, once rows have been asked for; afterwards the list of problems is complete. */
  private index(folds: Folds): void {
    const arranged = this.core.arranged(folds.arrangement);
    const layout = arranged.layout(folds);
    if (layout.exact || this.indexed.has(layout) || this.indexing.has(arranged.name) || this.stopped) return;
    const work = async (): Promise<void> => {
      const slice = new Slice(this.ended.signal);
      await this.prepare(arranged, slice);
      const layout = arranged.layout(folds);
      let told = performance.now();
      while (!this.stopped && (await this.core.step(() => layout.measurePage(), this.ended.signal))) {
        // A turn follows every page: rows that somebody waits for come first.
        await slice.pause();
        if (performance.now() - told < TELL_EVERY) continue;
        told = performance.now();
        this.tell({ kind: "indexing", share: layout.share, problems: problemsOf(this.core.document).length });
      }
      this.indexed.add(layout);
    };
    const indexing = work()
      .catch((error: unknown) => {
        // Nobody waits for this work: an error is reported, and never ends the worker.
        // A file that has changed is opened again.
        if (!(error instanceof Cancelled || error instanceof Replaced))
          this.tell({ kind: "stopped", reason: error instanceof Error ? error.message : String(error) });
      })
      .finally(() => {
        this.indexing.delete(arranged.name);
        if (!this.ended.signal.aborted)
          this.tell({ kind: "indexing", share: 1, problems: problemsOf(this.core.document).length });
      });
    this.indexing.set(arranged.name, indexing);
  }

  private backgroundOf(arranged: Arranged): Generator<void, void, undefined> | undefined {
    if (!this.core.window.blocking) return undefined;
    const work = this.backgrounds.get(arranged.name) ?? arranged.arrangement.background?.();
    if (work) this.backgrounds.set(arranged.name, work);
    return work;
  }
  /** Before the first rows are drawn, does all background work of a small file, so that its rows need not change. */
  private async prepareAtOnce(arranged: Arranged): Promise<void> {
    if (arranged.name === "records") {
      // If reading is slow, no more is read than somebody looks at.
      if (this.core.window.blocking) await this.measureAtOnce();
      return;
    }
    if (this.backgrounds.has(arranged.name)) return;
    const work = this.backgroundOf(arranged);
    const slice = new Slice(this.ended.signal);
    const end = performance.now() + PREPARE;
    while (performance.now() < end && work?.next().done === false) await slice.pause();
  }
  /**
   * Runs an arrangement's background work, once; reports when rows have changed and must be asked for again.
   * @param isEnough whether the caller need not wait any longer
   */
  private async prepare(arranged: Arranged, slice: Slice, isEnough = (): boolean => false): Promise<void> {
    await this.kept.recall();
    const work = this.backgroundOf(arranged);
    if (!work) return;
    const { name } = arranged;
    if (!this.revisions.has(name)) this.revisions.set(name, arranged.revision);
    let told = performance.now();
    for (let done = false; !this.stopped && !done && !isEnough(); await slice.pause()) {
      done = work.next().done === true;
      if (performance.now() - told > TELL_EVERY) {
        told = performance.now();
        const share = arranged.arrangement.progress?.() ?? 0;
        this.tell({ kind: "indexing", share, problems: problemsOf(this.core.document).length });
        this.kept.look();
      }
      const { revision } = arranged;
      if (this.revisions.get(name) === revision) continue;
      this.revisions.set(name, revision);
      this.tell({ kind: "renumbered", arrangement: name });
    }
    this.kept.look();
  }

  /**
   * Waits until all entries are known: a search of an arrangement must not end with those that can be shown at once.
   */
  private async completed({ arrangement }: Arranging, signal: AbortSignal): Promise<void> {
    const arranged = await this.core.step(() => this.core.arranged(arrangement), signal);
    await this.prepare(arranged, new Slice(signal), () => arranged.arrangement.complete?.() ?? true);
  }
}
