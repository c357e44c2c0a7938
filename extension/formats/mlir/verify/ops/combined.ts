/** Puts checks together: several for one op, one for several ops, and those of all dialects. */

type Check<Asked extends readonly unknown[]> = (...asked: Asked) => void;

/** Checks that are asked one after another. */
export const all =
  <Asked extends readonly unknown[]>(...checks: readonly Check<Asked>[]): Check<Asked> =>
  (...asked) => {
    for (const check of checks) check(...asked);
  };

/** One check of several ops. @param pattern the ops' names: the star stands for one of `names` */
export const each = <Asked extends readonly unknown[]>(
  pattern: string,
  names: readonly string[],
  check: Check<Asked>,
): Readonly<Record<string, Check<Asked>>> =>
  Object.fromEntries(names.map((name) => [pattern.replace("*", name), check]));

/** The checks of all lists by the names of ops. Where an op is in several lists, all of its checks are asked. */
export function byName<Asked extends readonly unknown[]>(
  ...lists: readonly Readonly<Record<string, Check<Asked>>>[]
): ReadonlyMap<string, Check<Asked>> {
  const found = new Map<string, Check<Asked>>();
  for (const [name, check] of lists.flatMap((list) => Object.entries(list))) {
    const before = found.get(name);
    found.set(name, before ? all(before, check) : check);
  }
  return found;
}
