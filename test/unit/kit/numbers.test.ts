/** Growable lists of numbers. */
import assert from "node:assert/strict";
import { BitPositions, Octets, Words } from "../../../extension/kit/numbers";

describe("growable lists of numbers", () => {
  it("keep what was added, and give back room that is not needed", () => {
    const words = new Words();
    for (let i = 0; i < 5000; i++) words.push(i);
    words.append(Float64Array.of(7, 8, 9), 2);
    assert.ok(words.data.length > words.length);
    words.settle();
    assert.deepEqual([words.length, words.data.length, words.data[4999], words.data[5001]], [5002, 5002, 4999, 8]);
    words.push(1);
    assert.deepEqual([words.length, words.data[5002]], [5003, 1]);
    const octets = new Octets();
    octets.append(Uint8Array.of(1, 255), 2);
    assert.deepEqual([...octets.data.subarray(0, 2)], [1, 255]);
  });
  it("keep room for a few more", () => {
    const words = new Words();
    for (let i = 0; i < 20; i++) words.push(i);
    const room = words.data.length;
    words.settle();
    assert.equal(words.data.length, room);
  });
  it("are copied seldom, however often they are asked to give back room", () => {
    const words = new Words();
    const copies = new Set<Uint32Array>();
    for (let i = 0; i < 50_000; i++) {
      words.push(i);
      if (i % 10 === 0) words.settle();
      copies.add(words.data);
    }
    assert.ok(copies.size < 40, String(copies.size));
  });
  it("keep bit positions of files of any size, in any order", () => {
    const positions = new BitPositions();
    const bits = [5, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 9, 3, 2 ** 40, 2 ** 40 + 1, 2 ** 32 - 1];
    for (const bit of bits) positions.push(bit);
    assert.equal(positions.length, bits.length);
    assert.deepEqual(
      bits.map((_, index) => positions.at(index)),
      bits,
    );
    positions.clear();
    positions.push(7);
    assert.deepEqual([positions.length, positions.at(0)], [1, 7]);
  });
});
