/** Work on the lines of a text in steps: a text may have millions of them, and a line millions of characters. */

/** Lines between two pauses, and characters of them. */
const STRIDE = 4096;
const CHARACTERS = 2 ** 20;

/** Visits all items in order; yields now and then. */
export function* visited<T>(
  items: Iterable<T>,
  visit: (item: T, index: number) => void,
): Generator<void, void, undefined> {
  let [index, characters] = [0, 0];
  for (const item of items) {
    visit(item, index++);
    if (typeof item === "string") characters += item.length;
    if (index % STRIDE !== 0 && characters < CHARACTERS) continue;
    yield;
    characters = 0;
  }
}
