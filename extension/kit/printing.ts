/** Makes the lines of chunks in steps: a chunk may be a function of which printing takes long. */
import type { ByteWindow } from "../document/window";
import { Unfinished } from "../document/window";
import type { Printing } from "./chunk";

/**
 * Steps of a chunk that are made at least whenever it is asked for, so that it is completed even if the step that asks
 * has done much else before; and further steps after which the clock is read.
 */
const [AT_LEAST, EVERY] = [64, 8];
/** Chunks that were completed last. */
const REMEMBERED = 8;

/** Printing of chunks that has begun. */
export class PrintingChunks<L extends object> {
  private readonly begun = new Map<number, Generator<unknown, L, undefined>>();
  /** Long chunks that were completed last, the latest at the end. */
  private completed: number[] = [];
  /** Whether the next chunk is printed to its end. */
  private hurries = false;

  constructor(private readonly window: Pick<ByteWindow, "due">) {}

  /** The lines of a chunk. @throws Unfinished when others wait: the next call continues it */
  run(chunk: number, begin: () => Printing<L>): L {
    const continued = this.begun.get(chunk);
    const work = continued ?? begin();
    if (!("next" in work)) return work;
    // If a step throws, the generator has ended: the next call begins anew.
    this.begun.delete(chunk);
    // Whoever asks for two long chunks in turns, of which one is kept, would never come to an end: the step that prints one
    // again prints the next one to its end too.
    const isAgain = this.completed.includes(chunk);
    const isWhole = isAgain || this.hurries;
    this.hurries = isAgain;
    for (let steps = 1; ; steps++) {
      const step = work.next();
      if (step.done) {
        if (continued || steps > AT_LEAST) this.completed = [...this.completed.slice(1 - REMEMBERED), chunk];
        return step.value;
      }
      if (isWhole || steps < AT_LEAST || steps % EVERY !== 0 || this.window.due?.() !== true) continue;
      this.begun.set(chunk, work);
      throw new Unfinished();
    }
  }
}
