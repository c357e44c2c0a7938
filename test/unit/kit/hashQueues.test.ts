import assert from "node:assert/strict";
import fc from "fast-check";
import { HashQueues } from "../../../extension/kit/hashQueues";

const hash = fc.oneof(fc.constantFrom(0, 1, 2 ** 32, 2 ** 53 - 1), fc.maxSafeNat());

/** A queue's indexes. */
function queue(queues: HashQueues, of: number): number[] {
  const found: number[] = [];
  for (let at = queues.first(of); at >= 0; at = queues.after(at)) found.push(at);
  return found;
}

describe("queues by hash", () => {
  it("have the indexes of each hash in order, without those that were taken", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(hash, fc.boolean(), fc.boolean())), (items) => {
        const hashes = Float64Array.from(items, ([of]) => of);
        const queues = new HashQueues(hashes, (at) => items[at]?.[1] === true);
        const entered = new Set(items.filter(([, isIn]) => isIn).map(([of]) => of));
        assert.deepEqual(new Set(queues.hashes()), entered);
        assert.equal(queues.isEmpty, entered.size === 0);
        for (const of of hashes) {
          const all = items.flatMap(([other, isIn], at) => (other === of && isIn ? [at] : []));
          assert.deepEqual(queue(queues, of), all);
          assert.equal(queues.countFrom(queues.first(of)), all.length);
        }
        for (const of of entered) {
          let before = -1;
          for (const at of queue(queues, of))
            if (items[at]?.[2]) queues.remove(at, before);
            else before = at;
          const left = items.flatMap(([other, isIn, isTaken], at) => (other === of && isIn && !isTaken ? [at] : []));
          assert.deepEqual(queue(queues, of), left);
        }
      }),
    );
    assert.equal(new HashQueues(new Float64Array(0)).first(7), -1);
  });
});
