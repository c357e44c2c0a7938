/** The list of problems: in file order, each once. */
import * as assert from "node:assert/strict";
import type { Problem } from "../../../extension/document/problem";
import { problemsOf } from "../../../extension/session/facts/problems";

function problem(startBit: number, message: string): Problem {
  return { code: "bad-record", message, startBit, endBit: startBit + 8, path: [] };
}

function listed(problems: readonly Problem[], bits: number): readonly string[] {
  return problemsOf({ bits, problems: () => problems }).map(({ startBit, message }) => `${startBit} ${message}`);
}

describe("the list of problems", () => {
  it("is in file order, with repeated problems once", () => {
    const found = [problem(64, "late"), problem(8, "early"), problem(64, "late"), problem(64, "another")];
    assert.deepEqual(listed(found, 800), ["8 early", "64 late", "64 another"]);
  });

  it("leaves out that reading ended at the file's end if another problem tells why", () => {
    const end = { ...problem(800, "the stream ends"), endBit: 800 };
    assert.deepEqual(listed([end, problem(64, "damage")], 800), ["64 damage"]);
    assert.deepEqual(listed([end], 800), ["800 the stream ends"]);
  });
});
