/** Numbered names, and new ones numbered on from them. */

/** The last number of each stem of numbered names. */
export function lastNumbers(names: Iterable<string>): Map<string, number> {
  const last = new Map<string, number>();
  for (const name of names) {
    const { stem, number } = counted(name);
    last.set(stem, Math.max(last.get(stem) ?? -1, number));
  }
  return last;
}

/** Names for what the left side does not have: numbered on from its last name, in order of use. */
export function countedOn(
  numbers: ReadonlyMap<string, number>,
  known: (right: string) => string | undefined = () => undefined,
): (right: string) => string {
  const last = new Map(numbers);
  const made = new Map<string, string>();
  return (name) => {
    const before = known(name) ?? made.get(name);
    if (before !== undefined) return before;
    const { stem } = counted(name);
    const number = (last.get(stem) ?? -1) + 1;
    last.set(stem, number);
    made.set(name, `${stem}${number}`);
    return `${stem}${number}`;
  };
}

/** A numbered name, split into its stem and its number. */
function counted(name: string): { stem: string; number: number } {
  const digits = /\d*$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - digits.length), number: digits === "" ? 0 : Number(digits) };
}
