/** The places where symbols are used, in typed arrays, since a large file has millions. */
import type { Place } from "../../document/section";
import type { SymbolId } from "../../document/token";
import { Bits, Words } from "../../kit/numbers";

/** Places by symbol. Those of one symbol form a chain in the order in which they were added. */
export class SymbolPlaces {
  /** Symbols by name, numbered in the order of their first places. */
  private readonly symbols = new Map<SymbolId, number>();
  /** The first and the last place of each symbol. */
  private readonly first = new Words();
  private readonly last = new Words();
  /** For each place the index of the next one in its symbol's chain, plus one; 0 for the last. */
  private readonly next = new Words();
  private readonly sections = new Bits();
  private readonly entries = new Words();
  private readonly counts = new Words();

  /** The number of places. */
  get length(): number {
    return this.next.length;
  }
  has(symbol: SymbolId): boolean {
    return this.symbols.has(symbol);
  }
  /** Adds a place of a symbol, with the number of uses there. */
  add(symbol: SymbolId, { section, entry }: Place, uses: number): void {
    const at = this.length;
    this.next.push(0);
    this.sections.push(section);
    this.entries.push(entry);
    this.counts.push(uses);
    const number = this.symbols.get(symbol);
    if (number === undefined) {
      this.symbols.set(symbol, this.first.length);
      this.first.push(at);
      this.last.push(at);
    } else {
      this.next.data[this.last.data[number] as number] = at + 1;
      this.last.data[number] = at;
    }
  }
  /** The index of a symbol's first place, or of the one after `index`; undefined if there is none yet. */
  after(symbol: SymbolId, index: number | undefined): number | undefined {
    if (index !== undefined) {
      const next = this.next.data[index] as number;
      return next === 0 ? undefined : next - 1;
    }
    const number = this.symbols.get(symbol);
    return number === undefined ? undefined : this.first.data[number];
  }
  /** A place by its index. */
  place(index: number): Place {
    return { section: this.sections.data[index] as number, entry: this.entries.data[index] as number };
  }
  /** The number of uses of the symbol there. */
  uses(index: number): number {
    return this.counts.data[index] as number;
  }
}
