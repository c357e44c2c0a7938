/** A cache of limited size for what is found by a number and can be found again. */

/** Spreads keys that have low bits in common over the slots: 2^32 divided by the golden ratio. */
const SPREAD = 0x9e3779b1;

/** Bits of a new cache: most files are small. */
const FIRST = 4;
/** The key of an empty slot. */
const EMPTY = -1;

/**
 * Each key has one slot, given by all its bits; the slot keeps the item stored last. A frequently used item soon
 * replaces a rarely used one, so a walk runs as well with this cache as with one that keeps everything. Some items have
 * two numbers as their key; for the others the second is 0.
 */
export class SlotCache<T> {
  private keys = new Float64Array(1 << FIRST).fill(EMPTY);
  private seconds = new Float64Array(1 << FIRST);
  private things = new Array<T | undefined>(1 << FIRST).fill(undefined);
  private shift = 32 - FIRST;
  /** Empty slots that can be filled before the cache grows. */
  private room = 1 << (FIRST - 1);

  /** @param bits the cache grows to `2 ** bits` slots */
  constructor(private readonly bits: number) {}

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
    if (this.keys[slot] === EMPTY && --this.room === 0) this.grow();
    this.put(this.slot(key, second), thing, key, second);
  }
  private put(slot: number, thing: T | undefined, key: number, second: number): void {
    this.keys[slot] = key;
    this.seconds[slot] = second;
    this.things[slot] = thing;
  }
  /** Gives the cache four times as many slots, of which half may be filled; unless it has all of them. */
  private grow(): void {
    const { keys, seconds, things } = this;
    const bits = Math.min(this.bits, 32 - this.shift + 2);
    if (1 << bits === keys.length) return;
    this.keys = new Float64Array(1 << bits).fill(EMPTY);
    this.seconds = new Float64Array(1 << bits);
    this.things = new Array<T | undefined>(1 << bits).fill(undefined);
    this.shift = 32 - bits;
    this.room = 1 << (bits - 1);
    keys.forEach((key, old) => {
      const second = seconds[old] as number;
      if (key !== EMPTY) this.put(this.slot(key, second), things[old], key, second);
    });
  }
}
