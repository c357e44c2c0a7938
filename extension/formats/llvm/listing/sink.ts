/** Tokens of the listing: names of types, metadata and attribute groups become symbols as values' names are. */
import { TokenSink } from "../../../document/sink";
import type { SymbolId, TokenKind } from "../../../document/token";

/** Identified types within the text of a type: `%struct.a`, `%"a b"`, `%0`. */
const TYPE_NAME = /%(?:"[^"]*"|[-\w$.]+)/g;

/** A sink for one row. Values and blocks of a function are told from those of others by `scope`. */
export class ListingSink extends TokenSink {
  /** What stands in front of the symbols of local names: `f12/`. */
  scope = "";

  override put(kind: TokenKind, text: string): void {
    if (kind !== "type" || !text.includes("%")) {
      super.put(kind, text);
      return;
    }
    let last = 0;
    for (const match of text.matchAll(TYPE_NAME)) {
      super.put(kind, text.slice(last, match.index));
      super.name(kind, match[0], typeSymbol(match[0]));
      last = match.index + match[0].length;
    }
    super.put(kind, text.slice(last));
  }

  override name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    const scoped = kind === "local" || kind === "block" ? this.scope + symbol : symbol;
    super.name(kind, text, scoped, definition);
  }
}

/** The symbol of an identified type, told from a value of the same spelling. */
export function typeSymbol(name: string): SymbolId {
  return `type ${name}`;
}
/** The symbol of a metadata node by its index in the module's table; a function's own nodes have its scope in front. */
export function metadataSymbol(index: number): SymbolId {
  return `!${index}`;
}
/** The symbol of an attribute group by its number in the file. */
export function attributeSymbol(group: number): SymbolId {
  return `#${group}`;
}
