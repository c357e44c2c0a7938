/**
 * Breaks statements into lines as pnacl-bcdis does: tokens never break, clusters stay on one line where they fit, brackets
 * set the column of continuation lines. Behaviour: PNaCl LLVM's object dumper, both of its columns.
 */
import type { ByteText } from "../../document/byteText";
import { Packed } from "../../document/byteText";
import type { SymbolId, Token, TokenKind } from "../../document/token";

/** What a statement is made of, in order. */
const enum Piece {
  Token,
  Open,
  Close,
  /** A token that shows no operand and is the same each time: nothing is glued to it. */
  Mark,
  Space,
  Begin,
  End,
}

const MARKS = new Set([",", ";", ":", "=", "{", "}"]);
/** Marks without an operand are the same each time: one list of tokens serves them all. */
const MARK_TOKENS: ReadonlyMap<string, Token[]> = new Map(
  Array.from(MARKS, (text) => [text, [{ text, kind: "punctuation" }]]),
);
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

/** Pieces that there is room for at first. */
const FIRST_PIECES = 64;

/** Gathers one statement at a time and lays it out. Muted, it only counts lines: for walks that want no text. */
export abstract class Statements {
  /** Nesting of the statements, in levels. */
  indent = 0;
  muted = false;
  protected current: number | undefined;
  private pieces = new Uint8Array(FIRST_PIECES);
  /** Columns that a piece takes; of a cluster: of all that is in it. */
  private sizes = new Int32Array(FIRST_PIECES);
  /** Of a cluster: the piece that ends it. */
  private ends = new Int32Array(FIRST_PIECES);
  private count = 0;
  /** Columns of all pieces so far. */
  private size = 0;
  private readonly clusters: number[] = [];

  private column = 0;
  private isFirst = true;
  private pushed = 0;
  private readonly stack: number[] = [];

  /**
   * @param layout how wide lines are
   * @param label columns that stand before the text on each line and count as part of it
   */
  constructor(
    private readonly layout: Layout,
    public label = 0,
  ) {}

  /** Takes the token that piece `at` is. */
  protected abstract keep(at: number, kind: TokenKind, text: string, symbol?: SymbolId, definition?: boolean): void;
  /** Takes text that belongs to the token of piece `at`. */
  protected abstract join(at: number, kind: TokenKind, text: string): void;
  /** Puts piece `at` on the line, or blanks. */
  protected abstract place(at: number): void;
  protected abstract blanks(count: number): void;
  /** Begins a line, a statement's first or another. */
  protected abstract begins(): void;
  /** Ends a statement. */
  protected abstract finishes(): void;
  /** Counts a line that is not wanted. */
  protected abstract skip(): void;
  /** Lines that wait to be taken. */
  abstract get waiting(): number;
  /** Takes the lines that wait. */
  abstract take(): readonly (readonly Token[])[];

  /** What follows shows this operand of the record, until the next call. */
  operand(index: number | undefined): this {
    this.current = index;
    return this;
  }
  /** A token: it is never broken. */
  put(kind: TokenKind, text: string, symbol?: SymbolId, definition = false): this {
    if (this.muted) return this;
    const isMark = kind === "punctuation" && this.current === undefined && MARKS.has(text);
    this.keep(this.add(isMark ? Piece.Mark : Piece.Token, text.length), kind, text, symbol, definition);
    return this;
  }
  /** Text that belongs to the token before it (`*` after `i32`); a token of its own behind a cluster. */
  glue(kind: TokenKind, text: string): this {
    if (this.muted) return this;
    const last = this.count - 1;
    if (last < 0 || this.pieces[last] !== Piece.Token) return this.bracket(Piece.Token, kind, text);
    this.join(last, kind, text);
    this.sizes[last] = (this.sizes[last] ?? 0) + text.length;
    this.size += text.length;
    return this;
  }
  /** A bracket that continuation lines are aligned behind. */
  open(text: string): this {
    return this.muted ? this : this.bracket(Piece.Open, "punctuation", text);
  }
  close(text: string): this {
    return this.muted ? this : this.bracket(Piece.Close, "punctuation", text);
  }
  private bracket(piece: Piece, kind: TokenKind, text: string): this {
    this.keep(this.add(piece, text.length), kind, text);
    return this;
  }
  space(): this {
    if (!this.muted) this.add(Piece.Space, 1);
    return this;
  }
  /** A cluster begins: kept on one line where it fits. */
  begin(): this {
    if (this.muted) return this;
    const at = this.add(Piece.Begin, 0);
    this.sizes[at] = -this.size;
    this.clusters.push(at);
    return this;
  }
  end(): this {
    if (this.muted) return this;
    const cluster = this.clusters.pop();
    const at = this.add(Piece.End, 0);
    if (cluster === undefined) return this;
    this.ends[cluster] = at;
    this.sizes[cluster] = (this.sizes[cluster] ?? 0) + this.size;
    return this;
  }
  private add(piece: Piece, size: number): number {
    const at = this.count++;
    if (at >= this.pieces.length) this.grow(at * 2);
    this.pieces[at] = piece;
    this.sizes[at] = size;
    this.size += size;
    return at;
  }
  private grow(length: number): void {
    const { pieces, sizes, ends } = this;
    this.pieces = new Uint8Array(length);
    this.pieces.set(pieces);
    this.sizes = new Int32Array(length);
    this.sizes.set(sizes);
    this.ends = new Int32Array(length);
    this.ends.set(ends);
  }

