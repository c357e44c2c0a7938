import assert from "node:assert/strict";
import fc from "fast-check";
import type { Anchor, Row, RowsAnswer } from "../../../extension/session/protocol";
import { keyOf, RowBuffer } from "../../../webview/rows/buffer";

const rowAt = (line: number): Row => ({
  section: 0,
  entry: line,
  line: 0,
  startBit: line,
  endBit: line + 1,
  kind: "row",
  record: [],
  assembly: [],
  level: 1,
});

/** A host with a document of so many lines, whose numbers are estimates at first. */
class FakeHost {
  isExact = false;
  calls = 0;
  constructor(private readonly count: number) {}
  rows({ anchor, before, after }: { anchor: Anchor; before: number; after: number }): Promise<RowsAnswer> {
    this.calls++;
    const wanted =
      anchor.kind === "line"
        ? anchor.line
        : anchor.kind === "end"
          ? Infinity
          : "place" in anchor
            ? anchor.place.entry
            : 0;
    const at = Math.max(0, Math.min(this.count - 1, wanted));
    const [from, to] = [Math.max(0, at - before), Math.min(this.count, at + 1 + after)];
    return Promise.resolve({
      rows: Array.from({ length: to - from }, (_, i) => rowAt(from + i)),
      anchor: at - from,
      line: this.isExact ? from : Math.round(from * 1.3),
      total: this.isExact ? this.count : Math.round(this.count * 1.3),
      exact: this.isExact,
      atStart: from === 0,
      atEnd: to === this.count,
      sections: [],
      unfolded: [],
      unhidden: [],
      revision: 0,
    });
  }
}

type Step =
  | { readonly kind: "more"; readonly direction: 1 | -1; readonly times: number }
  | { readonly kind: "load"; readonly line: number }
  | { readonly kind: "count" };
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.constant<Step>({ kind: "count" }),
    fc
      .tuple(fc.constantFrom<1 | -1>(1, -1), fc.integer({ min: 1, max: 30 }))
      .map(([direction, times]): Step => ({ kind: "more", direction, times })),
    fc.integer({ min: 0, max: 20_000 }).map((line): Step => ({ kind: "load", line })),
  ),
  { maxLength: 40 },
);

/** What holds of the loaded rows at any time. */
function check(buffer: RowBuffer, count: number): void {
  const entries = buffer.rows.map(({ entry }) => entry);
  assert.ok(entries.length > 0 && entries.length <= 2160, "few rows are kept");
  for (const [i, entry] of entries.entries()) assert.equal(entry, (entries[0] ?? 0) + i, "they are one run");
  assert.equal(buffer.atStart, entries[0] === 0);
  assert.equal(buffer.atEnd, entries.at(-1) === count - 1);
  assert.ok(buffer.line >= 0 && buffer.total >= buffer.line + entries.length * (buffer.exact ? 1 : 0));
  if (buffer.atStart) assert.equal(buffer.line, 0);
  if (buffer.exact) assert.deepEqual([buffer.line, buffer.total], [entries[0], count]);
}

describe("the loaded rows", () => {
  it("are one run of the document's rows, wherever one goes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 20_000 }), steps, async (count, walk) => {
        const host = new FakeHost(count);
        let shifted = 0;
        const buffer = new RowBuffer(
          host,
          () => ({ arrangement: "assembly", base: "none", toggled: [], detail: false }),
          (shift) => (shifted += shift),
        );
        await buffer.load({ kind: "line", line: 0 }, 50, 50);
        for (const step of walk) {
          const [first] = buffer.rows;
          shifted = 0;
          if (step.kind === "count") host.isExact = true;
          else if (step.kind === "load") await buffer.load({ kind: "line", line: step.line }, 50, 50);
          else for (let i = 0; i < step.times; i++) await buffer.more(step.direction);
          check(buffer, count);
          // The caller moves what it shows by as much as the rows have moved.
          const index = first ? buffer.indexOfRow(first) : -1;
          if (step.kind === "more" && index >= 0) assert.equal(index, shifted);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("are asked for once at a time in each direction, and not past the ends", async () => {
    const host = new FakeHost(1000);
    const buffer = new RowBuffer(
      host,
      () => ({ arrangement: "assembly", base: "none", toggled: [], detail: false }),
      () => undefined,
    );
    await buffer.load({ kind: "line", line: 500 }, 50, 50);
    await Promise.all([buffer.more(1), buffer.more(1), buffer.more(-1), buffer.more(-1)]);
    assert.equal(host.calls, 3);
    while (!buffer.atEnd) await buffer.more(1);
    const { calls } = host;
    await buffer.more(1);
    assert.equal(host.calls, calls);
  });

  it("that come after others were loaded are dropped", async () => {
    const host = new FakeHost(10_000);
    const buffer = new RowBuffer(
      host,
      () => ({ arrangement: "assembly", base: "none", toggled: [], detail: false }),
      () => assert.fail("rows of before were added"),
    );
    await buffer.load({ kind: "line", line: 5000 }, 50, 50);
    const [late, answer] = [buffer.more(1), buffer.load({ kind: "line", line: 10 }, 5, 5)];
    await late;
    assert.equal(keyOf((await answer)?.rows[0] ?? rowAt(-1)), keyOf(rowAt(5)));
    assert.equal(buffer.rows.length, 11);
  });
});
