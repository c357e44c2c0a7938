/** The walk through all entries of an arrangement. */
import type { Arrangement } from "../document/arrangement";
import type { Entry, ListingOptions, SectionId } from "../document/section";

/**
 * Entries requested at once: few enough that their rows are dropped before the next garbage collection would copy them.
 */
const PAGE = 32;
/** Tokens after which fewer entries are requested the next time: entries of a damaged file may have thousands each. */
const PAGE_TOKENS = 2048;
/**
 * Nesting depth from which entries are requested one at a time, since those after a nested section would be kept at
 * every level.
 */
const DEEP = 64;

const NONE: readonly Entry[] = [];

/** All entries below a section (or below the roots), depth first, in the arrangement's order. @param from its first entry */
export function* allEntries(
  arrangement: Arrangement,
  options: ListingOptions,
  only?: SectionId,
  from = 0,
): Generator<Entry & { kind: "lines" }, void, undefined> {
  const open = (id: SectionId, first = 0): OpenSection => ({
    id,
    entries: NONE,
    at: 0,
    from: first,
    page: PAGE,
    end: false,
  });
  const stack = only === undefined ? [...arrangement.roots()].reverse().map((id) => open(id)) : [open(only, from)];
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const entry = top.entries[top.at++];
    if (entry?.kind === "lines") yield entry;
    else if (entry) {
      // Entries that were passed on are dropped, since sections may be nested without limit.
      top.entries = top.at < top.entries.length ? top.entries.slice(top.at) : NONE;
      top.at = 0;
      stack.push(open(entry.section));
    } else if (top.end) stack.pop();
    else readPage(arrangement, options, top, stack.length > DEEP ? 1 : top.page);
  }
}

/** A section on the way: the entries that were read last, and the next of them. */
interface OpenSection {
  readonly id: SectionId;
  entries: readonly Entry[];
  at: number;
  /** The entry to be read next. */
  from: number;
  /** How many entries to request next. */
  page: number;
  end: boolean;
}

function readPage(arrangement: Arrangement, options: ListingOptions, section: OpenSection, count: number): void {
  const { entries, end } = arrangement.entries(section.id, section.from, count, options);
  section.entries = entries;
  section.at = 0;
  section.from += entries.length;
  section.end = end || entries.length === 0;
  const tokens = entries.reduce((sum, entry) => sum + tokensOf(entry), 1);
  section.page = Math.max(1, Math.min(PAGE, Math.floor((PAGE_TOKENS * entries.length) / tokens)));
}

function tokensOf(entry: Entry): number {
  if (entry.kind !== "lines") return 0;
  return entry.lines.reduce((sum, { record, assembly }) => sum + record.length + assembly.length, 0);
}
