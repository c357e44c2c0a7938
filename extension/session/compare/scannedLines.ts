/** Lines split at their numbered names, kept in little memory. */
import type { MadeList } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import { PiecesHash } from "./hash";
import type { ScannedLine, TextRules } from "./rules";
import { namesIn, splitLine } from "./rules";

const NO_NAMES: readonly string[] = [];

/** The numbered names of many lines, as positions: far smaller than the parts of the lines. */
export class ScannedLines implements MadeList<ScannedLine> {
  /** The start and the end of each name. */
  private readonly places = new Words();
  /** By line: the index of its first name, shifted by one bit, and whether that is a label. */
  private readonly first = new Words();
  private readonly hash = new PiecesHash();
  /** @param lines without noise */
  constructor(
    private readonly lines: MadeList<string>,
    rules: TextRules,
  ) {
    for (const line of lines) {
      const from = this.places.length;
      let label = 0;
      rules.numbered(line, (start, end, isLabel) => {
        if (isLabel) label = 1;
        this.places.push(start);
        this.places.push(end);
      });
      this.first.push(from + label);
    }
  }
  get length(): number {
    return this.lines.length;
  }
  at(index: number): ScannedLine | undefined {
    const text = this.lines.at(index);
    if (text === undefined) return undefined;
    return splitLine(text, this.places.data, this.start(index), this.start(index + 1), this.hasLabel(index));
  }
  private start(index: number): number {
    return index < this.length ? (this.first.data[index] ?? 0) & ~1 : this.places.length;
  }
  private hasLabel(index: number): boolean {
    return ((this.first.data[index] ?? 0) & 1) === 1;
  }
  /** The names of a line; a label with its sign. */
  namesAt(index: number): readonly string[] {
    const [first, end] = [this.start(index), this.start(index + 1)];
    return first === end
      ? NO_NAMES
      : namesIn(this.lines.at(index) ?? "", this.places.data, first, end, this.hasLabel(index));
  }
  /** The hash of a line that is `squeezed` and has other names; a label has its sign. */
  hashAt(index: number, rename: (name: string) => string): number {
    const { places, hash } = this;
    const text = this.lines.at(index) ?? "";
    hash.begin();
    let from = 0;
    for (let at = this.start(index), first = at, end = this.start(index + 1); at < end; at += 2) {
      const [nameFrom, nameTo] = [places.data[at] as number, places.data[at + 1] as number];
      hash.add(text, from, nameFrom);
      const name = text.slice(nameFrom, nameTo);
      hash.add(rename(at === first && this.hasLabel(index) ? `%${name}` : name));
      from = nameTo;
    }
    hash.add(text, from);
    return hash.end();
  }
  *[Symbol.iterator](): Generator<ScannedLine, void, undefined> {
    for (let index = 0; index < this.length; index++) {
      const line = this.at(index);
      if (line) yield line;
    }
  }
}
