import assert from "node:assert/strict";
import { allSteps } from "../../../extension/kit/steps";
import { sortInSteps } from "../../../extension/kit/sortInSteps";

describe("sorting in steps", () => {
  it("gives what Array.sort gives, equal items in their order", () => {
    for (const count of [0, 1, 511, 512, 513, 5000]) {
      const items = Array.from({ length: count }, (_, at) => ({ key: (at * 7919) % 97, at }));
      const compare = (a: { key: number }, b: { key: number }): number => a.key - b.key;
      assert.deepEqual(allSteps(sortInSteps(items, compare)), [...items].sort(compare), `${count} items`);
    }
  });
  it("compares a limited number of items in each step", () => {
    const items = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 20_011);
    let compared = 0;
    const work = sortInSteps(items, (a, b) => {
      compared++;
      return a - b;
    });
    for (let done = false; !done; compared = 0) {
      done = work.next().done === true;
      assert.ok(compared <= 512 * 10, `${compared} comparisons in a step`);
    }
  });
});
