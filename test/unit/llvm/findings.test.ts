/** What bodies tell about their module. */
import assert from "node:assert/strict";
import { BodyFindings } from "../../../extension/formats/llvm/ir/findings";

describe("the findings of bodies", () => {
  it("are the same in whatever order bodies are read: of a global's names the last in the file counts", () => {
    const findings = new BodyFindings();
    const read = (...bits: readonly number[]): readonly [string | undefined, number] => {
      for (const bit of bits) findings.noteName(1, `at${bit}`, bit);
      return [findings.names.get(1)?.name, findings.revision];
    };
    assert.deepEqual(read(10, 20), ["at20", 2]);
    assert.deepEqual(read(10, 20, 20, 10), ["at20", 2]);
  });
});
