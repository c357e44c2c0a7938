/** A cache for what is found by a number and can be found again: of fixed size, without growth and without search. */

/**
 * Each key has one slot, its low bits; the thing that came last to a slot stays in it. What many use is soon there again
 * after one that is used once took its place, so that such a cache serves a walk as well as one that keeps everything.
 */
export class SlotCache<T> {
  private readonly keys: Float64Array;
  private readonly things: (T | undefined)[];
  private readonly mask: number;

  /** @param bits the cache has `2 ** bits` slots */
  constructor(bits: number) {
    this.keys = new Float64Array(1 << bits).fill(-1);
    this.things = new Array<T | undefined>(1 << bits).fill(undefined);
    this.mask = (1 << bits) - 1;
  }

  /** The thing of a key (0 to 2^53), if it is still there. */
  get(key: number): T | undefined {
    const slot = key & this.mask;
    return this.keys[slot] === key ? this.things[slot] : undefined;
  }
  /** Keeps a thing in its key's slot. */
  set(key: number, thing: T): void {
    const slot = key & this.mask;
    this.keys[slot] = key;
    this.things[slot] = thing;
  }
}

/** The same for things that are known by two numbers. */
export class PairCache<T> {
  private readonly first: Float64Array;
  private readonly second: Float64Array;
  private readonly things: (T | undefined)[];
  private readonly mask: number;

  /** @param bits the cache has `2 ** bits` slots */
  constructor(bits: number) {
    this.first = new Float64Array(1 << bits).fill(-1);
    this.second = new Float64Array(1 << bits);
    this.things = new Array<T | undefined>(1 << bits).fill(undefined);
    this.mask = (1 << bits) - 1;
  }

  private slot(a: number, b: number): number {
    return (a + b * 31) & this.mask;
  }
  /** The thing of a pair of keys (0 to 2^53 each), if it is still there. */
  get(a: number, b: number): T | undefined {
    const slot = this.slot(a, b);
    return this.first[slot] === a && this.second[slot] === b ? this.things[slot] : undefined;
  }
  /** Keeps a thing in its keys' slot. */
  set(a: number, b: number, thing: T): void {
    const slot = this.slot(a, b);
    this.first[slot] = a;
    this.second[slot] = b;
    this.things[slot] = thing;
  }
}
