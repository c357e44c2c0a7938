/** The names in statements, without the text around them. */
import type { SymbolId, Token, TokenKind } from "../../document/token";
import type { Layout } from "./layout";
import { BESIDE_RECORDS } from "./layout";
import { StatementWriter } from "./statements";

/** On which of an item's lines a name is does not matter. */
export const ONE_LINE: Layout = { ...BESIDE_RECORDS, width: Infinity };

const NO_TOKENS: Token[] = [];

/** Statements of which only the tokens that are names are wanted. */
export class StatementNames extends StatementWriter {
  /** The pieces of the statement that are names. */
  private readonly named: number[] = [];

  /** @param isWanted whether a symbol is wanted */
  constructor(
    layout: Layout,
    private readonly isWanted: (symbol: SymbolId) => boolean,
  ) {
    super(layout);
  }
  protected override setToken(
    at: number,
    kind: TokenKind,
    text: string,
    symbol?: SymbolId,
    definition?: boolean,
  ): void {
    this.tokens[at] = NO_TOKENS;
    if (symbol === undefined || !this.isWanted(symbol)) return;
    super.setToken(at, kind, text, symbol, definition);
    this.named.push(at);
  }
  protected override appendToToken(): void {
    // What is glued to a name is none.
  }
  protected override blanks(): void {
    // Text is not wanted.
  }
  protected override lay(): void {
    // Only of a statement with several lines it matters where its names are.
    if (this.named.length > 0 && this.isShort) for (const at of this.named) this.place(at);
    else if (!this.isShort) super.lay();
    this.named.length = 0;
  }
}
