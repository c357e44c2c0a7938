/** Steps of a decoder that several calls wait for. */
import * as assert from "node:assert/strict";
import { Unfinished } from "../../../extension/document/window";
import type { ByteSource } from "../../../extension/session/bytes/source";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Steps } from "../../../extension/session/rows/steps";
import { Cancelled } from "../../../extension/session/transport/rpc";

describe("calls that wait for the same reading", () => {
  it("continue it in turns: messages are handled after each of its steps", async () => {
    const steps = new Steps(new PagedWindow(new MemorySource(new Uint8Array(8))));
    let left = 12;
    let [inTurn, most] = [0, 0];
    const read = (): number => {
      most = Math.max(most, ++inTurn);
      if (left-- > 0) throw new Unfinished();
      return left;
    };
    let ended = false;
    const watch = (): void => {
      inTurn = 0;
      if (!ended) setImmediate(watch);
    };
    await new Promise((resolve) => setImmediate(resolve));
    const calls = [steps.step(read), steps.step(read), steps.step(read)];
    // The calls begin at once, in this turn; what follows is counted.
    [inTurn, most] = [0, 0];
    setImmediate(watch);
    await Promise.all(calls);
    ended = true;
    assert.ok(most <= 2, `${most} steps before other messages`);
  });
});

describe("a generator over the document", () => {
  it("is run in steps, and begins anew when bytes were missing", async () => {
    const bytes = Uint8Array.of(1, 2, 3, 4);
    const source = { length: 4, bytesRead: 0, read: () => Promise.resolve(bytes), close: () => undefined };
    const window = new PagedWindow(source);
    const log: string[] = [];
    function* sum(): Generator<void, number, undefined> {
      log.push("begin");
      yield;
      const found = window.view(0, 4).reduce((total, byte) => total + byte, 0);
      yield;
      return found;
    }
    assert.equal(await new Steps(window).sliced(sum), 10);
    assert.deepEqual(log, ["begin", "begin"]);
  });
  it("ends when nobody waits for it any more", async () => {
    const controller = new AbortController();
    const window = new PagedWindow(new MemorySource(new Uint8Array(8)));
    // A step is always due: a session would give way after each.
    Object.defineProperty(window, "due", { value: () => true });
    let steps = 0;
    function* forEver(): Generator<void, never, undefined> {
      for (;;) {
        if (++steps === 5) controller.abort();
        yield;
      }
    }
    await assert.rejects(new Steps(window).sliced(forEver, controller.signal), /cancelled/);
    assert.equal(steps, 5);
  });
});

describe("a step whose bytes never come", () => {
  it("ends when nobody waits for it any more, and others go on", async () => {
    const bytes = new Uint8Array(64).fill(7);
    const stalled: ByteSource = {
      length: bytes.length,
      bytesRead: 0,
      // The second half is on a network file system that does not answer.
      read: (start, end) => (start < 32 ? Promise.resolve(bytes.slice(start, end)) : new Promise(() => undefined)),
      close: () => undefined,
    };
    const window = new PagedWindow(stalled, 1 << 20, 32);
    const steps = new Steps(window);
    const waiting = new AbortController();
    const first = steps.step(() => window.view(40, 41)[0], waiting.signal);
    const second = steps.stepNow(() => window.view(50, 51)[0], waiting.signal);
    assert.equal(await steps.step(() => window.view(3, 4)[0], new AbortController().signal), 7);
    waiting.abort();
    await assert.rejects(first, Cancelled);
    await assert.rejects(Promise.resolve(second), Cancelled);
  });
});
