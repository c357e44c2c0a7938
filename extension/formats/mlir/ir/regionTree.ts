/** The tree of regions, in one array: a file may consist of many small bodies, each with a tree of its own. */

/** What is stored of a region; -1 for a parent, child or sibling that it does not have. */
export const enum Part {
  Parent,
  LastChild,
  PreviousSibling,
  FirstValue,
  /** The number of its values. */
  Size,
  /** The number in the file of its first value. */
  Base,
  Count,
}

/** Regions for which there is room at first. */
const FIRST = 2;

/** A region is known by its index in file order. */
export class RegionTree {
  count = 0;
  private parts = new Int32Array(FIRST * Part.Count);
  /** The first byte of each region, from the file's first byte. */
  startBytes = new Float64Array(FIRST);

  get(region: number, part: Part): number {
    return this.parts[region * Part.Count + part] ?? -1;
  }

  /** Adds a region; returns its index. */
  add(parent: number, firstValue: number, size: number, base: number, startByte: number): number {
    const region = this.count++;
    if (region >= this.startBytes.length) this.grow();
    const { parts } = this;
    const at = region * Part.Count;
    parts[at + Part.Parent] = parent;
    parts[at + Part.LastChild] = -1;
    parts[at + Part.PreviousSibling] = parent < 0 ? -1 : this.get(parent, Part.LastChild);
    parts[at + Part.FirstValue] = firstValue;
    parts[at + Part.Size] = size;
    parts[at + Part.Base] = base;
    if (parent >= 0) parts[parent * Part.Count + Part.LastChild] = region;
    this.startBytes[region] = startByte;
    return region;
  }
  /** Gives a region more values; they come after all others so far. */
  extend(region: number, count: number): void {
    const at = region * Part.Count + Part.Size;
    this.parts[at] = (this.parts[at] ?? 0) + count;
  }
  private grow(): void {
    const parts = new Int32Array(2 * this.parts.length);
    parts.set(this.parts);
    this.parts = parts;
    const startBytes = new Float64Array(2 * this.startBytes.length);
    startBytes.set(this.startBytes);
    this.startBytes = startBytes;
  }

  /**
   * The next region in the order of numbering: the last child, otherwise the previous sibling, of it or of an ancestor;
   * -1 after the last.
   */
  following(region: number): number {
    const child = this.get(region, Part.LastChild);
    if (child >= 0) return child;
    for (let at = region; at >= 0; at = this.get(at, Part.Parent)) {
      const sibling = this.get(at, Part.PreviousSibling);
      if (sibling >= 0) return sibling;
    }
    return -1;
  }
}
