/**
 * Finds the symbols in entries without making tokens, for callers that search a complete file for the uses of names.
 */
import type { WrittenPage } from "./rowWriter";
import type { EntryPage } from "./section";
import type { Line, SymbolId, Token } from "./token";

/** Receives the symbols of entries in order. */
export interface NameTaker {
  /**
   * Whether to include symbols whose uses are all in one section (see Arrangement.scope); if not, they may be left out.
   */
  readonly locals: boolean;
  /** Begins an entry. */
  entry(): void;
  /** Receives a symbol that the entry uses or defines. */
  name(symbol: SymbolId, isDefinition: boolean): void;
}

/** Passes on the symbols of an entry that is made of tokens. */
export function tellLines(lines: readonly Line[], taker: NameTaker): void {
  taker.entry();
  for (const { record, assembly } of lines) for (const tokens of [record, assembly]) tellTokens(tokens, taker);
}
/** Passes on the symbols of a page of entries, up to the first that is a section. */
export function tellEntries({ entries, end }: EntryPage, taker: NameTaker): WrittenPage {
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "section")
      return { entries: index + 1, section: entry.section, end: end && index + 1 === entries.length };
    tellLines(entry.lines, taker);
  }
  return { entries: entries.length, section: undefined, end };
}
/** Passes on the symbols of tokens. */
export function tellTokens(tokens: readonly Token[], taker: NameTaker): void {
  for (const { symbol, definition = false } of tokens) if (symbol !== undefined) taker.name(symbol, definition);
}
