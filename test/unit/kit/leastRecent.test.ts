import assert from "node:assert/strict";
import { LeastRecent } from "../../../extension/kit/leastRecent";
import { collect } from "../../support/heap";

const MIB = 2 ** 20;

describe("the cache of the most recently used", () => {
  it("drops what was used least recently", () => {
    const cache = new LeastRecent<string, number>(2);
    cache.set("a", 1);
    cache.set("b", 2);
    assert.equal(cache.get("a"), 1);
    cache.set("c", 3);
    assert.deepEqual([cache.has("a"), cache.has("b"), cache.has("c")], [true, false, true]);
    assert.equal(
      cache.of("b", () => 4),
      4,
    );
    assert.equal(cache.get("a"), undefined);
  });

  it("replaces a value and makes one only once", () => {
    const cache = new LeastRecent<string, number>(2);
    cache.set("a", 1);
    cache.set("a", 2);
    assert.equal(
      cache.of("a", () => assert.fail("made again")),
      2,
    );
  });

  it("keeps values up to a size in all, and always the latest", () => {
    const cache = new LeastRecent<string, number>(10, (value, key) => value + key.length);
    cache.set("a", 3);
    cache.set("b", 5);
    assert.deepEqual([cache.has("a"), cache.has("b")], [true, true]);
    cache.set("a", 4);
    assert.deepEqual([cache.has("a"), cache.has("b")], [true, false], "the new size of a value counts");
    cache.set("c", 20);
    assert.deepEqual([cache.has("a"), cache.get("c")], [false, 20]);
    cache.set("d", 9);
    assert.deepEqual([cache.has("c"), cache.has("d")], [false, true]);
  });

  it("leaves dropped values to V8's quick collections of new objects", () => {
    const cache = new LeastRecent<number, readonly number[]>(4);
    for (let key = 0; key < 4; key++) cache.set(key, []);
    // What is in use now becomes old.
    collect();
    const before = process.memoryUsage().heapUsed;
    let most = 0;
    for (let key = 0; key < 20_000; key++) {
      cache.set(key, new Array<number>(1000).fill(key));
      most = Math.max(most, process.memoryUsage().heapUsed - before);
    }
    assert.ok(most < 32 * MIB, `${(most / MIB).toFixed(0)} MB of 160 MB were in use at once`);
  });
});
