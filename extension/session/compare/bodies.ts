/** Aligns the lines of two bodies of a function; the right body's numbered names are replaced by the left one's. */
import type { Keys, Pairs } from "./align";
import { alignBy } from "./align";
import { Renaming } from "./definitions";
import type { ScannedLine, TextRules } from "./rules";
import { hashText } from "./hash";
import { isLocal, joinLine, plainLine, squeezed, wordsOf } from "./rules";
import { ScannedLines } from "./scannedLines";
import { visited } from "./strides";

/** How to write a module-level name of the right side: as the left name it is paired with, or as a new one. */
export type ModuleName = (right: string) => string;

/** A body on one side. */
class Body {
  readonly scanned: ScannedLines;
  /** Its lines as they are, without noise. */
  readonly lines: readonly string[];
  constructor(text: string, rules: TextRules) {
    this.lines = text.split("\n").map((line) => plainLine(line, rules));
    this.scanned = new ScannedLines(this.lines, rules);
  }
  /** Its lines as keys for alignment, with numbered names renamed. */
  keys(rename: (name: string) => string): Generator<void, Float64Array, undefined> {
    return this.hashed((line) => squeezed(joinLine({ ...line, label: false }, rename)));
  }
  /** A part of each line as a key: its hash, since a body may have millions of lines. */
  *hashed(part: (line: ScannedLine) => string): Generator<void, Float64Array, undefined> {
    const hashes = new Float64Array(this.lines.length);
    yield* visited(this.scanned, (line, at) => (hashes[at] = hashText(part(line))));
    return hashes;
  }
}

/** The result of aligning two bodies: `right` is written with the left side's names. */
export interface Aligned {
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly pairs: Pairs;
  /** Module-level names, left and right, at the same place of lines that are otherwise alike. */
  readonly met: readonly (readonly [string, string])[];
}

/** How often the alignment is repeated with the names that it has found. */
const TRIES = 3;

/** Aligns two bodies, in steps. `known`: whether a name of the left module has a partner and so can be compared by name. */
export function* alignBodies(
  texts: readonly [left: string, right: string],
  rules: readonly [TextRules, TextRules],
  moduleName: (right: string) => string | undefined,
  known: (left: string) => boolean,
  fresh: ModuleName,
): Generator<void, Aligned, undefined> {
  const [left, right] = [new Body(texts[0], rules[0]), new Body(texts[1], rules[1])];
  const sign = (name: string): string => `${name.charAt(0)}·`;
  const loose: readonly Keys[] = [
    [
      yield* left.keys((name) => (isLocal(name) || !known(name) ? sign(name) : name)),
      yield* right.keys((name) => (isLocal(name) ? sign(name) : (moduleName(name) ?? sign(name)))),
    ],
    [yield* left.hashed(wordsOf), yield* right.hashed(wordsOf)],
    [yield* left.hashed(operation), yield* right.hashed(operation)],
  ];
  const exact = yield* left.keys((name) => name);
  let pairs = alignBy(loose);
  let best: { pairs: Pairs; same: number; locals: Renaming } | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const locals = localNames(left, right, pairs);
    const free = freshLocals(left);
    const names = yield* right.keys((name) =>
      isLocal(name) ? (locals.left(name) ?? free(name)) : (moduleName(name) ?? sign(name)),
    );
    const same = pairs.reduce((sum, [i, j]) => sum + (exact[i] === names[j] ? 1 : 0), 0);
    yield;
    if (best && same <= best.same) break;
    best = { pairs, same, locals };
    if (same === exact.length && same === names.length) break;
    pairs = alignBy([[exact, names], ...loose]);
  }
  const locals = best?.locals ?? new Renaming();
  const chosen = best?.pairs ?? [];
  return {
    left: left.lines,
    right: rewritten(left, right, chosen, locals, fresh),
    pairs: chosen,
    met: metNames(left, right, chosen),
  };
}

/** What a line does, without its operands: `= phi i32`. */
function operation(line: ScannedLine): string {
  const words = wordsOf(line).replaceAll("\0", " · ").trim().split(/\s+/);
  return words.slice(0, 4).join(" ");
}

/**
 * The right side's lines with the left side's names; a line that then differs only in blanks from the left line becomes
 * that line.
 */
function rewritten(left: Body, right: Body, pairs: Pairs, locals: Renaming, fresh: ModuleName): string[] {
  const free = freshLocals(left);
  const lines = Array.from(right.scanned, (line) =>
    joinLine(line, (name) => (isLocal(name) ? (locals.left(name) ?? free(name)) : fresh(name))),
  );
  for (const [i, j] of pairs) {
    const original = left.lines[i] ?? "";
    if (squeezed(original) === squeezed(lines[j] ?? "")) lines[j] = original;
  }
  return lines;
}
const EMPTY: ScannedLine = { literals: [], names: [], label: false };

/** Names for what the left side does not have: numbered on from its last name, in order of use. */
export function countedOn(
  names: Iterable<string>,
  known: (right: string) => string | undefined = () => undefined,
): (right: string) => string {
  const last = new Map<string, number>();
  for (const name of names) {
    const { stem, number } = counted(name);
    last.set(stem, Math.max(last.get(stem) ?? -1, number));
  }
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
function freshLocals({ scanned }: Body): (name: string) => string {
  return countedOn(localsOf(scanned));
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

function metNames(left: Body, right: Body, pairs: Pairs): (readonly [string, string])[] {
  const met: (readonly [string, string])[] = [];
  for (const [i, j] of pairs) {
    const [a, b] = [left.scanned.at(i)?.names ?? [], right.scanned.at(j)?.names ?? []];
    if (a.length !== b.length) continue;
    a.forEach((name, k) => {
      const other = b[k] ?? "";
      if (!isLocal(name) && !isLocal(other)) met.push([name, other]);
    });
  }
  return met;
}
