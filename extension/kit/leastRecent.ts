/** A cache of the most recently used values. */

/** A value of the cache; undefined once it has been dropped. */
interface Slot<V> {
  value: V | undefined;
  readonly size: number;
}

/** Values by key, up to a size of `most` in all; the least recently used goes first, the most recently used never. */
export class LeastRecent<K, V> {
  /**
   * A map that is changed makes new tables now and then, and each old one leads to the next. If V8 has moved one of them
   * to its old objects, the later ones survive with all that they hold until the next full collection: so they hold slots
   * that can be emptied.
   */
  private readonly kept = new Map<K, Slot<V>>();
  /** The key that was used last: most keys are asked for several times in a row. */
  private latest: K | undefined;
  /** The sum of the sizes of all values. */
  private total = 0;

  /** @param sizeOf the size of a value; by default, values are counted */
  constructor(
    private readonly most: number,
    private readonly sizeOf: (value: V, key: K) => number = () => 1,
  ) {}

  /** Whether a key is cached. This does not count as a use. */
  has(key: K): boolean {
    return this.kept.has(key);
  }
  /** The value of a key, which becomes the most recently used; undefined if it is not cached. */
  get(key: K): V | undefined {
    const slot = this.kept.get(key);
    if (slot === undefined || key === this.latest) return slot?.value;
    // A map keeps the order of insertion: moved to the end, this key is the last to go.
    this.kept.delete(key);
    this.kept.set(key, slot);
    this.latest = key;
    return slot.value;
  }
  /** Caches a value as the most recently used. */
  set(key: K, value: V): void {
    this.delete(key);
    const size = this.sizeOf(value, key);
    this.kept.set(key, { value, size });
    this.total += size;
    this.latest = key;
    for (const oldest of this.kept.keys()) {
      if (this.total <= this.most || oldest === key) return;
      this.delete(oldest);
    }
  }
  /** Drops a value, if it is cached. */
  delete(key: K): void {
    const slot = this.kept.get(key);
    if (!slot) return;
    slot.value = undefined;
    this.total -= slot.size;
    this.kept.delete(key);
  }
  /** The value of a key, made by `make` if it is not cached. Errors of `make` pass through. */
  of(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }
}
