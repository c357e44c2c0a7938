/**
 * An assembly made of chunks, each printed as a unit: one per function, and one for each stretch between functions.
 * Lines in a chunk may fold.
 */
import type { Arrangement } from "../document/arrangement";
import type { FunctionFacts } from "../document/hover";
import type { NameTaker } from "../document/nameTaker";
import type { RowWriter, WrittenPage } from "../document/rowWriter";
import { beginRows, endRows, hasMuchText } from "../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../document/section";
import type { SourceAnswer, SourceFile, SourceFrame } from "../document/sourceLocation";
import type { Line, SymbolId } from "../document/token";
import type { Chunk, ChunkedText } from "./chunk";
import { asked } from "./continued";
import type { TextLines } from "./lines";
import { lineOfBit } from "./lineOfBit";
import { lightPage } from "./lightPage";
import { assemblyLine } from "./lineSink";
import type { Named } from "./printedChunks";
import { PrintedChunks } from "./printedChunks";
import { RootLines } from "./rootLines";
import type { Runs } from "./runs";
import { allSteps, yielding } from "./steps";

/** The first bit of the record that defines a symbol of an arrangement; undefined if none does. */
export function definitionBit(records: Arrangement, symbol: SymbolId): number | undefined {
  const place = records.locate(symbol);
  return place && records.entries(place.section, place.entry, 1, {}).entries[0]?.startBit;
}

/** Shorter runs get no row that counts them. */
export const MIN_COUNTED = 6;

const ROOT: SectionId = 0;
/** How many lines are asked for their source in one step. */
const LINES_IN_STEP = 256;
/** Chunks of more bits than this are not written in one go, since that cannot be interrupted. */
const MOST_AT_ONCE = 8 << 15;
/** Chunks of more bits than this are not written whole: their text would be in memory several times. */
const MOST_WHOLE = 8 << 18;
/** Once a page of chunks that are written whole has this many bytes, it ends: callers make pages in short steps. */
const WHOLE_PAGE = 1 << 16;
/** An item of the root: a line of a chunk (or a run of lines that fold), or a chunk's section. */
interface Item {
  readonly chunk: number;
  readonly item: number;
}
/** A run of lines of a chunk; run 0 is all of them. */
interface ChunkRun {
  readonly chunk: number;
  readonly run: number;
}
/** An item of a run of lines. */
interface RunItem extends Item, ChunkRun {}
/** At most `count` items of a section from one on. */
interface WantedPage {
  readonly id: SectionId;
  readonly from: number;
  readonly count: number;
  /** The runs of a chunk, as the caller has them. */
  readonly runsOf: (chunk: number) => Runs;
}
interface Layout {
  readonly chunks: readonly Chunk[];
  readonly items: readonly Item[];
  readonly ready: boolean;
  /** By chunk: the entry in the root where its items begin. */
  readonly starts: number[];
  /** What is outside all sections. */
  readonly root: RootLines;
}

/**
 * The arrangement of a chunked text. Section 0 is the file; with n chunks, section 1 + c + r * n is run r of chunk c,
 * so a section's number does not depend on what was read before.
 */
export class ChunkedAssembly implements Arrangement {
  private readonly printed: PrintedChunks;
  private known: Layout | undefined;

  constructor(private readonly text: ChunkedText) {
    const { functionFacts, scopeOf, window } = text;
    this.printed = new PrintedChunks((index) => this.layout.chunks[index], window);
    if (scopeOf) this.scope = (symbol) => this.scopeSection(symbol, scopeOf);
    this.labelsEntry = text.labelsEntry ?? false;
    if (functionFacts) this.functionFacts = (symbol) => functionFacts(symbol);
    if (text.hasSources !== true) return;
    this.sourceOf = (place) => this.framesAt(place);
    this.entriesOfSource = (isFile, line) => this.linesOfSource(isFile, line);
    this.source = (bit) => {
      const place = this.placeOf(bit);
      const frames = place ? this.framesAt(place) : [];
      return frames.length > 0 ? { kind: "frames", frames } : { kind: "none", why: "instruction" };
    };
  }
  readonly labelsEntry: boolean;
  readonly scope?: (symbol: SymbolId) => SectionId | undefined;
  readonly functionFacts?: (symbol: SymbolId) => FunctionFacts | undefined;
  readonly sourceOf?: (place: Place) => readonly SourceFrame[];
  readonly source?: (bit: number) => SourceAnswer;
  readonly entriesOfSource?: NonNullable<Arrangement["entriesOfSource"]>;

  private framesAt(place: Place): readonly SourceFrame[] {
    const at = this.lineAt(place);
    return at ? (this.printed.lines(at.chunk).sourceOf?.(at.line) ?? []) : [];
  }

