/** Finding the line of a bit. */
import assert from "node:assert/strict";
import { lineOfBit } from "../../../extension/kit/lineOfBit";

const at = (bits: readonly (number | undefined)[], bit: number): number =>
  lineOfBit({ length: bits.length, positionBit: (line) => bits[line] }, bit);

describe("the line of a bit", () => {
  it("is the last that begins at the bit or before it", () => {
    const bits = [undefined, 8, 16, undefined, 24];
    assert.deepEqual(
      [8, 15, 16, 23, 24, 1000].map((bit) => at(bits, bit)),
      [1, 1, 2, 2, 4, 4],
    );
  });
  it("is the first of several at the same position", () => {
    assert.equal(at([0, 8, 8, 8, 16], 9), 1);
    assert.equal(at([16, 8, 0, 8], 9), 1);
  });
  it("is found whatever the order of the positions", () => {
    const bits = [40, 8, undefined, 32, 16, 8, 24];
    assert.deepEqual(
      [8, 16, 24, 32, 40].map((bit) => at(bits, bit)),
      [1, 4, 6, 3, 0],
    );
  });
  it("is the first line if none begins before the bit", () => {
    assert.equal(at([undefined, 8], 7), 0);
    assert.equal(at([], 7), 0);
  });
});
