/** Passes on the names in what node printers write, and drops the text. */
import type { NameTaker } from "../document/nameTaker";
import type { Sink } from "../document/sink";
import { dropsName } from "../document/sink";
import type { SymbolId, TokenKind } from "../document/token";

/** Passes names on to a taker, which must have been told the entry. */
export class TakerSink implements Sink {
  readonly locals: boolean;
  constructor(private readonly taker: NameTaker) {
    this.locals = taker.locals;
  }
  put(): void {
    // Text is not wanted.
  }
  name(kind: TokenKind, _text: string, symbol: SymbolId, definition = false): void {
    if (!dropsName(this, kind)) this.taker.name(symbol, definition);
  }
  operand(): void {
    // Nor is what a name shows.
  }
  at(): void {
    // Nor where it is.
  }
}
