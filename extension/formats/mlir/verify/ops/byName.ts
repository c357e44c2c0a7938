/** The checks of dialects as one list. */

/** The checks of all lists by the names of ops. Where an op is in several lists, its checks are asked one after another. */
export function byName<Asked extends readonly unknown[]>(
  ...lists: readonly Readonly<Record<string, (...asked: Asked) => void>>[]
): ReadonlyMap<string, (...asked: Asked) => void> {
  const found = new Map<string, (...asked: Asked) => void>();
  for (const [name, check] of lists.flatMap((list) => Object.entries(list))) {
    const before = found.get(name);
    found.set(name, before ? (...asked) => (before(...asked), check(...asked)) : check);
  }
  return found;
}
