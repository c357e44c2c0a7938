/** Runs the steps of a decoder: loads the bytes that a step misses, lets waiting calls in, then runs the step again. */
import type { Attempt } from "../../document/window";
import { attempt } from "../../document/window";
import { Continued } from "../../kit/continued";
import { Cancelled } from "../transport/rpc";
import { STEP, turn } from "../transport/slices";
import type { PagedWindow } from "../bytes/window";

/** Runs steps over one window. */
export class Steps {
  constructor(private readonly window: PagedWindow) {}

  /** Runs one step until it returns a value. @throws {Cancelled} */
  async step<T>(work: () => T, signal?: AbortSignal): Promise<T> {
    for (;;) {
      const result = this.attempt(work);
      if ("value" in result) return result.value;
      await unlessAborted(this.otherwise(result), signal);
    }
  }
  /**
   * Runs a generator over the document, which may yield anywhere, in steps. If bytes are missing, it begins anew when
   * they are loaded. @throws {Cancelled}
   */
  sliced<T>(begin: () => Generator<unknown, T, undefined>, signal?: AbortSignal): Promise<T> {
    const works = new Continued<typeof begin, T, unknown>(this.window);
    return this.step(() => works.run(begin, begin), signal);
  }
  /** As `step`, but without a promise if no byte is missing: scans make millions of steps. */
  stepNow<T>(work: () => T, signal: AbortSignal): T | Promise<T> {
    const result = this.attempt(work);
    if ("value" in result) return result.value;
    return unlessAborted(this.otherwise(result), signal).then(() => this.step(work, signal));
  }

  /** Walks over many entries that somebody waits for. */
  private readonly walks = new Set<Promise<unknown>>();
  /** Notes a walk over many entries that somebody waits for, until it ends. */
  walking<T>(walk: Promise<T>): Promise<T> {
    this.walks.add(walk);
    const end = (): void => void this.walks.delete(walk);
    walk.then(end, end);
    return walk;
  }
  /**
   * Waits until there are no walks. A format keeps the body open that it reads: two that read different ones in turn would
   * open each again and again.
   */
  async alone(): Promise<void> {
    while (this.walks.size > 0) await Promise.allSettled(this.walks);
  }

  /** Tries a step that others wait for. Outside of steps, nothing interrupts a decoder. */
  private attempt<T>(work: () => T): Attempt<T> {
    this.window.patience(STEP);
    try {
      return attempt(work);
    } finally {
      this.window.patience(Infinity);
    }
  }
  /** What must be done before a step is run again. */
  private otherwise(result: Exclude<Attempt<unknown>, { value: unknown }>): Promise<void> {
    return "missing" in result ? this.window.load(result.missing) : this.nextTurn();
  }
  /** Several calls may wait for the same long reading: only one of them continues it in a turn, or each turn is long. */
  private nextTurn(): Promise<void> {
    this.lastTurn = this.lastTurn.then(turn);
    return this.lastTurn;
  }
  private lastTurn = Promise.resolve();
}

/**
 * Waits for work, but not longer than somebody waits for the call: a network file system may never answer.
 * @throws {Cancelled}
 */
async function unlessAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return work;
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (stop = resolve));
  signal.addEventListener("abort", stop);
  try {
    await (signal.aborted ? undefined : Promise.race([work, aborted]));
  } finally {
    signal.removeEventListener("abort", stop);
  }
  if (signal.aborted) throw new Cancelled();
}