  /** Ends the statement: its lines join those that wait. */
  line(): void {
    this.current = undefined;
    if (this.muted) {
      this.skip();
      return;
    }
    while (this.clusters.length > 0) this.end();
    this.begins();
    this.lay();
    this.finishes();
    this.count = 0;
    this.size = 0;
  }

  /** Places the pieces on lines. */
  private lay(): void {
    const { pieces, sizes } = this;
    this.column = 0;
    this.isFirst = true;
    this.pushed = 0;
    this.stack.length = 0;
    for (let at = 0; at < this.count; at++) {
      const piece: Piece = pieces[at] as Piece;
      const size = sizes[at] as number;
      switch (piece) {
        case Piece.Token:
        case Piece.Mark:
        case Piece.Open:
        case Piece.Close:
          this.breakBefore(size);
          this.starts();
          this.place(at);
          this.column += size;
          if (piece === Piece.Open) this.push();
          else if (piece === Piece.Close) this.pushed = this.stack.pop() ?? this.pushed;
          break;
        case Piece.Space:
          if (this.breakBefore(1)) break;
          this.starts();
          this.blanks(1);
          this.column++;
          break;
        case Piece.Begin:
          this.breakBefore(size);
          break;
        case Piece.End:
          break;
      }
    }
  }
  private breakBefore(size: number): boolean {
    if (this.column === 0 || this.column + size <= this.layout.width) return false;
    this.begins();
    this.column = 0;
    return true;
  }
  /** Indents a line that nothing stands on. */
  private starts(): void {
    if (this.column > 0) return;
    const { width, minimum } = this.layout;
    this.column = this.label + this.indent * TAB;
    if (!this.isFirst) {
      const column = this.pushed > 0 ? this.pushed : Math.min(this.column + CONTINUATION, width - minimum);
      this.column = Math.max(this.column, column);
    }
    this.isFirst = false;
    if (this.column > this.label) this.blanks(this.column - this.label);
  }
  private push(): void {
    this.stack.push(this.pushed);
    this.pushed = Math.min(this.column, this.layout.width - this.layout.minimum);
  }
}

/** Statements as tokens. */
export class StatementWriter extends Statements {
  private readonly tokens: Token[][] = [];
  private lines: Token[][] = [];

  get waiting(): number {
    return this.lines.length;
  }
  take(): readonly (readonly Token[])[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }
  protected keep(at: number, kind: TokenKind, text: string, symbol?: SymbolId, definition = false): void {
    const mark = kind === "punctuation" && this.current === undefined ? MARK_TOKENS.get(text) : undefined;
    this.tokens[at] = mark ?? [this.token(kind, text, symbol, definition)];
  }
  protected join(at: number, kind: TokenKind, text: string): void {
    this.tokens[at]?.push(this.token(kind, text, undefined, false));
  }
  private token(kind: TokenKind, text: string, symbol: SymbolId | undefined, definition: boolean): Token {
    const operand = this.current;
    if (symbol === undefined) return operand === undefined ? { text, kind } : { text, kind, operand };
    if (!definition) return operand === undefined ? { text, kind, symbol } : { text, kind, symbol, operand };
    return operand === undefined ? { text, kind, symbol, definition } : { text, kind, symbol, definition, operand };
  }
  private get last(): Token[] {
    return this.lines[this.lines.length - 1] as Token[];
  }
  protected place(at: number): void {
    for (const token of this.tokens[at] ?? []) this.last.push(token);
  }
  protected blanks(count: number): void {
    this.last.push(count === 1 ? BLANK : { text: " ".repeat(count), kind: "text" });
  }
  protected begins(): void {
    this.lines.push([]);
  }
  protected finishes(): void {
    // Its last line stands.
  }
  protected skip(): void {
    this.lines.push([]);
  }
}

const NEWLINE = 0x0a;

/** Statements as mere text, each line ended by a newline. */
export class StatementText extends Statements {
  private readonly texts: string[] = [];
  /** Blanks by their number. */
  private readonly made: Packed[] = [];
  private isOpen = false;
  waiting = 0;

  constructor(
    layout: Layout,
    private readonly out: ByteText,
  ) {
    super(layout);
  }
  /** The lines that wait are where they belong. */
  take(): readonly (readonly Token[])[] {
    this.waiting = 0;
    return NO_LINES;
  }
  protected keep(at: number, _kind: TokenKind, text: string): void {
    this.texts[at] = text;
  }
  protected join(at: number, _kind: TokenKind, text: string): void {
    this.texts[at] += text;
  }
  protected place(at: number): void {
    this.out.text(this.texts[at] ?? "");
  }
  protected blanks(count: number): void {
    this.out.packed((this.made[count] ??= new Packed(" ".repeat(count))));
  }
  protected begins(): void {
    if (this.isOpen) this.finishes();
    this.isOpen = true;
    this.waiting++;
  }
  protected finishes(): void {
    this.out.reserve(1);
    this.out.byte(NEWLINE);
    this.isOpen = false;
  }
  protected skip(): void {
    this.waiting++;
  }
}

const NO_LINES: readonly (readonly Token[])[] = [];
