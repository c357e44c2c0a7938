/** The samples whose code is compiled by the build. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import stores from "../../../extension/cli/compiledCode.json";

describe("compiled code", () => {
  for (const { name, starts, sample } of stores) {
    it(`of ${name} is made with a file that gets it`, () => {
      assert.ok(starts.includes(readFileSync(sample, "latin1").slice(0, 4)), sample);
    });
  }
});
