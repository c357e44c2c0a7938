import assert from "node:assert/strict";
import fc from "fast-check";
import { MissingBytes, ResidentWindow } from "../../../extension/document/window";
import { BitFault } from "../../../extension/formats/bitstream/bitFault";
import { BitCursor } from "../../../extension/formats/bitstream/cursor";
import { BitWriter } from "../../support/bitWriter";

/** A window whose views are single pages, as a paged file's are. */
function paged(
  bytes: Uint8Array,
  pageBytes: number,
): { window: ResidentWindow & { pageBytes: number }; viewed: () => number } {
  let viewed = 0;
  class Paged extends ResidentWindow {
    readonly pageBytes = pageBytes;
    override view(start: number, end: number): Uint8Array {
      viewed += Math.min(end, bytes.length) - start;
      return super.view(start, end);
    }
  }
  return { window: new Paged(bytes), viewed: () => viewed };
}

type Field = { kind: "fixed"; width: number; value: number } | { kind: "vbr"; width: number; value: bigint };
const field: fc.Arbitrary<Field> = fc.oneof(
  fc.integer({ min: 1, max: 32 }).chain((width) =>
    fc.record({
      kind: fc.constant("fixed" as const),
      width: fc.constant(width),
      value: fc.nat(2 ** Math.min(width, 31) - 1),
    }),
  ),
  fc.record({
    kind: fc.constant("vbr" as const),
    width: fc.integer({ min: 2, max: 32 }),
    value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  }),
);

function readBack(cursor: BitCursor, fields: readonly Field[]): void {
  for (const { kind, width, value } of fields) {
    if (kind === "fixed") assert.equal(cursor.fixed(width), value);
    else {
      const got = cursor.vbr(width);
      assert.equal(got > Number.MAX_SAFE_INTEGER ? cursor.wide : BigInt(got), value);
    }
  }
}

describe("the bit cursor", () => {
  it("passes over numbers as if it read them, up to the end of the stream", () => {
    const number = fc.oneof(fc.nat(40), fc.nat(2 ** 31 - 1), fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }));
    fc.assert(
      fc.property(fc.array(number, { maxLength: 60 }), fc.constantFrom(3, 6, 7), fc.nat(8), (numbers, chunk, more) => {
        const writer = new BitWriter();
        for (const value of numbers) writer.vbr(value, chunk);
        const bytes = writer.align32().done();
        const after = (pass: (cursor: BitCursor) => void): unknown => {
          const cursor = new BitCursor(paged(bytes, 64).window);
          try {
            pass(cursor);
          } catch (thrown) {
            assert.ok(thrown instanceof BitFault);
            return { ...thrown };
          }
          return cursor.position;
        };
        const count = numbers.length + more;
        const read = (cursor: BitCursor): void => {
          for (let i = 0; i < count; i++) cursor.vbr(chunk);
        };
        assert.deepEqual(
          after((cursor) => cursor.passVbrs(count, chunk)),
          after(read),
        );
      }),
    );
  });
  it("reads back what was written, for any page size", () => {
    fc.assert(
      fc.property(fc.array(field), fc.constantFrom(1, 4, 64, 100), (fields, pageBytes) => {
        const writer = new BitWriter();
        for (const { kind, width, value } of fields) writer[kind](value, width);
        const bytes = writer.align32().done();
        readBack(new BitCursor(new ResidentWindow(bytes)), fields);
        readBack(new BitCursor(paged(bytes, pageBytes).window), fields);
      }),
    );
  });
  it("reads a sequence of numbers like the single numbers", () => {
    const number = fc.oneof(fc.nat(70), fc.nat(), fc.bigInt({ min: 0n, max: 2n ** 34n }).map(Number));
    fc.assert(
      fc.property(fc.array(number), fc.integer({ min: 2, max: 16 }), fc.nat(40), (numbers, chunk, lead) => {
        const writer = new BitWriter().fixed(0, lead % 33);
        for (const value of numbers) writer.vbr(BigInt(value), chunk);
        // Bits after the numbers, since a run ends before the stream's last two words.
        const bytes = writer.fixed(0, 32).fixed(0, 32).align32().done();
        const cursor = new BitCursor(new ResidentWindow(bytes));
        cursor.fixed(lead % 33);
        const values = new Float64Array(numbers.length);
        for (let at = 0; at < numbers.length; at++) {
          at += cursor.vbrRun(values, at, numbers.length - at, chunk);
          if (at < numbers.length) values[at] = cursor.vbr(chunk);
        }
        assert.deepEqual([...values], numbers);
      }),
    );
  });
  it("reads an array that is not aligned in its buffer", () => {
    const bytes = new Uint8Array(13).map((_, i) => i).subarray(1);
    assert.equal(new BitCursor(new ResidentWindow(bytes)).fixed(32), 0x04030201);
  });
  it("takes an over-long VBR and keeps its position", () => {
    const bytes = new BitWriter().fixed(0b100001, 6).fixed(0b100000, 6).fixed(0, 6).fixed(7, 3).align32().done();
    const cursor = new BitCursor(new ResidentWindow(bytes));
    assert.equal(cursor.vbr(6), 1);
    assert.equal(cursor.position, 18);
    assert.equal(cursor.fixed(3), 7);
  });
  it("cuts a VBR to 64 bits and returns it exactly on demand", () => {
    const value = (1n << 70n) + 5n;
    const bytes = new BitWriter().vbr(value, 6).align32().done();
    const cursor = new BitCursor(new ResidentWindow(bytes));
    cursor.vbr(6);
    assert.equal(cursor.wide, 5n);
    assert.equal(cursor.vbrExact(6, 0), value);
  });
  it("aligns from the stream's first word, not the file's", () => {
    const cursor = new BitCursor(new ResidentWindow(new Uint8Array(64)), 6);
    cursor.seek(6 * 8 + 3);
    cursor.align32();
    assert.equal(cursor.position, 10 * 8);
  });
  it("fails at the end, with the position", () => {
    const cursor = new BitCursor(new ResidentWindow(new Uint8Array(5)));
    cursor.seek(33);
    assert.throws(
      () => cursor.fixed(8),
      (fault: BitFault) => fault.code === "truncated" && fault.startBit === 33 && fault.endBit === 40,
    );
  });
  it("reads no more than a page around what is needed", () => {
    const { window, viewed } = paged(new Uint8Array(1 << 20), 4096);
    const cursor = new BitCursor(window);
    cursor.seek(8 * 500_000);
    cursor.fixed(32);
    assert.ok(viewed() <= 4096, `${viewed()} bytes`);
  });
  it("passes on a missing page", () => {
    class Absent extends ResidentWindow {
      override view(start: number, end: number): Uint8Array {
        throw new MissingBytes(start, end);
      }
    }
    assert.throws(() => new BitCursor(new Absent(new Uint8Array(8))).fixed(1), MissingBytes);
  });
});
