/** A cache of fixed size for what is found by a number and can be found again. */

/** Spreads keys that have low bits in common over the slots: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/**
 * Each key has one slot, given by all its bits; the slot keeps the item stored last. A frequently used item soon
 * replaces a rarely used one, so a walk runs as well with this cache as with one that keeps everything. Some items have
 * two numbers as their key; for the others the second is 0.
 */
export class SlotCache<T> {
  private readonly keys: Float64Array;
  private readonly seconds: Float64Array;
  private readonly things: (T | undefined)[];
  private readonly shift: number;

  /** @param bits the cache has `2 ** bits` slots */
  constructor(bits: number) {
    this.keys = new Float64Array(1 << bits).fill(-1);
    this.seconds = new Float64Array(1 << bits);
    this.things = new Array<T | undefined>(1 << bits).fill(undefined);
    this.shift = 32 - bits;
  }

  private slot(key: number, second: number): number {
    return Math.imul(key + second * 31, SPREAD) >>> this.shift;
  }
  /** The item of a key (0 to 2^53, as the second), if it is still stored. */
  get(key: number, second = 0): T | undefined {
    const slot = this.slot(key, second);
    return this.keys[slot] === key && this.seconds[slot] === second ? this.things[slot] : undefined;
  }
  /** Stores an item in its key's slot. */
  set(thing: T, key: number, second = 0): void {
    const slot = this.slot(key, second);
    this.keys[slot] = key;
    this.seconds[slot] = second;
    this.things[slot] = thing;
  }
}