  /** Asks the plain text of the chunks, which takes less time than their tokens. */
  private *linesOfSource(
    isFile: (file: SourceFile) => boolean,
    line: number,
  ): Generator<Place | undefined, void, undefined> {
    const isWanted = (frame: SourceFrame): boolean => frame.line === line && isFile(frame);
    for (let chunk = 0; chunk < this.layout.chunks.length; chunk++) {
      const sources = yield* yielding(
        undefined,
        asked(() => this.sourceLines(chunk)),
      );
      for (let at = 0; at < sources.length; at++) {
        if (sources.sourceOf?.(at).some(isWanted)) yield this.placeOfLine(chunk, at);
        else if (at % LINES_IN_STEP === 0) yield undefined;
      }
    }
  }

  private sourceLines(chunk: number): TextLines {
    const { lines } = this.printed.text(chunk);
    return lines.sourceOf ? lines : this.printed.lines(chunk);
  }

  private get layout(): Layout {
    const ready = this.complete();
    if (this.known?.ready === ready) return this.known;
    const chunks = ready ? this.text.chunks() : [];
    const root = new RootLines(chunks, (chunk) => this.printed.lines(chunk), this.text.window);
    const made: Layout = { chunks, items: [], ready, starts: [], root };
    this.known = made;
    this.known = { ...made, items: this.itemsOf(made) };
    return this.known;
  }
  private itemsOf({ chunks, starts }: Layout): readonly Item[] {
    const items: Item[] = [];
    chunks.forEach((chunk, index) => {
      starts.push(items.length);
      const count = chunk.section ? 1 : (chunk.count ?? this.printed.runs(index).count(0));
      for (let item = 0; item < count; item++) items.push({ chunk: index, item });
    });
    return items;
  }

  /** The section of a run of a chunk's lines; the root for run 0 of a chunk that is not a section. */
  private sectionOf({ chunk, run }: ChunkRun): SectionId {
    const { chunks } = this.layout;
    if (run === 0 && !chunks[chunk]?.section) return ROOT;
    return 1 + chunk + run * chunks.length;
  }
  /** The run of lines that is shown as a section; undefined for the root. */
  private runOf(section: SectionId): ChunkRun | undefined {
    const { length } = this.layout.chunks;
    if (section === ROOT || length === 0) return undefined;
    return { chunk: (section - 1) % length, run: Math.floor((section - 1) / length) };
  }
  /** The section of the chunk that has all uses of a symbol, if it has one. */
  private scopeSection(symbol: SymbolId, scopeOf: NonNullable<ChunkedText["scopeOf"]>): SectionId | undefined {
    // The chunks are made first: a format may know only then which one it is.
    const { chunks } = this.layout;
    const chunk = scopeOf(symbol);
    return chunk !== undefined && chunks[chunk]?.section ? chunk + 1 : undefined;
  }
  private placeOfItem(chunk: number, run: number, item: number): Place {
    const section = this.sectionOf({ chunk, run });
    return section === ROOT ? { section, entry: (this.layout.starts[chunk] ?? 0) + item } : { section, entry: item };
  }
  /** The place of a line of a chunk. */
  private placeOfLine(chunk: number, line: number): Place {
    const { run, item } = this.printed.runs(chunk).placeOf(line);
    return this.placeOfItem(chunk, run, item);
  }
  /** The line at a place; undefined if that is a section. */
  private lineAt({ section, entry }: Place): { readonly chunk: number; readonly line: number } | undefined {
    const run = this.runOf(section);
    const root = run ? undefined : this.layout.items[entry];
    if (root && this.layout.chunks[root.chunk]?.section) return undefined;
    const at = run ? { ...run, item: entry } : root && { ...root, run: 0 };
    if (!at) return undefined;
    const item = this.printed.runs(at.chunk).item(at.run, at.item);
    return "line" in item ? { chunk: at.chunk, line: item.line } : undefined;
  }

