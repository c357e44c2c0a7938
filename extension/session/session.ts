/** One open document and the answers to questions about it. Knows neither VS Code nor the thread that it runs in. */
import type { IrDocument, OpenOptions } from "../document/document";
import { Background } from "./background";
import { again, bitAgain, sectionsAt } from "./search/again";
import { calls } from "./facts/calls";
import { copy } from "./copy";
import { Core } from "./core";
import { named, namedInSteps } from "./names/named";
import { unicode } from "./names/unicode";
import { find } from "./search/find";
import { flowAround } from "./flow/graph";
import { flowRows } from "./flow/rows";
import { hoverCard } from "./facts/hover";
import { marks, shares } from "./facts/marks";
import { overview } from "./facts/overview";
import { OutlinePages } from "./facts/outlinePages";
import { rowOfRange } from "./facts/rowOfRange";
import { problemsOf } from "./facts/problems";
import type { Opened, RowsAnswer, RowsQuery, SessionApi, SpaceShare, WorkerEvent } from "./protocol";
import { PAGE_ROWS } from "./protocol";
import { atBitOf, countUses, definition, locate, references } from "./search/references";
import type { Methods } from "./transport/rpc";
import { Slice } from "./transport/slices";
import type { ByteSource } from "./bytes/source";
import { IndexKeeper } from "./index/keeper";
import type { SessionHost } from "./host";
import { space } from "./facts/space";
import { findSymbols, SymbolSearch } from "./facts/symbols";
import { rowsWithSources, sourceAt, sourceOf } from "./facts/sourceAt";
import { rowsOfSource, sourceFiles } from "./facts/sourceRows";
import { TextLines } from "./text/textLines";
import { TextPages } from "./text/textPages";
import { Uses } from "./search/uses";

/** Most bytes that one `bytes` call returns. */
const MOST_BYTES = 1024 * 1024;

/** A session: open it, serve its `api`, `dispose` it at the end. */
export class Session {
  private readonly outline: OutlinePages;
  private readonly symbols: SymbolSearch;
  private readonly texts: TextPages;
  private readonly uses = new Uses();
  private readonly lines: TextLines;
  private readonly kept: IndexKeeper;
  private readonly background: Background;
  private readonly ended = new AbortController();

