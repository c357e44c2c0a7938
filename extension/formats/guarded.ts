/**
 * The boundary around the decoders: an error thrown by our own fault becomes a problem at a position, and the call
 * returns what it can. Only MissingBytes and Unfinished pass, which the session handles, and Unreadable, which is
 * neither the file's fault nor ours.
 */
import { guardedNode } from "./guardedNode";
import type { Arrangement, ArrangementName } from "../document/arrangement";
import type { BitRange } from "../document/bits";
import type {
  DerivedDocument,
  DumpOptions,
  Fact,
  IrDocument,
  KeptIndex,
  Notice,
  StatsRow,
  TextOptions,
} from "../document/document";
import type { FunctionCalls, FunctionFacts, HoverCard, HoverTarget } from "../document/hover";
import type { RowWriter, WrittenPage } from "../document/rowWriter";
import type { NameTaker } from "../document/nameTaker";
import { writeLines } from "../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../document/section";
import type { Piece } from "../document/byteText";
import type { ElementSink, Leaf } from "../document/element";
import type { OutlineNode, SymbolInfo } from "../document/outline";
import type { Problem } from "../document/problem";
import { rawLeaves } from "../document/leaves";
import type { SourceAnswer, SourceFile, SourceFrame } from "../document/sourceLocation";
import type { Line, SymbolId } from "../document/token";
import type { ByteWindow } from "../document/window";
import { MissingBytes, Unfinished, Unreadable } from "../document/window";

/** The faults met so far, each once, as problems. */
class Faults {
  readonly problems: Problem[] = [];
  private readonly known = new Set<string>();

