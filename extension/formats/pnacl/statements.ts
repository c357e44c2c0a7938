/** The two forms of statements: tokens, and plain text. */
import type { ByteText } from "../../document/byteText";
import type { SymbolId, Token, TokenKind } from "../../document/token";
import type { Layout, NumberedName } from "./layout";
import { Statements } from "./layout";

/** Marks that are frequent have neither operand nor symbol: one list of tokens serves all of them. */
const MARK_TOKENS: ReadonlyMap<string, Token[]> = new Map(
  Array.from(",;:={}", (text) => [text, [{ text, kind: "punctuation" }]]),
);
const BLANK: Token = { text: " ", kind: "text" };
const NO_LINES: readonly (readonly Token[])[] = [];

/** Statements as tokens. */
export class StatementWriter extends Statements {
  protected readonly tokens: Token[][] = [];
  private lines: Token[][] = [];

  get waiting(): number {
    return this.lines.length;
  }
  take(): readonly (readonly Token[])[] {
    const { lines } = this;
    this.lines = [];
    return lines;
  }
  protected setToken(at: number, kind: TokenKind, text: string, symbol?: SymbolId, definition = false): void {
    const mark = kind === "punctuation" && this.current === undefined ? MARK_TOKENS.get(text) : undefined;
    this.tokens[at] = mark ?? [this.token(kind, text, symbol, definition)];
  }
  protected appendToToken(at: number, kind: TokenKind, text: string): void {
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
  protected beginLine(): void {
    this.lines.push([]);
  }
  protected endStatement(): void {
    // The last line is complete already.
  }
  protected skip(): void {
    this.lines.push([]);
  }
}

const NEWLINE = 0x0a;
const NO_NUMBER = -1;

/** Statements as plain text in a byte buffer, each line ended by a newline. */
export class StatementText extends Statements {
  private readonly texts: string[] = [];
  /** The numbers that follow the texts; none if it is negative. */
  private readonly numbers: number[] = [];
  private isOpen = false;
  waiting = 0;

  constructor(
    layout: Layout,
    private readonly out: ByteText,
  ) {
    super(layout);
  }
  /** The text is in the buffer already: there are no lines to return. */
  take(): readonly (readonly Token[])[] {
    this.waiting = 0;
    return NO_LINES;
  }
  protected setToken(at: number, _kind: TokenKind, text: string): void {
    this.texts[at] = text;
    this.numbers[at] = NO_NUMBER;
  }
  protected override setName(at: number, { prefix, number }: NumberedName): void {
    this.texts[at] = prefix;
    this.numbers[at] = number;
  }
  protected appendToToken(at: number, _kind: TokenKind, text: string): void {
    this.texts[at] += text;
  }
  protected place(at: number): void {
    const number = this.numbers[at] as number;
    this.out.text(this.texts[at] as string);
    if (number !== NO_NUMBER) this.out.decimal(number);
  }
  protected blanks(count: number): void {
    this.out.blanks(count);
  }
  protected beginLine(): void {
    if (this.isOpen) this.endStatement();
    this.isOpen = true;
    this.waiting++;
  }
  protected endStatement(): void {
    this.out.reserve(1);
    this.out.byte(NEWLINE);
    this.isOpen = false;
  }
  protected skip(): void {
    this.waiting++;
  }
}
