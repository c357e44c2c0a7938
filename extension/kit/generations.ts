/** A store that keeps what was used last, by weight, at the cost of a look-up whatever it holds. */

/** A thing that is kept, and what it weighs. */
interface Kept<V> {
  readonly value: V;
  readonly weight: number;
}

/**
 * Things by key, of no more weight than `most` and the heaviest of them. Two generations: what is used moves into the young
 * one, and where that has half of the weight it becomes the old one, and what was old goes. A map in the order of use would
 * have to be walked from its start, past all that had been moved to its end.
 */
export class Generations<K, V> {
  private young = new Map<K, Kept<V>>();
  private old = new Map<K, Kept<V>>();
  private youngWeight = 0;

  constructor(private readonly most: number) {}

  /** Whether a thing is kept, which is no use of it. */
  has(key: K): boolean {
    return this.young.has(key) || this.old.has(key);
  }
  /** The thing of a key, which now is used; undefined where it is not kept. */
  get(key: K): V | undefined {
    const young = this.young.get(key);
    if (young) return young.value;
    const old = this.old.get(key);
    if (!old) return undefined;
    this.set(key, old.value, old.weight);
    return old.value;
  }
  /** Keeps a thing, or tells what one that is kept weighs now. */
  set(key: K, value: V, weight: number): void {
    this.youngWeight += weight - (this.young.get(key)?.weight ?? 0);
    this.old.delete(key);
    this.young.set(key, { value, weight });
    if (this.youngWeight <= this.most / 2) return;
    this.old = this.young;
    this.young = new Map();
    this.youngWeight = 0;
  }
}
