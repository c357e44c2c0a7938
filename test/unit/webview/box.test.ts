import assert from "node:assert/strict";
import type { Row, RowsQuery } from "../../../extension/session/protocol";
import { boxOf, boxText } from "../../../webview/cursor/box";
import type { Host } from "../../../webview/base/connection";

/** Rows of one section with one token each; every other one has a demangled name. */
const rows: readonly Row[] = Array.from({ length: 700 }, (_, entry) => ({
  section: 1,
  entry,
  line: 0,
  startBit: entry * 8,
  endBit: entry * 8 + 8,
  kind: "row" as const,
  positionBit: entry * 8,
  record: [],
  assembly: [
    { text: `${entry}`.padStart(4), kind: "text" as const },
    { text: "@_Z1fv", kind: "global" as const, ...(entry % 2 === 0 ? { plain: "@f()" } : {}) },
  ],
  level: 1,
}));
const FOLDS = { base: "none", toggled: [], detail: false } as const;

/** A host that has only these rows. */
const host = {
  rows: ({ anchor, after }: RowsQuery) => {
    const from = anchor.kind === "place" ? anchor.place.entry : 0;
    const given = rows.slice(from, from + after + 1);
    return Promise.resolve({ rows: given, anchor: 0, atEnd: from + after + 1 >= rows.length });
  },
} as unknown as Host;

describe("a box of characters", () => {
  const corner = (entry: number, column: number) => ({ section: 1, entry, line: 0, at: entry, column });
  it("has its rows and columns in order, from whichever corner it began", () => {
    const box = { cell: "assembly", from: corner(2, 9), to: corner(5, 3), left: 3, right: 9 } as const;
    assert.deepEqual(boxOf("assembly", corner(2, 9), corner(5, 3)), box);
    assert.deepEqual(boxOf("assembly", corner(5, 3), corner(2, 9)), box);
  });
  it("is copied as displayed, one line per row, even where rows are shorter", async () => {
    const box = boxOf("assembly", corner(1, 3), corner(3, 9));
    assert.equal(await boxText(host, FOLDS, box, true), "1@_Z1f\n2@f()\n3@_Z1f");
    assert.equal(await boxText(host, FOLDS, box, false), "1@_Z1f\n2@_Z1f\n3@_Z1f");
  });
  it("spans rows that must be fetched", async () => {
    const text = await boxText(host, FOLDS, boxOf("assembly", corner(0, 0), corner(650, 4)), true);
    assert.deepEqual(
      text.split("\n").map((line) => Number(line)),
      Array.from({ length: 651 }, (_, index) => index),
    );
  });
  it("of positions has them as displayed", async () => {
    assert.equal(await boxText(host, FOLDS, boxOf("position", corner(9, 0), corner(11, 2)), true), "9:\n10\n11");
  });
});
