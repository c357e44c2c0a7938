/** Finds the names in lines while they are printed, and drops the text. */
import type { NameTaker } from "../document/nameTaker";
import type { Sink } from "../document/sink";
import { dropsName } from "../document/sink";
import type { SymbolId, TokenKind } from "../document/token";
import type { NamedLines } from "./lines";

const NEWLINE = "\n";

/** Collects the names in lines. */
export class NameLineSink implements Sink {
  private symbols: SymbolId[] = [];
  private definitions: boolean[] = [];
  /** The end of each line in `symbols`. */
  private ends: number[] = [];
  /** Whether the current line has text or names. */
  private isBegun = false;

  /** @param locals whether to include the names of values, registers and blocks */
  constructor(readonly locals: boolean) {}

  put(_kind: TokenKind, text: string): void {
    let from = 0;
    for (let at = text.indexOf(NEWLINE); at >= 0; at = text.indexOf(NEWLINE, from)) {
      this.endLine();
      from = at + 1;
    }
    this.isBegun ||= text.length > from;
  }
  name(kind: TokenKind, _text: string, symbol: SymbolId, definition = false): void {
    this.isBegun = true;
    if (dropsName(this, kind)) return;
    this.symbols.push(symbol);
    this.definitions.push(definition);
  }
  operand(): void {
    // What a name shows does not matter.
  }
  at(): void {
    // Nor does where it is.
  }
  private endLine(): void {
    this.ends.push(this.symbols.length);
    this.isBegun = false;
  }
  /** The lines since the last call, and the unfinished one if it has text. */
  takeNames(): NamedLines {
    if (this.isBegun) this.endLine();
    const { symbols, definitions, ends } = this;
    [this.symbols, this.definitions, this.ends] = [[], [], []];
    return new FoundNames(symbols, definitions, ends);
  }
}

/** The names in lines. */
class FoundNames implements NamedLines {
  readonly length: number;
  /** @param ends the end of each line in `symbols` */
  constructor(
    private readonly symbols: readonly SymbolId[],
    private readonly definitions: readonly boolean[],
    private readonly ends: readonly number[],
  ) {
    this.length = ends.length;
  }
  tell(index: number, taker: NameTaker): void {
    const { symbols, definitions, ends } = this;
    const end = ends[index] ?? 0;
    for (let at = ends[index - 1] ?? 0; at < end; at++) taker.name(symbols[at] as SymbolId, definitions[at] as boolean);
  }
}
