/** Pages of entries that end early if their lines are long. */
import type { Entry, EntryPage } from "../document/section";

/** A page may end once its lines have this many tokens: each line may have as many as the longest attribute. */
export const MOST_TOKENS = 1 << 14;

/** The number of tokens of an entry's lines. */
export function tokenCount(entry: Entry): number {
  if (entry.kind === "section") return 0;
  return entry.lines.reduce((count, { record, assembly }) => count + record.length + assembly.length, 0);
}

/**
 * The entries from index `from` on, before `to`, as far as one page holds them.
 * @param all the number of entries in the section
 * @param make the entry with an index; undefined if there is none
 */
export function lightPage(
  from: number,
  to: number,
  all: number,
  make: (index: number) => Entry | undefined,
): EntryPage {
  const entries: Entry[] = [];
  for (let index = from, tokens = 0; index < to && tokens < MOST_TOKENS; index++) {
    const entry = make(index);
    if (!entry) break;
    entries.push(entry);
    tokens += tokenCount(entry);
  }
  return { from, entries, end: from + entries.length >= all };
}
