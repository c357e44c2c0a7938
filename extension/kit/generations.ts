/** A cache bounded by weight, with constant-time look-up. */

/** A cached value and its weight. */
interface Kept<V> {
  readonly value: V;
  readonly weight: number;
}

/**
 * Values by key. Their weight stays below `most` plus the heaviest value. There are two generations: a value that is
 * used moves to the young one; when that holds half of `most`, it becomes the old one and the previous old one is
 * dropped. (In a single map kept in order of use, finding the oldest key means walking past all the deleted ones.)
 */
export class Generations<K, V> {
  private young = new Map<K, Kept<V>>();
  private old = new Map<K, Kept<V>>();
  private youngWeight = 0;

  constructor(private readonly most: number) {}

  /** Whether a key is cached. This does not count as a use. */
  has(key: K): boolean {
    return this.young.has(key) || this.old.has(key);
  }
  /** The value of a key, marked as used; undefined if it is not cached. */
  get(key: K): V | undefined {
    const young = this.young.get(key);
    if (young) return young.value;
    const old = this.old.get(key);
    if (!old) return undefined;
    this.set(key, old.value, old.weight);
    return old.value;
  }
  /** Caches a value, or updates the weight of a cached one. */
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
