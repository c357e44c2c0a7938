/** The entries of an arrangement's sections in pages, and the place of a section in the section around it. */
import { append } from "../../document/arrays";
import type { Arrangement } from "../../document/arrangement";
import type { RowWriter, WrittenPage } from "../../document/rowWriter";
import type { Entry, ListingOptions, Place, Section, SectionId } from "../../document/section";
import { LeastRecent } from "../../kit/leastRecent";
import type { CountedPage } from "./countedRows";
import { countRows } from "./countedRows";
import { Inherited } from "./inherited";

/** The section around the outermost ones; its entries are the document's roots. */
export const ROOT: SectionId = -1;
/** Entries in a page. */
export const PAGE = 128;
/** How many pages are kept. */
const KEPT = 128;

interface Page {
  readonly entries: readonly Entry[];
  readonly end: boolean;
}

/** Entries by place. All methods may throw MissingBytes; they store results only at their end. */
export class EntryPages {
  private readonly pages = new LeastRecent<string, Page>(KEPT);
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
  ) {}

  /** A section, or undefined for {@link ROOT}. */
  section(id: SectionId): Section | undefined {
    return id === ROOT ? undefined : this.arrangement.section(id);
  }

  /** The section around a section, {@link ROOT} for the outermost ones. */
  around(id: SectionId): SectionId {
    return this.section(id)?.parent ?? ROOT;
  }
  /** How many sections contain an entry of a section, this section among them. */
  level(id: SectionId): number {
    return this.levels.of(id);
  }

  /** Page `index` of a section: up to {@link PAGE} entries from entry `index * PAGE` on. */
  page(section: SectionId, index: number): Page {
    const key = `${section}:${index}`;
    const kept = this.pages.get(key);
    if (kept) return kept;
    const page = section === ROOT ? this.roots(index) : this.read(section, index);
    page.entries.forEach((entry, i) => {
      if (entry.kind === "section") this.holders.set(entry.section, { section, entry: index * PAGE + i });
    });
    if (page.end && page.entries.length > 0) this.counts.set(section, index * PAGE + page.entries.length);
    this.pages.set(key, page);
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
    return this.page(section, Math.floor(entry / PAGE)).entries[entry % PAGE];
  }

  /** The entry at a place, from a kept page, or read without its page: for a card about another place. */
  alone(place: Place): Entry | undefined {
    const { section, entry } = place;
    const kept = this.pages.get(`${section}:${Math.floor(entry / PAGE)}`);
    if (kept) return kept.entries[entry % PAGE];
    return section === ROOT
      ? this.entry(section, entry)
      : this.arrangement.entries(section, entry, 1, this.options).entries[0];
  }

  /** The number of entries in a section (tries an estimate and corrects it). */
  count(section: SectionId): number {
    const known = this.counts.get(section);
    if (known !== undefined) return known;
    const count = this.found(section);
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

  private roots(index: number): Page {
    const roots = this.arrangement.roots();
    const entries = roots.slice(index * PAGE, (index + 1) * PAGE).map((id): Entry => {
      const { startBit, endBit } = this.arrangement.section(id);
      return { kind: "section", section: id, startBit, endBit };
    });
    return { entries, end: (index + 1) * PAGE >= roots.length };
  }
  /** A format may return fewer entries at once than were asked for. */
  private read(section: SectionId, index: number): Page {
    const entries: Entry[] = [];
    let end = false;
    while (entries.length < PAGE && !end) {
      const from = index * PAGE + entries.length;
      const page = this.arrangement.entries(section, from, PAGE - entries.length, this.options);
      append(entries, page.entries);
      end = page.end || page.entries.length === 0;
    }
    return { entries, end };
  }
}

/** The sections around a section, beginning with the section itself. */
export function ancestors(pages: EntryPages, section: SectionId): readonly SectionId[] {
  const found: SectionId[] = [];
  for (let id: SectionId | undefined = section; id !== undefined && id !== ROOT; id = pages.section(id)?.parent)
    found.push(id);
  return found;
}
