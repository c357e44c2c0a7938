/** A map that keeps what was used last. */

/** Up to `most` things by key; the one that was used least recently goes first. */
export class LeastRecent<K, V> {
  private readonly kept = new Map<K, V>();
  /** The key that was used last: most are asked for again and again. */
  private latest: K | undefined;
  constructor(private readonly most: number) {}

  /** Whether a thing is kept, which is no use of it. */
  has(key: K): boolean {
    return this.kept.has(key);
  }
  /** The thing of a key, which now is the one used last; undefined where it is not kept. */
  get(key: K): V | undefined {
    const value = this.kept.get(key);
    if (value === undefined || key === this.latest) return value;
    // A map's order is that of insertion: moved to the end, it is the last to go.
    this.kept.delete(key);
    this.kept.set(key, value);
    this.latest = key;
    return value;
  }
  /** Keeps a thing as the one used last. */
  set(key: K, value: V): void {
    this.kept.delete(key);
    this.kept.set(key, value);
    this.latest = key;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= this.most) return;
      this.kept.delete(oldest);
    }
  }
  /** The thing of a key, made where it is not kept. What `make` throws goes through. */
  of(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }
}
