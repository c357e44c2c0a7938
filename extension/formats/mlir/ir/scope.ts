/** Which value a value number means at a place of the walk. */
import type { RegionFrame } from "./walker";

/**
 * Value numbers start again in every isolated region, and sibling regions use the same ones: this keeps, for the place that
 * a walk has come to, the value behind every number.
 */
export class ValueScope {
  /** One table for each nesting of isolated ops. */
  private readonly tables: Int32Array[] = [];

  /** A region begins whose values are `first`, `first + 1`, … */
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

  /** The values that numbers mean in the region that is walked, by number. */
  values(frame: RegionFrame): Int32Array {
    return (this.tables[frame.scope] ??= new Int32Array(256));
  }
  /** The value that a number means in the region that is walked. */
  value(frame: RegionFrame, number: number): number {
    return this.values(frame)[number] ?? 0;
  }
}
