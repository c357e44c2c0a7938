/** Growable lists of numbers in typed arrays, which double when they are full. */
import { countBefore } from "./sortedSearch";

/** Capacity of a list that is not empty. */
const FIRST_ROOM = 16;
/**
 * What lists begin with: a file of many small modules has dozens of lists for each, and the buffer of an empty one would
 * take more memory than the module.
 */
const NO_DOUBLES = new Float64Array(0);
const NO_WORDS = new Uint32Array(0);
const NO_OCTETS = new Uint8Array(0);
/** How far positions are from their base at most, in bits. */
const BASE_RANGE = 2 ** 32;
/** Room for so many more numbers may stay after {@link Numbers.settle}. */
const MOST_SPARE = 1024;

abstract class Numbers<A extends Float64Array | Uint32Array | Uint8Array> {
  length = 0;
  /** The length when memory was given back last. */
  private settledLength = 0;
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
  /**
   * Gives back the memory that is reserved for more numbers, if it is much. A list that grows between many calls gives
   * it back each time it has doubled: copying it takes time in proportion to its length.
   */
  settle(): void {
    if (this.data.length - this.length <= MOST_SPARE || this.length < 2 * this.settledLength) return;
    this.resize(this.length);
    this.settledLength = this.length;
  }
  private grow(needed: number): void {
    this.resize(Math.max(needed, FIRST_ROOM, this.data.length * 2));
  }
  private resize(count: number): void {
    const resized = this.room(count);
    resized.set(this.data.subarray(0, this.length));
    this.data = resized;
  }
}

/** A growable list of integers up to 2^53, such as bit positions. */
export class Bits extends Numbers<Float64Array> {
  constructor() {
    super(NO_DOUBLES);
  }
  protected override room(count: number): Float64Array {
    return new Float64Array(count);
  }
}

/** A growable list of unsigned 32-bit integers. */
export class Words extends Numbers<Uint32Array> {
  constructor() {
    super(NO_WORDS);
  }
  protected override room(count: number): Uint32Array {
    return new Uint32Array(count);
  }
}

/** A growable list of bytes. */
export class Octets extends Numbers<Uint8Array> {
  constructor() {
    super(NO_OCTETS);
  }
  protected override room(count: number): Uint8Array {
    return new Uint8Array(count);
  }
}

/** A growable list of bit positions in a file, most of which ascend. It takes half the memory of {@link Bits}. */
export class BitPositions {
  /** Each position less the base that is in force for it. */
  private readonly offsets = new Words();
  /** Multiples of 512 MB, each in force from its index on; before the first it is 0. */
  private readonly bases: { readonly from: number; readonly bit: number }[] = [];
  /** The last of them. */
  private base = 0;

  get length(): number {
    return this.offsets.length;
  }
  push(bit: number): void {
    if (bit < this.base || bit >= this.base + BASE_RANGE) {
      this.base = Math.floor(bit / BASE_RANGE) * BASE_RANGE;
      this.bases.push({ from: this.length, bit: this.base });
    }
    this.offsets.push(bit - this.base);
  }
  at(index: number): number {
    const offset = this.offsets.data[index] as number;
    return this.bases.length === 0 ? offset : offset + this.baseOf(index);
  }
  private baseOf(index: number): number {
    const { bases } = this;
    const count = countBefore(bases.length, (at) => (bases[at] as { from: number }).from > index);
    return bases[count - 1]?.bit ?? 0;
  }
  /** Empties the list; its room stays. */
  clear(): void {
    this.offsets.length = this.bases.length = this.base = 0;
  }
  reserve(count: number): void {
    this.offsets.reserve(count);
  }
  settle(): void {
    this.offsets.settle();
  }
}

/** Whether a number is a power of two. */
export const isPowerOf2 = (number: number): boolean => number > 0 && Number.isInteger(Math.log2(number));
