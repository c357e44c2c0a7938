/** Lines split at their numbered names, kept in little memory. */
import type { MadeList } from "../../kit/madeList";
import { Words } from "../../kit/numbers";
import type { ScannedLine, TextRules } from "./rules";
import { splitLine } from "./rules";

/** The numbered names of many lines, as positions: far smaller than the parts of the lines. */
export class ScannedLines implements MadeList<ScannedLine> {
  /** The start and the end of each name. */
  private readonly places = new Words();
  /** By line: the index of its first name, shifted by one bit, and whether that is a label. */
  private readonly first = new Words();
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
    const first = this.first.data[index] ?? 0;
    const end = index + 1 < this.length ? (this.first.data[index + 1] ?? 0) & ~1 : this.places.length;
    return splitLine(text, this.places.data, first & ~1, end, (first & 1) === 1);
  }
  *[Symbol.iterator](): Generator<ScannedLine, void, undefined> {
    for (let index = 0; index < this.length; index++) {
      const line = this.at(index);
      if (line) yield line;
    }
  }
}
