/** Nested folds as runs of lines: run 0 is the whole text, every other run is the content of a fold. */
import type { Fold } from "./lines";

/** An item of a run: a line, or a nested run. */
export type Item = { readonly line: number } | { readonly run: number };

interface Run {
  readonly around: number;
  /** Its index among the items of the run around it. */
  readonly at: number;
  readonly from: number;
  /** A line as its number, a nested run `n` as `-n` (run 0 is never nested). */
  readonly items: number[];
}

/** The runs of a text. */
export class Runs {
  private readonly runs: Run[] = [{ around: 0, at: 0, from: 0, items: [] }];
  /** By line: the run that it is an item of, and its index there. */
  private readonly runOf: Int32Array;
  private readonly itemOf: Int32Array;

  /** @param folds ordered by their first line, outer ones before inner ones */
  constructor(length: number, folds: readonly Fold[]) {
    this.runOf = new Int32Array(length);
    this.itemOf = new Int32Array(length);
    const open = [{ run: 0, to: Infinity }];
    let next = 0;
    for (let line = 0; line < length; line++) {
      while ((open.at(-1)?.to ?? Infinity) <= line) open.pop();
      for (let fold = folds[next]; fold?.from === line; fold = folds[++next]) {
        if (fold.to <= line + 1) continue;
        open.push({ run: this.begin(open.at(-1)?.run ?? 0, line), to: fold.to });
      }
      const run = open.at(-1)?.run ?? 0;
      const { items } = this.run(run);
      this.runOf[line] = run;
      this.itemOf[line] = items.push(line) - 1;
    }
  }
  private begin(around: number, from: number): number {
    const number = this.runs.length;
    const at = this.run(around).items.push(-number) - 1;
    this.runs.push({ around, at, from, items: [] });
    return number;
  }
  private run(number: number): Run {
    const run = this.runs[number];
    if (!run) throw new RangeError(`run ${number} of ${this.runs.length}`);
    return run;
  }

  /** The number of runs besides run 0. */
  get folds(): number {
    return this.runs.length - 1;
  }
  /** The number of items of a run. */
  count(run: number): number {
    return this.run(run).items.length;
  }
  /** An item of a run. */
  item(run: number, index: number): Item {
    const item = this.run(run).items[index] ?? 0;
    return item < 0 ? { run: -item } : { line: item };
  }
  /** The first line of a run. */
  first(run: number): number {
    return this.run(run).from;
  }
  /** The run around a run, and the index of the run there. */
  holder(run: number): { readonly run: number; readonly item: number } {
    const { around, at } = this.run(run);
    return { run: around, item: at };
  }
  /** The run that a line is an item of, and its index there. */
  placeOf(line: number): { readonly run: number; readonly item: number } {
    return { run: this.runOf[line] ?? 0, item: this.itemOf[line] ?? 0 };
  }
}
