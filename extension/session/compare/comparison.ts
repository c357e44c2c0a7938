/** Compares two assembly texts: function with function, definition with definition, as if both were numbered alike. */
import type { Pairs } from "./align";
import type { Aligned } from "./bodies";
import { alignBodies, countedOn } from "./bodies";
import type { Definitions } from "./definitions";
import { definedName, DefinitionPairs, definitionsOf, Renaming } from "./definitions";
import type { FunctionPair } from "./functions";
import { givenName, pairFunctions } from "./functions";
import type { TextRules } from "./rules";
import { plainLine, scanLine, joinLine } from "./rules";
import { SameFunctions } from "./same";
import { withTypesOf } from "./types";
import type { FunctionText, SplitText } from "./units";
import { visited } from "./strides";

/** How many lines with the same key are searched for an equal one. */
const MOST_NAMESAKES = 64;

/** A function that is equal in both modules. Most functions are, so their lines are made only when somebody looks. */
class EqualFunction implements ComparedFunction {
  readonly state: FunctionState;
  readonly rightName?: string;
  readonly leftCount: number;
  readonly rightCount: number;
  readonly differing = 0;
  constructor(
    readonly name: string,
    rightName: string,
    private readonly function_: FunctionText,
    private readonly rules: TextRules,
  ) {
    this.state = name === rightName ? "same" : "renamed";
    if (this.state === "renamed") this.rightName = rightName;
    this.leftCount = this.rightCount = function_.lineCount;
  }
  get lines(): readonly ComparedLine[] {
    return this.function_.text.split("\n").map((text) => {
      const line = plainLine(text, this.rules);
      return { left: line, right: line };
    });
  }
}

/** How a function of the two modules differs. */
export type FunctionState = "same" | "changed" | "renamed" | "left" | "right";

/** A function of either module. Lines of the right side are written with the left side's numbered names. */
export interface ComparedFunction {
  readonly state: FunctionState;
  /** Its name in its module; the left name if both have it. */
  readonly name: string;
  readonly rightName?: string;
  /** Its lines on both sides, aligned: equal lines are pairs. */
  readonly lines: readonly ComparedLine[];
  /** How many lines each side has; 0 if it has no such function. */
  readonly leftCount: number;
  readonly rightCount: number;
  /** Lines of both sides that have no equal on the other side. */
  readonly differing: number;
}

/** A line between the functions; has both sides if it is equal, or a definition that has changed. */
export interface ComparedLine {
  readonly left?: string;
  readonly right?: string;
}

/** An item of the compared texts, in the left text's order: a function by its index, or a line. */
export type ComparedItem =
  | { readonly kind: "function"; readonly value: ComparedFunction }
  | { readonly kind: "line"; readonly value: ComparedLine };

/** What two texts have in common, and what differs. */
export interface Comparison {
  readonly equal: boolean;
  readonly items: readonly ComparedItem[];
  /** What begins a comment in these texts. */
  readonly comment: string;
}

/** Compares; steps end often enough for a caller that must stay responsive. */
export function* compareTexts(left: SplitText, right: SplitText): Generator<void, Comparison, undefined> {
  const alike = left.rules.hasTypes && right.rules.hasTypes ? yield* withTypesOf(left, right) : right;
  const definitions = [yield* definitionsOf(left), yield* definitionsOf(alike)] as const;
  return yield* new Comparer(left, alike, definitions).run();
}

class Comparer {
  private readonly renaming = new Renaming();
  private readonly pairs: readonly FunctionPair[];
  private readonly fresh: (right: string) => string;
  private readonly same: SameFunctions;

  constructor(
    private readonly left: SplitText,
    private readonly right: SplitText,
    private readonly definitions: readonly [Definitions, Definitions],
  ) {
    this.pairs = pairFunctions(left, right);
    this.same = new SameFunctions([left.rules, right.rules], this.renaming);
    this.fresh = countedOn(this.definitions[0].names, (name) => this.renaming.left(name));
  }

