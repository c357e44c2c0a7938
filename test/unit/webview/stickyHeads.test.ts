/** Which heads of sections stay at the top of the view. */
import assert from "node:assert/strict";
import type { Row, SectionInfo } from "../../../extension/session/protocol";
import { sectionsAbove } from "../../../webview/rows/stickyHeads";

/** A file (0) with a function (1) that has a region (2): so many rows of each, one after another. */
const ROWS: readonly (readonly [section: number, entry: number])[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [2, 0],
  [2, 1],
  [2, 2],
  [1, 3],
  [0, 2],
];

const buffer = {
  rows: ROWS.map(([section, entry]): Row => ({
    ...{ section, entry, line: 0, startBit: 0, endBit: 1, kind: "row", record: [], assembly: [], level: 1 },
  })),
  path: ({ section }: Row): readonly SectionInfo[] =>
    Array.from({ length: section + 1 }, (_, id) => ({
      ...{ id, parent: id === 0 ? undefined : id - 1, kind: "", title: "", startBit: 0, endBit: 1 },
    })),
};

describe("the heads at the top of the view", () => {
  const above = (first: number, most = 5): readonly number[] => sectionsAbove(buffer, first, most).map(({ id }) => id);
  it("are those of the sections of the rows they cover, outermost first", () => {
    assert.deepEqual(above(2), [1], "the row below the function's head begins the region");
    assert.deepEqual(above(3), [1, 2]);
    assert.deepEqual(above(4), [1, 2]);
    assert.deepEqual(above(6), [1]);
  });
  it("are not those of the file, nor of what begins at the top of the view", () => {
    assert.deepEqual(above(0), []);
    assert.deepEqual(above(1), []);
    assert.deepEqual(above(7), []);
  });
  it("are as many as there may be", () => {
    assert.deepEqual(above(4, 1), [1]);
    assert.deepEqual(above(4, 0), []);
  });
  it("end with the rows that are loaded", () => assert.deepEqual(above(20), []));
});
