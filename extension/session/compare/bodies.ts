/** Aligns the lines of two bodies of a function; the right body's numbered names are replaced by the left one's. */
import type { MadeList } from "../../kit/madeList";
import { SharingTexts, Texts } from "../../kit/texts";
import type { Keys } from "./align";
import { alignBy, Pairs } from "./align";
import { Renaming } from "./definitions";
import type { ScannedLine, TextRules } from "./rules";
import { hashText } from "./hash";
import { isBlank, isLocal, joinLine, plainLine, squeezed, wordsOf } from "./rules";
import { ScannedLines } from "./scannedLines";
import { visited } from "./strides";

/** How to write a module-level name of the right side: as the left name it is paired with, or as a new one. */
export type ModuleName = (right: string) => string;

/** Lines of a body that are kept as strings while it is compared, since each is used several times: their total size. */
const KEPT_BYTES = 4 * 2 ** 20;
/** What a string takes beside its characters. */
const STRING_BYTES = 32;

/** Lines without noise. */
function plainLines(lines: MadeList<string>, rules: TextRules): MadeList<string> {
  const strings: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const plain = plainLine(line, rules);
    bytes += plain.length + STRING_BYTES;
    if (bytes > KEPT_BYTES) return rules.noise ? textsOf(lines, rules) : lines;
    strings.push(plain);
  }
  return strings;
}
function textsOf(lines: MadeList<string>, rules: TextRules): Texts {
  const texts = new Texts();
  for (const line of lines) texts.push(plainLine(line, rules));
  return texts;
}

/** A body on one side. */
class Body {
  readonly scanned: ScannedLines;
  /** Its lines as they are, without noise. */
  readonly lines: MadeList<string>;
  constructor(lines: MadeList<string>, rules: TextRules) {
    this.lines = plainLines(lines, rules);
    this.scanned = new ScannedLines(this.lines, rules);
  }
  /**
   * Its lines as keys for alignment, with numbered names renamed in several ways. A key is a hash, since a body may have
   * millions of lines. To make a line takes longer than to hash it: all keys are made at once.
   */
  *keys(...renamings: readonly ((name: string) => string)[]): Generator<void, readonly Float64Array[], undefined> {
    const keys = renamings.map(() => new Float64Array(this.lines.length));
    yield* visited(this.scanned, (line, at) => {
      this.setKeys(keys, renamings, line, at);
    });
    return keys;
  }
  /** Like {@link keys}, and two keys that fit more lines: the words of a line, and what it does. */
  *looseKeys(...renamings: readonly ((name: string) => string)[]): Generator<void, LooseKeys, undefined> {
    const keys = renamings.map(() => new Float64Array(this.lines.length));
    const [words, operations] = [new Float64Array(this.lines.length), new Float64Array(this.lines.length)];
    yield* visited(this.scanned, (line, at) => {
      this.setKeys(keys, renamings, line, at);
      const text = wordsOf(line);
      words[at] = hashText(text);
      operations[at] = hashText(operation(text));
    });
    return { keys, words, operations };
  }
  private setKeys(
    keys: readonly Float64Array[],
    renamings: readonly ((name: string) => string)[],
    { literals, names }: ScannedLine,
    at: number,
  ): void {
    for (let i = 0; i < keys.length; i++) {
      const rename = renamings[i] as (name: string) => string;
      (keys[i] as Float64Array)[at] = hashText(squeezed(joinLine({ literals, names, label: false }, rename)));
    }
  }
  /** The last number of each stem of its local names. */
  get lastLocals(): ReadonlyMap<string, number> {
    return (this.last ??= lastNumbers(localsOf(this.scanned)));
  }
  private last: ReadonlyMap<string, number> | undefined;
}

interface LooseKeys {
  /** By renaming. */
  readonly keys: readonly Float64Array[];
  readonly words: Float64Array;
  readonly operations: Float64Array;
}

/** The result of aligning two bodies. */
export interface Aligned {
  /** The left lines. */
  readonly left: MadeList<string>;
  /** The right lines with the left side's names; those that equal their partner are kept there only. */
  readonly right: MadeList<string>;
  readonly pairs: Pairs;
  /** Module-level names, left and right, at the same place of lines that are otherwise alike. */
  readonly met: Iterable<readonly [string, string]>;
}

const NO_KEYS = new Float64Array(0);

/** How often the alignment is repeated with the names that it has found. */
const TRIES = 3;

