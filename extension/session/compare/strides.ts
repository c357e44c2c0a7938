/** Work on the lines of a text in steps: a text may have millions of them. */

/** Lines between two pauses. */
const STRIDE = 4096;

/** Visits all items in order; yields now and then. */
export function* visited<T>(
  items: Iterable<T>,
  visit: (item: T, index: number) => void,
): Generator<void, void, undefined> {
  let index = 0;
  for (const item of items) {
    visit(item, index++);
    if (index % STRIDE === 0) yield;
  }
}
