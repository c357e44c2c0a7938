/** What a format adds to the blocks of a bitstream: what it knows along a section, and the rows. */
import type { RowWriter } from "../../document/rowWriter";
import type { ListingOptions } from "../../document/section";
import type { Line } from "../../document/token";
import type { BitEvent, BitstreamReader, Block } from "./reader";

/** An event that makes a row. */
export type RowEvent = Exclude<BitEvent, "end" | "fault">;

/** What a format adds to the blocks: its own state along a section, and the rows. */
export interface BlockRows<S> {
  /** The state of the stream outside all blocks. */
  top(): S;
  /** The state at a block's start, before its header's row; `outer` is the state around it. */
  begin(block: Block, outer: S): S;
  copy(state: S): S;
  /** The row of an entry. `depth`: open blocks around the entry. */
  lines(event: RowEvent, reader: BitstreamReader, state: S, depth: number, options: ListingOptions): readonly Line[];
  /** The same as text. Without it, the text is made of the lines' tokens. */
  write?(
    event: RowEvent,
    reader: BitstreamReader,
    state: S,
    depth: number,
    options: ListingOptions,
    writer: RowWriter,
  ): void;
  /** Brings the state forward over an entry, whether its row was wanted or not. */
  advance(event: RowEvent, reader: BitstreamReader, state: S): void;
  kind(block: Block): string;
  title(block: Block, state: S): string;
  foldedAtFirst(block: Block): boolean;
}
