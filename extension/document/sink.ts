/** Where node printers write: tokens for the listing, plain text for `text` and export. One printer serves both. */
import type { Packed } from "./byteText";
import { ByteText } from "./byteText";
import type { NoiseKind, SymbolId, Token, TokenKind } from "./token";

/** Takes printed pieces in order. Text is a byte string (see {@link TokenKind}). */
export interface Sink {
  put(kind: TokenKind, text: string): void;
  /** A name: a use of `symbol`, or its definition. */
  name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void;
  /** What follows shows this operand of the record, until the next call. */
  operand(index: number | undefined): void;
  /**
   * The next piece shows a field of the record that is printed, under one of these names of its specification. A sink that
   * knows the record turns it into the operand; one of plain text has no such method.
   */
  field?(...names: readonly string[]): void;
  /**
   * The next piece shows this thing, wherever its record is: a type, or a set of attributes with the place it belongs to
   * (0 the return value, 1 the first parameter, …).
   */
  of?(thing: object, place?: number): void;
  /** What follows is noise of this kind, until the next call. Plain text has all of it, and no such method. */
  noise?(kind: NoiseKind | undefined): void;
  /** The line that is begun shows the record that starts at this bit. */
  at(bit: number | undefined): void;
  /** A text that was made ready, of any kind. A sink that tells kinds apart has no such method. */
  packed?(text: Packed): void;
}

/** Puts a text that was made ready, of one kind. */
export function putReady(sink: Sink, kind: TokenKind, text: Packed): void {
  if (sink.packed) sink.packed(text);
  else sink.put(kind, text.text);
}

/** Collects the text alone, in pieces of about 64 KiB. */
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
  /** Whether enough has gathered to be handed on. */
  get full(): boolean {
    return this.text.length >= 65536;
  }
  /** What has gathered since the last call. */
  take(): string {
    const text = this.text;
    this.text = "";
    return text;
  }
}

/** Collects the text alone, as bytes: for output so large that strings would cost more than reading the file. */
export class ByteSink implements Sink {
  /** @param bytes where the text goes, if that is not its own */
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
  operand(): void {
    // Plain text has no operands.
  }
  at(): void {
    // Nor positions.
  }
  /** Whether enough has gathered to be handed on. */
  get full(): boolean {
    return this.bytes.length >= 65536;
  }
  /** Bytes that have gathered since the last {@link take}. */
  get length(): number {
    return this.bytes.length;
  }
  /** What has gathered since the last call; it holds until more is put. */
  take(): Uint8Array {
    return this.bytes.take();
  }
}

/** Collects tokens; neighbours of one kind and operand that are no names become one token. */
export class TokenSink implements Sink {
  private tokens: Token[] = [];
  private current: number | undefined;
  /** The first bit of what the next tokens show, where that is elsewhere. */
  protected elsewhere: number | undefined;
  /** What kind of noise the next tokens are, if any. */
  protected noiseKind: NoiseKind | undefined;
  put(kind: TokenKind, text: string): void {
    if (text === "") return;
    const last = this.tokens.at(-1);
    const shown = this.shown();
    const same = last?.kind === kind && last.operand === this.current && last.bit === shown.bit;
    if (last && same && last.symbol === undefined && last.noise === this.noiseKind) {
      this.tokens[this.tokens.length - 1] = { ...last, text: last.text + text };
    } else this.tokens.push({ text, kind, ...shown });
  }
  private shown(): Pick<Token, "operand" | "bit" | "noise"> {
    const noise = this.noiseKind === undefined ? {} : { noise: this.noiseKind };
    if (this.current !== undefined) return { operand: this.current, ...noise };
    return this.elsewhere === undefined ? noise : { bit: this.elsewhere, ...noise };
  }
  name(kind: TokenKind, text: string, symbol: SymbolId, definition?: boolean): void {
    this.tokens.push({
      text,
      kind,
      symbol,
      ...(definition ? { definition } : {}),
      ...this.shown(),
    });
  }
  operand(index: number | undefined): void {
    this.current = index;
  }
  noise(kind: NoiseKind | undefined): void {
    this.noiseKind = kind;
  }
  at(bit: number | undefined): void {
    // A row has its position from its record; a sink of lines keeps it.
    void bit;
  }
  /** The tokens gathered since the last call. */
  take(): readonly Token[] {
    const tokens = this.tokens;
    this.tokens = [];
    this.current = undefined;
    return tokens;
  }
}
