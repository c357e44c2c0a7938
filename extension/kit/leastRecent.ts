/** A cache of the most recently used values. */

/** Up to `most` values by key; the least recently used goes first. */
export class LeastRecent<K, V> {
  private readonly kept = new Map<K, V>();
  /** The key that was used last: most keys are asked for several times in a row. */
  private latest: K | undefined;
  constructor(private readonly most: number) {}

  /** Whether a key is cached. This does not count as a use. */
  has(key: K): boolean {
    return this.kept.has(key);
  }
  /** The value of a key, which becomes the most recently used; undefined if it is not cached. */
  get(key: K): V | undefined {
    const value = this.kept.get(key);
    if (value === undefined || key === this.latest) return value;
    // A map keeps the order of insertion: moved to the end, this key is the last to go.
    this.kept.delete(key);
    this.kept.set(key, value);
    this.latest = key;
    return value;
  }
  /** Caches a value as the most recently used. */
  set(key: K, value: V): void {
    this.kept.delete(key);
    this.kept.set(key, value);
    this.latest = key;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) return;
      this.kept.delete(oldest);
    }
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
