/** Where entries of the assembly go if no tokens are made of them: to a writer of text, or to a taker of names. */
import type { NameTaker } from "../../../document/nameTaker";
import { tellLines } from "../../../document/nameTaker";
import type { RowWriter } from "../../../document/rowWriter";
import { beginRows, endRows, hasMuchText, writeLines } from "../../../document/rowWriter";
import type { Line } from "../../../document/token";
import type { LinesSink } from "./sink";
import { LineNamesSink, PlainLinesSink } from "./sink";

/** Receives entries in order. */
export interface EntryOutput {
  /**
   * Begins an entry.
   * @param startBit its first bit
   * @param scope the prefix of the symbols of local names in it
   * @returns where its lines go
   */
  begin(startBit: number, scope: string): LinesSink;
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
