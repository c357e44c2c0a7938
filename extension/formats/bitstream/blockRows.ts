/** What a format adds to the blocks of a bitstream: rows, and the state that it keeps along a section. */
import type { NameTaker } from "../../document/nameTaker";
import type { RowWriter } from "../../document/rowWriter";
import type { ListingOptions } from "../../document/section";
import type { Line } from "../../document/token";
import type { BitEvent, BitstreamReader, Block } from "./reader";
import type { Waymarks } from "./waymarks";

/** An event that makes rows. */
export type RowEvent = Exclude<BitEvent, "end" | "fault">;

/** What a format adds to the blocks: rows, and a state that follows the entries of a section. */
export interface BlockRows<S> {
  /** The state of the stream outside all blocks. */
  top(): S;
  /** The state at a block's start, before the row of its header; `outer` is the state outside the block. */
  begin(block: Block, outer: S): S;
  copy(state: S): S;
  /** The rows of an entry. `depth`: the number of open blocks around the entry. */
  lines(event: RowEvent, reader: BitstreamReader, state: S, depth: number, options: ListingOptions): readonly Line[];
  /** Writes the same rows as text. If it is absent, the text is made from the tokens of `lines`. */
  write?(
    event: RowEvent,
    reader: BitstreamReader,
    state: S,
    depth: number,
    options: ListingOptions,
    writer: RowWriter,
  ): void;
  /** Passes on the symbols in the same rows. Without this method, they are those of the tokens of `lines`. */
  tellNames?(event: RowEvent, reader: BitstreamReader, state: S, taker: NameTaker): void;
  /** Advances the state past an entry, whether or not its rows were wanted. */
  advance(event: RowEvent, reader: BitstreamReader, state: S): void;
  kind(block: Block): string;
  title(block: Block, state: S): string;
  foldedAtFirst(block: Block): boolean;
  /**
   * Positions in a large block that the format has noted, or notes now, when it reads the block for its own tables; the
   * state there must be that of the block's start. Undefined if it reads no such block.
   */
  waymarks?(block: Block): Waymarks | undefined;
}
