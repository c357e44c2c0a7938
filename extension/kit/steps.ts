/** Work in steps: a generator that yields where it may be interrupted. */

/** Runs work to its end; returns what it returns. */
export function allSteps<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
/** Runs work, and yields the same value at each of its steps; returns what it returns. */
export function* yielding<V, T>(value: V, work: Generator<unknown, T, undefined>): Generator<V, T, undefined> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    yield value;
  }
}
/** The result of work that is too short to be interrupted, for those who expect steps. */
export function* inOneStep<T>(result: T): Generator<void, T, undefined> {
  yield;
  return result;
}
