/**
 * Pairs what two modules define by number: metadata nodes, attribute groups, aliases, unnamed globals and types. Two
 * are taken for the same if their text is equal and so is the text of what they refer to; the deeper they agree, the
 * surer the pair.
 */
import { hashText, mixHash } from "./hash";
import type { SplitText } from "./units";
import type { ScannedLine, TextRules } from "./rules";
import { scanLine, wordsOf } from "./rules";
import { visited } from "./strides";

/** How deep references are followed: nodes that agree to this depth are taken for the same. */
const ROUNDS = 8;

/** Maps names of the left side to names of the right side. */
export class Renaming {
  private readonly toLeft = new Map<string, string>();
  private readonly toRight = new Map<string, string>();
  get size(): number {
    return this.toLeft.size;
  }
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
  readonly lines: readonly string[];
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

/** Collects the numbered definitions of a text, in steps. */
export function* definitionsOf({ lines, functions, rules }: SplitText): Generator<void, Definitions, undefined> {
  const names: string[] = [];
  const kept: string[] = [];
  const indexOf = new Map<string, number>();
  const add = (line: string): void => {
    const name = definedName(scanLine(line, rules));
    if (name === undefined || indexOf.has(name)) return;
    indexOf.set(name, names.length);
    names.push(name);
    kept.push(line);
  };
  yield* visited(lines, add);
  // PNaCl numbers functions too; their content is compared elsewhere.
  for (const { name, text } of functions) if (scanLine(name, rules).names.length > 0) add(text.split("\n", 1)[0] ?? "");
  return { names, indexOf, lines: kept, rules };
}

/** The text of each definition without names (hashed), and the definitions that these names refer to (-1: none). */
interface Graph {
  readonly own: Float64Array;
  readonly references: readonly Int32Array[];
}

function* graphOf({ names, lines, indexOf, rules }: Definitions): Generator<void, Graph, undefined> {
  const own = new Float64Array(names.length);
  const references: Int32Array[] = [];
  yield* visited(lines, (line, i) => {
    const scanned = scanLine(line, rules);
    own[i] = hashText(scanned.literals.join("\0"), (names[i] ?? "").charCodeAt(0));
    references.push(Int32Array.from(scanned.names.slice(1), (name) => indexOf.get(name) ?? -1));
  });
  return { own, references };
}

/**
 * The colour of each definition, round by round: in round n, two have the same colour if they agree to a depth of n
 * references.
 */
function* colours({ own, references }: Graph): Generator<void, readonly Float64Array[], undefined> {
  const rounds = [own];
  for (let round = 1; round <= ROUNDS; round++) {
    const before = rounds[round - 1] ?? own;
    const next = new Float64Array(own.length);
    for (let i = 0; i < own.length; i++) {
      let hash = own[i] ?? 0;
      for (const to of references[i] ?? []) hash = mixHash(hash, to < 0 ? 0 : (before[to] ?? 0));
      next[i] = hash;
      if (i % 20000 === 0) yield;
    }
    rounds.push(next);
  }
  return rounds;
}

/** Pairs the definitions of two texts. */
export class DefinitionPairs {
  private rounds: readonly [readonly Float64Array[], readonly Float64Array[]] = [[], []];
  constructor(
    private readonly left: Definitions,
    private readonly right: Definitions,
    private readonly renaming: Renaming,
  ) {}

  /** Pairs definitions that agree to a depth as large as possible, if both sides have equally many of them. */
  *sure(): Generator<void, void, undefined> {
    this.rounds = [yield* colours(yield* graphOf(this.left)), yield* colours(yield* graphOf(this.right))];
    for (let round = ROUNDS; round > 0; round--) {
      this.pairRound(round, true);
      yield;
    }
    this.propagate();
  }
  /** Pairs two names at the same place of paired lines, and then what these refer to. */
  met(name: string, other: string): void {
    const pair = this.pairAlike(name, other);
    if (pair) this.propagate([pair]);
  }
  /** Pairs the rest as well as possible: equal text, in order. */
  *rest(): Generator<void, void, undefined> {
    this.pairRound(0, true);
    this.propagate();
    for (let round = ROUNDS; round >= 0; round--) {
      this.pairRound(round, false);
      yield;
    }
    this.propagate();
  }

  private pairRound(round: number, counted: boolean): void {
    const { left, right, renaming } = this;
    const [ofLeft, ofRight] = [
      this.classes(this.rounds[0][round], left.names, (name) => renaming.hasLeft(name)),
      this.classes(this.rounds[1][round], right.names, (name) => renaming.left(name) !== undefined),
    ];
    for (const [colour, b] of ofRight) {
      const a = ofLeft.get(colour) ?? [];
      if (counted && a.length !== b.length) continue;
      b.forEach((name, i) => {
        const partner = a[i];
        if (partner !== undefined) renaming.pair(partner, name);
      });
    }
  }
  /** Names without a partner, grouped by their colour. */
  private classes(
    colours: Float64Array | undefined,
    names: readonly string[],
    paired: (name: string) => boolean,
  ): Map<number, string[]> {
    const found = new Map<number, string[]>();
    names.forEach((name, i) => {
      if (paired(name)) return;
      const colour = colours?.[i] ?? 0;
      const same = found.get(colour);
      if (same) same.push(name);
      else found.set(colour, [name]);
    });
    return found;
  }

  /** Pairs what paired definitions refer to at the same place, and so on. */
  private propagate(queue: [number, number][] = this.paired()): void {
    const { left, right } = this;
    for (let at = 0; at < queue.length; at++) {
      const [i, j] = queue[at] ?? [0, 0];
      const a = scanLine(left.lines[i] ?? "", left.rules).names;
      const b = scanLine(right.lines[j] ?? "", right.rules).names;
      if (a.length !== b.length) continue;
      a.forEach((name, k) => {
        const pair = this.pairAlike(name, b[k] ?? "");
        if (pair) queue.push(pair);
      });
    }
  }
  private paired(): [number, number][] {
    const found: [number, number][] = [];
    this.right.names.forEach((name, j) => {
      const partner = this.renaming.left(name);
      const i = partner === undefined ? undefined : this.left.indexOf.get(partner);
      if (i !== undefined) found.push([i, j]);
    });
    return found;
  }
  /** Pairs two names if they define the same kind of thing. Returns their indexes if it did. */
  private pairAlike(name: string, other: string): [number, number] | undefined {
    const { left, right, renaming } = this;
    if (renaming.hasLeft(name) || renaming.left(other) !== undefined) return undefined;
    const [i, j] = [left.indexOf.get(name), right.indexOf.get(other)];
    if (i === undefined || j === undefined) return undefined;
    if (skeleton(left.lines[i] ?? "", left.rules) !== skeleton(right.lines[j] ?? "", right.rules)) return undefined;
    return renaming.pair(name, other) ? [i, j] : undefined;
  }
}

/** A line's words without its names and numbers: two lines that share them may be the same one, changed. */
function skeleton(line: string, rules: TextRules): string {
  return wordsOf(scanLine(line, rules));
}
