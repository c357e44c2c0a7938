/** Files of every hostile kind, small: all is asked of them, and the laws hold. `npm run hostile` asks it of large ones. */
import { HOSTILE } from "../support/hostile";
import { exercise } from "./exercise";

/** Deep enough for a recursion that goes wrong to show by its output, small enough for all kinds in a few seconds. */
const SIZES = [1, 40];

describe("hostile files", () => {
  for (const [kind, make] of Object.entries(HOSTILE))
    it(`of the kind ${kind} keep the laws`, () => {
      for (const size of SIZES) exercise(make(size));
    }).timeout(60_000);
});
