/** The list of problems: in the file's order, and none twice. */
import * as assert from "node:assert/strict";
import type { Problem } from "../../../extension/document/problem";
import { inFileOrder } from "../../../extension/session/problems";

function problem(startBit: number, message: string): Problem {
  return { code: "bad-record", message, startBit, endBit: startBit + 8, path: [] };
}

describe("the list of problems", () => {
  it("is in file order, with what was found twice once", () => {
    const found = [problem(64, "late"), problem(8, "early"), problem(64, "late"), problem(64, "another")];
    assert.deepEqual(
      inFileOrder(found).map(({ startBit, message }) => `${startBit} ${message}`),
      ["8 early", "64 late", "64 another"],
    );
  });
});
