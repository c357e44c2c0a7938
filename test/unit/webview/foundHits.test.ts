import assert from "node:assert/strict";
import fc from "fast-check";
import type { Hit, Row } from "../../../extension/session/protocol";
import { FoundHits } from "../../../webview/search/foundHits";

const hitAt = (startBit: number, share: number, start = 0): Hit => ({
  section: 1,
  entry: startBit,
  line: 0,
  column: "assembly",
  start,
  end: start + 1,
  startBit,
  share,
});
const found = (hits: readonly Hit[]): FoundHits => {
  const result = new FoundHits();
  result.add(hits);
  return result;
};

describe("the hits of a search", () => {
  it("are stepped through in order, wrapping at both ends", () => {
    const hits = found([hitAt(8, 0.1), hitAt(16, 0.2), hitAt(24, 0.3)]);
    const from = { startBit: 0 };
    const steps = [1, 1, 1, 1, -1, -1].map((by) => hits.choose(hits.next(by as 1 | -1, from))?.startBit);
    assert.deepEqual(steps, [8, 16, 24, 8, 24, 16]);
    assert.equal(hits.number, 2);
  });

  it("count from the cursor: the first at or after it, or the last before it", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50), { minLength: 1 }), fc.nat(50), (numbers, at) => {
        const bits = [...numbers].sort((a, b) => a - b);
        const hits = found(bits.map((bit) => hitAt(bit, bit / 50)));
        for (const from of [{ startBit: at }, { startBit: 99, share: at / 50 }]) {
          assert.equal(bits[hits.next(1, from)], bits.find((bit) => bit >= at) ?? bits[0]);
          assert.equal(bits[hits.next(-1, from)], bits.findLast((bit) => bit < at) ?? bits.at(-1));
        }
      }),
    );
  });

  it("of a row are chosen by their character: the same one when the search is repeated", () => {
    const [other, first, second] = [hitAt(8, 0.1), hitAt(16, 0.2, 4), hitAt(16, 0.2, 9)];
    const hits = found([other, first, second]);
    hits.chooseIn(second, 9);
    assert.equal(hits.current, second);
    hits.chooseIn({ section: 1, entry: 40, line: 0 }, 9);
    assert.equal(hits.number, 3);
    hits.chooseIn(first, 20);
    assert.equal(hits.current, first);
  });

  it("of the cursor's row count from its character on", () => {
    const [first, second, last] = [hitAt(16, 0.2, 4), hitAt(16, 0.2, 9), hitAt(24, 0.3)];
    const hits = found([first, second, last]);
    const next = (by: 1 | -1, start: number): number => hits.next(by, { startBit: 16, at: { ...first, start } });
    assert.deepEqual([next(1, 4), next(1, 5), next(1, 10)], [0, 1, 2]);
    assert.deepEqual([next(-1, 4), next(-1, 5), next(-1, 10)], [2, 0, 1]);
  });

  it("are the current one only where the cursor is on them", () => {
    const [first, second] = [hitAt(16, 0.2, 4), hitAt(16, 0.2, 9)];
    const hits = found([first, second]);
    hits.chooseOnly(first, ({ start }) => start === 9);
    assert.equal(hits.current, second);
    hits.chooseOnly(first, () => false);
    assert.equal(hits.current, undefined);
    hits.chooseOnly({ section: 1, entry: 40, line: 0 }, () => true);
    assert.equal(hits.hasCurrent, false);
  });

  it("count by the place in the listing, not by bits: the assembly prints metadata last, the file has it first", () => {
    const inFunction = hitAt(9000, 0.4);
    const inMetadata = hitAt(100, 0.9);
    const hits = found([inFunction, inMetadata]);
    assert.equal(hits.choose(hits.next(1, { startBit: 9500, share: 0.5 })), inMetadata);
  });

  it("are marked in their rows, the current one apart", () => {
    const [first, second] = [hitAt(8, 0.1, 2), hitAt(8, 0.1, 7)];
    const hits = found([first, second, hitAt(16, 0.2)]);
    hits.choose(1);
    const row = { section: 1, entry: 8, line: 0 } as Row;
    assert.deepEqual(
      hits.marks(row).map(({ start, current }) => [start, current]),
      [
        [2, false],
        [7, true],
      ],
    );
    hits.clear();
    assert.deepEqual([hits.marks(row), hits.hasCurrent, hits.count], [[], false, 0]);
  });
});
