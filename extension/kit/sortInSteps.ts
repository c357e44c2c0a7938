/** Sorting in steps: many names take long to compare. */

/** Items that are sorted in one step, and that are merged in one. */
const AT_ONCE = 512;

/**
 * The items in order, equal ones in the order in which they were given. Yields where it may be interrupted.
 * @param compare as for `Array.sort`
 */
export function* sortInSteps<T>(items: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[], undefined> {
  let runs: T[][] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const longer: T[][] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(yield* merged(runs[at] as T[], runs[at + 1] ?? [], compare));
    runs = longer;
  }
  return runs[0] ?? [];
}

function* merged<T>(
  first: readonly T[],
  second: readonly T[],
  compare: (a: T, b: T) => number,
): Generator<void, T[], undefined> {
  const all: T[] = [];
  for (let [a, b] = [0, 0]; a < first.length || b < second.length;) {
    // Of equal items, those of the first run come first.
    const isFirst = b >= second.length || (a < first.length && compare(first[a] as T, second[b] as T) <= 0);
    all.push((isFirst ? first[a++] : second[b++]) as T);
    if (all.length % AT_ONCE === 0) yield;
  }
  return all;
}

/**
 * The same by keys, each of which is made once: names and sizes may take longer to make than to compare.
 * @param keyOf the key of an item
 */
export function* sortByKey<T, K>(
  items: readonly T[],
  keyOf: (item: T) => K,
  compare: (a: K, b: K) => number,
): Generator<void, T[], undefined> {
  const keyed: { readonly key: K; readonly item: T }[] = [];
  for (const item of items) {
    keyed.push({ key: keyOf(item), item });
    yield;
  }
  const sorted = yield* sortInSteps(keyed, (a, b) => compare(a.key, b.key));
  return sorted.map(({ item }) => item);
}

/** Compares numbers so that larger ones come first. */
export const largestFirst = (a: number, b: number): number => b - a;
/** Compares numbers so that smaller ones come first. */
export const smallestFirst = (a: number, b: number): number => a - b;
