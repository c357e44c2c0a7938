import assert from "node:assert/strict";
import fc from "fast-check";
import { equalRuns } from "../../../extension/session/compare/edits";

/** The length of a longest common subsequence, from its definition. */
function longestCommon(left: readonly string[], right: readonly string[]): number {
  let before = new Array<number>(right.length + 1).fill(0);
  for (const item of left) {
    const row = [0];
    right.forEach((other, j) => {
      row.push(item === other ? (before[j] ?? 0) + 1 : Math.max(before[j + 1] ?? 0, row[j] ?? 0));
    });
    before = row;
  }
  return before[right.length] ?? 0;
}

const items = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 24 });

describe("edits", () => {
  it("finds a longest common subsequence, in order on both sides", () => {
    fc.assert(
      fc.property(items, items, (left, right) => {
        let [l, r, common] = [0, 0, 0];
        for (const [i, j, count] of equalRuns(left, right, 100) ?? []) {
          assert.ok(i >= l && j >= r && count > 0);
          assert.deepEqual(left.slice(i, i + count), right.slice(j, j + count));
          [l, r, common] = [i + count, j + count, common + count];
        }
        assert.equal(common, longestCommon(left, right));
      }),
    );
  });
  it("gives up after as many edits as it may make", () => {
    assert.deepEqual(equalRuns(["a", "b", "c"], ["a", "c"], 1), [
      [0, 0, 1],
      [2, 1, 1],
    ]);
    assert.equal(equalRuns(["a", "b"], ["a", "c"], 1), undefined);
    assert.deepEqual(equalRuns([], [], 4), []);
  });
});
