/** A list of sections whose entries are made only when somebody looks: the records of a file, and its text. */
import type { Arrangement } from "../../document/arrangement";
import type { BitRange } from "../../document/bits";
import type { Entry, EntryPage, Place, Section, SectionId } from "../../document/section";
import type { SourceAnswer, SourceFrame } from "../../document/sourceLocation";
import type { SymbolId } from "../../document/token";
import type { Sources } from "./sources";

/** One section; its entries are all made when the first is asked for. */
export interface Part extends BitRange {
  readonly kind: string;
  readonly title: string;
  readonly parent: SectionId | undefined;
  readonly count: number;
  entries(): readonly Entry[];
}

/** An arrangement made of parts; section N is part N, and part 0 is the root. */
export class Parts implements Arrangement {
  private readonly made = new Map<SectionId, readonly Entry[]>();
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
    const entries = this.made.get(id) ?? this.parts[id]?.entries() ?? [];
    this.made.set(id, entries);
    return entries;
  }
  entries(id: SectionId, from: number, count: number): EntryPage {
    const all = this.all(id);
    return { from, entries: all.slice(from, from + Math.max(1, count)), end: from + Math.max(1, count) >= all.length };
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
