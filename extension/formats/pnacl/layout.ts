/**
 * Breaks statements into lines as pnacl-bcdis does: tokens are never broken, clusters stay on one line if they fit, and
 * continuation lines start in the column after the last open bracket. Source: PNaCl LLVM's object dumper,
 * whose assembly and record columns both do this.
 */
import { digitsOf } from "../../document/byteText";
import type { SymbolId, Token, TokenKind } from "../../document/token";

/** The pieces of a statement. */
const enum Piece {
  Token,
  Open,
  Close,
  /** A numbered name, or punctuation without an operand: nothing is glued to it. */
  Whole,
  Space,
  Begin,
}

/** Widths in columns: of a line, and what a continuation line keeps at least for its text. */
export interface Layout {
  readonly width: number;
  readonly minimum: number;
}
/** The assembly beside the record column: the rest of 80 columns. */
export const BESIDE_RECORDS: Layout = { width: 39, minimum: 20 };
/** The assembly alone (`-no-records`). */
export const ASSEMBLY_ALONE: Layout = { width: 79, minimum: 20 };
/** The assembly with each statement on one line; only long data breaks, where its bytes are as wide as ever. */
export const UNBROKEN: Layout = { width: 2000, minimum: 20 };
/** The record column, its position included. */
export const RECORD_COLUMN: Layout = { width: 40, minimum: 21 };

/** Columns by which a continuation line is indented if no bracket is open. */
const CONTINUATION = 4;
/** Columns of one nesting level. */
const TAB = 2;

/** Pieces that the arrays first have room for. */
const FIRST_PIECES = 64;

/** A name that ends with a number, `%v3`, in parts: its texts are made only where they are needed. */
export class NumberedName {
  constructor(
    readonly kind: TokenKind,
    readonly prefix: string,
    readonly number: number,
    /** What its symbol has before the name. */
    private readonly space = "",
  ) {}
  get text(): string {
    return `${this.prefix}${this.number}`;
  }
  get symbol(): SymbolId {
    return `${this.space}${this.text}`;
  }
  /** Characters of its text. */
  get length(): number {
    return this.prefix.length + digitsOf(this.number);
  }
}

/**
 * Collects the pieces of one statement at a time and lays them out. Muted, it only counts lines: for walks that need no
 * text.
 */
export abstract class Statements {
  /** Indentation of the statement, in nesting levels. */
  indent = 0;
  muted = false;
  protected current: number | undefined;
  private pieces = new Uint8Array(FIRST_PIECES);
  /** Columns of each piece; for the beginning of a cluster, columns of the complete cluster. */
  private sizes = new Int32Array(FIRST_PIECES);
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
   * @param label columns before the text of each line, which count towards its width
   */
  constructor(
    private readonly layout: Layout,
    public label = 0,
  ) {}

  /** Remembers the token of piece `at`. */
  protected abstract setToken(at: number, kind: TokenKind, text: string, symbol?: SymbolId, definition?: boolean): void;
  /** Remembers a numbered name as the token of piece `at`. */
  protected setName(at: number, { kind, text, symbol }: NumberedName, definition: boolean): void {
    this.setToken(at, kind, text, symbol, definition);
  }
  /** Appends text to the token of piece `at`. */
  protected abstract appendToToken(at: number, kind: TokenKind, text: string): void;
  /** Puts piece `at` on the current line. */
  protected abstract place(at: number): void;
  /** Puts blanks on the current line. */
  protected abstract blanks(count: number): void;
  /** Begins a line: a statement's first or a continuation. */
  protected abstract beginLine(): void;
  /** Ends the statement. */
  protected abstract endStatement(): void;
  /** Counts a line without making it. */
  protected abstract skip(): void;
  /** Lines that have not been taken yet. */
  abstract get waiting(): number;
  /** Returns the lines that have not been taken yet. */
  abstract take(): readonly (readonly Token[])[];

