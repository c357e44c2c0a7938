/** Work in steps: a generator that yields where it may be interrupted. */

let afterStep = (): void => undefined;

/**
 * Sets what is called after each step of long work. The command line looks at its memory then: what a step
 * leaves behind may be many times the file.
 */
export function watchSteps(watch: () => void): void {
  afterStep = watch;
}

/** Tells who watches ({@link watchSteps}) that a step has ended, for work that is run step by step elsewhere. */
export function stepped(): void {
  afterStep();
}
/** How many short items are a step. */
const ITEMS = 4096;
/** {@link stepped} after every {@link ITEMS} items of a list. @param index of the item that is done */
export function steppedAt(index: number): void {
  if (index % ITEMS === ITEMS - 1) afterStep();
}

/** Runs work to its end; returns what it returns. */
export function allSteps<T>(work: Generator<unknown, T, undefined>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    stepped();
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
