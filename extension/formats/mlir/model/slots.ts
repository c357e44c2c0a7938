/** A cache for what is found by a number and can be found again: of fixed size, without growth and without search. */

/**
 * Each key has one slot, its low bits; the thing that came last to a slot stays in it. What many use is soon there again
 * after one that is used once took its place, so that such a cache serves a walk as well as one that keeps everything.
 * Some things are known by two numbers; the second is 0 for the others.
 */
export class SlotCache<T> {
  private readonly keys: Float64Array;
  private readonly seconds: Float64Array;
  private readonly things: (T | undefined)[];
  private readonly mask: number;

  /** @param bits the cache has `2 ** bits` slots */
  constructor(bits: number) {
    this.keys = new Float64Array(1 << bits).fill(-1);
    this.seconds = new Float64Array(1 << bits);
    this.things = new Array<T | undefined>(1 << bits).fill(undefined);
    this.mask = (1 << bits) - 1;
  }

  private slot(key: number, second: number): number {
    return (key + second * 31) & this.mask;
  }
  /** The thing of a key (0 to 2^53, as the second), if it is still there. */
  get(key: number, second = 0): T | undefined {
    const slot = this.slot(key, second);
    return this.keys[slot] === key && this.seconds[slot] === second ? this.things[slot] : undefined;
  }
  /** Keeps a thing in its key's slot. */
  set(thing: T, key: number, second = 0): void {
    const slot = this.slot(key, second);
    this.keys[slot] = key;
    this.seconds[slot] = second;
    this.things[slot] = thing;
  }
}