/** Aligns two bodies, in steps. `known`: whether a name of the left module has a partner and so can be compared by name. */
export function* alignBodies(
  texts: readonly [left: MadeList<string>, right: MadeList<string>],
  rules: readonly [TextRules, TextRules],
  moduleName: (right: string) => string | undefined,
  known: (left: string) => boolean,
  fresh: ModuleName,
): Generator<void, Aligned, undefined> {
  const [left, right] = [new Body(texts[0], rules[0]), new Body(texts[1], rules[1])];
  const sign = (name: string): string => `${name.charAt(0)}·`;
  const leftKeys = yield* left.looseKeys(
    (name) => (isLocal(name) || !known(name) ? sign(name) : name),
    (name) => name,
  );
  const rightKeys = yield* right.looseKeys((name) => (isLocal(name) ? sign(name) : (moduleName(name) ?? sign(name))));
  const [signs = NO_KEYS, exact = NO_KEYS] = leftKeys.keys;
  const loose: readonly Keys[] = [
    [signs, rightKeys.keys[0] ?? NO_KEYS],
    [leftKeys.words, rightKeys.words],
    [leftKeys.operations, rightKeys.operations],
  ];
  let pairs = alignBy(loose);
  let best: { pairs: Pairs; same: number; locals: Renaming } | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const locals = localNames(left, right, pairs);
    const free = countedOn(left.lastLocals);
    const [names = NO_KEYS] = yield* right.keys((name) =>
      isLocal(name) ? (locals.left(name) ?? free(name)) : (moduleName(name) ?? sign(name)),
    );
    let same = 0;
    for (const [i, j] of pairs) if (exact[i] === names[j]) same++;
    yield;
    if (best && same <= best.same) break;
    best = { pairs, same, locals };
    if (same === exact.length && same === names.length) break;
    pairs = alignBy([[exact, names], ...loose]);
  }
  const locals = best?.locals ?? new Renaming();
  const chosen = best?.pairs ?? new Pairs();
  return {
    left: left.lines,
    right: rewritten(left, right, chosen, locals, fresh),
    pairs: chosen,
    met: metNames(left, right, chosen),
  };
}

/** What a line does, without its operands: `= phi i32`. */
function operation(words: string): string {
  let [found, count] = ["", 0];
  for (let at = 0; at < words.length && count < 4; count++) {
    while (isBlank(words.charCodeAt(at))) at++;
    const from = at;
    if (words.charCodeAt(at) === 0) at++;
    else while (at < words.length && words.charCodeAt(at) !== 0 && !isBlank(words.charCodeAt(at))) at++;
    if (at > from) found += `${words.slice(from, at)} `;
  }
  return found;
}

/**
 * The right side's lines with the left side's names; a line that then differs only in blanks from the left line becomes
 * that line.
 */
function rewritten(left: Body, right: Body, pairs: Pairs, locals: Renaming, fresh: ModuleName): MadeList<string> {
  const free = countedOn(left.lastLocals);
  const lines = new SharingTexts(left.lines);
  let next = 0;
  let partner = pairs.at(0);
  for (const line of right.scanned) {
    const text = joinLine(line, (name) => (isLocal(name) ? (locals.left(name) ?? free(name)) : fresh(name)));
    if (partner?.[1] !== lines.length) {
      lines.push(text);
      continue;
    }
    if (squeezed(left.lines.at(partner[0]) ?? "") === squeezed(text)) lines.share(partner[0]);
    else lines.push(text);
    partner = pairs.at(++next);
  }
  return lines;
}
const EMPTY: ScannedLine = { literals: [], names: [], label: false };

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

function* localsOf(lines: Iterable<ScannedLine>): Generator<string, void, undefined> {
  for (const { names } of lines) for (const name of names) if (isLocal(name)) yield name;
}

/** A numbered name, split into its stem and its number. */
function counted(name: string): { stem: string; number: number } {
  const digits = /\d*$/.exec(name)?.[0] ?? "";
  return { stem: name.slice(0, name.length - digits.length), number: digits === "" ? 0 : Number(digits) };
}

/** Pairs local names over aligned lines, first by where they are defined, then by where they are used. */
function localNames(left: Body, right: Body, pairs: Pairs): Renaming {
  const renaming = new Renaming();
  for (const defining of [true, false])
    for (const [i, j] of pairs) {
      const [a, b] = [left.scanned.at(i) ?? EMPTY, right.scanned.at(j) ?? EMPTY];
      if (a.names.length !== b.names.length) continue;
      const count = defining ? definedHere(a) : a.names.length;
      for (let k = 0; k < count; k++) {
        const [name = "", other = ""] = [a.names[k], b.names[k]];
        if (isLocal(name) && isLocal(other) && name.charAt(0) === other.charAt(0)) renaming.pair(name, other);
      }
    }
  return renaming;
}

/**
 * How many of a line's names it defines: all of a function head or of a block with arguments; the result of an
 * instruction.
 */
function definedHere({ literals, names, label }: ScannedLine): number {
  const [before = "", after = ""] = literals;
  if (label || /^\s*(?:define|function|vm\.func)\b/.test(before)) return label ? 1 : names.length;
  if (before.trim() !== "") return 0;
  if (names[0]?.startsWith("^")) return names.length;
  return /^(?::\d+)?\s*[=:]/.test(after) ? 1 : 0;
}

function* metNames(left: Body, right: Body, pairs: Pairs): Generator<readonly [string, string], void, undefined> {
  for (const [i, j] of pairs) {
    const [a, b] = [left.scanned.at(i)?.names ?? [], right.scanned.at(j)?.names ?? []];
    if (a.length !== b.length) continue;
    for (const [k, name] of a.entries()) {
      const other = b[k] ?? "";
      if (!isLocal(name) && !isLocal(other)) yield [name, other];
    }
  }
}
