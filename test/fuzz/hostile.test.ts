/**
 * Small files of every hostile kind: every request is made, and the laws hold. `npm run hostile` does this with large
 * ones.
 */
import { HOSTILE } from "../support/hostile";
import { exercise } from "./exercise";

/** Deep enough for a wrong recursion to show in its output, small enough for all kinds in a few seconds. */
const SIZES = [1, 40];

describe("hostile files", () => {
  for (const [kind, make] of Object.entries(HOSTILE))
    it(`of the kind ${kind} keep the laws`, () => {
      for (const size of SIZES) exercise(make(size));
    }).timeout(60_000);
});
