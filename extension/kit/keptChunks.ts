/** What was printed of chunks: the most recently used of the short ones are kept, and those of the long ones. */
import { LeastRecent } from "./leastRecent";

/** The size of all short chunks that are kept, and the size from which a chunk is long. */
const KEPT = 20_000;
const LONG = KEPT / 2;
/** How many long chunks are kept: they are no longer than the file allows. */
const KEPT_LONG = 2;

/**
 * Values by chunk, each of a size: its lines. The long ones have room of their own: whoever reads a function of more lines
 * than are kept asks for the short chunks around it too, and it would be printed again after each of them.
 */
export class KeptChunks<V> {
  private readonly short: LeastRecent<number, V>;
  private readonly long = new LeastRecent<number, V>(KEPT_LONG);

  constructor(private readonly sizeOf: (value: V) => number) {
    this.short = new LeastRecent(KEPT, sizeOf);
  }
  /** The value of a chunk, which becomes the most recently used; undefined if it is not kept. */
  get(chunk: number): V | undefined {
    return this.short.get(chunk) ?? this.long.get(chunk);
  }
  /** The value of a chunk, made by `make` if it is not kept. Errors of `make` pass through. */
  of(chunk: number, make: () => V): V {
    const known = this.get(chunk);
    if (known !== undefined) return known;
    const made = make();
    (this.sizeOf(made) < LONG ? this.short : this.long).set(chunk, made);
    return made;
  }
}
