/** Where the view is in the loaded rows, which may be of different heights. */
import type { RowBuffer } from "./buffer";
import type { RowPool } from "./rowPool";

/** The top of the view: the index of a loaded row; the fraction is the share of that row above the view. */
export class ScrollTop {
  private wanted = 0;

  constructor(
    private readonly buffer: RowBuffer,
    private readonly pool: RowPool,
    /** The view's height in pixels, as far as rows may fill it. */
    private readonly room: () => number,
  ) {}

  /**
   * Above what is wanted while the rows after that do not fill the view: it may be smaller in a moment, when what is around
   * it has its size.
   */
  get index(): number {
    const { rows, atEnd } = this.buffer;
    const last = atEnd ? this.above(rows.length) : rows.length - 1;
    return Math.max(0, Math.min(this.wanted, last));
  }
  set index(index: number) {
    this.wanted = index;
  }
  /** The index of the row at the top. */
  get whole(): number {
    return Math.floor(this.index);
  }
  /** Rows were added at the front (negative: were dropped there). */
  shift(rows: number): void {
    this.wanted += rows;
  }
  /** Scrolls by pixels. */
  advance(pixels: number): void {
    this.index = this.away(this.index, pixels);
  }

  /** The height of a loaded row in pixels. */
  heightAt(index: number): number {
    return this.pool.heightOf(this.buffer.rows[index]);
  }
  /** The index that is some pixels away from another; fractions are shares of a row. */
  away(from: number, pixels: number): number {
    let index = Math.max(0, Math.floor(from));
    let y = (from - index) * this.heightAt(index) + pixels;
    while (y < 0 && index > 0) y += this.heightAt(--index);
    while (y >= this.heightAt(index) && index < this.buffer.rows.length - 1) y -= this.heightAt(index++);
    return index + Math.max(0, y / this.heightAt(index));
  }
  /** The top at which the rows before index `end` end at the view's lower edge. */
  above(end: number): number {
    let room = this.room();
    let index = Math.min(end, this.buffer.rows.length);
    while (index > 0 && room >= this.heightAt(index - 1)) room -= this.heightAt(--index);
    return index;
  }
}