  roots(): readonly SectionId[] {
    return [ROOT];
  }
  section(id: SectionId): Section {
    const { chunks, items } = this.layout;
    const run = this.runOf(id);
    const chunk = run && chunks[run.chunk];
    if (run && run.run > 0) return this.foldSection(id, run);
    if (!chunk?.section) {
      const file = { kind: "file", title: this.text.title, startBit: 0, endBit: this.text.bits };
      return { id: ROOT, parent: undefined, ...file, entryCount: items.length, exact: true, foldedAtFirst: false };
    }
    const { startBit, endBit, section, estimate } = chunk;
    const count = this.printed.countOf(id - 1);
    const { kind, title } = section;
    const size = { entryCount: count ?? estimate, exact: count !== undefined };
    const foldedAtFirst = section.foldedAtFirst ?? section.counted !== undefined;
    // Each line is an entry of its own, and so is the row that counts them.
    return { id, parent: ROOT, kind, title, startBit, endBit, ...size, foldedAtFirst, headRows: 1 };
  }
  private foldSection(id: SectionId, { chunk, run }: ChunkRun): Section {
    const runs = this.printed.runs(chunk);
    const lines = this.printed.lines(chunk);
    const first = runs.first(run);
    const startBit = lines.positionBit(first) ?? this.layout.chunks[chunk]?.startBit ?? 0;
    const parent = this.sectionOf({ chunk, run: runs.holder(run).run });
    const { kind, title } = lines.foldName?.(first) ?? { kind: "fold", title: "" };
    const size = { entryCount: runs.count(run), exact: true, foldedAtFirst: false, headRows: 1 };
    return { id, parent, kind, title, startBit, endBit: startBit, ...size };
  }

  entries(id: SectionId, from: number, count: number): EntryPage {
    const run = this.runOf(id);
    if (!run) {
      const { items } = this.layout;
      return lightPage(from, from + count, items.length, (index) => {
        const item = items[index];
        return item && this.rootItem(item);
      });
    }
    const all = this.printed.runs(run.chunk).count(run.run);
    return lightPage(from, Math.min(all, from + count), all, (index) => this.entryOf(run, index));
  }

  readonly writesPositions = true;
  write(id: SectionId, from: number, count: number, { whole = false }: ListingOptions, writer: RowWriter): WrittenPage {
    const write = ({ chunk, run, item }: RunItem, isSection: boolean): SectionId | undefined =>
      isSection ? this.writeSection(chunk, whole, writer) : this.writeItem(chunk, run, item, writer);
    const isFull = (): boolean => (whole && writer.text.length >= WHOLE_PAGE) || hasMuchText(writer);
    return this.page({ id, from, count, runsOf: (chunk) => this.printed.text(chunk).runs }, write, isFull);
  }
  tellNames(id: SectionId, from: number, count: number, taker: NameTaker): WrittenPage {
    // Without a section, a chunk's names have no scope.
    const locals = (chunk: number): boolean =>
      taker.locals || !this.scope || this.layout.chunks[chunk]?.section === undefined;
    const named = (chunk: number): Named => this.printed.names(chunk, locals(chunk));
    return this.page({ id, from, count, runsOf: (chunk) => named(chunk).runs }, (at, isSection) => {
      const { chunk } = at;
      if (isSection) return chunk + 1;
      const { lines, runs } = named(chunk);
      const item = runs.item(at.run, at.item);
      if ("run" in item) return this.sectionOf({ chunk, run: item.run });
      taker.entry();
      lines.tell(item.line, taker, locals(chunk));
      return undefined;
    });
  }
  /**
   * Goes through the items of a page, up to the first that is a section or fills it.
   * @param take takes an item, which may be the section of a chunk; returns the section if it is one that is left
   */
  private page(
    { id, from, count, runsOf }: WantedPage,
    take: (item: RunItem, isSection: boolean) => SectionId | undefined,
    isFull = (): boolean => false,
  ): WrittenPage {
    const of = this.runOf(id);
    const { items, chunks } = this.layout;
    const all = of ? runsOf(of.chunk).count(of.run) : items.length;
    const to = Math.min(all, from + count);
    for (let index = from; index < to; index++) {
      const { chunk, item } = of ? { chunk: of.chunk, item: index } : (items[index] as Item);
      const section = take({ chunk, run: of?.run ?? 0, item }, !of && chunks[chunk]?.section !== undefined);
      if (section !== undefined || isFull()) return { entries: index + 1 - from, section, end: index + 1 >= all };
    }
    return { entries: to - from, section: undefined, end: to >= all };
  }
  /** Writes all of a chunk's section, if that is wanted and can be done in one go; otherwise returns the section. */
  private writeSection(index: number, whole: boolean, writer: RowWriter): SectionId | undefined {
    const chunk = whole ? this.layout.chunks[index] : undefined;
    const bits = chunk ? chunk.endBit - chunk.startBit : 0;
    if (!chunk?.write || bits > MOST_WHOLE) return index + 1;
    // What is printed in steps must be complete before anything is written.
    const printed = bits > MOST_AT_ONCE ? this.printed.written(index) : undefined;
    writer.open?.();
    beginRows(chunk.startBit, writer);
    if (printed) writer.text.copy(printed);
    else {
      const work = chunk.write(writer.text);
      if (work) allSteps(work);
    }
    endRows(writer);
    writer.close?.();
    return undefined;
  }
  /** Writes an item that is a line; for one that is a section, writes nothing and returns the section. */
  private writeItem(chunk: number, run: number, index: number, writer: RowWriter): SectionId | undefined {
    const { lines, runs } = this.printed.text(chunk);
    const item = runs.item(run, index);
    if ("run" in item) return this.sectionOf({ chunk, run: item.run });
    const bit = lines.positionBit(item.line);
    const startBit = bit ?? this.layout.chunks[chunk]?.startBit ?? 0;
    writer.entry(startBit, startBit);
    writer.row(bit);
    writer.assembly();
    lines.write(item.line, writer.text);
    writer.end();
    return undefined;
  }

