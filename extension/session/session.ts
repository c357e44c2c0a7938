/** One open document and the answers about it. Knows neither VS Code nor the thread it runs in. */
import { parsePosition } from "../document/bits";
import type { OpenOptions } from "../document/document";
import { copy } from "./copy";
import { Core } from "./core";
import { demanglerLoading } from "./demangle";
import { unicode } from "./display";
import { find } from "./find";
import { UNFOLDED } from "./folds";
import { hoverCard } from "./hover";
import { OutlinePages } from "./outlinePages";
import type { Folds, Opened, PlaceMemory, RowPlace, SessionApi, SessionEvent, Target } from "./protocol";
import { PAGE_ROWS } from "./protocol";
import { definition, locate, references, UseCounts } from "./references";
import { atBit, rowsFor } from "./rows";
import type { Methods } from "./rpc";
import { Cancelled } from "./rpc";
import { Slice, STEP } from "./slices";
import type { ByteSource } from "./source";
import { TextPages } from "./textPages";

/** Most bytes of one `bytes` call. */
const MOST_BYTES = 1024 * 1024;
/** Pages of entries that are counted on opening, at most. */
const AT_ONCE = 16;
/** Indexing says how far it is after so many ms. */
const TELL_EVERY = 200;
/** Marks on the overview ruler: finer than its pixels is of no use. */
const MARKS = 1000;

/** A session: open it, hand `api` to a server, `dispose` it in the end. */
export class Session {
  private readonly outline: OutlinePages;
  private readonly texts: TextPages;
  private readonly uses: UseCounts;
  private readonly background: Generator<void, void, undefined> | undefined;
  private readonly ended = new AbortController();
  private indexing: Promise<void> | undefined;
  private stopped = false;

  constructor(
    private readonly core: Core,
    private readonly tell: (event: SessionEvent) => void = () => undefined,
  ) {
    this.outline = new OutlinePages(core.document);
    this.texts = new TextPages(core);
    this.uses = new UseCounts(core);
    this.background = core.document.background?.();
  }

  /** Opens a document of whatever format its bytes are. @throws where the source cannot be read */
  static async open(
    source: ByteSource,
    options: OpenOptions = {},
    tell: (event: SessionEvent) => void = () => undefined,
  ): Promise<Session> {
    const session = new Session(await Core.open(source, options), tell);
    await session.measureAtOnce();
    return session;
  }

  /** Ends what is under way and lets go of the file. */
  dispose(): void {
    this.ended.abort();
    this.core.source.close();
  }

  /** The bytes of a document inside this one, by the names on the way. */
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

  readonly api: Methods<SessionApi> = {
    opened: () => this.core.step(() => this.opened()),
    stopIndexing: () => {
      this.stopped = true;
      return Promise.resolve(null);
    },
    rows: async (query, call) => {
      const answer = await this.core.step(
        () => rowsFor(query, this.core.layout(query.folds), this.core.view),
        call.signal,
      );
      this.index(query.folds);
      return answer;
    },
    again: (query) => this.core.step(() => this.again(query)),
    find: (query, call) => find(this.core, query, call),
    references: (query, call) => references(this.core, query, call),
    hover: (query, call) => this.core.step(() => hoverCard(this.core, query), call.signal),
    uses: (query, call) => this.uses.of(query, call.signal),
    definition: (query, call) => definition(this.core, query, call.signal),
    locate: (query, call) => locate(this.core, query, call.signal),
    goTo: (query, call) => this.core.step(() => this.goTo(query.text, query.folds), call.signal),
    problems: (query) =>
      Promise.resolve(this.core.document.problems().slice(query.from, query.from + Math.min(query.count, PAGE_ROWS))),
    marks: (query, call) => this.core.step(() => this.marks(query), call.signal),
    outline: (query, call) =>
      this.named(() => this.outline.page({ ...query, count: Math.min(query.count, PAGE_ROWS) }), call.signal),
    outlineAt: (query, call) => this.named(() => this.outline.at(query.bit, query.demangle), call.signal),
    symbols: (query, call) => this.named(() => this.outline.symbols(query), call.signal),
    copy: (query, call) => copy(this.core, query, call),
    text: (query, call) => this.texts.page(query, call),
    stats: () => this.core.step(() => [...this.core.document.stats()].slice(0, PAGE_ROWS)),
    derived: () =>
      this.core.step(() =>
        this.core.document.derived().map(({ name, startBit, endBit }) => ({ name: unicode(name), startBit, endBit })),
      ),
    bytes: (query, call) =>
      this.core.step(
        () =>
          this.core.window
            .view(query.startByte, Math.min(query.endByte, query.startByte + MOST_BYTES))
            // A view would carry its whole page with it over the wire.
            .slice(),
        call.signal,
      ),
    cost: () => Promise.resolve({ bytesRead: this.core.source.bytesRead, bytesResident: this.core.window.resident }),
  };

