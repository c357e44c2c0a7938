/** The samples whose code is compiled by the build. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { storeOf } from "../../../extension/cli/compiledCode";
import samples from "../../../extension/cli/compiledCode.json";

describe("compiled code", () => {
  for (const [name, sample] of Object.entries(samples)) {
    it(`of ${name} is made with a file that gets it`, () => {
      assert.equal(storeOf(readFileSync(sample, "latin1").slice(0, 4)), name);
    });
  }
});
