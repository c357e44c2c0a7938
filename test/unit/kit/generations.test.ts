import { strict as assert } from "node:assert";
import { Generations } from "../../../extension/kit/generations";

const SIZE = 100;
const keys = (kept: Generations<number, string>, to: number): readonly number[] =>
  Array.from({ length: to }, (_, key) => key).filter((key) => kept.has(key));

describe("generations", () => {
  it("keep what was used last, within their weight limit", () => {
    const kept = new Generations<number, string>(SIZE);
    for (let key = 0; key < 1000; key++) kept.set(key, `thing ${key}`, 10);
    const left = keys(kept, 1000);
    assert.ok(left.length <= SIZE / 10 && left.length >= SIZE / 20, `${left.length} are kept`);
    assert.deepEqual(
      left,
      left.map((_, i) => 1000 - left.length + i),
    );
    assert.equal(kept.get(999), "thing 999");
    assert.equal(kept.get(0), undefined);
  });

  it("keep what is used repeatedly", () => {
    const kept = new Generations<number, string>(SIZE);
    kept.set(0, "used", 10);
    for (let key = 1; key < 1000; key++) {
      kept.set(key, "once", 10);
      assert.equal(kept.get(0), "used");
    }
  });

  it("weigh growing items by their present weight", () => {
    const kept = new Generations<number, string>(SIZE);
    for (let weight = 1; weight <= 40; weight++) kept.set(7, "grows", weight);
    kept.set(8, "beside", 10);
    assert.deepEqual(keys(kept, 10), [7, 8]);
    for (const key of [1, 2, 3, 4, 5, 6]) kept.set(key, "later", 20);
    assert.ok(!kept.has(7) && kept.has(6));
  });

  it("keep the heaviest until others come", () => {
    const kept = new Generations<number, string>(SIZE);
    kept.set(0, "heavy", 10 * SIZE);
    assert.equal(kept.get(0), "heavy");
    for (let key = 1; key < 20; key++) kept.set(key, "light", 10);
    assert.ok(!kept.has(0));
  });
});
