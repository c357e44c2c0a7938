/**
 * Pairs what two modules define by number: metadata nodes, attribute groups, aliases, unnamed globals and types. Two
 * are taken for the same if their text is equal and so is the text of what they refer to; the deeper they agree, the
 * surer the pair.
 */
import { HashQueues } from "../../kit/hashQueues";
import type { MadeList } from "../../document/madeList";
import { Made } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import { hashText, mixHash } from "./hash";
import type { SplitText } from "./units";
import type { ScannedLine, TextRules } from "./rules";
import { scanLine, wordsOf } from "./rules";
import { visited } from "./strides";

/** Paired definitions between two pauses, times two. */
const STRIDE = 1024;
/** How deep references are followed: nodes that agree to this depth are taken for the same. */
const ROUNDS = 8;

/** Maps names of the left side to names of the right side. */
export class Renaming {
  private readonly toLeft = new Map<string, string>();
  private readonly toRight = new Map<string, string>();
  left(right: string): string | undefined {
    return this.toLeft.get(right);
  }
  hasLeft(left: string): boolean {
    return this.toRight.has(left);
  }
  /** Pairs two names if neither has a partner; returns whether it did. */
  pair(left: string, right: string): boolean {
    if (this.toRight.has(left) || this.toLeft.has(right)) return false;
    this.toRight.set(left, right);
    this.toLeft.set(right, left);
    return true;
  }
}

/** The numbered definitions of a text. */
export interface Definitions {
  readonly names: readonly string[];
  readonly indexOf: ReadonlyMap<string, number>;
  /** The line of each definition. */
  readonly lines: MadeList<string>;
  readonly rules: TextRules;
}

/** What comes before a name that is defined without a `=` or `:` after it. */
const DEFINES = /^\s*(?:attributes|declare\b.*|define external\b.*|define internal\b.*|function\b.*) ?$/;

/** The numbered name that a line defines. */
export function definedName({ literals, names, label }: ScannedLine): string | undefined {
  const [before = "", after = ""] = literals;
  if (names[0] === undefined || label) return undefined;
  const leads = before.trim() === "" && /^(?::\d+)?\s*[=:]/.test(after);
  return leads || DEFINES.test(before) ? names[0] : undefined;
}

/** A function's first line after the comments above it. */
function headOf(lines: Iterable<string>, rules: TextRules): string | undefined {
  for (const line of lines) if (!line.startsWith(rules.comment)) return line;
  return undefined;
}

/** Collects the numbered definitions of a text, in steps. */
export function* definitionsOf({ lines, functions, rules }: SplitText): Generator<void, Definitions, undefined> {
  const names: string[] = [];
  const indexOf = new Map<string, number>();
  /** For each definition, the index of its line; of its function, after all lines. */
  const places = new Words();
  const add = (name: string | undefined, place: number): void => {
    if (name === undefined || indexOf.has(name)) return;
    indexOf.set(name, names.length);
    names.push(name);
    places.push(place);
  };
  yield* visited(lines, (line, place) => {
    add(definedName(scanLine(line, rules)), place);
  });
  // Functions may be numbered too; their content is compared elsewhere.
  yield* visited(functions, ({ name }, index) => {
    add(scanLine(name, rules).names[0], lines.length + index);
  });
  const lineAt = (place: number): string =>
    (place < lines.length ? lines.at(place) : headOf(functions.at(place - lines.length)?.lines ?? [], rules)) ?? "";
  return { names, indexOf, lines: new Made(names.length, (index) => lineAt(places.data[index] as number)), rules };
}

/** The text of each definition without names (hashed), and the definitions that these names refer to. */
interface Graph {
  readonly own: Float64Array;
  /** The references of all definitions, one after another: index plus one, or 0 for what is no definition. */
  readonly references: Words;
  /** For each definition, the index after its last reference. */
  readonly ends: Words;
}

function* graphOf({ names, lines, indexOf, rules }: Definitions): Generator<void, Graph, undefined> {
  const own = new Float64Array(names.length);
  const [references, ends] = [new Words(), new Words()];
  yield* visited(lines, (line, i) => {
    const scanned = scanLine(line, rules);
    own[i] = hashText(scanned.literals.join("\0"), (names[i] ?? "").charCodeAt(0));
    for (let at = 1; at < scanned.names.length; at++)
      references.push((indexOf.get(scanned.names[at] as string) ?? -1) + 1);
    ends.push(references.length);
  });
  return { own, references, ends };
}

/**
 * The colour of each definition, round by round: in round n, two have the same colour if they agree to a depth of n
 * references.
 */
function* colours({ own, references, ends }: Graph): Generator<void, readonly Float64Array[], undefined> {
  const rounds = [own];
  for (let round = 1; round <= ROUNDS; round++) {
    const before = rounds[round - 1] ?? own;
    const next = new Float64Array(own.length);
    let at = 0;
    for (let i = 0; i < own.length; i++) {
      let hash = own[i] ?? 0;
      for (const end = ends.data[i] as number; at < end; at++) {
        const to = references.data[at] as number;
        hash = mixHash(hash, to === 0 ? 0 : (before[to - 1] ?? 0));
      }
      next[i] = hash;
      if (i % 20000 === 0) yield;
    }
    rounds.push(next);
  }
  return rounds;
}

