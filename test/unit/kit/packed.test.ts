/** Numbers written in few bytes, and read again. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { PackedReader, PackedWriter, Unfitting } from "../../../extension/kit/packed";

describe("packed numbers", () => {
  it("are the numbers that were written, up to the largest integer", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.maxSafeNat(), fc.nat(300))), (numbers) => {
        const writer = new PackedWriter();
        for (const number of numbers) writer.number(number);
        const reader = new PackedReader(writer.packed);
        assert.deepEqual(
          numbers.map(() => reader.number()),
          numbers,
        );
        assert.ok(reader.atEnd);
      }),
    );
  });
  it("take one byte below 128, and eight at most", () => {
    const lengthOf = (number: number): number => {
      const writer = new PackedWriter();
      writer.number(number);
      return writer.packed.length;
    };
    assert.deepEqual([0, 127, 128, 2 ** 31 - 1, 2 ** 31, Number.MAX_SAFE_INTEGER].map(lengthOf), [1, 1, 2, 5, 5, 8]);
  });
  it("are read in parts and in ascending lists", () => {
    const [first, second, all] = [new PackedWriter(), new PackedWriter(), new PackedWriter()];
    first.ascending([3, 3, 70000, 9], 3);
    second.number(5);
    all.parts([first, second]);
    const reader = new PackedReader(all.packed);
    const [one, two] = [reader.part(), reader.part()];
    assert.deepEqual([[...one.ascending()], one.atEnd, two.number(), reader.atEnd], [[3, 3, 70000], true, 5, true]);
  });
  it("do not go on past their end", () => {
    assert.throws(() => new PackedReader(new Uint8Array(0)).number(), Unfitting);
    assert.throws(() => new PackedReader(Uint8Array.of(0x80)).number(), Unfitting);
    assert.throws(() => new PackedReader(Uint8Array.of(2, 0)).part(), Unfitting);
  });
});
