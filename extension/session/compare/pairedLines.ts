/** Pairs the lines between the functions of two texts: by what they define, otherwise by their text. */
import { HashQueues } from "../../kit/hashQueues";
import type { MadeList } from "../../document/madeList";
import { definedName } from "./definitions";
import { hashText } from "./hash";
import type { TextRules } from "./rules";
import { scanLine } from "./rules";
import { visited } from "./strides";

/** How many lines with the same key are searched for an equal one. */
const MOST_NAMESAKES = 64;
/** A line has no partner. */
export const NO_LINE = -1;

/** Lines of one side as numbers: a text may have millions of them. */
interface Hashed {
  /** Hashes of the lines, and of what may pair each with a line that differs from it. */
  readonly texts: Float64Array;
  readonly keys: Float64Array;
}

/** Hashes lines, in steps. */
function* hashed(lines: MadeList<string>, rules: TextRules): Generator<void, Hashed, undefined> {
  const [texts, keys] = [new Float64Array(lines.length), new Float64Array(lines.length)];
  yield* visited(lines, (line, at) => {
    texts[at] = hashText(line);
    keys[at] = hashText(keyOf(line, rules));
  });
  return { texts, keys };
}

/** The partner of each right line, or {@link NO_LINE}. Lines with the same key keep their order if possible: equal ones first. */
export function* pairLines(
  left: MadeList<string>,
  right: MadeList<string>,
  rules: readonly [TextRules, TextRules],
): Generator<void, Int32Array, undefined> {
  const b = yield* hashed(right, rules[1]);
  const a = yield* hashed(left, rules[0]);
  const waiting = new HashQueues(a.keys);
  return Int32Array.from(b.keys, (key, j) => {
    const text = b.texts[j];
    let [before, at] = [NO_LINE, waiting.first(key)];
    for (let tried = 0; at !== NO_LINE && a.texts[at] !== text; tried++) {
      if (tried === MOST_NAMESAKES - 1) break;
      [before, at] = [at, waiting.after(at)];
    }
    if (at === NO_LINE || a.texts[at] !== text) [before, at] = [NO_LINE, waiting.first(key)];
    if (at !== NO_LINE) waiting.remove(at, before);
    return at;
  });
}

/** The key of a line between functions: the name that it defines, or the text before its `=`, or the line itself. */
function keyOf(line: string, rules: TextRules): string {
  const counted = definedName(scanLine(line, rules));
  if (counted !== undefined) return counted;
  const declared = /^\s*declare\b.*?([@%](?:"[^"]*"|[-\w$.]+))\(/.exec(line)?.[1];
  if (declared !== undefined) return `declare ${declared}`;
  const before = line.indexOf(" = ");
  return before > 0 ? line.slice(0, before) : line;
}
