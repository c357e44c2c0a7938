/** Which rows tell of the problems of a file. */
import assert from "node:assert/strict";
import type { Problem } from "../../../extension/document/problem";
import type { Row, SectionInfo } from "../../../extension/session/protocol";
import { problemsAt } from "../../../webview/rows/faults";

/** A module (section 1) from bit 0 with a function (section 2) in the bits 100 to 200. */
const SECTIONS = new Map<number, SectionInfo>([
  [1, { id: 1, parent: undefined, kind: "module", title: "module", startBit: 0, endBit: 1000 }],
  [2, { id: 2, parent: 1, kind: "function", title: "@f", startBit: 100, endBit: 200 }],
]);

function rowAt(section: number, entry: number, positionBit: number | undefined, more: Partial<Row> = {}): Row {
  const startBit = positionBit ?? 0;
  return {
    ...{ section, entry, line: 0, startBit, endBit: startBit + 10, kind: "row", record: [], assembly: [], level: 1 },
    ...(positionBit === undefined ? {} : { positionBit }),
    ...more,
  };
}
function problemAt(startBit: number): Problem {
  return { code: "bad-record", message: `at ${startBit}`, startBit, endBit: startBit + 1, path: [] };
}

describe("the rows that tell of problems", () => {
  // As compilers write them: the debug record at 130 is printed before the instruction at 120.
  const rows = [
    rowAt(1, 0, 10),
    rowAt(2, 0, 100, { fold: "open" }),
    rowAt(2, 1, 130),
    rowAt(2, 2, 120),
    rowAt(2, 3, undefined),
    rowAt(2, 4, 150),
    rowAt(1, 1, 300),
  ];
  const buffer = { rows, sections: SECTIONS };
  const told = (bits: readonly number[]): readonly string[] => {
    const problems = bits.map(problemAt);
    return rows.flatMap((row) =>
      problemsAt(row, problems, buffer, "assembly").map(({ message }) => `${row.positionBit ?? ""}: ${message}`),
    );
  };
  it("in an assembly are those before a gap, or the row of the record itself", () => {
    assert.deepEqual(told([140]), ["130: at 140", "120: at 140"]);
    assert.deepEqual(told([130]), ["130: at 130"]);
    assert.deepEqual(told([105]), ["100: at 105"]);
    assert.deepEqual(told([190]), ["150: at 190"]);
  });
  it("outside of functions have only their own bits", () => {
    assert.deepEqual(told([10, 50, 310]), ["10: at 10"]);
  });
  it("are the heads of folded sections with problems inside", () => {
    const head = rowAt(2, 0, 100, { fold: "closed" });
    const folded = { rows: [rowAt(1, 0, 10), head, rowAt(1, 1, 300)], sections: SECTIONS };
    for (const arrangement of ["assembly", "records"] as const)
      assert.equal(problemsAt(head, [problemAt(170)], folded, arrangement).length, 1);
  });
  it("in the records are those of the record, never the head of an open section", () => {
    const [, head, record] = rows;
    assert.ok(head && record);
    assert.equal(problemsAt(head, [problemAt(105)], buffer, "records").length, 0);
    assert.equal(problemsAt(record, [problemAt(135)], buffer, "records").length, 1);
  });
});
