/**
 * Breaks statements into lines as pnacl-bcdis does: tokens never break, clusters stay on one line where they fit, brackets
 * set the column of continuation lines. Behaviour: PNaCl LLVM's object dumper, both of its columns.
 */
import type { SymbolId, Token, TokenKind } from "../../document/token";

/** What a statement is made of, in order. */
type Piece =
  | { readonly op: "token"; readonly tokens: Token[]; size: number; readonly bracket: "open" | "close" | undefined }
  | { readonly op: "space" }
  | { readonly op: "begin"; size: number; end: number }
  | { readonly op: "end" };

const SPACE: Piece = { op: "space" };
const END: Piece = { op: "end" };
/** Marks that show no operand are the same each time: one piece serves them all. */
const MARKS: ReadonlyMap<string, Piece> = new Map(
  [",", ";", ":", "=", "{", "}"].map((text) => [
    text,
    { op: "token", tokens: [mark(text)], size: 1, bracket: undefined },
  ]),
);
function mark(text: string): Token {
  return { text, kind: "punctuation" };
}
const BLANK: Token = { text: " ", kind: "text" };

/** Columns that the two columns leave each other, and the least that a continuation line keeps for text. */
export interface Layout {
  readonly width: number;
  readonly minimum: number;
}
/** The assembly beside the record column: what 80 columns leave. */
export const BESIDE_RECORDS: Layout = { width: 39, minimum: 20 };
/** The assembly alone (`-no-records`). */
export const ASSEMBLY_ALONE: Layout = { width: 79, minimum: 20 };
/** The record column, its label counted. */
export const RECORD_COLUMN: Layout = { width: 40, minimum: 21 };

/** Blanks by which a continuation line is indented where no bracket is open. */
const CONTINUATION = 4;
/** Blanks of one nesting level. */
const TAB = 2;

/** Gathers one statement at a time and lays it out. Muted, it only counts lines: for walks that want no text. */
export class StatementWriter {
  /** Nesting of the statements, in levels. */
  indent = 0;
  muted = false;
  private pieces: Piece[] = [];
  private readonly clusters: (Piece & { op: "begin" })[] = [];
  private current: number | undefined;
  private lines: (readonly Token[])[] = [];

  /**
   * @param layout how wide lines are
   * @param label columns that stand before the text on each line and count as part of it
   */
  constructor(
    private readonly layout: Layout,
    public label = 0,
  ) {}

  /** What follows shows this operand of the record, until the next call. */
  operand(index: number | undefined): this {
    this.current = index;
    return this;
  }
  /** A token: it is never broken. */
  put(kind: TokenKind, text: string, symbol?: SymbolId, definition = false): this {
    if (this.muted) return this;
    const shared = kind === "punctuation" && this.current === undefined ? MARKS.get(text) : undefined;
    if (!shared) return this.push([this.token(kind, text, symbol, definition)], undefined);
    this.pieces.push(shared);
    for (const cluster of this.clusters) cluster.size++;
    return this;
  }
  /** Text that belongs to the token before it (`*` after `i32`); a token of its own behind a cluster. */
  glue(kind: TokenKind, text: string): this {
    if (this.muted) return this;
    const last = this.pieces.at(-1);
    const token = this.token(kind, text, undefined, false);
    if (last?.op !== "token" || last.bracket || MARKS.get(last.tokens[0]?.text ?? "") === last)
      return this.push([token], undefined);
    last.tokens.push(token);
    this.grow(last, text.length);
    return this;
  }
  /** A bracket that continuation lines are aligned behind. */
  open(text: string): this {
    return this.muted ? this : this.push([this.token("punctuation", text, undefined, false)], "open");
  }
  close(text: string): this {
    return this.muted ? this : this.push([this.token("punctuation", text, undefined, false)], "close");
  }
  space(): this {
    if (this.muted) return this;
    this.pieces.push(SPACE);
    for (const cluster of this.clusters) cluster.size++;
    return this;
  }
  /** A cluster begins: kept on one line where it fits. */
  begin(): this {
    if (this.muted) return this;
    const cluster: Piece & { op: "begin" } = { op: "begin", size: 0, end: 0 };
    this.pieces.push(cluster);
    this.clusters.push(cluster);
    return this;
  }
  end(): this {
    if (this.muted) return this;
    const cluster = this.clusters.pop();
    if (cluster) cluster.end = this.pieces.length;
    this.pieces.push(END);
    return this;
  }
  /** Ends the statement: its lines join those that wait. */
  line(): void {
    this.current = undefined;
    if (this.muted) {
      this.lines.push([]);
      return;
    }
    while (this.clusters.length > 0) this.end();
    const placer = new Placer(this.layout, this.label, this.indent * TAB);
    placer.place(this.pieces, 0, this.pieces.length);
    for (const line of placer.finish()) this.lines.push(line);
    this.pieces = [];
  }
  /** Lines that wait to be taken. */
  get waiting(): number {
    return this.lines.length;
  }
  take(): readonly (readonly Token[])[] {
    const lines = this.lines;
    this.lines = [];
    return lines;
  }

