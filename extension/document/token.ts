/** Lines of the listing, made of tokens. */

/**
 * What a token is, for its colour. Names with a symbol carry it beside the kind.
 * Text in tokens (and in `text` and `dump`) is a *byte string*: each char code, 0 to 255, is one byte as the reference
 * tool writes it, so that output is exact whatever bytes a file's names hold.
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

/** Names one definable thing of a document, unique in it: `@f0`, `f3/%v12`, `!17`, `#4`. Opaque outside its format. */
export type SymbolId = string;

/**
 * What a reader of the code may wish away. Lines that say where a source's variables are, that say where a slot of the
 * stack is alive, and that declare functions; within lines the location that is attached to an instruction or a function
 * (`, !dbg !7`), what else is attached (`, !tbaa !9`), and attributes (`noundef`, `#4`, and the comment that lists them).
 */
export type NoiseKind = "debugRecord" | "lifetime" | "declaration" | "location" | "attachment" | "attribute";

/** A piece of a line's text. */
export interface Token {
  readonly text: string;
  readonly kind: TokenKind;
  /** The thing this token names. */
  readonly symbol?: SymbolId;
  /** Whether the token is the place where `symbol` is defined. Absent: a use. */
  readonly definition?: boolean;
  /** The operand of the entry's record that this token shows (0 = the first after the code); pairs the two columns. */
  readonly operand?: number;
  /** The first bit of the field that this token shows, where that is not an operand of the entry's own record. */
  readonly bit?: number;
  /** A place that this token stands for, where that is no symbol (an offset, an index into another table). */
  readonly targetBit?: number;
  /** What kind of noise the token is, if any: with the blanks that go with it, so that a line reads well without it. */
  readonly noise?: NoiseKind;
}

/** One row as it is drawn and as `show` prints it: position, record, assembly. */
export interface Line {
  /**
   * `row`: three columns. `message`: text across all of them (pnacl-bcdis' `Error(…): …`), in `assembly`.
   */
  readonly kind: "row" | "message";
  /** Bits from the document's first byte; absent on rows without a position of their own. */
  readonly positionBit?: number;
  /** The derived document whose first byte the position counts from; it is written in front: `payload 12:0`. */
  readonly positionIn?: string;
  readonly record: readonly Token[];
  readonly assembly: readonly Token[];
  /** Container headers and padding: shown with `--all` only. */
  readonly detail?: boolean;
  /**
   * Of a section's first entry: shown only while the section is folded (a row that counts what is in it, which is no part
   * of the text), or only while it is open.
   */
  readonly when?: "folded" | "open";
  /** What kinds of noise the line is, if any: it goes with each of them. */
  readonly noise?: readonly NoiseKind[];
}
