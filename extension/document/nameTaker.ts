/**
 * Finds the symbols in entries without making tokens, for callers that search a complete file for the uses of names.
 */
import type { Line, SymbolId } from "./token";

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
  for (const { record, assembly } of lines)
    for (const tokens of [record, assembly])
      for (const { symbol, definition = false } of tokens) if (symbol !== undefined) taker.name(symbol, definition);
}
