/** Where node printers write: tokens for the listing, plain text for `text` and export. One printer serves both. */
import type { Packed } from "./byteText";
import { ByteText } from "./byteText";
import type { NoiseKind, SymbolId, Token, TokenKind } from "./token";
import { makeToken } from "./token";

/** Receives printed pieces in order. Text is a byte string (see {@link TokenKind}). */
export interface Sink {
  put(kind: TokenKind, text: string): void;
  /** A name: a use of `symbol`, or its definition. */
  name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void;
  /** Until the next call, what follows shows this operand of the record. */
  operand(index: number | undefined): void;
  /**
   * The next piece shows a field of the record being printed, which the specification calls by one of these names. A
   * sink that knows the record finds the operand by it; a sink of plain text has no such method.
   */
  field?(...names: readonly string[]): void;
  /**
   * The next piece shows this object, wherever its record is: a type, or a set of attributes with the place it belongs
   * to (0 the return value, 1 the first parameter, …).
   */
  of?(shown: object, place?: number): void;
  /** Until the next call, what follows is noise of this kind. Plain text includes it all, and has no such method. */
  noise?(kind: NoiseKind | undefined): void;
  /** The current line shows the record that starts at this bit. */
  at(bit: number | undefined): void;
  /** A packed text, of any kind. A sink that distinguishes kinds has no such method. */
  packed?(text: Packed): void;
  /** A number from 0 to 2^53 in decimal, of any kind. A sink that distinguishes kinds has no such method. */
  decimal?(value: number): void;
  /** Whether symbols of locals are wanted: a function's values, registers and blocks. Absent: they are. */
  readonly locals?: boolean;
}

/** Whether a sink drops the symbols of names of a kind: to make them would take as long as printing. */
export function dropsName(sink: Sink, kind: TokenKind): boolean {
  return sink.packed !== undefined || (sink.locals === false && (kind === "local" || kind === "block"));
}

/** Puts a packed text of one kind. */
export function putReady(sink: Sink, kind: TokenKind, text: Packed): void {
  if (sink.packed) sink.packed(text);
  else sink.put(kind, text.text);
}

/** Puts a number from 0 to 2^53 in decimal. */
export function putNumber(sink: Sink, kind: TokenKind, value: number): void {
  if (sink.decimal) sink.decimal(value);
  else sink.put(kind, String(value));
}

/** Collects text only, as a string; {@link full} at 64 KiB. */
export class TextSink implements Sink {
  private text = "";
  put(_kind: TokenKind, text: string): void {
    this.text += text;
  }
  name(_kind: TokenKind, text: string): void {
    this.text += text;
  }
  operand(): void {
    // Plain text has no operands.
  }
  at(): void {
    // Nor positions.
  }
  /** Whether enough has been collected to be passed on. */
  get full(): boolean {
    return this.text.length >= 65536;
  }
  /** The text collected since the last call. */
  take(): string {
    const text = this.text;
    this.text = "";
    return text;
  }
}

/** Collects text only, as bytes: for output so large that strings would cost more than reading the file. */
export class ByteSink implements Sink {
  /** @param bytes where the text goes; by default a buffer of its own */
  constructor(protected readonly bytes = new ByteText()) {}
  put(_kind: TokenKind, text: string): void {
    this.bytes.text(text);
  }
  name(_kind: TokenKind, text: string): void {
    this.bytes.text(text);
  }
  packed(text: Packed): void {
    this.bytes.packed(text);
  }
  decimal(value: number): void {
    this.bytes.decimal(value);
  }
  operand(): void {
    // Plain text has no operands.
  }
  at(): void {
    // Nor positions.
  }
  /** Whether enough has been collected to be passed on. */
  get full(): boolean {
    return this.bytes.length >= 65536;
  }
  /** Bytes collected since the last {@link take}. */
  get length(): number {
    return this.bytes.length;
  }
  /** The bytes collected since the last call; valid until more is put. */
  take(): Uint8Array {
    return this.bytes.take();
  }
}

/** Collects tokens; adjacent tokens of the same kind and operand that are not names become one. */
export class TokenSink implements Sink {
  private tokens: Token[] = [];
  private current: number | undefined;
  /** The first bit of what the next tokens show, if it is outside the current record. */
  protected elsewhere: number | undefined;
  /** The kind of noise that the next tokens are, if any. */
  protected noiseKind: NoiseKind | undefined;
  put(kind: TokenKind, text: string): void {
    if (text === "") return;
    const last = this.tokens.at(-1);
    const same = last?.kind === kind && last.operand === this.current && last.bit === this.shownBit;
    if (last && same && last.symbol === undefined && last.noise === this.noiseKind)
      this.tokens[this.tokens.length - 1] = makeToken(last.text + text, kind, last);
    else this.tokens.push(this.made(text, kind));
  }
  /** The bit that the next token shows. */
  private get shownBit(): number | undefined {
    return this.current === undefined ? this.elsewhere : undefined;
  }
  private made(text: string, kind: TokenKind, symbol?: SymbolId, definition?: boolean): Token {
    return makeToken(text, kind, {
      symbol,
      definition,
      operand: this.current,
      bit: this.shownBit,
      noise: this.noiseKind,
    });
  }
  name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    this.tokens.push(this.made(text, kind, symbol, definition === true ? true : undefined));
  }
  operand(index: number | undefined): void {
    this.current = index;
  }
  noise(kind: NoiseKind | undefined): void {
    this.noiseKind = kind;
  }
  at(bit: number | undefined): void {
    // A row takes its position from its record; only a sink of lines needs it.
    void bit;
  }
  /** The tokens collected since the last call. */
  take(): readonly Token[] {
    const tokens = this.tokens;
    this.tokens = [];
    this.current = undefined;
    return tokens;
  }
}
