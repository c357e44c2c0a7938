/**
 * Keeps the command line's memory in proportion to the file. V8 lets garbage grow to a size of its own choice, over a
 * hundred megabytes, even where everything decoded from a small hostile file would fit in a few.
 */
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Bytes that may be in use before the first collection: a fixed part, and a multiple of the file's bytes. */
const ALWAYS = 32 * 2 ** 20;
const TIMES = 20;
/**
 * Bytes that must be added to those in use before the next collection: a fixed part, a multiple of the file's bytes,
 * and at least a share of what is in use, since a collection takes time in proportion to that.
 */
const STEP = 12 * 2 ** 20;
const STEP_TIMES = 10;
const SHARE = 0.25;

/**
 * For files up to `SMALL` bytes, new objects get only `ROOM` bytes instead of the 48 MB that V8 would give them. Larger
 * files may use more memory, and more room saves time. Those up to `TINY` get no more room than there is until the first
 * collection has told that at most `FEW` bytes stay in use: most of their memory would be that room.
 */
const SMALL = 2 * 2 ** 20;
const ROOM = 12 * 2 ** 20;
const TINY = 256 * 1024;
const FEW = 24 * 2 ** 20;
/** How much more room V8 gives to new objects when they need it. The flag has an effect at any time. */
const GROWTH = { none: "--semi-space-growth-factor=1", usual: "--semi-space-growth-factor=2" } as const;

/** Watches the heap while a file is read. */
class Memory {
  private next = ALWAYS;
  private step = STEP;
  /** What to do about the room for new objects: watch it; watch it after a collection; nothing. */
  private room: "watched" | "fixed" | "free" = "free";
  private collect: (() => void) | undefined;

  /** Announces that a file of `fileBytes` bytes is about to be read; several add up. */
  expect(fileBytes: number): void {
    this.room = fileBytes <= TINY ? "fixed" : fileBytes <= SMALL ? "watched" : "free";
    setFlagsFromString(this.room === "fixed" ? GROWTH.none : GROWTH.usual);
    this.next += TIMES * fileBytes;
    this.step += STEP_TIMES * fileBytes;
  }
  /** Called now and then: collects garbage if too much has gathered. */
  look(): void {
    if (this.room === "watched" && roomOfNew() >= ROOM) {
      setFlagsFromString(GROWTH.none);
      this.room = "free";
    }
    if (inUse() < this.next) return;
    this.collect ??= collector();
    this.collect();
    const used = inUse();
    if (this.room === "fixed" && used <= FEW) {
      setFlagsFromString(GROWTH.usual);
      this.room = "watched";
    }
    this.next = Math.max(this.next, used + Math.max(this.step, used * SHARE));
  }
}

/** The memory watch of this process. */
export const memory = new Memory();

/** Bytes that V8 reserves for new objects. */
function roomOfNew(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.space_size ?? 0;
}

/** Bytes of the objects in use and of their buffers. */
function inUse(): number {
  const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics();
  return objects + buffers;
}

/** V8's garbage collector. A script can call it only if the flag is set when its context is made. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