const NO_COLOURS = new Float64Array(0);

/** Pairs the definitions of two texts. */
export class DefinitionPairs {
  private rounds: readonly [readonly Float64Array[], readonly Float64Array[]] = [[], []];
  /** By side, the names that are known to have a partner. */
  private readonly known: readonly [left: Uint8Array, right: Uint8Array];
  constructor(
    private readonly left: Definitions,
    private readonly right: Definitions,
    private readonly renaming: Renaming,
  ) {
    this.known = [new Uint8Array(left.names.length), new Uint8Array(right.names.length)];
  }

  /** Pairs definitions that agree to a depth as large as possible, if both sides have equally many of them. */
  *sure(): Generator<void, void, undefined> {
    this.rounds = [yield* colours(yield* graphOf(this.left)), yield* colours(yield* graphOf(this.right))];
    for (let round = ROUNDS; round > 0; round--) {
      this.pairRound(round, true);
      yield;
    }
    yield* this.propagate();
  }
  /** Pairs two names at the same place of paired lines, and then what these refer to. */
  *met(name: string, other: string): Generator<void, void, undefined> {
    const queue = new Words();
    this.pairAlike(name, other, queue);
    if (queue.length > 0) yield* this.propagate(queue);
  }
  /** Pairs the rest as well as possible: equal text, in order. */
  *rest(): Generator<void, void, undefined> {
    this.pairRound(0, true);
    yield* this.propagate();
    for (let round = ROUNDS; round >= 0; round--) {
      this.pairRound(round, false);
      yield;
    }
    yield* this.propagate();
  }

  private pairRound(round: number, counted: boolean): void {
    const { left, right, renaming } = this;
    const [a, b] = [this.rounds[0][round] ?? NO_COLOURS, this.rounds[1][round] ?? NO_COLOURS];
    // Names that have a partner already are left out.
    const ofRight = new HashQueues(b, (j) => !this.isPaired(1, j));
    if (ofRight.isEmpty) return;
    const ofLeft = new HashQueues(a, (i) => !this.isPaired(0, i));
    for (const colour of ofRight.hashes()) {
      let [i, j] = [ofLeft.first(colour), ofRight.first(colour)];
      if (counted && ofLeft.countFrom(i) !== ofRight.countFrom(j)) continue;
      for (; i >= 0 && j >= 0; i = ofLeft.after(i), j = ofRight.after(j))
        renaming.pair(left.names[i] ?? "", right.names[j] ?? "");
    }
  }

  /** Whether a name has a partner; it keeps it, so that it is looked up until then only. */
  private isPaired(side: 0 | 1, index: number): boolean {
    const paired = this.known[side];
    if (paired[index] === 1) return true;
    const name = (side === 0 ? this.left : this.right).names[index] ?? "";
    const isNow = side === 0 ? this.renaming.hasLeft(name) : this.renaming.left(name) !== undefined;
    if (isNow) paired[index] = 1;
    return isNow;
  }

  /** Pairs what paired definitions refer to at the same place, and so on. `queue`: indexes, left and right in turn. */
  private *propagate(queue = this.paired()): Generator<void, void, undefined> {
    const { left, right } = this;
    for (let at = 0; at < queue.length; at += 2) {
      const [i, j] = [queue.data[at] as number, queue.data[at + 1] as number];
      const a = scanLine(left.lines.at(i) ?? "", left.rules).names;
      const b = scanLine(right.lines.at(j) ?? "", right.rules).names;
      if (a.length === b.length) a.forEach((name, k) => this.pairAlike(name, b[k] ?? "", queue));
      if (at % STRIDE === 0) yield;
    }
  }
  private paired(): Words {
    const found = new Words();
    this.right.names.forEach((name, j) => {
      const partner = this.renaming.left(name);
      const i = partner === undefined ? undefined : this.left.indexOf.get(partner);
      if (i === undefined) return;
      found.push(i);
      found.push(j);
    });
    return found;
  }
  /** Pairs two names if they define the same kind of thing, and then adds their indexes. */
  private pairAlike(name: string, other: string, paired: Words): void {
    const { left, right, renaming } = this;
    if (renaming.hasLeft(name) || renaming.left(other) !== undefined) return;
    const [i, j] = [left.indexOf.get(name), right.indexOf.get(other)];
    if (i === undefined || j === undefined) return;
    if (skeleton(left.lines.at(i) ?? "", left.rules) !== skeleton(right.lines.at(j) ?? "", right.rules)) return;
    if (!renaming.pair(name, other)) return;
    paired.push(i);
    paired.push(j);
  }
}

/** A line's words without its names and numbers: two lines that share them may be the same one, changed. */
function skeleton(line: string, rules: TextRules): string {
  return wordsOf(scanLine(line, rules));
}
