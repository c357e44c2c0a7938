/** An assembly made of chunks that are printed whole: a function each, and what is between them. */
import type { Arrangement } from "../document/arrangement";
import type { BitRange } from "../document/bits";
import type { Entry, EntryPage, Place, Section, SectionId } from "../document/section";
import type { SourceAnswer, SourceFrame } from "../document/sourceLocation";
import type { Line, SymbolId } from "../document/token";
import type { Lines } from "./lines";
import { lineOfBit, MadeLines } from "./lines";
import { assemblyLine } from "./lineSink";

/** A part of the text that is printed by itself. */
export interface Chunk extends BitRange {
  /** A section of its own, which folds to its first line, or to a row that counts its lines; else its lines are the root's. */
  readonly section?: { readonly kind: string; readonly title: string; readonly counted?: string };
  /** Lines that it will have, about. */
  readonly estimate: number;
  /** Lines that it has, where that is known without printing it. */
  readonly count?: number;
  print(): Lines;
}

/** The first bit of the record that defines a symbol of an arrangement; undefined where it defines none. */
export function definitionBit(records: Arrangement, symbol: SymbolId): number | undefined {
  const place = records.locate(symbol);
  return place && records.entries(place.section, place.entry, 1, {}).entries[0]?.startBit;
}

/** What a format tells of its text. */
export interface ChunkedText {
  /** The file's title and range. */
  readonly title: string;
  readonly bits: number;
  chunks(): readonly Chunk[];
  /** The bit of the record that defines a symbol. */
  bitOf(symbol: SymbolId): number | undefined;
  /** The chunk that defines a symbol, where that can be told without its bit. */
  chunkOf?(symbol: SymbolId): number | undefined;
  background?(): Generator<void, void, undefined>;
  /** Whether its lines know their source. */
  readonly hasSources?: boolean;
  /** Whether the text can be printed yet: numbers may have to be found first. */
  ready?(): boolean;
}

const ROOT: SectionId = 0;
/** Lines that are kept printed. */
const KEPT_LINES = 100_000;

/** An item of the root: a line of a chunk, or a chunk's section. */
interface Item {
  readonly chunk: number;
  readonly line: number;
}

/** The arrangement of such a text. Section 0 is the file, section n chunk n - 1. */
export class ChunkedAssembly implements Arrangement {
  private readonly printed = new Map<number, Lines>();
  private keptLines = 0;
  private known:
    { readonly chunks: readonly Chunk[]; readonly items: readonly Item[]; readonly ready: boolean } | undefined;
  private readonly counts = new Map<number, number>();

  constructor(private readonly text: ChunkedText) {
    if (text.hasSources !== true) return;
    this.sourceOf = (place) => this.framesAt(place);
    this.source = (bit) => {
      const place = this.placeOf(bit);
      const frames = place ? this.framesAt(place) : [];
      return frames.length > 0 ? { kind: "frames", frames } : { kind: "none", why: "instruction" };
    };
  }
  readonly sourceOf?: (place: Place) => readonly SourceFrame[];
  readonly source?: (bit: number) => SourceAnswer;

  private framesAt({ section, entry }: Place): readonly SourceFrame[] {
    const item = section === ROOT ? this.layout.items[entry] : { chunk: section - 1, line: entry };
    return item ? (this.lines(item.chunk).sourceOf?.(item.line) ?? []) : [];
  }

  private get layout(): { readonly chunks: readonly Chunk[]; readonly items: readonly Item[] } {
    const ready = this.text.ready?.() ?? true;
    if (this.known?.ready === ready) return this.known;
    const chunks = ready ? this.text.chunks() : [];
    this.known = { chunks, items: this.itemsOf(chunks), ready };
    return this.known;
  }
  private itemsOf(chunks: readonly Chunk[]): readonly Item[] {
    const items: Item[] = [];
    chunks.forEach((chunk, index) => {
      const count = chunk.section ? 1 : (chunk.count ?? chunk.print().length);
      for (let line = 0; line < count; line++) items.push({ chunk: index, line });
    });
    return items;
  }

  /** The lines of a chunk; those that were looked at last are kept. */
  private lines(index: number): Lines {
    const known = this.printed.get(index);
    if (known) {
      this.printed.delete(index);
      this.printed.set(index, known);
      return known;
    }
    const lines = this.layout.chunks[index]?.print() ?? NO_LINES;
    this.printed.set(index, lines);
    this.counts.set(index, lines.length);
    this.keptLines += lines.length;
    for (const [oldest, its] of this.printed) {
      if (this.keptLines <= KEPT_LINES || oldest === index) break;
      this.printed.delete(oldest);
      this.keptLines -= its.length;
    }
    return lines;
  }

