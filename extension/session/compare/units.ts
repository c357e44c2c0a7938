/** Splits an assembly text into functions and the lines between them. */
import type { Piece } from "../../document/byteText";
import { pieceText } from "../../document/byteText";
import type { MadeList } from "../../document/madeList";
import { Made } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import { SharingTexts, Texts } from "../../kit/texts";
import { FunctionTexts } from "./functionTexts";
import { hashText } from "./hash";
import type { TextRules } from "./rules";
import { visited } from "./strides";

/** A split text. For each item of the text, `order` has an index into `lines`, or `~index` into `functions`. */
export interface SplitText {
  readonly rules: TextRules;
  readonly lines: Texts | SharingTexts;
  readonly functions: FunctionTexts;
  readonly order: MadeList<number>;
  /** Given names of numbered ones, if the text tells them. */
  readonly given: ReadonlyMap<string, string>;
}

/** A function whose end was not reached yet. */
interface OpenFunction {
  readonly name: string;
  readonly end: string;
  readonly lines: string[];
}

/** How many lines may be missing on a side before the next equal one. */
const NEAR = 16;

/** Collects lines; those that another text has too are kept there only. */
export class SharedLines {
  readonly lines: SharingTexts;
  /** The line of the other text after the last one that was equal. */
  private next = 0;

  /** @param hashes of the other text's lines */
  constructor(
    private readonly other: MadeList<string>,
    private readonly hashes: Float64Array,
  ) {
    this.lines = new SharingTexts(other);
  }
  push(text: string): void {
    const { other, lines, hashes } = this;
    const hash = hashText(text);
    for (let at = this.next; at < Math.min(other.length, this.next + NEAR); at++) {
      if (hashes[at] !== hash || other.at(at) !== text) continue;
      this.next = at + 1;
      lines.share(at);
      return;
    }
    lines.push(text);
  }
}
/** Begins to collect lines of which a text probably has most, in steps. */
export function* linesBeside(other: MadeList<string>): Generator<void, SharedLines, undefined> {
  const hashes = new Float64Array(other.length);
  yield* visited(other, (line, at) => (hashes[at] = hashText(line)));
  return new SharedLines(other, hashes);
}

/** In the order of a text, functions are numbered from here on. */
const FUNCTIONS = 2 ** 31;

class Splitter {
  private readonly lines: Texts | SharedLines;
  private readonly functions: FunctionTexts;
  private readonly order = new Words();
  private readonly given = new Map<string, string>();
  private open: OpenFunction | undefined;
  /** Comments that may belong to the function after them. */
  private comments: string[] = [];

  /** @param shared collects the lines if another text probably has most of them; `functions`: those of that text */
  constructor(
    private readonly rules: TextRules,
    shared: SharedLines | undefined,
    functions: FunctionTexts | undefined,
  ) {
    this.lines = shared ?? new Texts();
    this.functions = new FunctionTexts(functions);
  }

  add(line: string): void {
    const { head: pattern, headHas = "" } = this.rules;
    const head = line.includes(headHas) ? pattern?.exec(line) : undefined;
    if (head?.[1] !== undefined) {
      // A function that contains functions is not split off: its lines so far are lines between functions.
      this.flush();
      this.open = { name: head[1], end: `${/^\s*/.exec(line)?.[0] ?? ""}}`, lines: [...this.comments, line] };
      this.comments = [];
    } else if (this.open) {
      this.open.lines.push(line);
      // The next region of an op begins on the line where the previous one ends.
      if (line.startsWith(this.open.end) && !line.endsWith("}, {")) this.close(this.open);
    } else if (line.startsWith(this.rules.comment)) this.comments.push(line);
    else if (line !== "") this.between(line);
  }
  finish(): SplitText {
    this.flush();
    for (const line of this.comments) this.between(line);
    const { rules, functions, order, given } = this;
    const lines = this.lines instanceof SharedLines ? this.lines.lines : this.lines;
    const item = (index: number): number => {
      const at = order.data[index] as number;
      return at < FUNCTIONS ? at : ~(at - FUNCTIONS);
    };
    return { rules, lines, functions, order: new Made(order.length, item), given };
  }

  private flush(): void {
    for (const line of this.open?.lines ?? []) this.between(line);
    this.open = undefined;
  }
  private close({ name, lines }: OpenFunction): void {
    this.order.push(FUNCTIONS + this.functions.length);
    this.functions.add(name, lines);
    this.open = undefined;
  }
  private between(line: string): void {
    const comments = this.comments;
    this.comments = [];
    for (const text of [...comments, line]) {
      const naming = this.rules.naming?.exec(text);
      if (naming) this.given.set(naming[1] ?? "", naming[2] ?? "");
      this.order.push(this.order.length - this.functions.length);
      this.lines.push(text);
    }
  }
}

/** The lines of a text that is delivered in pieces; between two pieces, undefined. */
function* linesOf(pieces: Iterable<Piece>): Generator<string | undefined, void, undefined> {
  // The beginning of a line whose end has not been delivered: joined once, however many pieces it has.
  let begun: string[] = [];
  for (const piece of pieces) {
    const lines = pieceText(piece).split("\n");
    const rest = lines.pop() ?? "";
    for (const line of lines) {
      yield begun.length === 0 ? line : begun.join("") + line;
      begun = [];
    }
    if (rest !== "") begun.push(rest);
    yield undefined;
  }
  if (begun.length > 0) yield begun.join("");
}

/**
 * Splits a text that is delivered in pieces; yields between two of them.
 * @param other a text that is probably much the same: what is equal is kept once
 */
export function* splitText(
  pieces: Iterable<Piece>,
  rules: TextRules,
  other?: SplitText,
): Generator<void, SplitText, undefined> {
  const splitter = new Splitter(rules, other && (yield* linesBeside(other.lines)), other?.functions);
  for (const line of linesOf(pieces)) {
    if (line === undefined) yield;
    else splitter.add(line);
  }
  return splitter.finish();
}
