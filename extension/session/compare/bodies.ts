/** Aligns the lines of two bodies of a function; the right body's numbered names are replaced by the left one's. */
import type { MadeList } from "../../document/madeList";
import { SharingTexts } from "../../kit/texts";
import type { Keys } from "./align";
import { alignBy, LineKeys, Pairs } from "./align";
import { Body, EMPTY } from "./body";
import { countedOn } from "./countedNames";
import { Renaming } from "./definitions";
import type { ScannedLine, TextRules } from "./rules";
import { isLocal, joinLine } from "./rules";

/** How to write a module-level name of the right side: as the left name it is paired with, or as a new one. */
export type ModuleName = (right: string) => string;

/** The result of aligning two bodies. */
export interface Aligned {
  /** The left lines. */
  readonly left: MadeList<string>;
  /** The right lines with the left side's names; those that equal their partner are kept there only. */
  readonly right: SharingTexts;
  readonly pairs: Pairs;
  /** Module-level names, left and right, at the same place of lines that are otherwise alike. */
  readonly met: Iterable<readonly [string, string]>;
}

/** How often the alignment is repeated with the names that it has found. */
const TRIES = 3;

/** An alignment, the names that it tells, and how many lines are equal with them. */
interface Tried {
  readonly pairs: Pairs;
  readonly locals: Renaming;
  /** Keys of the right lines with these names. */
  readonly keys: Float64Array;
  readonly same: number;
}

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
  const inModule = (name: string): string => moduleName(name) ?? sign(name);
  const signs = yield* left.keys((name) => (isLocal(name) || !known(name) ? sign(name) : name));
  const exact = yield* left.keys((name) => name);
  const otherSigns = yield* right.keys((name) => (isLocal(name) ? sign(name) : inModule(name)));
  const [words, operations] = left.looseKeys();
  const [otherWords, otherOperations] = right.looseKeys();
  const loose: readonly Keys[] = [
    [new LineKeys(signs), new LineKeys(otherSigns)],
    [words, otherWords],
    [operations, otherOperations],
  ];
  let pairs = yield* alignBy(loose);
  let best: Tried | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    const locals = localNames(left, right, pairs);
    const free = countedOn(left.lastLocals);
    const keys = yield* right.keys((name) => (isLocal(name) ? (locals.left(name) ?? free(name)) : inModule(name)));
    let same = 0;
    for (const [i, j] of pairs) if (exact[i] === keys[j]) same++;
    yield;
    if (best && same <= best.same) break;
    best = { pairs, same, locals, keys };
    if (same === exact.length && same === keys.length) break;
    pairs = yield* alignBy([[new LineKeys(exact), new LineKeys(keys)], ...loose]);
  }
  const chosen = best ?? { pairs: new Pairs(), same: 0, locals: new Renaming(), keys: NO_KEYS };
  return {
    left: left.lines,
    right: rewritten(left, right, exact, chosen, fresh),
    pairs: chosen.pairs,
    met: metNames(left, right, chosen.pairs),
  };
}
const NO_KEYS = new Float64Array(0);

/**
 * The right side's lines with the left side's names; a line that then differs only in blanks from the left line becomes
 * that line. `exact`: keys of the left lines.
 */
function rewritten(left: Body, right: Body, exact: Float64Array, tried: Tried, fresh: ModuleName): SharingTexts {
  const { pairs, locals, keys } = tried;
  const free = countedOn(left.lastLocals);
  const lines = new SharingTexts(left.lines);
  let next = 0;
  for (let at = 0; at < right.lines.length; at++) {
    const partner = pairs.at(next)?.[1] === at ? pairs.at(next++)?.[0] : undefined;
    if (partner !== undefined && exact[partner] === keys[at]) lines.share(partner);
    else
      lines.push(
        joinLine(right.scanned.at(at) ?? EMPTY, (name) =>
          isLocal(name) ? (locals.left(name) ?? free(name)) : fresh(name),
        ),
      );
  }
  return lines;
}

/** Pairs local names over aligned lines, first by where they are defined, then by where they are used. */
function localNames(left: Body, right: Body, pairs: Pairs): Renaming {
  const renaming = new Renaming();
  for (const defining of [true, false])
    for (const [i, j] of pairs) {
      const [a, b] = [left.scanned.namesAt(i), right.scanned.namesAt(j)];
      if (a.length === 0 || a.length !== b.length) continue;
      const count = defining ? definedHere(left.scanned.at(i) ?? EMPTY) : a.length;
      for (let k = 0; k < count; k++) {
        const [name = "", other = ""] = [a[k], b[k]];
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
    const [a, b] = [left.scanned.namesAt(i), right.scanned.namesAt(j)];
    if (a.length !== b.length) continue;
    for (const [k, name] of a.entries()) {
      const other = b[k] ?? "";
      if (!isLocal(name) && !isLocal(other)) yield [name, other];
    }
  }
}
