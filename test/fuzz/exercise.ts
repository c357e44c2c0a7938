/**
 * Runs everything that a reader can request from a document, to its end, and checks the laws that hold for any bytes.
 */
import assert from "node:assert/strict";
import { assertTiles, listing, opened } from "../support/tiling";
import { allSteps } from "../../extension/kit/steps";
import { nodesIn, topOf } from "../support/outline";

/** @throws if a law is broken, or if a decoder's error passed the boundary */
export function exercise(bytes: Uint8Array): void {
  const document = opened(bytes);
  listing(document);
  for (const piece of document.text({ fileName: "-" })) void piece;
  for (const piece of document.dump({ fileName: "-" })) void piece;
  topOf(document).forEach(nodesIn);
  for (const symbol of document.symbols()) assert.ok(symbol.startBit <= symbol.endBit);
  for (const row of allSteps(document.stats()))
    assert.ok(row.count >= 0 && row.bits >= 0, `${row.block} takes ${row.bits} bits`);
  document.placeOf(bytes.length * 4);
  assertTiles(document);
  const fault = document.problems().find((problem) => problem.code === "fault");
  assert.equal(fault?.message, undefined);
}
