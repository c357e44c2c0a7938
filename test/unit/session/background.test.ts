/** The background work of a session: what stops it, and what it does nevertheless. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { EntryPage } from "../../../extension/document/section";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Core } from "../../../extension/session/core";
import type { Folds, RowsAnswer, WorkerEvent } from "../../../extension/session/protocol";
import { Session } from "../../../extension/session/session";
import { SampleDocument } from "./sample";

const OPEN: Folds = { base: "none", toggled: [], detail: false };
/** Steps until all rows can be shown, and until their numbers are known. */
const [READ, NUMBERED] = [50, 500];

class UnreadDocument extends SampleDocument {
  steps = 0;
  *background(): Generator<void, void, undefined> {
    while (++this.steps < NUMBERED) yield;
  }
  complete(): boolean {
    return this.steps >= READ;
  }
}

function opened(rows = 4000) {
  const source = new MemorySource(new Uint8Array(2 * rows));
  const window = new PagedWindow(source);
  const document = new UnreadDocument(window, [rows]);
  const events: WorkerEvent[] = [];
  const session = new Session(new Core(document, window, source), (event) => void events.push(event));
  const call = { signal: new AbortController().signal, progress: () => undefined };
  const ended = async (): Promise<WorkerEvent> => {
    for (;;) {
      const end = events.find((event) => event.kind === "indexing" && event.share === 1);
      if (end) return end;
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  return { document, events, api: session.api, call, ended };
}

describe("background work that the user has stopped", () => {
  it("still reads what rows need, says that it has stopped, and goes on when it is asked to", async () => {
    const { document, events, api, call, ended } = opened();
    await api.stopIndexing(null, call);
    await api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 3, folds: OPEN }, call);
    assert.deepEqual(await ended(), { kind: "indexing", share: 1, problems: 1, stopped: true });
    assert.equal(document.steps, READ);

    events.length = 0;
    await api.resumeIndexing(null, call);
    assert.deepEqual(await ended(), { kind: "indexing", share: 1, problems: 1, stopped: false });
    assert.equal(document.steps, NUMBERED);
  });
  it("does not end a search with what can be shown at once", async () => {
    const { document, api, call } = opened();
    await api.stopIndexing(null, call);
    const query = { text: "no such text", matchCase: true, wholeWord: false, regex: false, scope: "all" } as const;
    await api.find({ ...query, folds: OPEN }, call);
    assert.ok(document.complete());
  });
});

describe("the search for numbers", () => {
  it("waits for a search, once all can be shown: both would read different functions in turn", async () => {
    // A search of so many rows takes more turns than the numbers do.
    const { document, api, call, ended } = opened(100000);
    const query = { text: "no such text", matchCase: true, wholeWord: false, regex: false, scope: "all" } as const;
    await api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 3, folds: OPEN }, call);
    await api.find({ ...query, folds: OPEN }, call);
    assert.ok(document.steps <= READ + 2, `${document.steps} steps`);
    await ended();
    assert.equal(document.steps, NUMBERED);
  });
});

/** A document that takes note of the functions whose entries are read. */
class ReadDocument extends SampleDocument {
  readonly read: number[] = [];
  override entries(id: number, from: number, count: number): EntryPage {
    if (this.read.at(-1) !== id) this.read.push(id);
    const end = performance.now() + 1;
    while (performance.now() < end);
    return super.entries(id, from, count);
  }
}

describe("counting lines", () => {
  it("waits for a search: both would read different functions in turn", async () => {
    const functions = 6;
    const source = new MemorySource(new Uint8Array(functions * 8000));
    const window = new PagedWindow(source);
    const document = new ReadDocument(window, new Array<number>(functions).fill(8000));
    const core = new Core(document, window, source);
    const counted = new Promise<void>((resolve) => {
      const tell = (event: WorkerEvent): void => void (event.kind === "indexing" && event.share === 1 && resolve());
      const { api } = new Session(core, tell);
      const call = { signal: new AbortController().signal, progress: () => undefined };
      const query = { text: "no such text", matchCase: true, wholeWord: false, regex: false, scope: "all" } as const;
      void api.rows({ anchor: { kind: "line", line: 0 }, before: 0, after: 3, folds: OPEN }, call);
      void api.find({ ...query, folds: OPEN }, call);
    });
    await counted;
    assert.ok(document.read.length < 8 * functions, document.read.join(" "));
  });
});

describe("problems that are found while an answer is made", () => {
  it("are reported, once, and are in the outline", async () => {
    const source = new MemorySource(readFileSync("samples/factorial.vmfb").subarray(0, 300));
    const events: WorkerEvent[] = [];
    const session = await Session.open(source, {}, (event) => void events.push(event));
    const call = { signal: new AbortController().signal, progress: () => undefined };
    const { problems: atFirst } = await session.api.opened(null, call);
    const all = { anchor: { kind: "line", line: 0 }, before: 0, after: 200, folds: OPEN } as const;
    const listed = async (): Promise<number> => {
      const query = { path: [], from: 0, count: 100, sort: "position", filter: "", demangle: false } as const;
      const { items } = await session.api.outline(query, call);
      return Number(items.find(({ name }) => name === "problems")?.detail);
    };
    assert.equal(await listed(), atFirst);
    for (let last: RowsAnswer | undefined; last?.exact !== true; last = await session.api.rows(all, call))
      await new Promise((resolve) => setTimeout(resolve, 1));
    await session.api.overview({ sort: "size", count: 10 }, call);
    const found = (await session.api.problems({ from: 0, count: 100 }, call)).length;
    assert.ok(found > atFirst, `${found} problems after ${atFirst}`);
    const told = events.flatMap((event) => (event.kind === "indexing" ? [event.problems] : []));
    assert.deepEqual(told, [found]);
    assert.equal(await listed(), found);
    session.dispose();
  });
});
