/** Work in steps, done at once where nobody waits for anything else. */

/** Runs work to its end; returns what it returns. */
export function allSteps<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
