/** Gathers a record cell, in which every field is a target of its own. */
import type { SymbolId, Token, TokenKind } from "../../../document/token";
import type { Reference } from "../model/cursor";
import { entrySymbol } from "./fields";

/** The tokens of a record cell. */
export class RecordTokens {
  readonly tokens: Token[] = [];

  put(kind: TokenKind, text: string): void {
    if (text !== "") this.tokens.push({ kind, text });
  }
  /** A field's value; `operand` pairs it with the assembly. */
  field(operand: number, kind: TokenKind, text: string): void {
    this.tokens.push({ kind, text, operand });
  }
  /** The index of an entry, in its own row. */
  definition(text: string, symbol: SymbolId): void {
    this.tokens.push({ kind: "number", text, symbol, definition: true });
  }
  /** An index into a table, shown as `text`, else with its table: `#7`, `string 4`. */
  reference(operand: number, reference: Reference, text?: string): void {
    const symbol = entrySymbol(reference);
    const { table } = reference;
    const kind = table === "attribute" || table === "type" ? table : "number";
    this.tokens.push({ kind, text: text ?? symbol ?? "", operand, ...(symbol === undefined ? {} : { symbol }) });
  }
}
