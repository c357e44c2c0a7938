/** Rows of a document that has too many to count: their lines are estimated from their bits. */
import assert from "node:assert/strict";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Core } from "../../../extension/session/core";
import type { Anchor, Folds, RowsAnswer, WorkerEvent } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { SampleDocument } from "./sample";

const OPEN: Folds = { base: "none", toggled: [], detail: false };
const SIZES = [4000, 1000, 3000];

class VastDocument extends SampleDocument {
  readonly isVast = true;
  steps = 0;
  *background(): Generator<void, void, undefined> {
    while (++this.steps < 5) yield;
  }
}

function opened(folded: readonly number[] = []): {
  document: VastDocument;
  events: WorkerEvent[];
  rows: (anchor: Anchor, folds?: Folds) => Promise<RowsAnswer>;
} {
  const source = new MemorySource(Uint8Array.from({ length: 8000 }, (_, i) => i & 255));
  const window = new PagedWindow(source);
  const document = new VastDocument(window, SIZES, new Set(folded));
  const events: WorkerEvent[] = [];
  const session = new Session(new Core(document, window, source), (event) => void events.push(event));
  const call = { signal: new AbortController().signal, progress: () => undefined };
  return {
    document,
    events,
    rows: (anchor, folds = OPEN) => session.api.rows({ anchor, before: 0, after: 3, folds }, call),
  };
}

describe("the lines of a document with too many rows to count", () => {
  it("are in the order of the bits, from the first row to the last", async () => {
    const { rows } = opened();
    const first = await rows({ kind: "line", line: 0 });
    assert.deepEqual([first.line, first.atStart, first.exact], [0, true, false]);
    let last = -1;
    for (const share of [0.1, 0.3, 0.5, 0.51, 0.9]) {
      const bit = Math.floor(share * 8000) * 8;
      const at = await rows({ kind: "bit", bit });
      assert.ok(at.line > last && at.line < at.total);
      last = at.line;
      assert.ok(Math.abs(at.line / at.total - share) < 0.01, `${at.line} of ${at.total} at ${share}`);
      const [row] = (await rows({ kind: "line", line: at.line })).rows;
      assert.ok(row && Math.abs((row.positionBit ?? 0) - bit) < 64, `row at ${row?.positionBit} for ${bit}`);
    }
    const end = await rows({ kind: "line", line: 1e9 });
    assert.ok(end.atEnd && end.line >= last);
  });
  it("show the head of a folded section for all of its bits", async () => {
    const { rows } = opened([1]);
    const folds: Folds = { ...OPEN, base: "preamble" };
    const { total } = await rows({ kind: "line", line: 0 }, folds);
    const [row] = (await rows({ kind: "line", line: Math.floor(total / 4) }, folds)).rows;
    assert.deepEqual([row?.section, row?.entry], [1, 0]);
  });
  it("are not measured, but the background work is done once", async () => {
    const { document, events, rows } = opened();
    for (let i = 0; i < 3; i++) {
      await rows({ kind: "line", line: 100 });
      while (!events.some((event) => event.kind === "indexing" && event.share === 1))
        await new Promise((resolve) => setTimeout(resolve, 1));
    }
    assert.equal(document.steps, 5);
    const told = events.filter((event) => event.kind === "indexing" && event.share === 1);
    assert.equal(told.length, 1);
  });
});
