/** Uses of symbols: one walk finds those of all symbols, and continues where it stopped. */
import assert from "node:assert/strict";
import type { EntryPage } from "../../../extension/document/section";
import { Core } from "../../../extension/session/core";
import type { Folds, Reference } from "../../../extension/session/protocol";
import { Cancelled } from "../../../extension/session/transport/rpc";
import { Session } from "../../../extension/session/session";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { SampleDocument } from "./sample";

const OPEN: Folds = { base: "none", toggled: [], detail: false };
/** More entries than the pages that a session keeps. */
const SIZES = [30_000, 30_000];
const LENGTH = 60_000;

/** Counts the entries that are made. */
class CountingDocument extends SampleDocument {
  made = 0;
  scoped = false;
  override entries(id: number, from: number, count: number): EntryPage {
    const page = super.entries(id, from, count);
    this.made += page.entries.length;
    return page;
  }
  scope(symbol: string): number | undefined {
    const local = /^f(\d+)\//.exec(symbol);
    return this.scoped && local ? Number(local[1]) + 1 : undefined;
  }
}

function subject(): { document: CountingDocument; session: Session } {
  const source = new MemorySource(Uint8Array.from({ length: LENGTH }, (_, i) => (i * 7) & 255));
  const window = new PagedWindow(source);
  const document = new CountingDocument(window, SIZES);
  return { document, session: new Session(new Core(document, window, source)) };
}
function call<P>(progress: (value: P) => void = () => undefined, signal = new AbortController().signal) {
  return { signal, progress };
}

describe("the uses of symbols", () => {
  it("of all symbols are known after a walk for one", async () => {
    const { document, session } = subject();
    const first = await session.api.uses({ symbol: "@f0" }, call());
    const { made } = document;
    assert.ok(made >= LENGTH);
    const second = await session.api.uses({ symbol: "@f1" }, call());
    assert.equal(first + second, LENGTH);
    assert.equal(await session.api.uses({ symbol: "f1/%v2" }, call()), 0);
    assert.equal(document.made, made, "nothing is looked at again");
  });
  it("found before a cancelled walk are not searched again", async () => {
    const { document, session } = subject();
    const cancelling = new AbortController();
    const found: Reference[] = [];
    const stopped = session.api.references(
      { symbol: "@f1", folds: OPEN },
      call((page) => {
        found.push(...page);
        cancelling.abort();
      }, cancelling.signal),
    );
    await assert.rejects(stopped, Cancelled);
    assert.ok(found.length > 0 && found.length < LENGTH / 2, "a part of the answer comes first");
    const before = document.made;
    await session.api.uses({ symbol: "@f1" }, call());
    assert.ok(document.made - before < LENGTH, `${document.made - before} entries are made after ${before}`);
  });
  it("that are known already are passed on in steps, between which a cancellation arrives", async () => {
    const { session } = subject();
    const all = await session.api.uses({ symbol: "@f1" }, call());
    const cancelling = new AbortController();
    let found = 0;
    const stopped = session.api.references(
      { symbol: "@f1", folds: OPEN },
      call((page) => (found += page.length), cancelling.signal),
    );
    setImmediate(() => cancelling.abort());
    await assert.rejects(stopped, Cancelled);
    assert.ok(found < all, `${found} of ${all}`);
  });
  it("of a name local to a function are searched only in that function", async () => {
    const { document, session } = subject();
    document.scoped = true;
    assert.equal(await session.api.uses({ symbol: "f1/%v2" }, call()), 0);
    assert.ok(document.made < 1.2 * (SIZES[1] ?? 0), `${document.made} entries are made`);
  });
  it("are passed to all concurrent callers", async () => {
    const { document, session } = subject();
    const counts = await Promise.all(["@f0", "@f1", "@f0"].map((symbol) => session.api.uses({ symbol }, call())));
    assert.equal((counts[0] ?? 0) + (counts[1] ?? 0), LENGTH);
    assert.equal(counts[2], counts[0]);
    assert.ok(document.made < 1.2 * LENGTH, `${document.made} entries are made`);
  });
});