  *run(): Generator<void, Comparison, undefined> {
    this.pairNamed();
    const definitions = new DefinitionPairs(...this.definitions, this.renaming);
    yield* definitions.sure();
    // What paired functions refer to at the same place is a surer match than equal text alone.
    for (const pair of this.pairs) {
      const [a, b] = this.texts(pair);
      // If all names are paired already, there is nothing to learn.
      if (a && b && !this.same.has(a, b))
        for (const [name, other] of (yield* this.aligned(a, b)).met) definitions.met(name, other);
      yield;
    }
    yield* definitions.rest();
    const functions: ComparedFunction[] = [];
    for (const pair of this.pairs) {
      functions.push(yield* this.compared(pair));
      yield;
    }
    const items = this.inOrder(functions, yield* this.lines());
    const equal = items.every(({ kind, value }) =>
      kind === "function" ? value.state === "same" : value.left === value.right,
    );
    return { equal, items, comment: this.left.rules.comment };
  }

  /** Pairs numbered names by their given ones, and functions by the partners found for them. */
  private pairNamed(): void {
    const byName = new Map([...this.left.given].map(([name, given]) => [given, name]));
    for (const [name, given] of this.right.given) {
      const partner = byName.get(given);
      if (partner !== undefined) this.renaming.pair(partner, name);
    }
    for (const pair of this.pairs) {
      const [a, b] = this.texts(pair);
      if (a && b && this.definitions[0].indexOf.has(a.name)) this.renaming.pair(a.name, b.name);
    }
  }
  private texts({ left, right }: FunctionPair): [FunctionText | undefined, FunctionText | undefined] {
    return [
      left === undefined ? undefined : this.left.functions[left],
      right === undefined ? undefined : this.right.functions[right],
    ];
  }
  private aligned(a: FunctionText, b: FunctionText): Generator<void, Aligned, undefined> {
    return alignBodies(
      [a.text, b.text],
      [this.left.rules, this.right.rules],
      (name) => this.renaming.left(name),
      (name) => this.renaming.hasLeft(name),
      this.fresh,
    );
  }
  private *compared(pair: FunctionPair): Generator<void, ComparedFunction, undefined> {
    const [a, b] = this.texts(pair);
    const rightName = b && givenName(this.right, b);
    const name = a ? givenName(this.left, a) : (rightName ?? "");
    if (!a || !b) return this.alone(name, a, b);
    if (this.same.has(a, b)) return new EqualFunction(name, rightName ?? name, a, this.left.rules);
    const { left, right, pairs } = yield* this.aligned(a, b);
    const lines = alignedLines(left, right, pairs);
    const differing = lines.reduce((sum, line) => sum + sidesDiffering(line), 0);
    const state = name !== rightName ? "renamed" : differing === 0 ? "same" : "changed";
    const counts = { leftCount: left.length, rightCount: right.length };
    return { state, name, ...(state === "renamed" && rightName ? { rightName } : {}), lines, ...counts, differing };
  }
  private alone(name: string, a: FunctionText | undefined, b: FunctionText | undefined): ComparedFunction {
    const text = (a ?? b)?.text.split("\n") ?? [];
    const lines = text.map((line) => (a ? { left: line } : { right: this.renamed(line) }));
    const counts = { leftCount: a ? lines.length : 0, rightCount: a ? 0 : lines.length };
    return { state: a ? "left" : "right", name, lines, ...counts, differing: lines.length };
  }
  /** A line of the right module with the left side's names. */
  private renamed(line: string): string {
    const text = joinLine(scanLine(line, this.right.rules), this.fresh);
    // Most lines stay as they are: they are kept once.
    return text === line ? line : text;
  }

