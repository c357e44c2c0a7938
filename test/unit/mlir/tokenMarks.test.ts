/** Which field each token of a line shows. */
import assert from "node:assert/strict";
import type { Token } from "../../../extension/document/token";
import { withMarks } from "../../../extension/formats/mlir/assembly/tokenMarks";
import type { Mark } from "../../../extension/formats/mlir/text/marks";

const token = (text: string): Token => ({ kind: "attribute", text });
const mark = (from: number, to: number, byte: number): Mark => ({ from, to, shown: { byte } });

describe("the tokens of a line", () => {
  it("show the innermost part that contains them", () => {
    const tokens = ["a", "bc", "d", "ef", "g", "h"].map(token);
    // Inner marks come before those around them.
    const marks = [mark(101, 103, 1), mark(103, 104, 2), mark(101, 104, 3), mark(104, 105, 4), mark(100, 107, 5)];
    const shown = withMarks(tokens, 100, marks).map(({ bit }) => (bit === undefined ? undefined : bit / 8));
    assert.deepEqual(shown, [5, 1, 2, 5, 5, undefined]);
  });
  it("are found in one walk over the parts, however deep those are nested", () => {
    const depth = 1000;
    let read = 0;
    const marks = Array.from({ length: depth }, (_, i): Mark => {
      const from = depth - 1 - i;
      return {
        get from() {
          read++;
          return from;
        },
        to: depth + 1 + i,
        shown: { byte: from },
      };
    });
    const found = withMarks(
      Array.from({ length: 2 * depth }, () => token("{")),
      0,
      marks,
    );
    assert.deepEqual([found[0]?.bit, found[depth]?.bit, found[2 * depth - 1]?.bit], [0, 8 * (depth - 1), 0]);
    assert.ok(read < 40 * depth, `${read} reads`);
  });
});
