/** The compared functions of two texts. Most are equal, so their lines are made only when somebody looks. */
import type { MadeList } from "../../document/madeList";
import { Indexed } from "../../document/madeList";
import { Made } from "../../document/madeList";
import { Words } from "../../kit/numbers";
import type { SharingTexts } from "../../kit/texts";
import type { Aligned } from "./bodies";
import type { ComparedFunction, ComparedLine } from "./compared";
import type { FunctionPairs } from "./functions";
import { givenName } from "./functions";
import { plainLine } from "./rules";
import type { SplitText } from "./units";

/** Lines of two texts in one order, as their indexes on either side plus one; 0 for a line that is not there. */
class AlignedLines extends Indexed<ComparedLine> {
  private readonly lefts = new Words();
  private readonly rights = new Words();
  /** Lines of both sides that have no equal on the other side. */
  differing = 0;

  constructor(
    private readonly left: MadeList<string>,
    private readonly right: SharingTexts,
  ) {
    super();
  }
  get length(): number {
    return this.lefts.length;
  }
  /** Adds a line by its index on either side; -1 if it is not there. */
  push(left: number, right: number): void {
    const isEqual = left >= 0 && right >= 0 && this.isEqual(left, right);
    if (!isEqual) this.differing += (left >= 0 ? 1 : 0) + (right >= 0 ? 1 : 0);
    this.lefts.push(left + 1);
    this.rights.push(right + 1);
  }
  private isEqual(left: number, right: number): boolean {
    return this.right.isShared(right, left) || this.left.at(left) === this.right.at(right);
  }
  at(index: number): ComparedLine | undefined {
    if (index >= this.length) return undefined;
    const [left, right] = [this.lefts.data[index] as number, this.rights.data[index] as number];
    return {
      ...(left === 0 ? {} : { left: this.left.at(left - 1) ?? "" }),
      ...(right === 0 ? {} : { right: this.right.at(right - 1) ?? "" }),
    };
  }
}

/** Both sides of a function as one sequence of pairs. */
function alignedLines({ left, right, pairs }: Aligned): AlignedLines {
  const lines = new AlignedLines(left, right);
  let [l, r] = [0, 0];
  const apart = (i: number, j: number): void => {
    while (l < i) lines.push(l++, -1);
    while (r < j) lines.push(-1, r++);
  };
  for (const [i, j] of pairs) {
    apart(i, j);
    lines.push(l++, r++);
  }
  apart(left.length, right.length);
  return lines;
}

/** Functions by the index of their pair. */
export class ComparedFunctions extends Indexed<ComparedFunction> {
  /** Those of both sides that are not equal. */
  private readonly changed = new Map<number, ComparedFunction>();

  /** @param renamed a line of the right text with the left side's names */
  constructor(
    private readonly left: SplitText,
    private readonly right: SplitText,
    private readonly pairs: FunctionPairs,
    private readonly renamed: (line: string) => string,
  ) {
    super();
  }
  get length(): number {
    return this.pairs.left.length;
  }
  /** Notes that the two functions of a pair are not equal. */
  aligned(index: number, aligned: Aligned): void {
    const { name, rightName = name } = this.names(index);
    const lines = alignedLines(aligned);
    const { differing } = lines;
    const state = name !== rightName ? "renamed" : differing === 0 ? "same" : "changed";
    const counts = { leftCount: aligned.left.length, rightCount: aligned.right.length };
    this.changed.set(index, { state, name, ...(name === rightName ? {} : { rightName }), lines, ...counts, differing });
  }
  at(index: number): ComparedFunction | undefined {
    if (index >= this.length) return undefined;
    return this.changed.get(index) ?? this.made(index);
  }
  private made(index: number): ComparedFunction {
    const { name, rightName } = this.names(index);
    const a = this.left.functions.at(this.pairs.left[index] as number)?.lines;
    const b = this.right.functions.at(this.pairs.right[index] as number)?.lines;
    if (a && b) return this.equal(name, rightName ?? name, a);
    const lines = a
      ? new Made(a.length, (at) => ({ left: a.at(at) ?? "" }))
      : new Made(b?.length ?? 0, (at) => ({ right: this.renamed(b?.at(at) ?? "") }));
    const counts = { leftCount: a?.length ?? 0, rightCount: b?.length ?? 0, differing: lines.length };
    return { state: a ? "left" : "right", name, lines, ...counts };
  }
  private equal(name: string, rightName: string, text: MadeList<string>): ComparedFunction {
    const both = (at: number): ComparedLine => {
      const line = plainLine(text.at(at) ?? "", this.left.rules);
      return { left: line, right: line };
    };
    const { length } = text;
    const counts = { leftCount: length, rightCount: length, differing: 0 };
    const names = name === rightName ? { name } : { name, rightName };
    return { state: name === rightName ? "same" : "renamed", ...names, lines: new Made(length, both), ...counts };
  }
  /** The names of a pair's functions: the left one if there is one, and the right one if there is one. */
  private names(index: number): { readonly name: string; readonly rightName?: string } {
    const a = this.left.functions.at(this.pairs.left[index] as number);
    const b = this.right.functions.at(this.pairs.right[index] as number);
    const rightName = b && givenName(this.right, b);
    const name = a ? givenName(this.left, a) : (rightName ?? "");
    return rightName === undefined ? { name } : { name, rightName };
  }
}