  /** The lines between functions, by the left item's index; what only the right has follows its predecessor. */
  private *lines(): Generator<void, ReadonlyMap<number, readonly ComparedLine[]>, undefined> {
    const right = yield* mapped(this.right.lines, (line) => this.renamed(line));
    const plain = yield* mapped(this.left.lines, (line) => plainLine(line, this.left.rules));
    const partner = yield* this.partners(plain, right);
    const leftOf = new Map([...partner].map(([i, j]) => [j, i]));
    const found = new Map<number, ComparedLine[]>([[-1, []]]);
    plain.forEach((line, i) => {
      const j = partner.get(i);
      found.set(i, [j === undefined ? { left: line } : { left: line, right: right[j] ?? "" }]);
    });
    let last = -1;
    right.forEach((line, j) => {
      const i = leftOf.get(j);
      if (i !== undefined) last = i;
      else found.get(last)?.push({ right: line });
    });
    return found;
  }
  /** The left line that each right line matches: by what they define, otherwise by their text. */
  private *partners(
    left: readonly string[],
    right: readonly string[],
  ): Generator<void, Map<number, number>, undefined> {
    const a = yield* mapped(left, (line) => keyOf(line, this.left.rules));
    const b = yield* mapped(right, (line) => keyOf(line, this.right.rules));
    const waiting = new Map<string, number[]>();
    a.forEach((key, i) => {
      const same = waiting.get(key);
      if (same) same.push(i);
      else waiting.set(key, [i]);
    });
    const partner = new Map<number, number>();
    // Lines with the same key keep their order if possible: equal ones first.
    b.forEach((key, j) => {
      const queue = waiting.get(key);
      const at = queue?.slice(0, MOST_NAMESAKES).findIndex((i) => left[i] === right[j]) ?? -1;
      const i = queue?.splice(Math.max(0, at), 1)[0];
      if (i !== undefined) partner.set(i, j);
    });
    return partner;
  }
  private inOrder(
    functions: readonly ComparedFunction[],
    lines: ReadonlyMap<number, readonly ComparedLine[]>,
  ): ComparedItem[] {
    const items: ComparedItem[] = [];
    const line = (value: ComparedLine): void => void items.push({ kind: "line", value });
    let next = 0;
    /** Adds the functions up to a left index, each followed by those that only the right has. */
    const functionsUpTo = (index: number): void => {
      for (; next < functions.length; next++) {
        const value = functions[next];
        const at = this.pairs[next]?.left;
        if (!value || (at !== undefined && at > index)) return;
        items.push({ kind: "function", value });
      }
    };
    lines.get(-1)?.forEach(line);
    for (const at of this.left.order) {
      if (at >= 0) lines.get(at)?.forEach(line);
      else functionsUpTo(~at);
    }
    functionsUpTo(Infinity);
    return items;
  }
}

/** What is made of each line, in steps. */
function* mapped(lines: readonly string[], make: (line: string) => string): Generator<void, string[], undefined> {
  const made: string[] = [];
  yield* visited(lines, (line) => made.push(make(line)));
  return made;
}

/** Both sides as one sequence of pairs. */
function alignedLines(left: readonly string[], right: readonly string[], pairs: Pairs): ComparedLine[] {
  const lines: ComparedLine[] = [];
  let [l, r] = [0, 0];
  for (const [i, j] of [...pairs, [left.length, right.length] as const]) {
    for (; l < i; l++) lines.push({ left: left[l] ?? "" });
    for (; r < j; r++) lines.push({ right: right[r] ?? "" });
    if (i < left.length) lines.push({ left: left[l++] ?? "", right: right[r++] ?? "" });
  }
  return lines;
}

function sidesDiffering({ left, right }: ComparedLine): number {
  return left === right ? 0 : (left === undefined ? 0 : 1) + (right === undefined ? 0 : 1);
}

/** The key of a line between functions: the name that it defines, or the text before its `=`, or the line itself. */
function keyOf(line: string, rules: SplitText["rules"]): string {
  const counted = definedName(scanLine(line, rules));
  if (counted !== undefined) return counted;
  const declared = /^\s*declare\b.*?([@%](?:"[^"]*"|[-\w$.]+))\(/.exec(line)?.[1];
  if (declared !== undefined) return `declare ${declared}`;
  const before = line.indexOf(" = ");
  return before > 0 ? line.slice(0, before) : line;
}
