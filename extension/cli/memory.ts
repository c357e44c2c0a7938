/**
 * Keeps the command line's memory in proportion to the file. V8 lets garbage gather up to a size of its own, whatever is in
 * use: over a hundred megabytes, where all that is known of a hostile file of some kilobytes would fit in a few.
 */
import { getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes in use that any file may come to before they are looked through, and how many more for each byte of the file. */
const ALWAYS = 32 * 2 ** 20;
const TIMES = 20;
/** Bytes more than what is still in use before the next time, and as a share of it: looking through takes as long as that is large. */
const STEP = 16 * 2 ** 20;
const SHARE = 0.4;

/** Watches the heap. */
export class Memory {
  private next: number;
  private collect: (() => void) | undefined;
  /** @param fileBytes the file's size */
  constructor(fileBytes: number) {
    this.next = ALWAYS + TIMES * fileBytes;
  }
  /** To be called now and then: lets go of garbage where it has gathered. */
  look(): void {
    if (inUse() < this.next) return;
    this.collect ??= collector();
    this.collect();
    const used = inUse();
    this.next = Math.max(this.next, used + Math.max(STEP, used * SHARE));
  }
}

/** Bytes of objects, and of the buffers that they hold. */
function inUse(): number {
  const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
  return objects + buffers;
}

/** V8's collector of garbage, which a script sees where the flag is set as its context is made. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
