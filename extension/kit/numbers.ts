/** Growable lists of numbers in typed arrays, which double when they are full. */

/** Initial capacity. */
const FIRST_ROOM = 16;

abstract class Numbers<A extends Float64Array | Uint32Array> {
  length = 0;
  /** @param data the numbers, the first {@link length} of them */
  constructor(public data: A) {}

  protected abstract room(count: number): A;

  push(value: number): void {
    if (this.length === this.data.length) this.grow(this.length + 1);
    this.data[this.length++] = value;
  }
  /** Appends the first `count` of some values. */
  append(values: ArrayLike<number> & { subarray(from: number, to: number): ArrayLike<number> }, count: number): void {
    if (this.length + count > this.data.length) this.grow(this.length + count);
    this.data.set(count === values.length ? values : values.subarray(0, count), this.length);
    this.length += count;
  }
  /** Makes room for this many numbers in all. */
  reserve(count: number): void {
    if (count > this.data.length) this.grow(count);
  }
  private grow(needed: number): void {
    const grown = this.room(Math.max(needed, this.data.length * 2));
    grown.set(this.data.subarray(0, this.length));
    this.data = grown;
  }
}

/** A growable list of integers up to 2^53, such as bit positions. */
export class Bits extends Numbers<Float64Array> {
  constructor() {
    super(new Float64Array(FIRST_ROOM));
  }
  protected override room(count: number): Float64Array {
    return new Float64Array(count);
  }
}

/** A growable list of unsigned 32-bit integers. */
export class Words extends Numbers<Uint32Array> {
  constructor() {
    super(new Uint32Array(FIRST_ROOM));
  }
  protected override room(count: number): Uint32Array {
    return new Uint32Array(count);
  }
}
