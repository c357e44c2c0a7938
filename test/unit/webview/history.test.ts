/** The reader's earlier positions. */
import * as assert from "node:assert/strict";
import type { ArrangementName } from "../../../extension/document/arrangement";
import { History } from "../../../webview/cursor/history";

const at = (entry: number, token?: number, arrangement: ArrangementName = "assembly") => {
  return {
    arrangement,
    section: 1,
    entry,
    line: 0,
    ...(token === undefined ? {} : { column: "assembly" as const, token }),
  };
};

describe("going back", () => {
  it("leads to where jumps began, the last first, and forward again", () => {
    const history = new History();
    history.leave(at(1));
    history.leave(at(2));
    assert.deepEqual(history.goBack(at(3)), at(2));
    assert.deepEqual(history.goBack(at(2)), at(1));
    assert.equal(history.goBack(at(1)), undefined);
    assert.deepEqual(history.goForward(at(1)), at(2));
    assert.deepEqual(history.goForward(at(2)), at(3));
  });
  it("passes over the place where the reader is, as after a list of references that was left again", () => {
    const history = new History();
    history.leave(at(1));
    history.leave(at(2, 4));
    history.leave(at(2, 4));
    assert.deepEqual(history.goBack(at(2, 4)), at(1));
    assert.deepEqual(history.goForward(at(1)), at(2, 4));
  });
  it("leads to the other arrangement, whose rows have the same numbers", () => {
    const history = new History();
    history.leave(at(2));
    assert.deepEqual(history.goBack(at(2, undefined, "records")), at(2));
    assert.deepEqual(history.goForward(at(2)), at(2, undefined, "records"));
  });
  it("goes on in the page that shows the editor next", () => {
    const [history, next] = [new History(), new History()];
    for (const entry of [1, 2]) history.leave(at(entry));
    history.goBack(at(3));
    next.restore(history.memory);
    assert.deepEqual(next.goBack(at(2)), at(1));
    assert.deepEqual(next.goForward(at(1)), at(2));
    assert.deepEqual(next.goForward(at(2)), at(3));
  });
  it("leads to another name of the same row", () => {
    const history = new History();
    history.leave(at(2, 1));
    assert.deepEqual(history.goBack(at(2, 4)), at(2, 1));
  });
});
