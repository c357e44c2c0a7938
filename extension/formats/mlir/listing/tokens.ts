/** Tokens of MLIR text: what was spelled as a string, cut into what the editor colours and follows. */
import type { SymbolId, TokenKind } from "../../../document/token";
import type { Sink } from "../../../document/sink";

/** Finds strings, symbols, types and attributes by sigil, numbers, words. Everything else is punctuation. */
const PART =
  /"(?:[^"\\]|\\.)*"|@(?:[\w$.-]+|"(?:[^"\\]|\\.)*")|[!#][\w$.]+|[-]?\b\d[\w.+-]*|[A-Za-z_][\w$.]*|[^"@!#\w-]+|[^]/g;

/** Words that are types of their own. */
const TYPE = /^(?:[su]?i\d+|index|none|bf16|tf32|f\d+\w*|tensor|memref|vector|complex|tuple)$/;

/** What `symbol` a name in text stands for, if any. */
export type SymbolOf = (name: string) => SymbolId | undefined;

/** Puts spelled MLIR text as tokens. `@name`s are looked up with `symbolOf`. */
export function putText(sink: Sink, text: string, symbolOf: SymbolOf): void {
  for (const [part] of text.matchAll(PART)) {
    const kind = kindOf(part);
    const symbol = kind === "global" ? symbolOf(part) : undefined;
    if (symbol === undefined) sink.put(kind, part);
    else sink.name(kind, part, symbol);
  }
}

function kindOf(part: string): TokenKind {
  switch (part[0]) {
    case '"':
      return "string";
    case "@":
      return part.length > 1 ? "global" : "punctuation";
    case "!":
      return part.length > 1 ? "type" : "punctuation";
    case "#":
      return part.length > 1 ? "attribute" : "punctuation";
    default:
      if (/^-?\d/.test(part)) return "number";
      if (TYPE.test(part)) return "type";
      return /^[A-Za-z_]/.test(part) ? "attribute" : "punctuation";
  }
}