  constructor(
    private readonly core: Core,
    tell: (event: WorkerEvent) => void = () => undefined,
    { threads, indexes }: SessionHost = {},
  ) {
    this.outline = new OutlinePages(core.document);
    this.symbols = new SymbolSearch(this.outline);
    this.texts = new TextPages(core, threads);
    this.kept = new IndexKeeper(core, indexes, this.ended.signal);
    this.background = new Background({ core, kept: this.kept, ended: this.ended.signal, tell });
    this.lines = new TextLines(core, (arranged, slice) => this.background.prepare(arranged, slice));
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
    if ((await session.core.step(() => session.core.arrangements()))[0] === "records")
      await session.background.measureAtOnce();
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
      this.background.stop();
      return Promise.resolve(null);
    },
    resumeIndexing: () => {
      this.background.resume();
      return Promise.resolve(null);
    },
    rows: async (query, call) => {
      await this.background.prepareAtOnce(await this.core.step(() => this.core.arranged(query.folds.arrangement)));
      const { anchor } = query;
      if (anchor.kind !== "line" || anchor.line > 0) await this.background.completed(query.folds, call.signal);
      const answer = await this.rows(query, call.signal);
      this.background.count(query.folds);
      // If nothing can be shown before the complete file is known, an empty answer means that rows follow later.
      const coming = answer.rows.length === 0 && this.background.isCounting;
      return coming ? { ...answer, exact: false, atEnd: false } : answer;
    },
    again: async (query, call) => {
      await this.background.completed(query, call.signal);
      const { core } = this;
      return core.sliced(() => again(query, core.arranged(query.arrangement)), call.signal);
    },
    bitAgain: async (query, call) => {
      await this.background.completed(query, call.signal);
      const { core } = this;
      return (await core.sliced(() => bitAgain(query, core.arranged(query.arrangement)), call.signal)) ?? null;
    },
    sectionsAt: async (query, call) => {
      if (query.startBits.length > 0) await this.background.completed(query, call.signal);
      const { core } = this;
      return core.sliced(() => sectionsAt(query.startBits, core.arranged(query.arrangement)), call.signal);
    },
    find: async (query, call) => {
      await this.background.completed(query.folds, call.signal);
      return find(this.core, query, call);
    },
    references: async (query, call) => {
      await this.background.completed(query.folds, call.signal);
      return references(this.core, this.uses, query, call);
    },
    hover: (query, call) => named(this.core, () => hoverCard(this.core, query), call.signal),
    uses: (query, call) => countUses(this.core, this.uses, query, call.signal),
    calls: (query, call) => calls(this.core, this.uses, query, call.signal),
    definition: (query, call) => definition(this.core, query, call.signal),
    locate: (query, call) => locate(this.core, query, call.signal),
    placeOf: async (query, call) => {
      await this.background.completed(query, call.signal);
      return atBitOf(this.core, query, call.signal);
    },
    rowOfRange: async (query, call) => {
      await this.background.completed(query, call.signal);
      const { core } = this;
      return core.step(() => rowOfRange(query, core.arranged(query.arrangement), core.records) ?? null, call.signal);
    },
    sourceAt: ({ bit }, call) => this.core.step(() => sourceAt(this.core, bit), call.signal),
    sourceFiles: async (_query, call) => {
      const arranged = await this.core.step(() => this.core.arranged("assembly"), call.signal);
      await this.background.prepare(arranged, new Slice(call.signal));
      return sourceFiles(this.core, arranged, call.signal);
    },
    rowsOfSource: (query, call) => rowsOfSource(this.core, query, call),
    sourceOf: (query, call) => named(this.core, () => sourceOf(this.core, query), call.signal),
    placeOfLine: async (query, call) => {
      await this.background.completed(query.folds, call.signal);
      return this.lines.placeOfLine(query, call.signal);
    },
    flow: async ({ bit }, call) => {
      await this.background.completed({ arrangement: "assembly" }, call.signal);
      const { core } = this;
      return namedInSteps(core, () => flowAround(core.arranged("assembly"), bit), call.signal);
    },
    flowRows: ({ place, count }, call) => {
      const { core } = this;
      const most = Math.min(count, PAGE_ROWS);
      return namedInSteps(core, () => flowRows(core.arranged("assembly"), place, most), call.signal);
    },
    problems: (query) =>
      Promise.resolve(problemsOf(this.core.document).slice(query.from, query.from + Math.min(query.count, PAGE_ROWS))),
    marks: async (query, call) => {
      const arranged = await this.core.step(() => this.core.arranged(query.arrangement), call.signal);
      return marks(this.core, arranged, query, () => this.outline.functions(), call.signal);
    },
    shares: async (query, call) => {
      const arranged = await this.core.step(() => this.core.arranged(query.arrangement), call.signal);
      return shares(this.core, arranged, query, call.signal);
    },
    outline: (query, call) =>
      namedInSteps(
        this.core,
        () => this.outline.page({ ...query, count: Math.min(query.count, PAGE_ROWS) }),
        call.signal,
      ),
    outlineAt: (query, call) => named(this.core, () => this.outline.at(query.bit, query.demangle), call.signal),
    symbols: (query, call) => findSymbols(this.core, this.symbols, query, call),
    copy: async (query, call) => {
      if (!query.to) await this.background.prepare(this.core.arranged(query.arrangement), new Slice(call.signal));
      return copy(this.core, query, call);
    },
    text: (query, call) => this.texts.page(query, call),
    overview: async (query, call) => {
      const answer = await namedInSteps(this.core, () => overview(this.core, this.outline, query), call.signal);
      this.background.tellFound();
      return answer;
    },
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
}
