/** Every law, checked on a file of every format and container, and on damaged copies of it. */
import { LAWS } from "../../support/laws";
import { mutated, seeded } from "../../support/mutate";
import { seeds } from "../../support/seeds";

/** Damaged copies of each file; `BITSCOPE_FUZZ` multiplies the number. */
const COPIES = 2 * Number(process.env["BITSCOPE_FUZZ"] ?? 1);

for (const { name, bytes } of seeds()) {
  describe(name, () => {
    for (const [law, hold] of Object.entries(LAWS)) {
      it(`keeps the law of ${law}`, () => {
        hold(bytes, seeded(1));
        for (let copy = 1; copy <= COPIES; copy++) hold(mutated(bytes, seeded(copy)), seeded(copy));
      });
    }
  });
}
