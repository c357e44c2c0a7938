/** Splits an assembly text into functions and the lines between them. */
import type { Piece } from "../../document/byteText";
import { pieceText } from "../../document/byteText";
import type { TextRules } from "./rules";

/** A function: its name, and its lines from the comments above its head to its closing `}`. */
export interface FunctionText {
  readonly name: string;
  readonly text: string;
  readonly lineCount: number;
}

/** A split text. For each item of the text, `order` has an index into `lines`, or `~index` into `functions`. */
export interface SplitText {
  readonly rules: TextRules;
  readonly lines: readonly string[];
  readonly functions: readonly FunctionText[];
  readonly order: readonly number[];
  /** Given names of numbered ones, if the text tells them. */
  readonly given: ReadonlyMap<string, string>;
}

/** A function whose end was not reached yet. */
interface OpenFunction {
  readonly name: string;
  readonly end: string;
  readonly lines: string[];
}

/** Finds strings of another text that equal those of this one. */
class Shared {
  private readonly bodies: ReadonlyMap<string, string>;
  /** The line of the other text after the last one that was equal. */
  private next = 0;
  constructor(private readonly other: SplitText) {
    this.bodies = new Map(other.functions.map(({ name, text }) => [name, text]));
  }
  body(name: string, text: string): string | undefined {
    const found = this.bodies.get(name);
    return found === text ? found : undefined;
  }
  line(text: string): string | undefined {
    const { lines } = this.other;
    for (let at = this.next; at < Math.min(lines.length, this.next + NEAR); at++) {
      if (lines[at] !== text) continue;
      this.next = at + 1;
      return lines[at];
    }
    return undefined;
  }
}
/** How many lines may be missing on a side before the next equal one. */
const NEAR = 16;

class Splitter {
  readonly lines: string[] = [];
  readonly functions: FunctionText[] = [];
  readonly order: number[] = [];
  readonly given = new Map<string, string>();
  private open: OpenFunction | undefined;
  /** Comments that may belong to the function after them. */
  private comments: string[] = [];

  private readonly shared: Shared | undefined;

  constructor(
    private readonly rules: TextRules,
    other: SplitText | undefined,
  ) {
    this.shared = other && new Shared(other);
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
    const { rules, lines, functions, order, given } = this;
    return { rules, lines, functions, order, given };
  }

  private flush(): void {
    for (const line of this.open?.lines ?? []) this.between(line);
    this.open = undefined;
  }
  private close({ name, lines }: OpenFunction): void {
    this.order.push(~this.functions.length);
    const text = lines.join("\n");
    this.functions.push({ name, text: this.shared?.body(name, text) ?? text, lineCount: lines.length });
    this.open = undefined;
  }
  private between(line: string): void {
    const comments = this.comments;
    this.comments = [];
    for (const text of [...comments, line]) {
      const naming = this.rules.naming?.exec(text);
      if (naming) this.given.set(naming[1] ?? "", naming[2] ?? "");
      this.order.push(this.lines.length);
      this.lines.push(this.shared?.line(text) ?? text);
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
  const splitter = new Splitter(rules, other);
  for (const line of linesOf(pieces)) {
    if (line === undefined) yield;
    else splitter.add(line);
  }
  return splitter.finish();
}
