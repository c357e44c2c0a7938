/** Dominators of blocks, compared with their definition: without its dominators, a block cannot be reached. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { Dominance } from "../../../extension/kit/dominance";

type Successors = readonly (readonly number[])[];

/** The blocks that can be reached from the entry without passing a block. */
function reached(successors: Successors, without?: number): ReadonlySet<number> {
  const found = new Set<number>();
  const open = [0];
  for (let block = open.pop(); block !== undefined; block = open.pop()) {
    if (block === without || found.has(block) || block >= successors.length) continue;
    found.add(block);
    open.push(...(successors[block] ?? []));
  }
  return found;
}

describe("the dominators of blocks", () => {
  it("are those without which a block cannot be reached", () => {
    const bodies = fc
      .integer({ min: 1, max: 12 })
      .chain((count) =>
        fc.array(fc.array(fc.nat(count - 1), { maxLength: 3 }), { minLength: count, maxLength: count }),
      );
    const holds = (successors: Successors): void => {
      const dominance = new Dominance(successors);
      const all = reached(successors);
      for (const block of successors.keys()) {
        assert.equal(dominance.isReachable(block), all.has(block));
        if (!all.has(block)) continue;
        for (const upper of all)
          assert.equal(dominance.dominates(upper, block), !reached(successors, upper).has(block));
      }
    };
    fc.assert(fc.property(bodies, holds), { numRuns: 500 });
  });
});
