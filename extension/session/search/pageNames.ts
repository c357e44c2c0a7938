/** The names in a page of entries, as an arrangement reports them. */
import type { NameTaker } from "../../document/nameTaker";
import type { Place } from "../../document/section";
import type { SymbolId } from "../../document/token";

/** Collects the names of one page. */
export class PageNames implements NameTaker {
  private first: Place = { section: 0, entry: 0 };
  private readonly symbols: SymbolId[] = [];
  /** For each symbol: 1 for a use, 0 for a definition. */
  private readonly uses: number[] = [];
  /** Index of the first name of each entry. */
  private readonly starts: number[] = [];

  /** @param locals whether to include symbols whose names are all in one section */
  constructor(readonly locals: boolean) {}

  /** Clears it for the page that begins with an entry. */
  begin({ section, entry }: Place): void {
    this.first = { section, entry };
    this.symbols.length = this.uses.length = this.starts.length = 0;
  }
  entry(): void {
    this.starts.push(this.symbols.length);
  }
  name(symbol: SymbolId, isDefinition: boolean): void {
    this.symbols.push(symbol);
    this.uses.push(isDefinition ? 0 : 1);
  }

  /** Calls `visit` for each entry with names, with the number of uses of each symbol; the map is reused. */
  forEach(visit: (place: Place, uses: ReadonlyMap<SymbolId, number>) => void): void {
    const { starts, symbols, uses, first } = this;
    const found = new Map<SymbolId, number>();
    for (const [index, start] of starts.entries()) {
      const end = starts[index + 1] ?? symbols.length;
      if (start === end) continue;
      found.clear();
      for (let at = start; at < end; at++) {
        const symbol = symbols[at] as SymbolId;
        found.set(symbol, (found.get(symbol) ?? 0) + (uses[at] as number));
      }
      visit({ section: first.section, entry: first.entry + index }, found);
    }
  }
}

/** Finds the first entry that defines a symbol. */
export class DefinitionNames implements NameTaker {
  readonly locals = true;
  found: Place | undefined;
  private section = 0;
  /** The entry that is told. */
  private at = 0;

  /** @param symbol the symbol to find */
  constructor(private readonly symbol: SymbolId) {}

  /** The page that begins with an entry follows. */
  begin({ section, entry }: Place): void {
    this.section = section;
    this.at = entry - 1;
  }
  entry(): void {
    this.at++;
  }
  name(symbol: SymbolId, isDefinition: boolean): void {
    if (isDefinition && symbol === this.symbol) this.found ??= { section: this.section, entry: this.at };
  }
}