  /** Runs a step that demangles names; once more if the first of them had to wait for the demangler. */
  private async named<T>(work: () => T, signal: AbortSignal): Promise<T> {
    const { result, loading } = await this.core.step(() => ({ result: work(), loading: demanglerLoading() }), signal);
    if (!loading) return result;
    await loading;
    return this.core.step(work, signal);
  }

  private opened(): Opened {
    const { document } = this.core;
    const { format, title, bits, recordWidth } = document;
    const head = Array.from(document.window.view(0, 64), (b) => b.toString(16).padStart(2, "0")).join(" ");
    const problems = document.problems().length;
    return { format, title, bits, recordWidth, problems, derived: document.derived().length, head };
  }

  /** Counts the lines of the outer sections before the first rows are drawn: all of a small file. */
  private async measureAtOnce(): Promise<void> {
    const layout = this.core.layout({ ...UNFOLDED, detail: false });
    const end = performance.now() + STEP;
    for (let pages = 0; pages < AT_ONCE && performance.now() < end; pages++)
      if (!(await this.core.step(() => layout.measurePage()))) return;
  }

  /** Counts lines in the background, once rows have been asked for; problems are complete after it. */
  private index(folds: Folds): void {
    const layout = this.core.layout(folds);
    if (layout.exact || this.indexing || this.stopped) return;
    const work = async (): Promise<void> => {
      const slice = new Slice(this.ended.signal);
      const prepared = this.core.window.blocking ? this.background : undefined;
      while (!this.stopped && prepared?.next().done === false) await slice.pause();
      let told = performance.now();
      while (!this.stopped && (await this.core.step(() => layout.measurePage(), this.ended.signal))) {
        // Every page is followed by a turn: rows that somebody waits for come first.
        await slice.pause();
        if (performance.now() - told < TELL_EVERY) continue;
        told = performance.now();
        this.tell({ kind: "indexing", share: layout.share, problems: this.core.document.problems().length });
      }
    };
    this.indexing = work()
      .catch((error: unknown) => {
        if (!(error instanceof Cancelled)) throw error;
      })
      .finally(() => {
        this.indexing = undefined;
        if (!this.ended.signal.aborted)
          this.tell({ kind: "indexing", share: 1, problems: this.core.document.problems().length });
      });
  }

  private again({ place, bit, title }: PlaceMemory): RowPlace {
    const view = this.core.view(UNFOLDED);
    // Section numbers are stable while a file's structure is; the title says whether this one still is.
    const named = this.core
      .layout({ ...UNFOLDED, detail: false })
      .sections.filter((id) => view.pages.section(id)?.title === title);
    const section = named.includes(place.section) ? place.section : named[0];
    const same = { ...place, section: section ?? place.section };
    if (section !== undefined && view.entry(same)) return same;
    return atBit(bit, view) ?? { section: 0, entry: 0, line: 0 };
  }

  private goTo(text: string, folds: Folds): Target | null {
    const trimmed = text.trim();
    const view = this.core.view(folds);
    const line = /^\d{1,15}$/.exec(trimmed) ? Number(trimmed) - 1 : undefined;
    const bit = line === undefined ? parsePosition(trimmed) : undefined;
    if (line === undefined && (bit === undefined || bit >= this.core.document.bits)) return null;
    const place = line === undefined ? atBit(bit ?? 0, view) : this.core.layout(folds).placeAt(line, view);
    const entry = place && view.entry(place);
    return place && entry ? { ...place, bit: bit ?? entry.lines[place.line]?.positionBit ?? entry.startBit } : null;
  }

  private marks(folds: Folds): { functions: readonly number[]; problems: readonly number[] } {
    const { document } = this.core;
    const shares = (bits: readonly number[]): readonly number[] => {
      const stride = Math.ceil(bits.length / MARKS);
      const found = new Set<number>();
      for (let i = 0; i < bits.length; i += stride) {
        const place = document.placeOf(Math.min(bits[i] ?? 0, document.bits - 1));
        if (place) found.add(Math.round(this.core.share(place, folds) * MARKS) / MARKS);
      }
      return [...found];
    };
    return {
      functions: shares(this.outline.functions()),
      problems: shares(document.problems().map((p) => p.startBit)),
    };
  }
}
