/** Maps value numbers to values during a walk. */
import type { RegionFrame } from "./walker";

/** Values for which there is room at first: isolated ops may be nested in great number, each with few values. */
const FIRST = 16;

/**
 * Value numbers start again in every isolated region, and sibling regions use the same numbers: this holds the value of
 * every number at the present position of the walk.
 */
export class ValueScope {
  /** One table for each nested isolated op. */
  private readonly tables: Int32Array[] = [];

  /** Enters a region whose values are `first`, `first + 1`, … */
  enterRegion(frame: RegionFrame, first: number): void {
    const end = frame.base + frame.values;
    let table = this.values(frame);
    if (end > table.length) {
      const larger = new Int32Array(Math.max(end, table.length * 2));
      larger.set(table);
      this.tables[frame.scope] = table = larger;
    }
    for (let i = 0; i < frame.values; i++) table[frame.base + i] = first + i;
  }

  /** The values in the present region, by number. */
  values(frame: RegionFrame): Int32Array {
    return (this.tables[frame.scope] ??= new Int32Array(FIRST));
  }
  /** The value that a number means in the present region. */
  value(frame: RegionFrame, number: number): number {
    return this.values(frame)[number] ?? 0;
  }
}
