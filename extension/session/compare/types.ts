/**
 * Pairs the struct types of two LLVM texts. If a type's name is taken, LLVM adds a number to it, which counts on for all
 * types (`StructType::setName`): one more type in a module gives many others another name, though they are the same.
 */
import { hashText, mixHash } from "./hash";
import type { FunctionText, SplitText } from "./units";

/** How deep types are followed: those that agree to this depth are taken for the same. */
const ROUNDS = 6;

const NAME = String.raw`%(?:"[^"]*"|[-\w$.]+)`;
const NAMES = new RegExp(NAME, "g");
const DEFINITION = new RegExp(`^(${NAME}) = type `);

/** A name without its number: `%"class.A.12"` is `%"class.A"`. */
function stemOf(name: string): string {
  return name.replace(/\.\d+("?)$/, "$1");
}
function numberOf(name: string): number {
  return Number(/\.(\d+)"?$/.exec(name)?.[1] ?? -1);
}

/** The named struct types of a text: what each is made of, by name, in order. */
function typesOf({ lines }: SplitText): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const line of lines) {
    const name = line.startsWith("%") ? DEFINITION.exec(line)?.[1] : undefined;
    if (name !== undefined) found.set(name, line.slice(name.length));
  }
  return found;
}

/** In round n, two types have the same colour if their names' stems and bodies agree to a depth of n references. */
function coloursOf(types: ReadonlyMap<string, string>): readonly ReadonlyMap<string, number>[] {
  const stems = new Map(Array.from(types.keys(), (name) => [name, hashText(stemOf(name))]));
  const bodies = Array.from(types, ([name, body]) => ({
    name,
    own: hashText(body.replace(NAMES, stemOf), stems.get(name)),
    inside: body.match(NAMES) ?? [],
  }));
  const rounds = [stems];
  for (let round = 1; round <= ROUNDS; round++) {
    const before = rounds[round - 1] ?? stems;
    const mix = (own: number, inside: readonly string[]): number =>
      inside.reduce((hash, name) => mixHash(hash, before.get(name) ?? 0), own);
    rounds.push(new Map(bodies.map(({ name, own, inside }) => [name, mix(own, inside)])));
  }
  return rounds;
}

/** Names by their colour, in order, without those that are done. */
function grouped(
  colours: ReadonlyMap<string, number> | undefined,
  isDone: (name: string) => boolean,
): ReadonlyMap<number, readonly string[]> {
  const groups = new Map<number, string[]>();
  for (const [name, colour] of colours ?? []) {
    if (isDone(name)) continue;
    const group = groups.get(colour);
    if (group) group.push(name);
    else groups.set(colour, [name]);
  }
  return groups;
}

/** The left name of each right type that has one. */
function partnersOf(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): Map<string, string> {
  const [a, b] = [coloursOf(left), coloursOf(right)];
  const partner = new Map<string, string>();
  const taken = new Set<string>();
  const pair = (name: string | undefined, other: string): void => {
    if (name === undefined || taken.has(name) || partner.has(other)) return;
    taken.add(name);
    partner.set(other, name);
  };
  // First those of which both sides have equally many, which is surer.
  for (const counted of [true, false])
    for (let round = ROUNDS; round >= 0; round--) {
      const ofLeft = grouped(a[round], (name) => taken.has(name));
      for (const [colour, names] of grouped(b[round], (name) => partner.has(name))) {
        const others = ofLeft.get(colour) ?? [];
        if (counted && others.length !== names.length) continue;
        const namesakes = new Set(counted ? [] : others);
        for (const name of names) if (namesakes.has(name)) pair(name, name);
        const free = others.filter((name) => !taken.has(name));
        names.filter((name) => !partner.has(name)).forEach((name, i) => pair(free[i], name));
      }
    }
  return partner;
}

/** The right types that are written with another name: the left one's, or a new one if theirs is that of another type. */
function namesFor(left: SplitText, right: SplitText): ReadonlyMap<string, string> {
  const [own, types] = [typesOf(left), typesOf(right)];
  const names = partnersOf(own, types);
  let last = [...own.keys(), ...types.keys()].reduce((most, name) => Math.max(most, numberOf(name)), -1);
  for (const name of types.keys())
    if (!names.has(name) && own.has(name)) names.set(name, stemOf(name).replace(/"?$/, `.${++last}$&`));
  return new Map([...names].filter(([name, other]) => name !== other));
}

/** The right text with the left one's names for the struct types that both have. */
export function* withTypesOf(left: SplitText, right: SplitText): Generator<void, SplitText, undefined> {
  const names = namesFor(left, right);
  if (names.size === 0) return right;
  const renamed = (text: string): string => text.replace(NAMES, (name) => names.get(name) ?? name);
  const functions: FunctionText[] = [];
  for (const { name, text, lineCount } of right.functions) {
    functions.push({ name, text: renamed(text), lineCount });
    yield;
  }
  return { ...right, lines: right.lines.map(renamed), functions };
}
