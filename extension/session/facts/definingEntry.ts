/** The entry that defines a symbol. */
import type { SymbolId } from "../../document/token";
import type { Arranged } from "../rows/arranged";
import type { LinesEntry } from "../rows/folds";

/** The entry with the lines that define a symbol of an arrangement; undefined if none does. May throw MissingBytes. */
export function definingEntry({ arrangement, pages }: Arranged, symbol: SymbolId): LinesEntry | undefined {
  const place = arrangement.locate(symbol);
  const entry = place && pages.alone(place);
  return entry?.kind === "lines" ? entry : undefined;
}
