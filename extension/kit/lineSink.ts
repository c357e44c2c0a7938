/** Sinks that cut what node printers write into lines, each with the position of the record that it shows. */
import { ByteText } from "../document/byteText";
import type { Sink } from "../document/sink";
import { TokenSink } from "../document/sink";
import type { Line, Token, TokenKind } from "../document/token";
import type { TextLines } from "./lines";
import { ByteLines } from "./lines";

const NEWLINE = 0x0a;

/**
 * Cuts a text at its newlines.
 * @param put receives the text between them
 * @param end is called at each newline
 */
export function cutLines(text: string, put: (piece: string) => void, end: () => void): void {
  let from = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", from)) {
    put(text.slice(from, at));
    end();
    from = at + 1;
  }
  put(from === 0 ? text : text.slice(from));
}

const NO_TOKENS: readonly Token[] = [];
/** A line of an assembly, which has no record column. */
export function assemblyLine(assembly: readonly Token[], positionBit?: number): Line {
  return positionBit === undefined
    ? { kind: "row", record: NO_TOKENS, assembly }
    : { kind: "row", record: NO_TOKENS, assembly, positionBit };
}

/** Collects lines of tokens. */
export class LineSink extends TokenSink {
  private lines: Line[] = [];
  private bit: number | undefined;

  override put(kind: TokenKind, text: string): void {
    cutLines(
      text,
      (piece) => super.put(kind, piece),
      () => {
        this.endLine();
      },
    );
  }
  override at(bit: number | undefined): void {
    this.bit = bit;
  }
  /** Ends the current line. */
  endLine(): void {
    this.lines.push(assemblyLine(this.take(), this.bit));
    this.bit = undefined;
  }
  /** The lines ended since the last call, and the unfinished one if it has text. */
  takeLines(): readonly Line[] {
    const rest = this.take();
    if (rest.length > 0) this.lines.push(assemblyLine(rest, this.bit));
    const { lines } = this;
    this.lines = [];
    return lines;
  }
}

/** Collects the plain text of lines. */
export class TextLineSink implements Sink {
  private readonly text = new ByteText(1 << 12);
  private ends: number[] = [];
  private bits: (number | undefined)[] = [];
  private bit: number | undefined;

  put(_kind: TokenKind, text: string): void {
    if (!text.includes("\n")) {
      this.text.text(text);
      return;
    }
    cutLines(
      text,
      (piece) => {
        this.text.text(piece);
      },
      () => {
        this.endLine();
      },
    );
  }
  name(_kind: TokenKind, text: string): void {
    this.text.text(text);
  }
  operand(): void {
    // Plain text has no operands.
  }
  at(bit: number | undefined): void {
    this.bit = bit;
  }
  /** Ends the current line. */
  endLine(): void {
    this.text.reserve(1);
    this.text.byte(NEWLINE);
    this.ended(this.text.length);
  }
  private ended(end: number): void {
    this.ends.push(end);
    this.bits.push(this.bit);
    this.bit = undefined;
  }
  /** Adds the lines in a range of bytes, each ended by a newline. */
  lines(bytes: Uint8Array, from: number, to: number): void {
    const moved = this.text.length - from;
    this.text.copyRange(bytes, from, to);
    for (let at = from; at < to;) {
      at = bytes.indexOf(NEWLINE, at) + 1;
      this.ended(moved + at);
    }
  }
  /** The lines ended since the last call, and the unfinished one if it has text. */
  takeText(): TextLines {
    if (this.text.length > (this.ends.at(-1) ?? 0)) this.endLine();
    const { ends, bits } = this;
    [this.ends, this.bits, this.bit] = [[], [], undefined];
    return new ByteLines(this.text.take().slice(), ends, bits);
  }
}
