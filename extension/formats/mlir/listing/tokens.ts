/** Cuts spelled MLIR text into the tokens that the editor colours and links. */
import type { SymbolId, TokenKind } from "../../../document/token";
import type { Sink } from "../../../document/sink";

/** Strings, symbols, types and attributes by sigil, numbers, words, brackets. Everything else is punctuation. */
const PART =
  /"(?:[^"\\]|\\.)*"|->|[<>]|@(?:[A-Za-z_][\w$.]*|"(?:[^"\\]|\\.)*")|[!#][\w$.]+|[-]?\b\d[\w.+-]*|[A-Za-z_][\w$.]*|[^"@!#<>\w-]+|[^]/g;

/** Words that are types. */
const TYPE = /^(?:[su]?i\d+|index|none|bf16|tf32|f\d+\w*|tensor|memref|vector|complex|tuple)$/;

/**
 * The symbol that a reference means, if any. `path` has its names from the outermost on: `["a", "b"]` for the second
 * part of `@a::@b`. Names are bytes, without `@` and escapes.
 */
export type SymbolOf = (path: readonly string[]) => SymbolId | undefined;

/**
 * Writes spelled MLIR text as tokens. Each part of a symbol reference is looked up with `symbolOf`. Everything in the
 * brackets of a type or of a dialect's attribute belongs to it: `tensor<4x8xf32>` is one token.
 */
export function putText(sink: Sink, text: string, symbolOf: SymbolOf): void {
  // Parts of one kind become one token, which is cut from the text: added up, they would be as many strings.
  let from = 0;
  let tokenKind: TokenKind = "punctuation";
  const endToken = (at: number): void => {
    if (at > from) sink.put(tokenKind, text.slice(from, at));
    from = at;
  };
  let depth = 0;
  let around: TokenKind = "type";
  let before: TokenKind | undefined;
  let path: readonly string[] = NO_PATH;
  for (let at = 0; at < text.length;) {
    const end = partEnd(text, at);
    const part = text.slice(at, end);
    const kind = kindOf(part);
    if (kind === "global") path = [...path, symbolName(part.slice(1))];
    else if (part !== "::") path = NO_PATH;
    const symbol = kind === "global" ? symbolOf(path) : undefined;
    if (part === "<" && depth === 0 && before !== undefined) around = before;
    if (part === "<" && (depth > 0 || before !== undefined)) depth++;
    const shown = depth > 0 && kind !== "string" ? around : kind;
    if (symbol !== undefined || shown !== tokenKind) endToken(at);
    if (symbol !== undefined) {
      sink.name("global", part, symbol);
      from = end;
    }
    tokenKind = symbol === undefined ? shown : "global";
    if (part === ">" && depth > 0) depth--;
    before = kind === "type" || part.startsWith("#") ? kind : undefined;
    at = end;
  }
  endToken(text.length);
}
const NO_PATH: readonly string[] = [];

/** Where the part of a text that begins at `at` ends. */
function partEnd(text: string, at: number): number {
  PART.lastIndex = at;
  PART.test(text);
  return PART.lastIndex;
}

/** The bytes that a name in the text means: a bare name, or a literal with MLIR's escapes. */
export function symbolName(spelled: string): string {
  if (!spelled.startsWith('"')) return spelled;
  return spelled
    .slice(1, -1)
    .replace(/\\(\\|[0-9A-F]{2})/g, (_, code: string) =>
      code === "\\" ? "\\" : String.fromCharCode(parseInt(code, 16)),
    );
}

/** Texts that may name symbols, by a reference or by a string. */
export const MAY_NAME = /@|sym_name|(?:callee|decomposition|called_computations) = #/;

/**
 * What names symbols by strings: an op's own name, and what VHLO's ops call, whose strings are wrapped; a custom call has
 * a list of them.
 */
const NAMED =
  /\b(?:sym_name = (?:#vhlo\.string_v1<)?|(?:callee|decomposition) = #vhlo\.string_v1<)"(?:[^"\\]|\\.)*"|\bcalled_computations = #vhlo\.array_v1<\[(?:[^\]"]|"(?:[^"\\]|\\.)*")*/g;
const LITERAL = /"(?:[^"\\]|\\.)*"/g;

/** A string in a text that names a symbol, with its quotes. */
export interface NamedString {
  readonly start: number;
  readonly literal: string;
  /** Whether the op defines the symbol. */
  readonly definition: boolean;
}

/** The strings of a text that name symbols, in order. */
export function namedStrings(text: string): readonly NamedString[] {
  return Array.from(text.matchAll(NAMED)).flatMap(({ index, 0: found }) =>
    Array.from(found.matchAll(LITERAL), ({ index: within, 0: literal }) => ({
      start: index + within,
      literal,
      definition: found.startsWith("sym_name"),
    })),
  );
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
