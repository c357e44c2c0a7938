/** Steps of a decoder that several calls wait for. */
import * as assert from "node:assert/strict";
import { Unfinished } from "../../../extension/document/window";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";
import { Steps } from "../../../extension/session/rows/steps";

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
