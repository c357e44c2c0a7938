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

/** What outputs that write text have in common. */
abstract class WritingOutput implements EntryOutput {
  constructor(protected readonly writer: RowWriter) {}
  abstract begin(startBit: number, scope: string, attributesAreNoise: boolean): LinesSink;
  get isFull(): boolean {
    return hasMuchText(this.writer);
  }
  end(): void {
    endRows(this.writer);
  }
  lines(startBit: number, lines: readonly Line[]): void {
    writeLines({ startBit, endBit: startBit }, lines, this.writer);
  }
}

/** Writes entries as text. */
export class TextOutput extends WritingOutput {
  private readonly sink = new PlainLinesSink(this.writer.text);
  begin(startBit: number): LinesSink {
    beginRows(startBit, this.writer);
    return this.sink;
  }
}

/** Writes entries as text without the noise that is hidden. */
export class QuietOutput extends WritingOutput {
  private readonly sink: QuietLinesSink;
  constructor(
    writer: RowWriter,
    private readonly hidden: ReadonlySet<NoiseKind>,
  ) {
    super(writer);
    this.sink = new QuietLinesSink(writer.text, hidden);
  }
  begin(startBit: number, _scope: string, attributesAreNoise: boolean): LinesSink {
    beginRows(startBit, this.writer);
    this.sink.attributesAreNoise = attributesAreNoise;
    return this.sink;
  }
  override lines(startBit: number, lines: readonly Line[]): void {
    const isLeft = ({ noise }: Token): boolean => noise === undefined || !this.hidden.has(noise);
    super.lines(
      startBit,
      lines.map((line) => ({ ...line, assembly: line.assembly.filter(isLeft) })),
    );
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
