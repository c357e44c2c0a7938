/** Attempts of which each replaces the one before. */
import * as assert from "node:assert/strict";
import { Latest } from "../../../extension/session/transport/latest";
import { Cancelled } from "../../../extension/session/transport/rpc";

/** A promise, and how it is rejected. */
function pending(): { readonly promise: Promise<number>; readonly reject: (error: Error) => void } {
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<number>((_, rejected) => (reject = rejected));
  return { promise, reject };
}

describe("the latest attempt", () => {
  it("answers whoever waits for an earlier one that it has ended", async () => {
    const latest = new Latest<number>();
    const first = pending();
    const waiting = latest.begin(first.promise);
    const second = pending();
    const later = latest.begin(second.promise);
    first.reject(new Cancelled());
    const third = latest.begin(Promise.resolve(3));
    second.reject(new Cancelled());
    assert.deepEqual(await Promise.all([waiting, later, third]), [3, 3, 3]);
  });
  it("does not change an earlier one that has succeeded", async () => {
    const latest = new Latest<number>();
    const first = latest.begin(Promise.resolve(1));
    await assert.rejects(latest.begin(Promise.reject(new Error("gone"))), /gone/);
    assert.equal(await first, 1);
  });
  it("fails if it fails itself", async () => {
    await assert.rejects(new Latest().begin(Promise.reject(new Error("no file"))), /no file/);
  });
});