  /** Sets the operand of the record that the next tokens show, until the next call. */
  operand(index: number | undefined): this {
    this.current = index;
    return this;
  }
  /** Adds a token, which is never broken. */
  put(kind: TokenKind, text: string, symbol?: SymbolId, definition = false): this {
    if (this.muted) return this;
    const isMark = kind === "punctuation" && this.current === undefined;
    this.setToken(this.add(isMark ? Piece.Whole : Piece.Token, text.length), kind, text, symbol, definition);
    return this;
  }
  /** Adds a numbered name. */
  name(name: NumberedName, definition = false): this {
    if (!this.muted) this.setName(this.add(Piece.Whole, name.length), name, definition);
    return this;
  }
  /**
   * Appends text to the last token (`*` after `i32`), which is not the end of a cluster; after anything else it is a
   * token of its own.
   */
  glue(kind: TokenKind, text: string): this {
    if (this.muted) return this;
    const last = this.count - 1;
    if (last < 0 || this.pieces[last] !== Piece.Token) return this.bracket(Piece.Token, kind, text);
    this.appendToToken(last, kind, text);
    this.sizes[last] = (this.sizes[last] ?? 0) + text.length;
    this.size += text.length;
    return this;
  }
  /** Adds an opening bracket: continuation lines start in the column after it. */
  open(text: string): this {
    return this.muted ? this : this.bracket(Piece.Open, "punctuation", text);
  }
  /** Adds a closing bracket. */
  close(text: string): this {
    return this.muted ? this : this.bracket(Piece.Close, "punctuation", text);
  }
  private bracket(piece: Piece, kind: TokenKind, text: string): this {
    this.setToken(this.add(piece, text.length), kind, text);
    return this;
  }
  /** Adds a blank, which is dropped where a line breaks. */
  space(): this {
    if (!this.muted) this.add(Piece.Space, 1);
    return this;
  }
  /** Begins a cluster: it stays on one line if it fits. */
  begin(): this {
    if (this.muted) return this;
    const at = this.add(Piece.Begin, 0);
    this.sizes[at] = -this.size;
    this.clusters.push(at);
    return this;
  }
  /** Ends the innermost cluster. */
  end(): this {
    if (this.muted) return this;
    const cluster = this.clusters.pop();
    if (cluster !== undefined) this.sizes[cluster] = (this.sizes[cluster] ?? 0) + this.size;
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
    const { pieces, sizes } = this;
    this.pieces = new Uint8Array(length);
    this.pieces.set(pieces);
    this.sizes = new Int32Array(length);
    this.sizes.set(sizes);
  }

  /**
   * Begins a statement of which each token is placed at once. For one that is long but simple: collecting its pieces
   * would take longer.
   */
  start(): void {
    this.beginLine();
    this.startLines();
  }
  /** Places a token of such a statement, on the same line as `more` columns after it. */
  placed(kind: TokenKind, text: string, more = 0): this {
    this.breakBefore(text.length + more);
    this.setToken(0, kind, text);
    this.placeToken(0, text.length);
    return this;
  }
  /** Places an opening bracket of such a statement. */
  placedOpen(text: string): this {
    this.placed("punctuation", text).push();
    return this;
  }
  /** Places a blank of such a statement, which is dropped where a line breaks. */
  placedSpace(): this {
    if (this.breakBefore(1)) return this;
    this.indentLine();
    this.blanks(1);
    this.column++;
    return this;
  }
  /** Ends such a statement. */
  finish(): void {
    this.current = undefined;
    this.endStatement();
  }

  /** Ends the statement, and adds its lines to those that wait to be taken. */
  line(): void {
    this.current = undefined;
    if (this.muted) {
      this.skip();
      return;
    }
    while (this.clusters.length > 0) this.end();
    this.beginLine();
    this.lay();
    this.endStatement();
    this.count = 0;
    this.size = 0;
  }

  /** Whether the statement fits on one line. */
  protected get isShort(): boolean {
    return this.label + this.indent * TAB + this.size <= this.layout.width;
  }
  /** Places the pieces on lines. */
  protected lay(): void {
    if (this.isShort) this.layOnOneLine();
    else this.layOnLines();
  }
  private layOnOneLine(): void {
    const { pieces, count } = this;
    let isEmpty = true;
    for (let at = 0; at < count; at++) {
      const piece: Piece = pieces[at] as Piece;
      if (piece === Piece.Begin) continue;
      if (isEmpty && this.indent > 0) this.blanks(this.indent * TAB);
      isEmpty = false;
      if (piece === Piece.Space) this.blanks(1);
      else this.place(at);
    }
  }
  private layOnLines(): void {
    const { pieces, sizes } = this;
    this.startLines();
    for (let at = 0; at < this.count; at++) {
      const piece: Piece = pieces[at] as Piece;
      const size = sizes[at] as number;
      switch (piece) {
        case Piece.Token:
        case Piece.Whole:
        case Piece.Open:
        case Piece.Close:
          this.breakBefore(size);
          this.placeToken(at, size);
          if (piece === Piece.Open) this.push();
          else if (piece === Piece.Close) this.pushed = this.stack.pop() ?? this.pushed;
          break;
        case Piece.Space:
          this.placedSpace();
          break;
        case Piece.Begin:
          this.breakBefore(size);
          break;
      }
    }
  }
  private startLines(): void {
    this.column = 0;
    this.isFirst = true;
    this.pushed = 0;
    this.stack.length = 0;
  }
  /** Puts piece `at` on the current line, where there is room for it. */
  private placeToken(at: number, size: number): void {
    this.indentLine();
    this.place(at);
    this.column += size;
  }
  /** Begins a continuation line unless `size` columns still fit on the current one. Whether it did. */
  private breakBefore(size: number): boolean {
    if (this.column === 0 || this.column + size <= this.layout.width) return false;
    this.beginLine();
    this.column = 0;
    return true;
  }
  /** Indents the current line if it is still empty. */
  private indentLine(): void {
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
  /** Moves the column of continuation lines to after the bracket that was just placed. */
  private push(): void {
    this.stack.push(this.pushed);
    this.pushed = Math.min(this.column, this.layout.width - this.layout.minimum);
  }
}
