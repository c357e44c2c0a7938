/** The symbols that entries name, without tokens: for callers that look for the uses of names in a whole file. */
import type { Line, SymbolId } from "./token";

/** Receives the symbols of entries in order. */
export interface NameTaker {
  /** Whether symbols are wanted whose names are all in one section (see Arrangement.scope): otherwise they may be left out. */
  readonly locals: boolean;
  /** An entry begins. */
  entry(): void;
  /** The entry names a symbol, or defines it. */
  name(symbol: SymbolId, isDefinition: boolean): void;
}

/** Tells the symbols of an entry made of tokens. */
export function tellLines(lines: readonly Line[], taker: NameTaker): void {
  taker.entry();
  for (const { record, assembly } of lines)
    for (const tokens of [record, assembly])
      for (const { symbol, definition = false } of tokens) if (symbol !== undefined) taker.name(symbol, definition);
}
