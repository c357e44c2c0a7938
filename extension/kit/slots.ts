/** A cache of values by number, for look-ups so many that a map would cost more than what it saves. */

/** The first number of slots; always a power of two. */
const FIRST = 1 << 4;

/**
 * Values by number, each in the slot of its number's low bits, where it replaces the one before. All are dropped when
 * those cached since the last time weigh more than `most`.
 */
export class Slots<V> {
  private keys = new Int32Array(FIRST).fill(-1);
  private values: (V | undefined)[] = new Array<V | undefined>(FIRST).fill(undefined);
  private weight = 0;

  /** @param mostSlots a power of two; there are fewer while all numbers are smaller */
  constructor(
    private readonly most: number,
    private readonly mostSlots: number,
  ) {}

  /** The value of a number; undefined if it is not cached. */
  get(key: number): V | undefined {
    const slot = key & (this.keys.length - 1);
    return this.keys[slot] === key ? this.values[slot] : undefined;
  }
  /** Caches a value of some weight. */
  set(key: number, value: V, weight: number): void {
    this.weight += weight;
    if (this.weight > this.most) this.drop(weight);
    while (key >= this.keys.length && this.keys.length < this.mostSlots) this.grow();
    const slot = key & (this.keys.length - 1);
    this.keys[slot] = key;
    this.values[slot] = value;
  }
  /** Drops a value. */
  delete(key: number): void {
    const slot = key & (this.keys.length - 1);
    if (this.keys[slot] !== key) return;
    this.keys[slot] = -1;
    this.values[slot] = undefined;
  }

  private drop(weight: number): void {
    this.keys.fill(-1);
    this.values.fill(undefined);
    this.weight = weight;
  }
  /** Doubles the slots. The numbers in them are smaller than there were slots, so each stays in its place. */
  private grow(): void {
    const { length } = this.keys;
    const keys = new Int32Array(2 * length).fill(-1);
    keys.set(this.keys);
    this.keys = keys;
    for (let i = 0; i < length; i++) this.values.push(undefined);
  }
}
