/** Pages of a section's items. A walk stays where a page ended, so that reading on repeats nothing. */
import { append } from "../../document/arrays";
import type { SymbolId } from "../../document/token";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import { hasMuchText } from "../../document/rowWriter";
import { ColumnTexts } from "./columnTexts";
import { BESIDE_RECORDS } from "./layout";
import { ONE_LINE, StatementNames } from "./nameStatements";
import type { Item } from "./output";
import { ItemWriter } from "./output";
import { isLocal } from "./symbols";
import type { SectionNode } from "./section";
import type { Walk } from "./walk";

/** The most items that one step of a walk writes. */
const MAX_STEP_ITEMS = 4;
/** Readings that are kept to be resumed. */
const KEPT = 16;

/** Walks over sections. */
interface Walks {
  /** A walk from the last checkpoint up to an entry. */
  walk(section: SectionNode, out: ItemWriter, entry?: number): Walk;
  /** Reports the faults of the items that a walk has written, and returns the items. */
  report(section: SectionNode, out: ItemWriter): readonly Item[];
}

/** A walk over a section, and the items that it has written beyond the requested ones. */
class Reading {
  readonly walk: Walk;
  /** The index of the next item. */
  next: number;
  private readonly waiting: Item[] = [];
  /** Items before the first requested one, which the walk still writes. */
  private skip: number;

  /** @param out receives the items */
  constructor(
    private readonly walks: Walks,
    private readonly section: SectionNode,
    from: number,
    out: ItemWriter,
    /** What receives the rows as text; without it, items have rows of tokens. */
    readonly texts?: ColumnTexts,
  ) {
    this.walk = walks.walk(section, out, from);
    this.walk.skimTo(from - MAX_STEP_ITEMS);
    this.skip = from - this.walk.out.index;
    this.next = from;
  }

  /** The next item; undefined after the last one. */
  take(): Item | undefined {
    for (let more = true; more || this.waiting.length > 0;) {
      if (this.waiting.length === 0) {
        this.texts?.clear();
        more = this.walk.step();
        append(this.waiting, this.walks.report(this.section, this.walk.out));
      }
      const item = this.waiting.shift();
      if (!item) continue;
      if (this.skip-- > 0) {
        this.texts?.pass(item);
        continue;
      }
      this.next++;
      return item;
    }
    return undefined;
  }
  /** Whether the last item has been taken. */
  get isDone(): boolean {
    return this.section.exact && this.next >= this.section.entryCount;
  }
}

/** Some items of a section, and whether the last of them is its last. */
interface Items {
  readonly items: readonly Item[];
  readonly end: boolean;
}

/** Reads sections page by page, as tokens or as text. */
export class SectionPages {
  private readonly tokens = new Map<SectionNode, Reading>();
  private readonly names = new Map<SectionNode, Reading>();
  private readonly allNames = new Map<SectionNode, Reading>();
  private readonly written = new Map<SectionNode, Reading>();
  private readonly silents = new Map<SectionNode, Reading>();
  constructor(private readonly walks: Walks) {}

  /** The items of a section from item `from` on, at most `count` of them, and none after a nested section. */
  items(section: SectionNode, from: number, count: number): Items {
    return this.read(this.tokens, section, from, count, () => new ItemWriter(BESIDE_RECORDS, true));
  }
  /** The same items with only the names in them: a record has none. `locals`: also those of which a section has all. */
  named(section: SectionNode, from: number, count: number, locals: boolean): Items {
    const isWanted = (symbol: SymbolId): boolean => locals || !isLocal(symbol);
    const out = (): ItemWriter => new ItemWriter(BESIDE_RECORDS, false, new StatementNames(ONE_LINE, isWanted));
    return this.read(locals ? this.allNames : this.names, section, from, count, out);
  }
  /** The same items without rows: for those who look for their bits. */
  silent(section: SectionNode, from: number, count: number): Items {
    const out = (): ItemWriter => {
      const made = new ItemWriter(BESIDE_RECORDS, false);
      made.muted = true;
      return made;
    };
    return this.read(this.silents, section, from, count, out);
  }
  private read(
    kept: Map<SectionNode, Reading>,
    section: SectionNode,
    from: number,
    count: number,
    out: () => ItemWriter,
  ): Items {
    const reading = resumed(kept, section, from) ?? new Reading(this.walks, section, from, out());
    const items: Item[] = [];
    while (items.length < count && items.at(-1)?.kind !== "section") {
      const item = reading.take();
      if (!item) break;
      items.push(item);
    }
    keep(kept, section, reading);
    return { items, end: reading.isDone };
  }

  private textReading(section: SectionNode, from: number): Reading {
    const texts = new ColumnTexts();
    return new Reading(this.walks, section, from, new ItemWriter(BESIDE_RECORDS, true, texts), texts);
  }

  /** Drops what is kept of a section. */
  forget(section: SectionNode): void {
    for (const kept of [this.tokens, this.names, this.allNames, this.written, this.silents]) kept.delete(section);
  }

  /** Writes the same items. */
  write(section: SectionNode, from: number, count: number, writer: RowWriter): WrittenPage {
    const reading = resumed(this.written, section, from) ?? this.textReading(section, from);
    let nested: Item | undefined;
    for (let i = 0; i < count && nested?.kind !== "section"; i++) {
      nested = reading.take();
      if (!nested) break;
      reading.texts?.write(nested, writer);
      if (hasMuchText(writer)) break;
    }
    keep(this.written, section, reading);
    const id = nested?.kind === "section" ? nested.section : undefined;
    return { entries: reading.next - from, section: id, end: reading.isDone };
  }
}

/** The reading of a section that ended before an item; it is no longer kept. */
function resumed(kept: Map<SectionNode, Reading>, section: SectionNode, from: number): Reading | undefined {
  const reading = kept.get(section);
  kept.delete(section);
  return reading?.next === from ? reading : undefined;
}
function keep(kept: Map<SectionNode, Reading>, section: SectionNode, reading: Reading): void {
  if (reading.isDone) return;
  kept.set(section, reading);
  if (kept.size <= KEPT) return;
  for (const oldest of kept.keys()) {
    kept.delete(oldest);
    return;
  }
}
