/** Compares two assembly texts: function with function, definition with definition, as if both were numbered alike. */
import type { MadeList } from "../../document/madeList";
import { Made } from "../../document/madeList";
import type { Aligned } from "./bodies";
import { alignBodies } from "./bodies";
import { ComparedFunctions } from "./comparedFunctions";
import { countedOn, lastNumbers } from "./countedNames";
import type { Definitions } from "./definitions";
import { DefinitionPairs, definitionsOf, Renaming } from "./definitions";
import type { FunctionPairs } from "./functions";
import { pairFunctions } from "./functions";
import type { FunctionText } from "./functionTexts";
import { Items } from "./items";
import { NO_LINE, pairLines } from "./pairedLines";
import { isLocal, plainLine, scanLine, joinLine } from "./rules";
import { SameFunctions } from "./same";
import { visited } from "./strides";
import { withTypesOf } from "./types";
import type { SplitText } from "./units";

/** What two texts have in common, and what differs. */
export interface Comparison {
  readonly equal: boolean;
  readonly items: Items;
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
  private readonly pairs: FunctionPairs;
  private readonly fresh: (right: string) => string;
  private readonly same: SameFunctions;

  constructor(
    private readonly left: SplitText,
    private readonly right: SplitText,
    private readonly definitions: readonly [Definitions, Definitions],
  ) {
    this.pairs = pairFunctions(left, right);
    this.same = new SameFunctions(left, right, this.renaming);
    this.fresh = countedOn(lastNumbers(this.definitions[0].names), (name) => this.renaming.left(name));
  }

  *run(): Generator<void, Comparison, undefined> {
    this.pairNamed();
    const definitions = new DefinitionPairs(...this.definitions, this.renaming);
    yield* definitions.sure();
    // What paired functions refer to at the same place is a surer match than equal text alone.
    for (let at = 0; at < this.pairs.left.length; at++) {
      const [a, b] = this.texts(at);
      // If all names of a side are paired already, there is nothing to learn.
      if (a && b && !this.isSame(at) && this.same.haveUnpaired(a.lines, b.lines))
        for (const [name, other] of (yield* this.aligned(a, b)).met) yield* definitions.met(name, other);
      yield;
    }
    yield* definitions.rest();
    const functions = yield* this.functions();
    const items = yield* this.inOrder(functions, ...(yield* this.lines()));
    return { equal: isEqual(items), items, comment: this.left.rules.comment };
  }

  /** Pairs numbered names by their given ones, and functions by the partners found for them. */
  private pairNamed(): void {
    const byName = new Map([...this.left.given].map(([name, given]) => [given, name]));
    for (const [name, given] of this.right.given) {
      const partner = byName.get(given);
      if (partner !== undefined) this.renaming.pair(partner, name);
    }
    for (let at = 0; at < this.pairs.left.length; at++) {
      const [a, b] = this.texts(at);
      if (a && b && this.definitions[0].indexOf.has(a.name)) this.renaming.pair(a.name, b.name);
    }
  }
  private texts(pair: number): [FunctionText | undefined, FunctionText | undefined] {
    return [
      this.left.functions.at(this.pairs.left[pair] as number),
      this.right.functions.at(this.pairs.right[pair] as number),
    ];
  }
  /** Whether the functions of a pair are known to be equal with the names that are paired now. */
  private isSame(pair: number): boolean {
    return this.same.has(this.pairs.left[pair] as number, this.pairs.right[pair] as number);
  }
  private aligned(a: FunctionText, b: FunctionText): Generator<void, Aligned, undefined> {
    return alignBodies(
      [a.lines, b.lines],
      [this.left.rules, this.right.rules],
      (name) => this.renaming.left(name),
      (name) => this.renaming.hasLeft(name),
      this.fresh,
    );
  }
  private *functions(): Generator<void, ComparedFunctions, undefined> {
    const functions = new ComparedFunctions(this.left, this.right, this.pairs, (line) => this.renamed(line));
    for (let pair = 0; pair < functions.length; pair++) {
      const [a, b] = this.texts(pair);
      // New names are counted in the order in which they are asked for first.
      if (b && !a) for (const line of b.lines) this.renamed(line);
      if (a && b && !this.isSame(pair)) functions.aligned(pair, yield* this.aligned(a, b));
      yield;
    }
    return functions;
  }
  /**
   * A line of the right module with the left side's names. Names that no line of the module defines belong to a
   * function, as the blocks whose addresses a global holds: they stay.
   */
  private renamed(line: string): string {
    const { indexOf } = this.definitions[1];
    const rename = (name: string): string => (isLocal(name) && !indexOf.has(name) ? name : this.fresh(name));
    return joinLine(scanLine(line, this.right.rules), rename);
  }

  /** The lines between functions on both sides, and the left partner of each right one. */
  private *lines(): Generator<void, [MadeList<string>, MadeList<string>, Int32Array], undefined> {
    const { left, right } = this;
    const plain = new Made(left.lines.length, (at) => plainLine(left.lines.at(at) ?? "", left.rules));
    const renamed = new Made(right.lines.length, (at) => this.renamed(right.lines.at(at) ?? ""));
    return [plain, renamed, yield* pairLines(plain, renamed, [left.rules, right.rules])];
  }
  /** All items in the left text's order; what only the right has follows its predecessor. */
  private *inOrder(
    functions: ComparedFunctions,
    left: MadeList<string>,
    right: MadeList<string>,
    partners: Int32Array,
  ): Generator<void, Items, undefined> {
    const items = new Items(functions, left, right);
    const rightOf = new Int32Array(left.length).fill(NO_LINE);
    partners.forEach((i, j) => {
      if (i !== NO_LINE) rightOf[i] = j;
    });
    const onlyRightFrom = (from: number): void => {
      for (let j = from; j < partners.length && partners[j] === NO_LINE; j++) items.line(NO_LINE, j);
    };
    let next = 0;
    /** Adds the functions up to a left index, each followed by those that only the right has. */
    const functionsUpTo = (index: number): void => {
      for (; next < functions.length && (this.pairs.left[next] as number) <= index; next++) items.function(next);
    };
    onlyRightFrom(0);
    yield* visited(this.left.order, (at) => {
      if (at < 0) {
        functionsUpTo(~at);
        return;
      }
      const j = rightOf[at] as number;
      items.line(at, j);
      if (j !== NO_LINE) onlyRightFrom(j + 1);
    });
    functionsUpTo(Infinity);
    return items;
  }
}

/** Whether nothing differs. */
function isEqual(items: Items): boolean {
  for (let at = 0; at < items.length; at++) {
    const kind = items.kindAt(at);
    const item = kind === "function" ? items.at(at) : undefined;
    if (item?.kind === "function" ? item.value.state !== "same" : kind !== "equal") return false;
  }
  return true;
}