  roots(): readonly SectionId[] {
    return [ROOT];
  }
  section(id: SectionId): Section {
    const { chunks, items } = this.layout;
    const chunk = chunks[id - 1];
    if (!chunk?.section) {
      const what = { kind: "file", title: this.text.title, startBit: 0, endBit: this.text.bits };
      return { id: ROOT, parent: undefined, ...what, entryCount: items.length, exact: true, foldedAtFirst: false };
    }
    const { startBit, endBit, section, estimate } = chunk;
    const count = this.counts.get(id - 1);
    const { kind, title } = section;
    const size = { entryCount: count ?? estimate, exact: count !== undefined };
    return { id, parent: ROOT, kind, title, startBit, endBit, ...size, foldedAtFirst: section.counted !== undefined };
  }

  entries(id: SectionId, from: number, count: number): EntryPage {
    if (id === ROOT) {
      const { items } = this.layout;
      const entries = items.slice(from, from + count).map((item) => this.item(item));
      return { from, entries, end: from + count >= items.length };
    }
    const lines = this.lines(id - 1);
    const to = Math.min(lines.length, from + count);
    const entries: Entry[] = [];
    for (let index = from; index < to; index++) entries.push(this.lineEntry(id, index, lines.line(index)));
    return { from, entries, end: to >= lines.length };
  }
  private item({ chunk, line }: Item): Entry {
    const found = this.layout.chunks[chunk];
    const { startBit, endBit } = found ?? { startBit: 0, endBit: 0 };
    if (found?.section) return { kind: "section", section: chunk + 1, startBit, endBit };
    const text = this.lines(chunk).line(line);
    const bit = text.positionBit ?? startBit;
    return { kind: "lines", startBit: bit, endBit: bit, lines: [text] };
  }
  private lineEntry(id: SectionId, index: number, line: Line): Entry {
    const chunk = this.layout.chunks[id - 1];
    const bit = line.positionBit ?? chunk?.startBit ?? 0;
    const counted = index === 0 ? chunk?.section?.counted : undefined;
    if (counted === undefined) return { kind: "lines", startBit: bit, endBit: bit, lines: [line] };
    const heading: Line = { ...assemblyLine([{ kind: "comment", text: counted }]), when: "folded" };
    return { kind: "lines", startBit: bit, endBit: bit, lines: [heading, { ...line, when: "open" }] };
  }

  holder(section: SectionId): Place | undefined {
    if (section === ROOT) return undefined;
    const entry = this.layout.items.findIndex(({ chunk }) => chunk === section - 1);
    return entry < 0 ? undefined : { section: ROOT, entry };
  }
  placeOf(bit: number): Place | undefined {
    const { chunks, items } = this.layout;
    const inside = chunks.findIndex(({ startBit, endBit, section }) => section && startBit <= bit && bit < endBit);
    if (inside >= 0) return { section: inside + 1, entry: lineOfBit(this.lines(inside), bit) };
    let nearest = 0;
    let nearestBit = -1;
    items.forEach((item, entry) => {
      const at = this.layout.chunks[item.chunk]?.section ? undefined : this.lines(item.chunk).positionBit(item.line);
      if (at !== undefined && at <= bit && at > nearestBit) [nearest, nearestBit] = [entry, at];
    });
    return items.length === 0 ? undefined : { section: ROOT, entry: nearest };
  }
  locate(symbol: SymbolId): Place | undefined {
    const chunk = this.text.chunkOf?.(symbol);
    if (chunk !== undefined) return this.inChunk(chunk, this.lines(chunk).definition(symbol) ?? 0);
    const bit = this.text.bitOf(symbol);
    const place = bit === undefined ? undefined : this.placeOf(bit);
    // A record without bytes has no place of its own: its line is found by the name, too.
    if (!place || place.section === ROOT) return this.definitionInRoot(symbol) ?? place;
    // A label has no record: its line is found by the name that it defines.
    const entry = this.lines(place.section - 1).definition(symbol);
    return entry === undefined ? place : { section: place.section, entry };
  }
  private definitionInRoot(symbol: SymbolId): Place | undefined {
    for (const [index, { section }] of this.layout.chunks.entries()) {
      const line = section ? undefined : this.lines(index).definition(symbol);
      if (line !== undefined) return this.inChunk(index, line);
    }
    return undefined;
  }
  private inChunk(chunk: number, line: number): Place | undefined {
    if (this.layout.chunks[chunk]?.section) return { section: chunk + 1, entry: line };
    const entry = this.layout.items.findIndex((item) => item.chunk === chunk && item.line === line);
    return entry < 0 ? undefined : { section: ROOT, entry };
  }
  background(): Generator<void, void, undefined> {
    return this.text.background?.() ?? nothing();
  }
  revision(): number {
    return (this.text.ready?.() ?? true) ? 1 : 0;
  }
}

function* nothing(): Generator<void, void, undefined> {
  // A text that needs no numbers of the whole file.
}

const NO_LINES = new MadeLines([]);