  private rootItem({ chunk, item }: Item): Entry {
    const found = this.layout.chunks[chunk];
    const { startBit, endBit } = found ?? { startBit: 0, endBit: 0 };
    if (found?.section) return { kind: "section", section: chunk + 1, startBit, endBit };
    return this.entryOf({ chunk, run: 0 }, item);
  }
  private entryOf({ chunk, run }: ChunkRun, index: number): Entry {
    const item = this.printed.runs(chunk).item(run, index);
    if ("run" in item) {
      const section = this.sectionOf({ chunk, run: item.run });
      const { startBit, endBit } = this.foldSection(section, { chunk, run: item.run });
      return { kind: "section", section, startBit, endBit };
    }
    const line = this.printed.lines(chunk).line(item.line);
    const { startBit = 0, section } = this.layout.chunks[chunk] ?? {};
    const bit = line.positionBit ?? startBit;
    if (section?.counted === undefined || run > 0 || index > 0)
      return { kind: "lines", startBit: bit, endBit: bit, lines: [line] };
    const heading: Line = { ...assemblyLine([{ kind: "comment", text: section.counted }]), when: "folded" };
    return { kind: "lines", startBit: bit, endBit: bit, lines: [heading, { ...line, when: "open" }] };
  }

  holder(section: SectionId): Place | undefined {
    const run = this.runOf(section);
    if (!run) return undefined;
    if (run.run === 0) return { section: ROOT, entry: this.layout.starts[run.chunk] ?? 0 };
    const around = this.printed.runs(run.chunk).holder(run.run);
    return this.placeOfItem(run.chunk, around.run, around.item);
  }
  placeOf(bit: number): Place | undefined {
    const { chunks, items, root } = this.layout;
    const inside = innermost(chunks, bit);
    if (inside >= 0) return this.placeOfLine(inside, lineOfBit(this.printed.lines(inside), bit));
    let nearest: Place | undefined;
    let nearestBit = -1;
    for (const index of root.placed) {
      const lines = this.printed.lines(index);
      const line = lineOfBit(lines, bit);
      const at = lines.positionBit(line);
      if (at !== undefined && at <= bit && at > nearestBit) [nearest, nearestBit] = [this.placeOfLine(index, line), at];
    }
    return items.length === 0 ? undefined : (nearest ?? { section: ROOT, entry: 0 });
  }
  locate(symbol: SymbolId): Place | undefined {
    const chunk = this.text.chunkOf?.(symbol);
    if (chunk !== undefined) return this.placeOfLine(chunk, this.printed.lines(chunk).definition(symbol) ?? 0);
    const bit = this.text.bitOf(symbol);
    const place = bit === undefined ? undefined : this.placeOf(bit);
    const run = place && this.runOf(place.section);
    // A record without bytes has no place of its own either: its line is found by the symbol that it defines.
    if (!place || !run) return this.definitionInRoot(symbol) ?? place;
    // A label has no record: its line is found by the symbol that it defines, near the record that has its bit.
    const lines = this.printed.lines(run.chunk);
    const line = lines.definition(symbol, bit === undefined ? undefined : lineOfBit(lines, bit));
    return line === undefined ? place : this.placeOfLine(run.chunk, line);
  }
  private definitionInRoot(symbol: SymbolId): Place | undefined {
    const found = this.layout.root.definition(symbol);
    return found && this.placeOfLine(found.chunk, found.line);
  }
  background(): Generator<void, void, undefined> {
    return this.text.background?.() ?? nothing();
  }
  complete(): boolean {
    return this.text.ready?.() ?? true;
  }
  revision(): number {
    return this.complete() ? 1 : 0;
  }
}

/**
 * The chunk whose section contains a bit, the smallest one if there are several: a list's range also contains what lies
 * between its items.
 */
function innermost(chunks: readonly Chunk[], bit: number): number {
  let [found, size] = [-1, Infinity];
  chunks.forEach(({ startBit, endBit, section }, index) => {
    if (section && startBit <= bit && bit < endBit && endBit - startBit < size)
      [found, size] = [index, endBit - startBit];
  });
  return found;
}

function* nothing(): Generator<void, void, undefined> {
  // This text needs no numbers that only the whole file determines.
}
