/** Nested folds as runs of lines: run 0 is the whole text, every other run is the content of a fold. */
import { NoSection } from "../document/section";
import type { Fold } from "./lines";
import { Words } from "./numbers";

/** An item of a run: a line, or a nested run. */
export type Item = { readonly line: number } | { readonly run: number };

/** The runs of a text. They may be as many as its lines, so they are numbers in typed arrays. */
export class Runs {
  /** By run: the run around it, its index among the items of that one, and its first line. */
  private readonly around = new Words();
  private readonly at = new Words();
  private readonly from = new Words();
  /** By line: the run that it is an item of, and its index there. */
  private readonly runOf: Int32Array;
  private readonly itemOf: Int32Array;
  /** The items of all runs: a line as its number, a nested run `n` as `-n` (run 0 is never nested). */
  private readonly items: Int32Array;
  /** By run: where its items begin among them; one more at the end. */
  private readonly starts: Int32Array;

  /** @param folds ordered by their first line, outer ones before inner ones */
  constructor(length: number, folds: readonly Fold[]) {
    this.runOf = new Int32Array(length);
    this.itemOf = new Int32Array(length);
    this.starts = startsOf(this.place(folds));
    this.items = new Int32Array(length + this.folds);
    for (let line = 0; line < length; line++)
      this.items[(this.starts[this.runOf[line] as number] as number) + (this.itemOf[line] as number)] = line;
    for (let run = 1; run <= this.folds; run++)
      this.items[(this.starts[this.around.data[run] as number] as number) + (this.at.data[run] as number)] = -run;
  }
  /** Finds the place of every line and run; returns how many items each run has. */
  private place(folds: readonly Fold[]): Words {
    const counts = new Words();
    const begin = (around: number, from: number): number => {
      const run = counts.length;
      this.around.push(around);
      this.at.push(run === 0 ? 0 : this.itemOfRun(counts, around));
      this.from.push(from);
      counts.push(0);
      return run;
    };
    const open = [{ run: begin(0, 0), to: Infinity }];
    let next = 0;
    for (let line = 0; line < this.runOf.length; line++) {
      while ((open.at(-1)?.to ?? Infinity) <= line) open.pop();
      for (let fold = folds[next]; fold?.from === line; fold = folds[++next]) {
        if (fold.to <= line + 1) continue;
        open.push({ run: begin(open.at(-1)?.run ?? 0, line), to: fold.to });
      }
      const run = open.at(-1)?.run ?? 0;
      this.runOf[line] = run;
      this.itemOf[line] = this.itemOfRun(counts, run);
    }
    return counts;
  }
  /** The index of a run's next item. */
  private itemOfRun(counts: Words, run: number): number {
    return (counts.data[run] as number)++;
  }

  /** The number of runs besides run 0. */
  get folds(): number {
    return this.from.length - 1;
  }
  /** The number of items of a run. */
  count(run: number): number {
    return (this.starts[this.known(run) + 1] as number) - (this.starts[run] as number);
  }
  /** Each run but the first is shown as a section. */
  private known(run: number): number {
    if (run > this.folds) throw new NoSection(run);
    return run;
  }
  /** An item of a run. */
  item(run: number, index: number): Item {
    const item = index < this.count(run) ? (this.items[(this.starts[run] as number) + index] as number) : 0;
    return item < 0 ? { run: -item } : { line: item };
  }
  /** The first line of a run. */
  first(run: number): number {
    return this.from.data[this.known(run)] as number;
  }
  /** The run around a run, and the index of the run there. */
  holder(run: number): { readonly run: number; readonly item: number } {
    return { run: this.around.data[this.known(run)] as number, item: this.at.data[run] as number };
  }
  /** The run that a line is an item of, and its index there. */
  placeOf(line: number): { readonly run: number; readonly item: number } {
    return { run: this.runOf[line] ?? 0, item: this.itemOf[line] ?? 0 };
  }
}

/** Where the items of each run begin among those of all. */
function startsOf(counts: Words): Int32Array {
  const starts = new Int32Array(counts.length + 1);
  for (let run = 0; run < counts.length; run++)
    starts[run + 1] = (starts[run] as number) + (counts.data[run] as number);
  return starts;
}
