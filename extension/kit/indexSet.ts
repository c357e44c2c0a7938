/**
 * Finds items of a growing list by their content. Only indexes are kept, in a typed array: a map of what is looked for
 * would take several times as much.
 */

/** The number of slots at first, a power of two; few enough that V8 keeps them among its objects. */
const FIRST = 16;
/** The share of slots that may be in use. */
const MOST_FILLED = 0.6;
/** An odd number near 2^32 divided by the golden ratio: it spreads hashes that are near each other. */
const SPREAD = 0x9e3779b1;

/**
 * An odd number to mix the parts of a hash with: `Math.imul(hash, MIX) + part`. Each run has another one, so that no file
 * can be made whose items all have the same hash.
 */
export const MIX = Math.floor(2 ** 30 + Math.random() * 2 ** 31) | 1;

/** Indexes of a list's items; equal items have equal hashes. */
export class IndexSet {
  /** One more than the index in each slot; 0 if there is none. */
  private slots = new Int32Array(FIRST);
  private count = 0;

  /** @param hashOf a hash of the item at an index, an integer */
  constructor(private readonly hashOf: (index: number) => number) {}

  /** The index of the item that is the wanted one, among those with its hash; -1 if there is none. */
  find(hash: number, isWanted: (index: number) => boolean): number {
    const { slots } = this;
    for (let slot = this.first(hash); ; slot = (slot + 1) & (slots.length - 1)) {
      const index = (slots[slot] as number) - 1;
      if (index < 0 || isWanted(index)) return index;
    }
  }
  /** Adds the index of an item that {@link find} does not find. */
  add(index: number): void {
    if (++this.count > this.slots.length * MOST_FILLED) this.grow();
    this.enter(index);
  }
  private enter(index: number): void {
    const { slots } = this;
    let slot = this.first(this.hashOf(index));
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = index + 1;
  }
  private grow(): void {
    const before = this.slots;
    this.slots = new Int32Array(2 * before.length);
    for (const next of before) if (next > 0) this.enter(next - 1);
  }
  /** Where an item is, or one of the slots right after. */
  private first(hash: number): number {
    return Math.imul(hash, SPREAD) >>> (Math.clz32(this.slots.length) + 1);
  }
}
