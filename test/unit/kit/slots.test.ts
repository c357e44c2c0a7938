import { strict as assert } from "node:assert";
import { Slots } from "../../../extension/kit/slots";

describe("slots", () => {
  it("keep values by number while there are slots for all", () => {
    const kept = new Slots<string>(1e9, 1 << 14);
    for (let key = 0; key < 1 << 14; key++) kept.set(key, `thing ${key}`, 1);
    for (let key = 0; key < 1 << 14; key++) assert.equal(kept.get(key), `thing ${key}`);
    assert.equal(kept.get(1 << 14), undefined);
  });
  it("replace the value in the slot of a larger number", () => {
    const kept = new Slots<string>(1e9, 1 << 10);
    kept.set(7, "first", 1);
    kept.set(7 + (1 << 10), "second", 1);
    assert.deepEqual([kept.get(7), kept.get(7 + (1 << 10))], [undefined, "second"]);
  });
  it("drop everything when it weighs too much, and a value alone", () => {
    const kept = new Slots<string>(100, 1 << 10);
    kept.set(1, "light", 60);
    kept.set(2, "heavy", 60);
    assert.deepEqual([kept.get(1), kept.get(2)], [undefined, "heavy"]);
    kept.delete(2);
    kept.delete(3);
    assert.equal(kept.get(2), undefined);
  });
});
