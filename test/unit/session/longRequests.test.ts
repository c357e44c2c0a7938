/** Requests about a large document: they read no more of it than they need, and let others in meanwhile. */
import assert from "node:assert/strict";
import { writeEntries } from "../../../extension/document/rowWriter";
import type { RowWriter, WrittenPage } from "../../../extension/document/rowWriter";
import type { EntryPage, ListingOptions, Place } from "../../../extension/document/section";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Core } from "../../../extension/session/core";
import type { Folds } from "../../../extension/session/protocol";
import { CAP } from "../../../extension/session/search/find";
import { Session } from "../../../extension/session/session";
import { SampleDocument } from "./sample";

const LENGTH = 25_000;
const OPEN: Folds = { base: "none", toggled: [], detail: false };
const CALL = { signal: new AbortController().signal, progress: () => undefined };
const WORD = { text: "call", matchCase: true, wholeWord: false, regex: false, scope: "assembly" } as const;

/** Counts what is asked of it. */
class CountingDocument extends SampleDocument {
  made = 0;
  placed = 0;
  written = 0;
  override entries(id: number, from: number, count: number): EntryPage {
    const page = super.entries(id, from, count);
    this.made += page.entries.length;
    return page;
  }
  override placeOf(bit: number): Place | undefined {
    this.placed++;
    return super.placeOf(bit);
  }
  write(id: number, from: number, count: number, _how: ListingOptions, writer: RowWriter): WrittenPage {
    this.written++;
    return writeEntries(super.entries(id, from, count), writer);
  }
}

function subject(): { document: CountingDocument; session: Session } {
  const source = new MemorySource(new Uint8Array(LENGTH));
  const window = new PagedWindow(source);
  const document = new CountingDocument(window, [LENGTH]);
  return { document, session: new Session(new Core(document, window, source)) };
}

describe("a request about a large document", () => {
  it("finds in its last rows without reading those before", async () => {
    const { document, session } = subject();
    const between = { from: { section: 1, entry: LENGTH - 9 }, to: { section: 1, entry: LENGTH } };
    const { hits } = await session.api.find({ ...WORD, between, folds: OPEN }, CALL);
    assert.equal(hits, 10);
    assert.ok(document.made < LENGTH / 10, `${document.made} entries`);
  });
  it("finds bytes, and looks up the rows of those alone that are sent", async () => {
    const { document, session } = subject();
    const summary = await session.api.find({ ...WORD, text: "??", scope: "bytes", folds: OPEN }, CALL);
    assert.deepEqual(summary, { hits: LENGTH, capped: true });
    assert.equal(document.placed, CAP);
  });
  it("finds in the text of rows, whatever is hidden, if it has no noise", async () => {
    const { document, session } = subject();
    const folds: Folds = { ...OPEN, hidden: ["location", "attribute"] };
    assert.equal((await session.api.find({ ...WORD, text: "nothing", folds }, CALL)).hits, 0);
    assert.ok(document.made < 10, `${document.made} entries`);
    assert.ok(document.written > 0);
  });

  describe("lets others in", () => {
    const { now } = performance;
    // Each look at the clock takes a millisecond: how fast the machine is does not matter.
    beforeEach(() => {
      let time = now.call(performance);
      performance.now = () => ++time;
    });
    afterEach(() => {
      performance.now = now;
    });
    async function turnsDuring(ask: (session: Session) => Promise<unknown>): Promise<number> {
      const { session } = subject();
      let isDone = false;
      const work = ask(session).finally(() => (isDone = true));
      let turns = 0;
      for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
      await work;
      return turns;
    }
    const requests: Readonly<Record<string, (session: Session) => Promise<unknown>>> = {
      "while it finds bytes": ({ api }) => api.find({ ...WORD, text: "??", scope: "bytes", folds: OPEN }, CALL),
      "between the hits of a page": ({ api }) => api.find({ ...WORD, folds: OPEN }, CALL),
      "while it copies": ({ api }) =>
        api.copy({ kind: "record", from: { section: 1, entry: 1 }, to: { section: 1, entry: 9000 } }, CALL),
      "while it looks for sections": ({ api }) =>
        api.sectionsAt({ startBits: Array.from({ length: 5000 }, (_, at) => at * 8) }, CALL),
    };
    for (const [title, ask] of Object.entries(requests))
      it(title, async () => {
        assert.ok((await turnsDuring(ask)) > 50);
      });
  });
});