  /** Records what was thrown while reading `what`. @throws MissingBytes, Unfinished, Unreadable */
  note(thrown: unknown, what: string, range: BitRange): Problem {
    if (thrown instanceof MissingBytes || thrown instanceof Unfinished || thrown instanceof Unreadable) throw thrown;
    const message = `Bitscope could not read the ${what}: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    const { startBit, endBit } = range;
    const problem: Problem = { code: "fault", message, startBit, endBit, path: [] };
    const key = `${startBit} ${message}`;
    if (!this.known.has(key)) this.problems.push(problem);
    this.known.add(key);
    return problem;
  }
  /** The result of `work`, or what `instead` makes of the problem. */
  guard<T>(what: string, range: () => BitRange, work: () => T, instead: (problem: Problem) => T): T {
    try {
      return work();
    } catch (thrown) {
      return instead(this.note(thrown, what, range()));
    }
  }
  /** The pieces of a walk up to its first fault. */
  *pieces<T>(what: string, range: () => BitRange, walk: () => Iterable<T>): Generator<T, void, undefined> {
    try {
      yield* walk();
    } catch (thrown) {
      this.note(thrown, what, range());
    }
  }
  /** The result of work in steps; undefined after a fault. */
  *result<T>(
    what: string,
    range: BitRange,
    work: () => Generator<void, T, undefined>,
  ): Generator<void, T | undefined, undefined> {
    try {
      return yield* work();
    } catch (thrown) {
      this.note(thrown, what, range);
      return undefined;
    }
  }
}

/** The row of a section that could not be read. */
function faultLine({ startBit, message }: Problem): Line {
  const assembly = [{ text: `; ${message}`, kind: "problem" as const }];
  return { kind: "row", positionBit: startBit, record: [], assembly };
}
function faultPage(problem: Problem, from: number): EntryPage {
  const { startBit, endBit } = problem;
  return { from, entries: [{ kind: "lines", startBit, endBit, lines: [faultLine(problem)] }], end: true };
}
/** The answer about names in a section that cannot be read: one entry without names. */
const UNNAMED: WrittenPage = { entries: 1, section: undefined, end: true };
function writeFault(problem: Problem, writer: RowWriter): WrittenPage {
  writeLines(problem.startBit, [faultLine(problem)], writer);
  return { entries: 1, section: undefined, end: true };
}

/** An arrangement whose faults become problems. */
class GuardedArrangement implements Arrangement {
  constructor(
    private readonly arrangement: Arrangement,
    protected readonly faults: Faults,
    private readonly whole: BitRange,
  ) {
    const {
      write,
      tellNames,
      scope,
      naming,
      holder,
      hover,
      source,
      sourceOf,
      sourceFiles,
      entriesOfSource,
      functionFacts,
      functionCalls,
      background,
      complete,
      revision,
      progress,
    } = arrangement;
    const everything = (): BitRange => whole;
    const about =
      <A extends unknown[], T>(
        what: string,
        method: (...args: A) => T,
        instead: T,
        range: (...args: A) => BitRange = everything,
      ): ((...args: A) => T) =>
      (...args) =>
        faults.guard(
          what,
          () => range(...args),
          () => method.apply(arrangement, args),
          () => instead,
        );
    this.noisy = arrangement.noisy ?? false;
    this.isVast = arrangement.isVast ?? false;
    if (write)
      this.write = (id, from, count, options, writer) =>
        faults.guard(
          "section",
          () => this.rangeOf(id),
          () => write.call(arrangement, id, from, count, options, writer),
          (problem) => writeFault(problem, writer),
        );
    if (tellNames)
      this.tellNames = (id, from, count, taker) =>
        faults.guard(
          "section",
          () => this.rangeOf(id),
          () => tellNames.call(arrangement, id, from, count, taker),
          () => UNNAMED,
        );
    if (scope) this.scope = about("scope of a name", scope, undefined);
    if (naming) this.naming = about("sections that name a symbol", naming, undefined);
    if (holder) this.holder = about("section", holder, undefined, (id) => this.rangeOf(id));
    if (hover) this.hover = about("explanation", hover, undefined, (_place, entry) => entry);
    if (source) {
      const none: SourceAnswer = { kind: "none", why: "instruction" };
      this.source = about("source location", source, none, (bit) => ({ startBit: bit, endBit: bit }));
    }
    if (sourceOf) this.sourceOf = about("source location", sourceOf, [], ({ section }) => this.rangeOf(section));
    if (functionFacts) this.functionFacts = about("function", functionFacts, undefined);
    if (functionCalls) this.functionCalls = about("calls of a function", functionCalls, undefined);
    if (sourceFiles)
      this.sourceFiles = () => faults.pieces("source files", everything, () => sourceFiles.call(arrangement));
    if (entriesOfSource)
      this.entriesOfSource = (isFile, line) =>
        faults.pieces("source lines", everything, () => entriesOfSource.call(arrangement, isFile, line));
    if (background)
      this.background = () => faults.pieces("names of the whole file", everything, () => background.call(arrangement));
    if (complete) this.complete = () => complete.call(arrangement);
    if (revision) this.revision = () => revision.call(arrangement);
    if (progress) this.progress = () => progress.call(arrangement);
  }
  readonly noisy: boolean;
  readonly isVast: boolean;
  readonly write?: (
    id: SectionId,
    from: number,
    count: number,
    options: ListingOptions,
    writer: RowWriter,
  ) => WrittenPage;
  readonly tellNames?: (id: SectionId, from: number, count: number, taker: NameTaker) => WrittenPage;
  readonly scope?: (symbol: SymbolId) => SectionId | undefined;
  readonly naming?: (symbol: SymbolId) => ((section: SectionId) => boolean) | undefined;
  readonly holder?: (section: SectionId) => Place | undefined;
  readonly hover?: (place: Place, entry: Entry, target: HoverTarget) => HoverCard | undefined;
  readonly sourceFiles?: () => Generator<SourceFile | undefined, void, undefined>;
  readonly entriesOfSource?: (
    isFile: (file: SourceFile) => boolean,
    line: number,
  ) => Generator<Place | undefined, void, undefined>;
  readonly functionFacts?: (symbol: SymbolId) => FunctionFacts | undefined;
  readonly functionCalls?: (symbol: SymbolId) => FunctionCalls | undefined;
  readonly source?: (bit: number) => SourceAnswer;
  readonly sourceOf?: (place: Place) => readonly SourceFrame[];
  readonly background?: () => Generator<void, void, undefined>;
  readonly complete?: () => boolean;
  readonly revision?: () => number;
  readonly progress?: () => number;

  private rangeOf(id: SectionId): BitRange {
    try {
      return this.arrangement.section(id);
    } catch {
      return this.whole;
    }
  }
  roots(): readonly SectionId[] {
    return this.faults.guard(
      "sections",
      () => this.whole,
      () => this.arrangement.roots(),
      () => [],
    );
  }
  section(id: SectionId): Section {
    return this.faults.guard(
      "section",
      () => this.whole,
      () => this.arrangement.section(id),
      ({ startBit, endBit, message }) => ({
        id,
        parent: undefined,
        kind: "section",
        title: message,
        entryCount: 1,
        exact: true,
        foldedAtFirst: false,
        startBit,
        endBit,
      }),
    );
  }
  entries(id: SectionId, from: number, count: number, options: ListingOptions): EntryPage {
    return this.faults.guard(
      "section",
      () => this.rangeOf(id),
      () => this.arrangement.entries(id, from, count, options),
      (problem) => faultPage(problem, from),
    );
  }
  placeOf(bit: number): Place | undefined {
    return this.faults.guard(
      "place",
      () => ({ startBit: bit, endBit: bit }),
      () => this.arrangement.placeOf(bit),
      () => undefined,
    );
  }
  locate(symbol: SymbolId): Place | undefined {
    return this.faults.guard(
      "definition",
      () => this.whole,
      () => this.arrangement.locate(symbol),
      () => undefined,
    );
  }
}

/** Remembers how far a walk over the elements got, so that the file tiles even if the walk stops early. */
class WatchedSink implements ElementSink {
  depth = 0;
  endBit = 0;
  readonly plain: boolean;
  constructor(private readonly sink: ElementSink) {
    this.plain = sink.plain ?? false;
  }
  open(kind: string, name: string, startBit: number): void {
    this.depth++;
    this.sink.open(kind, name, startBit);
  }
  leaf(leaf: Leaf): void {
    this.endBit = leaf.endBit;
    this.sink.leaf(leaf);
  }
  close(endBit: number): void {
    this.depth--;
    this.sink.close(endBit);
  }
  /** Covers the bits that the walk did not reach with undecoded leaves, and closes the open containers. */
  finish(window: ByteWindow, meaning: string, range: BitRange): void {
    const startBit = Math.max(this.endBit, range.startBit);
    rawLeaves(this, window, { kind: "undecoded", name: "bytes", meaning }, { startBit, endBit: range.endBit });
    while (this.depth > 0) this.close(range.endBit);
  }
}

/** A document whose faults become problems: it throws nothing but MissingBytes, Unfinished and Unreadable. */
class GuardedDocument extends GuardedArrangement implements IrDocument {
  readonly format: string;
  readonly bits: number;
  readonly window: ByteWindow;
  readonly recordWidth: number;
  declare readonly hover: (place: Place, entry: Entry, target: HoverTarget) => HoverCard | undefined;
  readonly opensIn?: ArrangementName;
  readonly assembly?: (options: TextOptions) => Arrangement | undefined;
  readonly facts?: () => readonly Fact[];
  readonly notices?: () => readonly Notice[];
  readonly index?: KeptIndex;

  constructor(
    private readonly document: IrDocument,
    faults = new Faults(),
  ) {
    const { format, bits, window, recordWidth, assembly, facts, notices, index } = document;
    const range = { startBit: 0, endBit: bits };
    super(document, faults, range);
    this.format = format;
    this.bits = bits;
    this.window = window;
    this.recordWidth = recordWidth;
    if (document.opensIn) this.opensIn = document.opensIn;
    if (assembly)
      this.assembly = (options) => {
        const arrangement = this.all("assembly", () => assembly.call(document, options), undefined);
        return arrangement && new GuardedArrangement(arrangement, faults, range);
      };
    if (facts) this.facts = () => this.all("overview", () => facts.call(document), []);
    if (notices) this.notices = () => this.all("notices", () => notices.call(document), []);
    if (index)
      this.index = {
        recall: (bytes) => this.all("index", () => index.recall(bytes), undefined),
        keep: () => faults.result("index", range, () => index.keep()),
      };
  }

  /** Guards a call that is about the whole file. */
  private all<T>(what: string, work: () => T, instead: T): T {
    return this.faults.guard(
      what,
      () => ({ startBit: 0, endBit: this.bits }),
      work,
      () => instead,
    );
  }
  private walk<T>(what: string, walk: () => Iterable<T>): Generator<T, void, undefined> {
    return this.faults.pieces(what, () => ({ startBit: 0, endBit: this.bits }), walk);
  }

  /** Read only on demand: an archive collects the styles of all its members. */
  get styles(): readonly string[] {
    return this.all("styles", () => this.document.styles ?? [], []);
  }
  get title(): string {
    return this.document.title;
  }
  problems(): readonly Problem[] {
    const found = this.all("problems", () => this.document.problems(), []);
    return this.faults.problems.length === 0 ? found : [...found, ...this.faults.problems];
  }
  text(options: TextOptions): Generator<Piece, void, undefined> {
    return this.walk("text", () => this.document.text(options));
  }
  dump(options: DumpOptions): Generator<Piece, void, undefined> {
    return this.walk("dump", () => this.document.dump(options));
  }
  *elements(sink: ElementSink, range?: BitRange): Generator<void, void, undefined> {
    const watched = new WatchedSink(sink);
    try {
      yield* this.document.elements(watched, range);
    } catch (thrown) {
      const extent = range ?? { startBit: 0, endBit: this.bits };
      const problem = this.faults.note(thrown, "elements", { startBit: watched.endBit, endBit: extent.endBit });
      watched.finish(this.window, problem.message, extent);
    }
  }
  outline(): readonly OutlineNode[] {
    return this.all("outline", () => this.document.outline().map((node) => guardedNode(node, this.faults)), []);
  }
  symbols(): Generator<SymbolInfo, void, undefined> {
    return this.walk("symbols", () => this.document.symbols());
  }
  derived(): readonly DerivedDocument[] {
    return this.all(
      "documents inside",
      () => this.document.derived().map((inner) => ({ ...inner, open: () => guarded(inner.open()) })),
      [],
    );
  }
  stats(): Generator<StatsRow, void, undefined> {
    return this.walk("statistics", () => this.document.stats());
  }
}

/** Puts the boundary around a document, unless it already has it. */
export function guarded(document: IrDocument): IrDocument {
  return document instanceof GuardedDocument ? document : new GuardedDocument(document);
}

/**
 * Opens a document inside the boundary.
 * @param open opens the file; `unreadable` opens it instead if that fails
 * @throws MissingBytes, Unfinished, Unreadable
 */
export function guardedOpen(window: ByteWindow, open: () => IrDocument, unreadable: () => IrDocument): IrDocument {
  const faults = new Faults();
  const extent = { startBit: 0, endBit: window.length * 8 };
  const document = faults.guard("file", () => extent, open, unreadable);
  return faults.problems.length === 0 ? guarded(document) : new GuardedDocument(document, faults);
}