  private token(kind: TokenKind, text: string, symbol: SymbolId | undefined, definition: boolean): Token {
    const operand = this.current;
    if (symbol === undefined) return operand === undefined ? { text, kind } : { text, kind, operand };
    if (!definition) return operand === undefined ? { text, kind, symbol } : { text, kind, symbol, operand };
    return operand === undefined ? { text, kind, symbol, definition } : { text, kind, symbol, definition, operand };
  }
  private push(tokens: Token[], bracket: "open" | "close" | undefined): this {
    const piece: Piece & { op: "token" } = { op: "token", tokens, size: 0, bracket };
    this.pieces.push(piece);
    this.grow(piece, (tokens[0] as Token).text.length);
    return this;
  }
  private grow(piece: Piece & { op: "token" }, size: number): void {
    piece.size += size;
    for (const cluster of this.clusters) cluster.size += size;
  }
}

/** Places one statement's pieces on lines. */
class Placer {
  private readonly lines: Token[][] = [[]];
  private column = 0;
  private first = true;
  private pushed = 0;
  private readonly stack: number[] = [];

  constructor(
    private readonly layout: Layout,
    private readonly label: number,
    private readonly indent: number,
  ) {}

  /** Pieces from `from` up to `to`. Clusters nest no deeper than the printers' own brackets. */
  place(pieces: readonly Piece[], from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const piece = pieces[at] as Piece;
      switch (piece.op) {
        case "token":
          this.breakBefore(piece.size);
          this.write(piece.tokens, piece.size);
          if (piece.bracket === "open") this.push();
          else if (piece.bracket === "close") this.pushed = this.stack.pop() ?? this.pushed;
          break;
        case "space":
          if (!this.breakBefore(1)) this.write([BLANK], 1);
          break;
        case "begin":
          this.breakBefore(piece.size);
          this.place(pieces, at + 1, piece.end);
          at = piece.end;
          break;
        case "end":
          break;
      }
    }
  }
  finish(): readonly (readonly Token[])[] {
    return this.lines;
  }

  private breakBefore(size: number): boolean {
    if (this.column === 0 || this.column + size <= this.layout.width) return false;
    this.lines.push([]);
    this.column = 0;
    return true;
  }
  private write(tokens: readonly Token[], size: number): void {
    const line = this.lines[this.lines.length - 1] as Token[];
    if (this.column === 0) {
      this.column = this.label + this.indent;
      if (!this.first) {
        const cap = this.layout.width - this.layout.minimum;
        const column = this.pushed > 0 ? this.pushed : Math.min(this.column + CONTINUATION, cap);
        this.column = Math.max(this.column, column);
      }
      this.first = false;
      const blanks = this.column - this.label;
      if (blanks > 0) line.push({ text: " ".repeat(blanks), kind: "text" });
    }
    for (const token of tokens) line.push(token);
    this.column += size;
  }
  private push(): void {
    this.stack.push(this.pushed);
    this.pushed = Math.min(this.column, this.layout.width - this.layout.minimum);
  }
}
