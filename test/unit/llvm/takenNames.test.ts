/** The names that the globals of a module have taken. */
import * as assert from "node:assert/strict";
import { TakenNames } from "../../../extension/formats/llvm/read/takenNames";

describe("names that are taken", () => {
  const LENGTHS = [1, 250, 255, 256, 257, 5000] as const;

  for (const length of LENGTHS) {
    const name = "ab".repeat(length).slice(0, length);

    it(`a name of ${length} characters can be taken once, and once with each suffix`, () => {
      const taken = new TakenNames();
      for (const suffix of ["", ".1", ".2", ".10"]) assert.equal(taken.take(name, suffix), true);
      for (const suffix of ["", ".1", ".2", ".10"]) assert.equal(taken.take(name, suffix), false);
    });

    it(`one of ${length} characters is the same wherever its suffix begins`, () => {
      const taken = new TakenNames();
      assert.equal(taken.take(name, ".12"), true);
      assert.equal(taken.take(`${name}.12`, ""), false);
      assert.equal(taken.take(`${name}.1`, "2"), false);
      assert.equal(taken.take(`${name}.`, "21"), true);
      assert.equal(taken.take(`${name}.21`, ""), false);
    });
  }

  it("long names that differ in one character are told apart", () => {
    const taken = new TakenNames();
    const name = "n".repeat(3000);
    for (let i = 0; i < name.length; i += 101)
      assert.equal(taken.take(`${name.slice(0, i)}-${name.slice(i + 1)}`, ""), true);
    assert.equal(taken.take(name, ""), true);
  });
});
