/**
 * Splits long work into short steps, so that messages (a cancellation, another editor's rows) are handled in between.
 */
import { Cancelled } from "./rpc";

/** Longest step in ms. */
export const STEP = 10;

/** Lets waiting messages be handled. A browser would delay a timer by at least 4 ms; a channel has no such delay. */
export function turn(): Promise<void> {
  if (typeof setImmediate === "function") return new Promise((resolve) => setImmediate(resolve));
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
}

/** The clock of one long piece of work: test `due` in its loop, and `await pause()` when it is true. */
export class Slice {
  private end = performance.now() + STEP;
  private count = 0;
  constructor(private readonly signal: AbortSignal | undefined) {}

  /** Whether the step has taken long enough. Reads the clock only every 16th time. */
  get due(): boolean {
    return (this.count++ & 15) === 0 && this.over;
  }
  /** The same for work in larger pieces; reads the clock. */
  get over(): boolean {
    return performance.now() >= this.end;
  }
  /** @throws {Cancelled} if nobody waits for the work any more */
  async pause(): Promise<void> {
    await turn();
    if (this.signal?.aborted) throw new Cancelled();
    this.end = performance.now() + STEP;
  }
}

/** Runs a generator to its end in steps; `take` receives each piece. @throws {Cancelled} */
export async function runSliced<T, R>(
  work: Generator<T, R, undefined>,
  signal: AbortSignal | undefined,
  take: (piece: T) => void,
): Promise<R> {
  const slice = new Slice(signal);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    take(step.value);
    if (slice.due) await slice.pause();
  }
}
