/** A list of sections whose entries are made only when somebody looks: the records of a file, and its text. */
import type { Arrangement } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import { hasMuchText, writeEntry } from "../../document/rowWriter";
import type { Entry, EntryPage, ListingOptions, Place, Section, SectionId } from "../../document/section";
import type { SourceAnswer, SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";
import type { ShownPiece } from "./lines";
import { pieceEntry, Tokens, writePiece } from "./lines";
import type { Sources } from "./sources";

/** What a part shows: an entry, or a piece of the text that becomes one. */
export type Shown = Entry | ShownPiece;

/** One section; its entries are all made when the first is asked for. */
export interface Part extends BitRange {
  readonly kind: string;
  readonly title: string;
  readonly parent: SectionId | undefined;
  readonly count: number;
  shown(): Iterable<Shown>;
}

/** Parts that are being written: as many as are nested in each other. */
const KEPT = 4;

/** The rest of what a part shows: it is written page by page. */
class Rest {
  private readonly rest: Iterator<Shown>;
  /** What is shown next; undefined after the last. */
  next: Shown | undefined;
  /** The index of the next entry. */
  index = 0;
  constructor(part: Part | undefined, from: number) {
    this.rest = (part?.shown() ?? [])[Symbol.iterator]();
    this.advance();
    while (this.index < from && this.next) this.pass();
  }
  pass(): void {
    this.index++;
    this.advance();
  }
  private advance(): void {
    const { value, done } = this.rest.next();
    this.next = done ? undefined : value;
  }
}

/** An arrangement made of parts; section N is part N, and part 0 is the root. */
export class Parts implements Arrangement {
  readonly writesPositions = true;
  private readonly made = new Map<SectionId, readonly Entry[]>();
  private readonly rests = new Map<SectionId, Rest>();
  constructor(
    private readonly parts: readonly Part[],
    private readonly sources: Sources,
  ) {}

  roots(): readonly SectionId[] {
    return [0];
  }
  section(id: SectionId): Section {
    const part = this.parts[id];
    const { kind = "file", title = "", startBit = 0, endBit = 0, parent, count = 0 } = part ?? {};
    const known = this.made.get(id);
    const counted = { entryCount: known?.length ?? count, exact: known !== undefined };
    return { id, parent, kind, title, startBit, endBit, ...counted, foldedAtFirst: false };
  }
  all(id: SectionId): readonly Entry[] {
    const known = this.made.get(id);
    if (known) return known;
    const tokens = new Tokens();
    const entries = Array.from(this.parts[id]?.shown() ?? [], (shown) =>
      shown.kind === "piece" ? pieceEntry(shown, tokens) : shown,
    );
    this.made.set(id, entries);
    return entries;
  }
  entries(id: SectionId, from: number, count: number): EntryPage {
    const all = this.all(id);
    return { from, entries: all.slice(from, from + Math.max(1, count)), end: from + Math.max(1, count) >= all.length };
  }
  write(id: SectionId, from: number, count: number, _options: ListingOptions, writer: RowWriter): WrittenPage {
    const kept = this.rests.get(id);
    this.rests.delete(id);
    const rest = kept?.index === from ? kept : new Rest(this.parts[id], from);
    let section: SectionId | undefined;
    while (rest.next && section === undefined && rest.index < from + count) {
      const { next } = rest;
      if (next.kind === "section") ({ section } = next);
      else if (next.kind === "piece") writePiece(next, writer);
      else writeEntry(next, writer);
      rest.pass();
      if (hasMuchText(writer)) break;
    }
    const end = rest.next === undefined;
    if (!end) this.keep(id, rest);
    return { entries: rest.index - from, section, end };
  }
  private keep(id: SectionId, rest: Rest): void {
    this.rests.set(id, rest);
    const [oldest] = this.rests.keys();
    if (this.rests.size > KEPT && oldest !== undefined) this.rests.delete(oldest);
  }
  placeOf(bit: number): Place | undefined {
    let place: Place | undefined;
    for (let id: SectionId | undefined = 0; id !== undefined;) {
      const entries = this.all(id);
      // The last entry that begins at or before the bit: a nested one follows the one that contains it.
      const entry = entries.findLastIndex(({ startBit, endBit }) => startBit <= bit && bit < endBit);
      if (entry < 0) break;
      place = { section: id, entry };
      const found: Entry | undefined = entries[entry];
      id = found?.kind === "section" ? found.section : undefined;
    }
    return place;
  }
  sourceOf({ section, entry }: Place): readonly SourceFrame[] {
    const found = this.all(section)[entry];
    return found?.kind === "lines" ? this.sources.framesAt(found.startBit / 8) : [];
  }
  source(bit: number): SourceAnswer {
    const place = this.placeOf(bit);
    const entry = place && this.all(place.section)[place.entry];
    return this.sources.answerAt((entry?.startBit ?? bit) / 8);
  }
  locate(symbol: SymbolId): Place | undefined {
    for (const section of this.parts.keys()) {
      const entry = this.all(section).findIndex(
        (e) =>
          e.kind === "lines" &&
          e.lines.some((line) => line.assembly.some((token) => token.symbol === symbol && token.definition)),
      );
      if (entry >= 0) return { section, entry };
    }
    return undefined;
  }
}
