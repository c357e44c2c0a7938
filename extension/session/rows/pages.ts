/** The entries of an arrangement's sections in pages, and the place of a section in the section around it. */
import { append } from "../../document/arrays";
import type { Arrangement } from "../../document/arrangement";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, ListingOptions, Place, Section, SectionId } from "../../document/section";
import { Generations } from "../../kit/generations";
import type { Token } from "../../document/token";
import type { CountedPage } from "./countedRows";
import { countRows } from "./countedRows";
import { Inherited } from "./inherited";

/** The section around the outermost ones; its entries are the document's roots. */
export const ROOT: SectionId = -1;
/** Entries in a page. */
export const PAGE = 128;
/**
 * The weight of the pages that are kept of any file, how much more it is for each bit, and the most it is. A page weighs
 * one for each character, and for each token as many as its object takes.
 */
const KEPT = 1 << 21;
const KEPT_PER_BIT = 2;
const MOST_KEPT = 1 << 24;
const TOKEN_WEIGHT = 32;
const LINE_WEIGHT = 64;
/** A page whose entries weigh more is read in parts. */
const HEAVY = KEPT / 8;
/**
 * Entries of a section that are read first: its head, and whether something follows. Of most folded sections no more is
 * shown.
 */
const HEAD = 2;

interface Page {
  readonly entries: readonly Entry[];
  readonly end: boolean;
  /** The index of its first entry in the section. */
  readonly from: number;
  /** What it takes in memory, see {@link KEPT}. */
  readonly weight: number;
}

/** Estimates what entries take in memory. */
function weightOf(entries: readonly Entry[]): number {
  let weight = LINE_WEIGHT * entries.length;
  const add = ({ text }: Token): void => {
    weight += TOKEN_WEIGHT + text.length;
  };
  for (const entry of entries)
    for (const { record, assembly } of entry.kind === "lines" ? entry.lines : []) {
      weight += LINE_WEIGHT;
      record.forEach(add);
      assembly.forEach(add);
    }
  return weight;
}

/** Entries by place. All methods may throw MissingBytes; they store results only at their end. */
export class EntryPages {
  private readonly kept: number;
  private readonly pages: Generations<string, Page>;
  private readonly counts = new Map<SectionId, number>();
  private readonly holders = new Map<SectionId, Place>();
  private readonly levels = new Inherited<number>(
    ROOT,
    0,
    (section) => this.around(section),
    (_section, outer) => outer + 1,
  );

  constructor(
    readonly arrangement: Arrangement,
    /** Size of the file in bits. */
    readonly bits: number,
    private readonly options: ListingOptions = {},
  ) {
    this.kept = Math.min(MOST_KEPT, KEPT + KEPT_PER_BIT * bits);
    this.pages = new Generations(this.kept);
  }

  /** A section, or undefined for {@link ROOT}. */
  section(id: SectionId): Section | undefined {
    return id === ROOT ? undefined : this.arrangement.section(id);
  }

  /** The section around a section, {@link ROOT} for the outermost ones. */
  around(id: SectionId): SectionId {
    // Where its entry is, is known without asking the format, which may have to read the sections around it again.
    return this.holders.get(id)?.section ?? this.section(id)?.parent ?? ROOT;
  }
  /** How many sections contain an entry of a section, this section among them. */
  level(id: SectionId): number {
    return this.levels.of(id);
  }

  /** Page `index` of a section: up to {@link PAGE} entries from entry `index * PAGE` on. */
  page(section: SectionId, index: number): Page {
    const kept = this.pages.get(keyOf(section, index));
    if (kept && isWhole(kept)) return kept;
    const page = this.noted(section, this.read(section, index * PAGE, Infinity, PAGE));
    // All other pages would have to go for one that is heavier than all may be.
    if (page.weight <= this.kept) this.pages.set(keyOf(section, index), page, page.weight);
    return page;
  }
  /** Notes where nested sections are, and where the section ends. */
  private noted(section: SectionId, page: Page): Page {
    page.entries.forEach((entry, i) => {
      if (entry.kind === "section") this.holders.set(entry.section, { section, entry: page.from + i });
    });
    if (page.end && page.entries.length > 0) this.counts.set(section, page.from + page.entries.length);
    return page;
  }

  /** Whether rows can be counted without making tokens. */
  get isWritten(): boolean {
    return this.arrangement.write !== undefined;
  }
  /** The rows of page `index` of a section; like {@link page}, it tells where nested sections are. */
  counted(section: SectionId, index: number, details: boolean): CountedPage {
    const write = (id: SectionId, from: number, count: number, writer: RowWriter): WrittenPage =>
      this.arrangement.write?.(id, from, count, this.options, writer) ?? { entries: 0, section: undefined, end: true };
    const page = countRows({ section, entry: index * PAGE }, PAGE, details, write);
    for (const { entry, section: nested } of page.nested) this.holders.set(nested, { section, entry });
    if (page.entries !== undefined && page.entries > index * PAGE) this.counts.set(section, page.entries);
    return page;
  }

