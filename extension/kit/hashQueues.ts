/** Indexes of a list by the hashes of its items, in typed arrays: maps of millions of hashes take several times as much. */

/** There is no (further) index. */
const NONE = -1;
/** An odd number near 2^32 divided by the golden ratio: it spreads hashes that are near each other. */
const SPREAD = 0x9e3779b1;

/** For each hash, the indexes of the items that have it, as an ascending queue from which items can be taken. */
export class HashQueues {
  /** By slot: an index that has the slot's hash, which stays even if its queue becomes empty; and the queue's first one. */
  private readonly owners: Int32Array;
  private readonly firsts: Int32Array;
  private readonly nexts: Int32Array;
  private readonly shift: number;
  /** Whether no item was entered. */
  isEmpty = true;

  /** @param isIn whether an item is entered */
  constructor(
    private readonly items: Float64Array,
    isIn: (index: number) => boolean = () => true,
  ) {
    const bits = Math.max(4, Math.ceil(Math.log2(1.5 * items.length + 1)));
    this.shift = 32 - bits;
    this.owners = new Int32Array(2 ** bits).fill(NONE);
    this.firsts = new Int32Array(2 ** bits).fill(NONE);
    this.nexts = new Int32Array(items.length).fill(NONE);
    for (let index = items.length - 1; index >= 0; index--) if (isIn(index)) this.enter(index);
  }
  private enter(index: number): void {
    const slot = this.slotOf(this.items[index] as number);
    this.nexts[index] = this.firsts[slot] as number;
    this.owners[slot] = this.firsts[slot] = index;
    this.isEmpty = false;
  }
  private slotOf(hash: number): number {
    const { owners, items } = this;
    let slot = Math.imul((hash % 2 ** 32) ^ (hash / 2 ** 32), SPREAD) >>> this.shift;
    for (let owner = owners[slot] as number; owner !== NONE && items[owner] !== hash; owner = owners[slot] as number)
      slot = (slot + 1) & (owners.length - 1);
    return slot;
  }

  /** The hashes that were entered, each once, in no particular order. */
  *hashes(): Generator<number, void, undefined> {
    for (const owner of this.owners) if (owner !== NONE) yield this.items[owner] as number;
  }
  /** The first index in a hash's queue, or -1. */
  first(hash: number): number {
    return this.firsts[this.slotOf(hash)] as number;
  }
  /** The index after one in its queue, or -1. */
  after(index: number): number {
    return this.nexts[index] as number;
  }
  /** How many indexes follow one in its queue, itself included; 0 for -1. */
  countFrom(index: number): number {
    let count = 0;
    for (let at = index; at !== NONE; at = this.after(at)) count++;
    return count;
  }
  /** Takes an index out of its queue. @param before the one before it, or -1 */
  remove(index: number, before: number): void {
    const next = this.nexts[index] as number;
    if (before === NONE) this.firsts[this.slotOf(this.items[index] as number)] = next;
    else this.nexts[before] = next;
  }
}
