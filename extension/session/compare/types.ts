/**
 * Pairs the struct types of two LLVM texts. If a type's name is taken, LLVM adds a number to it, which counts on for all
 * types (`StructType::setName`): one more type in a module gives many others another name, though they are the same.
 */
import { HashQueues } from "../../kit/hashQueues";
import { Words } from "../../kit/numbers";
import { FunctionTexts } from "./functionTexts";
import { hashText, mixHash } from "./hash";
import { visited } from "./strides";
import type { SplitText } from "./units";
import { linesBeside } from "./units";

/** How deep types are followed: those that agree to this depth are taken for the same. */
const ROUNDS = 6;

const NAME = String.raw`%(?:"[^"]*"|[-\w$.]+)`;
const NAMES = new RegExp(NAME, "g");
/** Names that are no numbers: in functions, most names are numbers of values. */
const WORDS = /%(?:"[^"]*"|(?!\d+(?![-\w$.]))[-\w$.]+)/g;
const DEFINITION = new RegExp(`^(${NAME}) = type `);

/** A name without its number: `%"class.A.12"` is `%"class.A"`. */
function stemOf(name: string): string {
  return name.replace(/\.\d+("?)$/, "$1");
}
function numberOf(name: string): number {
  return Number(/\.(\d+)"?$/.exec(name)?.[1] ?? -1);
}

/** The named struct types of a text, in order. */
interface Types {
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  /**
   * The colour of each type, round by round: in round n, two types have the same colour if their names' stems and bodies
   * agree to a depth of n references.
   */
  readonly rounds: readonly Float64Array[];
}

/** The names of the struct types that a text defines, and the index of the line of each; the last one if there are several. */
function definedTypes({ lines }: SplitText): { indexOf: ReadonlyMap<string, number>; places: Words } {
  const indexOf = new Map<string, number>();
  const places = new Words();
  let at = 0;
  for (const line of lines) {
    const name = line.startsWith("%") ? DEFINITION.exec(line)?.[1] : undefined;
    const known = name === undefined ? undefined : indexOf.get(name);
    if (known !== undefined) places.data[known] = at;
    else if (name !== undefined) {
      indexOf.set(name, indexOf.size);
      places.push(at);
    }
    at++;
  }
  return { indexOf, places };
}

function typesOf(text: SplitText): Types {
  const { indexOf, places } = definedTypes(text);
  const names = [...indexOf.keys()];
  const stems = Float64Array.from(names, (name) => hashText(stemOf(name)));
  const own = new Float64Array(names.length);
  /** The types inside each, one after another: index plus one, or 0 for an unknown one; and where those of each end. */
  const [inside, ends] = [new Words(), new Words()];
  names.forEach((name, i) => {
    const body = (text.lines.at(places.data[i] as number) ?? "").slice(name.length);
    own[i] = hashText(body.replace(NAMES, stemOf), stems[i]);
    for (const other of body.match(NAMES) ?? []) inside.push((indexOf.get(other) ?? -1) + 1);
    ends.push(inside.length);
  });
  const rounds: Float64Array[] = [stems];
  for (let round = 1; round <= ROUNDS; round++) rounds.push(nextRound(rounds[round - 1] ?? stems, own, inside, ends));
  return { names, indexOf, rounds };
}

function nextRound(before: Float64Array, own: Float64Array, inside: Words, ends: Words): Float64Array {
  let at = 0;
  return own.map((hash, i) => {
    let mixed = hash;
    for (const end = ends.data[i] as number; at < end; at++) {
      const to = inside.data[at] as number;
      mixed = mixHash(mixed, to === 0 ? 0 : (before[to - 1] ?? 0));
    }
    return mixed;
  });
}

/** There is no such type. */
const NONE = -1;

/** Pairs the types of two texts. */
class TypePairs {
  /** The left partner of each right type, or -1. */
  readonly partners: Int32Array;
  private readonly taken: Uint8Array;
  constructor(
    private readonly left: Types,
    private readonly right: Types,
  ) {
    this.partners = new Int32Array(right.names.length).fill(NONE);
    this.taken = new Uint8Array(left.names.length);
    // First those of which both sides have equally many, which is surer.
    for (const counted of [true, false]) for (let round = ROUNDS; round >= 0; round--) this.pairRound(round, counted);
  }
  private pairRound(round: number, counted: boolean): void {
    const [a, b] = [this.left.rounds[round] ?? NO_COLOURS, this.right.rounds[round] ?? NO_COLOURS];
    const ofLeft = new HashQueues(a, (i) => !this.isTaken(i));
    const ofRight = new HashQueues(b, (j) => this.isAlone(j));
    for (const colour of ofRight.hashes()) {
      const [i, j] = [ofLeft.first(colour), ofRight.first(colour)];
      if (counted && ofLeft.countFrom(i) !== ofRight.countFrom(j)) continue;
      if (!counted)
        for (let at = j; at !== NONE; at = ofRight.after(at)) {
          const namesake = this.left.indexOf.get(this.right.names[at] ?? "");
          if (namesake !== undefined && a[namesake] === colour) this.pair(namesake, at);
        }
      this.pairInOrder(ofLeft, i, ofRight, j);
    }
  }
  private pairInOrder(ofLeft: HashQueues, firstLeft: number, ofRight: HashQueues, firstRight: number): void {
    let i = firstLeft;
    for (let j = firstRight; j !== NONE; j = ofRight.after(j)) {
      if (!this.isAlone(j)) continue;
      while (i !== NONE && this.isTaken(i)) i = ofLeft.after(i);
      if (i === NONE) return;
      this.pair(i, j);
    }
  }
  private isTaken(left: number): boolean {
    return this.taken[left] === 1;
  }
  private isAlone(right: number): boolean {
    return this.partners[right] === NONE;
  }
  private pair(left: number, right: number): void {
    if (this.isTaken(left) || !this.isAlone(right)) return;
    this.taken[left] = 1;
    this.partners[right] = left;
  }
}
const NO_COLOURS = new Float64Array(0);

/** The right types that are written with another name: the left one's, or a new one if theirs is that of another type. */
function namesFor(left: SplitText, right: SplitText): ReadonlyMap<string, string> {
  const [own, types] = [typesOf(left), typesOf(right)];
  const { partners } = new TypePairs(own, types);
  let last = -1;
  for (const { names } of [own, types]) for (const name of names) last = Math.max(last, numberOf(name));
  const renamed = new Map<string, string>();
  types.names.forEach((name, j) => {
    const partner = own.names[partners[j] as number];
    if (partner !== undefined && partner !== name) renamed.set(name, partner);
    if (partner === undefined && own.indexOf.has(name)) renamed.set(name, stemOf(name).replace(/"?$/, `.${++last}$&`));
  });
  return renamed;
}

/** The right text with the left one's names for the struct types that both have. */
export function* withTypesOf(left: SplitText, right: SplitText): Generator<void, SplitText, undefined> {
  const names = namesFor(left, right);
  if (names.size === 0) return right;
  const isNumbered = Array.from(names.keys()).some((name) => /^%\d+$/.test(name));
  const pattern = isNumbered ? NAMES : WORDS;
  const renamed = (text: string): string => text.replace(pattern, (name) => names.get(name) ?? name);
  const functions = new FunctionTexts(left.functions);
  yield* visited(right.functions, ({ name, lines }) => functions.add(name, Array.from(lines, renamed)));
  const lines = yield* linesBeside(left.lines);
  yield* visited(right.lines, (line) => lines.push(renamed(line)));
  return { ...right, lines: lines.lines, functions };
}
