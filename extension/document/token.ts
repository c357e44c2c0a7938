/** Lines of the listing and the tokens they are made of. */

/**
 * The kind of a token, for its colour. A name with a symbol also carries that. Text in tokens (and in `text` and
 * `dump`) is a *byte string*: each char code, 0 to 255, is one byte as the reference tool writes it, so that output is
 * exact whatever bytes a file's names contain.
 */
export type TokenKind =
  | "keyword"
  | "type"
  | "local"
  | "block"
  | "global"
  | "number"
  | "string"
  | "metadata"
  | "attribute"
  | "punctuation"
  | "comment"
  | "problem"
  | "text";

/**
 * Identifies something that a document defines, unique in it: `@f0`, `f3/%v12`, `!17`, `#4`. Opaque outside its format.
 */
export type SymbolId = string;

/**
 * What a reader of the code may want to hide. Lines: the location of source variables, the lifetime of stack slots, and
 * declarations of functions. Parts of a line: the location attached to an instruction or a function (`, !dbg !7`),
 * other attachments (`, !tbaa !9`), and attributes (`noundef`, `#4`, and the comment that lists them).
 */
export type NoiseKind = "debugRecord" | "lifetime" | "declaration" | "location" | "attachment" | "attribute";

/** A piece of a line's text. */
export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
  /** What this token names. */
  readonly symbol?: SymbolId;
  /** Whether the token is the place where `symbol` is defined. Absent: a use. */
  readonly definition?: boolean;
  /**
   * The operand of the entry's record that this token shows (0 = the first after the code); it pairs the two columns.
   */
  readonly operand?: number;
  /** The first bit of the field that this token shows, if that is not an operand of the entry's own record. */
  readonly bit?: number;
  /** The bit that this token refers to, if that is not a symbol's (an offset, an index into another table). */
  readonly targetBit?: number;
  /**
   * The kind of noise the token is, if any. The token includes the blanks that go with it, so that the line reads well
   * without it.
   */
  readonly noise?: NoiseKind;
}

/** What a token may have besides its text and kind. */
type TokenDetails = { readonly [Detail in Exclude<keyof Token, "text" | "kind">]?: Token[Detail] | undefined };

/**
 * A token with those of the details that are defined. Whoever makes many tokens makes them here or as literals: V8 gives
 * an object that is spread from another one and then extended a hidden class of its own, several times as large as it.
 */
export function makeToken(text: string, kind: TokenKind, details: TokenDetails): Token {
  const { symbol, definition, operand, bit, targetBit, noise } = details;
  const token: { -readonly [Part in keyof Token]: Token[Part] } =
    operand !== undefined ? { text, kind, operand } : bit !== undefined ? { text, kind, bit } : { text, kind };
  if (symbol !== undefined) token.symbol = symbol;
  if (definition !== undefined) token.definition = definition;
  if (bit !== undefined && operand !== undefined) token.bit = bit;
  if (targetBit !== undefined) token.targetBit = targetBit;
  if (noise !== undefined) token.noise = noise;
  return token;
}

/** The text of a column's tokens (a byte string). */
export function columnText(tokens: readonly Token[]): string {
  let text = "";
  for (const token of tokens) text += token.text;
  return text;
}

/** One row as it is drawn and as `show` prints it: position, record, assembly. */
export interface Line {
  /**
   * `row`: three columns. `message`: text across all of them (pnacl-bcdis' `Error(…): …`), in `assembly`.
   */
  readonly kind: "row" | "message";
  /** Bits from the document's first byte; absent on rows without a position of their own. */
  readonly positionBit?: number;
  /**
   * The derived document from whose first byte the position counts; its name is written before the position: `payload
   * 12:0`.
   */
  readonly positionIn?: string;
  readonly record: readonly Token[];
  readonly assembly: readonly Token[];
  /** Whether this is a container header or padding, shown only with `--all`. */
  readonly detail?: boolean;
  /**
   * For the first entry of a section: shown only while the section is folded (a row that counts its content and is not
   * part of the text), or only while it is open.
   */
  readonly when?: "folded" | "open";
  /** The kinds of noise that the line is, if any: hiding any one of them hides the line. */
  readonly noise?: readonly NoiseKind[];
}