  /** The entry at a place; undefined past the section's end. */
  entry(section: SectionId, entry: number): Entry | undefined {
    if (entry < 0) return undefined;
    const index = Math.floor(entry / PAGE);
    const kept = this.pages.get(keyOf(section, index));
    let page = kept ?? this.part(section, index * PAGE, entry < HEAD ? HEAD : PAGE);
    if (!covers(page, entry) && isHead(page)) page = this.afterHead(section, page);
    if (covers(page, entry)) return page.entries[entry - page.from];
    return this.part(section, entry, PAGE).entries[0];
  }
  /** Reads at most `most` entries of a page from one on, and keeps them, or those until they are heavy. */
  private part(section: SectionId, from: number, most: number): Page {
    return this.keep(section, this.noted(section, this.read(section, from, HEAVY, most)));
  }
  /** Reads on after the first entries of a section. */
  private afterHead(section: SectionId, head: Page): Page {
    const rest = this.noted(section, this.read(section, HEAD, HEAVY, PAGE));
    const entries = [...head.entries, ...rest.entries];
    return this.keep(section, { entries, end: rest.end, from: 0, weight: head.weight + rest.weight });
  }
  private keep(section: SectionId, page: Page): Page {
    this.pages.set(keyOf(section, Math.floor(page.from / PAGE)), page, page.weight);
    return page;
  }

  /** The entry at a place, from a kept page, or read without its page: for a card about another place. */
  alone(place: Place): Entry | undefined {
    const { section, entry } = place;
    const kept = this.pages.get(keyOf(section, Math.floor(entry / PAGE)));
    if (kept && covers(kept, entry)) return kept.entries[entry - kept.from];
    return section === ROOT
      ? this.entry(section, entry)
      : this.arrangement.entries(section, entry, 1, this.options).entries[0];
  }

  /** The number of entries in a section (tries an estimate and corrects it). */
  count(section: SectionId): number {
    const known = this.counts.get(section);
    if (known !== undefined) return known;
    const count = section === ROOT ? this.arrangement.roots().length : this.found(section);
    this.counts.set(section, count);
    return count;
  }
  private found(section: SectionId): number {
    // The estimate improves as entries are read: if it was too high or too low, the next one is tried.
    const estimated = (): number => Math.floor(Math.max(0, (this.section(section)?.entryCount ?? 1) - 1) / PAGE);
    let behind = Infinity;
    for (let index = estimated(); ;) {
      const page = this.page(section, index);
      if (page.entries.length === 0 && index > 0) {
        behind = index;
        const better = estimated();
        index = better < behind ? better : index >> 1;
      } else if (page.end) return index * PAGE + page.entries.length;
      else if (index + 1 >= behind) return behind * PAGE;
      else index = Math.min(Math.max(index + 1, estimated()), behind - 1);
    }
  }

  /** The place of a section's entry in the section around it. */
  holder(section: SectionId): Place | undefined {
    const known = this.holders.get(section);
    if (known || section === ROOT) return known;
    const told = this.arrangement.holder?.(section);
    if (told) {
      this.holders.set(section, told);
      return told;
    }
    const info = this.arrangement.section(section);
    const around = info.parent ?? ROOT;
    this.findByBit(around, section, info.startBit);
    if (!this.holders.has(section)) this.findByWalk(around, section);
    return this.holders.get(section);
  }

  /** Entries are in file order, so the page of a bit is found by bisection. */
  private findByBit(around: SectionId, section: SectionId, bit: number): void {
    let low = 0;
    let high = Math.ceil(this.count(around) / PAGE) - 1;
    while (low <= high && !this.holders.has(section)) {
      const middle = (low + high) >> 1;
      const first = this.page(around, middle).entries[0];
      if (first && first.startBit <= bit) low = middle + 1;
      else high = middle - 1;
    }
  }
  /** For a format with another order: looks at every page. */
  private findByWalk(around: SectionId, section: SectionId): void {
    const pages = Math.ceil(this.count(around) / PAGE);
    for (let index = 0; index < pages && !this.holders.has(section); index++) this.page(around, index);
  }

  /** At most `count` entries of a section from one on to the end of its page, or until they weigh more than `heavy`. */
  private read(section: SectionId, from: number, heavy: number, count: number): Page {
    if (section === ROOT) return this.roots(from);
    const entries: Entry[] = [];
    const most = Math.min(count, PAGE - (from % PAGE));
    let end = false;
    let weight = 0;
    // A format may return fewer entries at once than were asked for.
    while (entries.length < most && weight <= heavy && !end) {
      const at = from + entries.length;
      const page = this.arrangement.entries(section, at, most - entries.length, this.options);
      append(entries, page.entries);
      weight += weightOf(page.entries);
      end = page.end || page.entries.length === 0;
    }
    return { entries, end, from, weight };
  }
  private roots(from: number): Page {
    const roots = this.arrangement.roots();
    const to = from + PAGE - (from % PAGE);
    const entries = roots.slice(from, to).map((id): Entry => {
      const { startBit, endBit } = this.arrangement.section(id);
      return { kind: "section", section: id, startBit, endBit };
    });
    return { entries, end: to >= roots.length, from, weight: weightOf(entries) };
  }
}

const keyOf = (section: SectionId, index: number): string => `${section}:${index}`;
/** Whether a page has all entries that belong to it. */
const isWhole = ({ from, entries, end }: Page): boolean => from % PAGE === 0 && (end || entries.length >= PAGE);
/** Whether a page has only the first entries of its section. */
const isHead = ({ from, entries, end }: Page): boolean => from === 0 && entries.length === HEAD && !end;
/** Whether a page tells what an entry is, or that there is none. */
const covers = ({ from, entries, end }: Page, entry: number): boolean =>
  entry >= from && (end || entry < from + entries.length);

/** The sections around a section, beginning with the section itself. */
export function ancestors(pages: EntryPages, section: SectionId): readonly SectionId[] {
  const found: SectionId[] = [];
  for (let id: SectionId | undefined = section; id !== undefined && id !== ROOT; id = pages.section(id)?.parent)
    found.push(id);
  return found;
}
