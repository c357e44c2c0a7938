/** Where entries of the assembly go if no tokens are made of them: to a writer of text, or to a taker of names. */
import type { NameTaker } from "../../../document/nameTaker";
import { tellLines } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { beginRows, endRows, hasMuchText, writeLines } from "../../../document/rowWriter";
import type { Line, NoiseKind, Token } from "../../../document/token";
import type { LinesSink } from "./sink";
import { LineNamesSink, PlainLinesSink, QuietLinesSink } from "./sink";

/** Receives entries in order. */
export interface EntryOutput {
  /**
   * Begins an entry.
   * @param startBit its first bit
   * @param scope the prefix of the symbols of local names in it
   * @param attributesAreNoise whether attributes may be hidden in it
   * @returns where its lines go
   */
  begin(startBit: number, scope: string, attributesAreNoise: boolean): LinesSink;
  /** Ends the entry. */
  end(): void;
  /** Whether so much has gathered that the page should end. */
  readonly isFull: boolean;
  /** Receives an entry whose lines exist already. */
  lines(startBit: number, lines: readonly Line[]): void;
}

/** Writes entries as text. */
export class TextOutput implements EntryOutput {
  private readonly sink: PlainLinesSink;
  constructor(private readonly writer: RowWriter) {
    this.sink = new PlainLinesSink(writer.text);
  }
  get isFull(): boolean {
    return hasMuchText(this.writer);
  }
  begin(startBit: number): LinesSink {
    beginRows(startBit, this.writer);
    return this.sink;
  }
  end(): void {
    endRows(this.writer);
  }
  lines(startBit: number, lines: readonly Line[]): void {
    writeLines({ startBit, endBit: startBit }, lines, this.writer);
  }
}

/** Writes entries as text without the noise that is hidden. */
export class QuietOutput implements EntryOutput {
  private readonly sink: QuietLinesSink;
  private readonly hidden: ReadonlySet<NoiseKind>;
  constructor(
    private readonly writer: RowWriter,
    hidden: readonly NoiseKind[],
  ) {
    this.hidden = new Set(hidden);
    this.sink = new QuietLinesSink(writer.text, this.hidden);
  }
  get isFull(): boolean {
    return hasMuchText(this.writer);
  }
  begin(startBit: number, _scope: string, attributesAreNoise: boolean): LinesSink {
    beginRows(startBit, this.writer);
    this.sink.attributesAreNoise = attributesAreNoise;
    return this.sink;
  }
  end(): void {
    endRows(this.writer);
  }
  lines(startBit: number, lines: readonly Line[]): void {
    const isLeft = ({ noise }: Token): boolean => noise === undefined || !this.hidden.has(noise);
    const left = lines.map((line): Line => ({ ...line, assembly: line.assembly.filter(isLeft) }));
    writeLines({ startBit, endBit: startBit }, left, this.writer);
  }
}

/** Passes on the names in entries. */
export class NamesOutput implements EntryOutput {
  private readonly sink: LineNamesSink;
  /** Names do not gather here. */
  readonly isFull = false;
  /** @param locals whether to include the names of a function's own values and blocks */
  constructor(
    private readonly taker: NameTaker,
    locals: boolean,
  ) {
    this.sink = new LineNamesSink(taker, locals);
  }
  begin(_startBit: number, scope: string): LinesSink {
    this.taker.entry();
    this.sink.scope = scope;
    return this.sink;
  }
  end(): void {
    // There is nothing to end.
  }
  lines(_startBit: number, lines: readonly Line[]): void {
    tellLines(lines, this.taker);
  }
}
