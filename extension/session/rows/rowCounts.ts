/** How many rows each section of a document takes under given folds. In columns: each fold adds up all of them. */
import { Bits, Octets, Words } from "../../kit/numbers";
import type { FoldRule } from "./folds";
import type { Measure } from "./found";

/** Rules as numbers, by their index. */
const RULES: readonly FoldRule[] = ["never", "withAll", "atFirst"];

/** The sections in the order in which they were found; each is known by its index in that order. */
export class RowCounts {
  private readonly rules = new Octets();
  private readonly isMeasured = new Octets();
  /** The rows of a section's own entries; before it is measured, an estimate of all rows in it. */
  private readonly own = new Bits();
  private readonly heads = new Words();
  private readonly firstNested = new Words();
  private readonly nestedCounts = new Words();

  /** Adds the section that was found next. @param rows an estimate of all rows in it */
  add(rule: FoldRule, rows: number): void {
    this.rules.push(RULES.indexOf(rule));
    this.isMeasured.push(0);
    this.own.push(rows);
    this.heads.push(0);
    this.firstNested.push(0);
    this.nestedCounts.push(0);
  }
  /** Corrects the estimate of a section that is not measured. */
  estimate(index: number, rows: number): void {
    this.own.data[index] = rows;
  }
  /** Notes that a section is measured. */
  measured(index: number, { lines, headLines, firstNested, nested }: Measure): void {
    this.isMeasured.data[index] = 1;
    this.own.data[index] = lines;
    this.heads.data[index] = headLines;
    this.firstNested.data[index] = firstNested;
    this.nestedCounts.data[index] = nested.length;
  }

  /**
   * The rows of each section with all that is in it.
   * @param folds whether sections of a rule are folded
   * @param toggled the indexes of the sections for which the opposite holds
   */
  rows(folds: (rule: FoldRule) => boolean, toggled: ReadonlySet<number>): Float64Array {
    const { length } = this.own;
    const rows = new Float64Array(length);
    const byRule = RULES.map(folds);
    const isToggled = toggled.size > 0;
    // Inner sections come after those around them.
    for (let index = length - 1; index >= 0; index--) {
      const isFolded = byRule[this.rules.data[index] as number] !== (isToggled && toggled.has(index));
      rows[index] = this.rowsOf(index, isFolded, rows);
    }
    return rows;
  }
  private rowsOf(index: number, isFolded: boolean, rows: Float64Array): number {
    const own = this.own.data[index] as number;
    if (this.isMeasured.data[index] === 0) return isFolded ? 1 : own;
    const count = this.nestedCounts.data[index] as number;
    const head = this.heads.data[index] as number;
    if (isFolded && head > 0 && (count > 0 || own > head)) return head;
    let sum = own;
    const first = this.firstNested.data[index] as number;
    for (let nested = first; nested < first + count; nested++) sum += rows[nested] as number;
    return sum;
  }
}
