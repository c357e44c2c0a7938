/** How much of a stream to load at once, from a window whose bytes are not all in memory. */
import type { ByteWindow } from "../../document/window";

/** The most bytes that are loaded at once when the stream is read through. */
const MOST_LOADED = 256 * 1024;
/** No more is loaded than this part of what was read before: most of it will be wanted too. */
const AHEAD = 8;
/** How far before the end of what is loaded reading may go on there: a number may begin in the last words. */
const OVERLAP = 8;

/** Follows what a cursor loads. All positions are bytes from the window's first one. */
export class ReadAhead {
  /** The part that was loaded last ends here; parts have followed one another from `runStart` on. */
  private loadedEnd = 0;
  private runStart = 0;
  private wanted = 0;

  constructor(private readonly window: ByteWindow) {}

  /**
   * How many bytes to load: a part of those read so far if the stream is read through, maybe with its blocks skipped;
   * few at another place, of which only little may be looked at.
   */
  sizeAt(startByte: number): number {
    const { pageBytes, length } = this.window;
    if (pageBytes === undefined) return length;
    const gap = startByte - this.loadedEnd;
    if (gap < -OVERLAP || gap > this.wanted) this.runStart = startByte;
    this.wanted = Math.max(pageBytes, Math.min(Math.floor((startByte - this.runStart) / AHEAD), MOST_LOADED));
    return this.wanted;
  }
  /** Notes where the loaded part ends. */
  loaded(endByte: number): void {
    this.loadedEnd = endByte;
  }
}
