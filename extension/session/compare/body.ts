/** One body of a function that is compared: its lines, split at their names, and keys by which they are aligned. */
import type { MadeList } from "../../document/madeList";
import { Texts } from "../../kit/texts";
import { LineKeys } from "./align";
import { lastNumbers } from "./countedNames";
import { hashText } from "./hash";
import type { ScannedLine, TextRules } from "./rules";
import { isBlank, isLocal, plainLine, wordsOf } from "./rules";
import { ScannedLines } from "./scannedLines";
import { visited } from "./strides";

export const EMPTY: ScannedLine = { literals: [], names: [], label: false };

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

/** A body on one side of a comparison, and keys of its lines. */
export class Body {
  readonly scanned: ScannedLines;
  /** Its lines as they are, without noise. */
  readonly lines: MadeList<string>;
  constructor(lines: MadeList<string>, rules: TextRules) {
    this.lines = plainLines(lines, rules);
    this.scanned = new ScannedLines(this.lines, rules);
  }
  /** Keys for alignment, with numbered names renamed, in steps. A key is a hash: a body may have millions of lines. */
  *keys(rename: (name: string) => string): Generator<void, Float64Array, undefined> {
    const keys = new Float64Array(this.lines.length);
    yield* visited(keys, (_, at) => {
      keys[at] = this.scanned.hashAt(at, rename);
    });
    return keys;
  }
  /** Keys that fit more lines: the words of a line, and what it does. */
  looseKeys(): readonly [words: LineKeys, operations: LineKeys] {
    const words = (line: number): string => wordsOf(this.scanned.at(line) ?? EMPTY);
    return [
      new LineKeys(unmade(this.lines.length), (line) => hashText(words(line))),
      new LineKeys(unmade(this.lines.length), (line) => hashText(operation(words(line)))),
    ];
  }
  /** The last number of each stem of its local names. */
  get lastLocals(): ReadonlyMap<string, number> {
    return (this.last ??= lastNumbers(this.locals()));
  }
  private last: ReadonlyMap<string, number> | undefined;
  private *locals(): Generator<string, void, undefined> {
    for (let at = 0; at < this.lines.length; at++)
      for (const name of this.scanned.namesAt(at)) if (isLocal(name)) yield name;
  }
}

function unmade(length: number): Float64Array {
  return new Float64Array(length).fill(NaN);
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
