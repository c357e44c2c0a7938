/**
 * Keeps the command line's memory in proportion to the file. V8 lets garbage gather up to a size of its own, whatever is in
 * use: over a hundred megabytes, where all that is known of a hostile file of some kilobytes would fit in a few.
 */
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes in use that any file may come to before they are looked through, and how many more for each byte of the file. */
const ALWAYS = 32 * 2 ** 20;
const TIMES = 20;
/**
 * Bytes more than what is still in use before the next time, how many more for each byte of the file, and as a share of what
 * is in use: looking through takes as long as that is large.
 */
const STEP = 24 * 2 ** 20;
const STEP_TIMES = 10;
const SHARE = 0.4;

/**
 * Bytes of files for whose sake new objects get less room than V8 would give them, which is 48 MB, and the room that they
 * get then. Of larger files more may be in use, and room saves time.
 */
const SMALL = 512 * 1024;
const ROOM = 12 * 2 ** 20;

/** Watches the heap while a file of a size is read. */
class Memory {
  private next = ALWAYS;
  private step = STEP;
  private isSmall = false;
  private collect: (() => void) | undefined;

  /** A file of so many bytes is about to be read; further ones add to it. */
  expect(fileBytes: number): void {
    this.isSmall = fileBytes <= SMALL;
    this.next += TIMES * fileBytes;
    this.step += STEP_TIMES * fileBytes;
  }
  /** To be called now and then: lets go of garbage where it has gathered. */
  look(): void {
    if (this.isSmall && roomOfNew() >= ROOM) {
      setFlagsFromString("--semi-space-growth-factor=1");
      this.isSmall = false;
    }
    if (inUse() < this.next) return;
    this.collect ??= collector();
    this.collect();
    const used = inUse();
    this.next = Math.max(this.next, used + Math.max(this.step, used * SHARE));
  }
}

/** The process's own. */
export const memory = new Memory();

/** Bytes of room that V8 has for new objects. */
function roomOfNew(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
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
