import * as assert from "node:assert/strict";
import { attempt, Unfinished } from "../../../extension/document/window";
import { asked, Continued } from "../../../extension/kit/continued";
import { watchSteps } from "../../../extension/kit/steps";

describe("work that is continued", () => {
  function* count(log: number[], to: number): Generator<void, number, undefined> {
    for (let i = 0; i < to; i++) {
      log.push(i);
      yield;
    }
    return to;
  }
  it("stops when others wait, and goes on where it stopped", () => {
    const log: number[] = [];
    const work = new Continued<string, number>({ due: () => log.length % 2 === 0 });
    const run = () => attempt(() => work.run("a", () => count(log, 5)));
    assert.deepEqual([run(), run(), run()], [{ unfinished: true }, { unfinished: true }, { value: 5 }]);
    assert.deepEqual(log, [0, 1, 2, 3, 4]);
    assert.equal(work.size, 0);
  });
  it("is watched after each step, even if nobody else waits", () => {
    let steps = 0;
    watchSteps(() => steps++);
    try {
      assert.equal(
        new Continued<string, number>({}).run("a", () => count([], 5)),
        5,
      );
    } finally {
      watchSteps(() => undefined);
    }
    assert.equal(steps, 5);
  });
  it("begins anew after it has thrown", () => {
    const log: number[] = [];
    const work = new Continued<string, number>({});
    let fails = true;
    function* once(): Generator<void, number, undefined> {
      yield* count(log, 2);
      if (fails) throw new Error("no");
      return 2;
    }
    assert.throws(() => work.run("a", once), /no/);
    fails = false;
    assert.equal(work.run("a", once), 2);
    assert.deepEqual(log, [0, 1, 0, 1]);
  });
  it("asks again for other long work that stops, without repeating its own", () => {
    const log: number[] = [];
    let left = 2;
    const inner = (): string => {
      if (left-- > 0) throw new Unfinished();
      return "inner";
    };
    function* outer(): Generator<void, string, undefined> {
      log.push(log.length);
      return yield* asked(inner);
    }
    const work = new Continued<string, string>({ due: () => true });
    const run = () => attempt(() => work.run("a", outer));
    assert.deepEqual([run(), run(), run()], [{ unfinished: true }, { unfinished: true }, { value: "inner" }]);
    assert.deepEqual(log, [0]);
  });
});
