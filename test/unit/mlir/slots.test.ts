import assert from "node:assert/strict";
import { SlotCache } from "../../../extension/formats/mlir/model/slots";

describe("the slots for records and dictionaries", () => {
  it("keep what was stored last for each of both numbers", () => {
    const cache = new SlotCache<string>(9);
    cache.set("a", 7);
    cache.set("b", 7, 1);
    cache.set("c", 7, 1);
    assert.deepEqual([cache.get(7), cache.get(7, 1), cache.get(7, 2), cache.get(8)], ["a", "c", undefined, undefined]);
  });
  it("grow with what is stored, up to their limit, and never give another key's item", () => {
    for (const [bits, least] of [
      [14, 900],
      [6, 32],
    ] as const) {
      const cache = new SlotCache<number>(bits);
      for (let key = 0; key < 1000; key++) cache.set(key, key, key % 3);
      const found = Array.from({ length: 1000 }, (_, key) => cache.get(key, key % 3));
      found.forEach((item, key) => assert.ok(item === undefined || item === key, `${key} gives ${item}`));
      const count = found.filter((item) => item !== undefined).length;
      assert.ok(count >= least && count <= 1 << bits, `${count} of 1000 are stored in at most ${1 << bits} slots`);
    }
  });
});
