/** Positions in a block from which reading can resume, noted while something else reads the block through. */
import { countBefore } from "../../kit/sortedSearch";
import type { BitstreamReader, Checkpoint } from "./reader";

/** Entries between two positions. */
const DISTANCE = 1024;

/** A position in a block. */
export interface Waymark {
  /** The number of entries before it, the block's header included. */
  readonly entry: number;
  readonly checkpoint: Checkpoint;
}

/** The positions of one block, in order: all come after its last BLOCKINFO, so that a walk that jumps passes none. */
export class Waymarks {
  private list: Waymark[] = [];

  get all(): readonly Waymark[] {
    return this.list;
  }
  /**
   * Notes the position of a reader, if it is far enough from the last one.
   * @param entry the number of entries before it
   */
  note(entry: number, reader: BitstreamReader): void {
    const last = this.list[this.list.length - 1];
    if (last && last.checkpoint.blockInfo !== reader.blockInfo) this.list = [];
    else if (last && entry - last.entry < DISTANCE) return;
    this.list.push({ entry, checkpoint: reader.checkpoint() });
  }
  /** The last position at a bit or before it. */
  before(bit: number): Waymark | undefined {
    return this.list[countBefore(this.list.length, (at) => (this.list[at] as Waymark).checkpoint.bit > bit) - 1];
  }
}
