/** How many rows sections take under folds. */
import assert from "node:assert/strict";
import { RowCounts } from "../../../extension/session/rows/rowCounts";
import type { FoldRule } from "../../../extension/session/rows/folds";

const NONE = (): boolean => false;
const ALL = (rule: FoldRule): boolean => rule !== "never";
const AT_FIRST = (rule: FoldRule): boolean => rule === "atFirst";

/** A root with two sections; the second, folded at first, has one inside that is not measured. */
function counted(): RowCounts {
  const counts = new RowCounts();
  counts.add("never", 1);
  counts.add("withAll", 20);
  counts.add("atFirst", 30);
  counts.add("withAll", 7);
  counts.measured(0, { lines: 2, headLines: 0, firstNested: 1, nested: nested(2), pageLines: [], done: true });
  counts.measured(1, { lines: 10, headLines: 1, firstNested: 4, nested: [], pageLines: [], done: true });
  counts.measured(2, { lines: 3, headLines: 2, firstNested: 3, nested: nested(1), pageLines: [], done: true });
  return counts;
}
const nested = (count: number): { entry: number; section: number; linesBefore: number }[] =>
  Array.from({ length: count }, (_, entry) => ({ entry, section: entry, linesBefore: 0 }));
const rows = (folds: (rule: FoldRule) => boolean, ...toggled: number[]): readonly number[] => [
  ...counted().rows(folds, new Set(toggled)),
];

describe("the rows of sections", () => {
  it("contain those of the sections inside; an estimate stands for what is not measured", () => {
    assert.deepEqual(rows(NONE), [2 + 10 + 10, 10, 3 + 7, 7]);
  });
  it("of folded sections are their heads, and one if a head is not known yet", () => {
    assert.deepEqual(rows(ALL), [2 + 1 + 2, 1, 2, 1]);
    assert.deepEqual(rows(AT_FIRST), [2 + 10 + 2, 10, 2, 7]);
  });
  it("follow what the reader has toggled", () => {
    assert.deepEqual(rows(AT_FIRST, 2, 1), [2 + 1 + 10, 1, 10, 7]);
  });
  it("of a section without a head, or with nothing below it, do not fold", () => {
    const counts = new RowCounts();
    counts.add("withAll", 1);
    counts.add("withAll", 1);
    counts.measured(0, { lines: 4, headLines: 0, firstNested: 1, nested: nested(1), pageLines: [], done: true });
    counts.measured(1, { lines: 2, headLines: 2, firstNested: 2, nested: [], pageLines: [], done: true });
    assert.deepEqual([...counts.rows(ALL, new Set())], [6, 2]);
  });
  it("of a section whose estimate was corrected are those", () => {
    const counts = counted();
    counts.estimate(3, 9);
    assert.deepEqual([...counts.rows(NONE, new Set())], [24, 10, 12, 9]);
  });
});
