/** Records that no reader may trip over: each is refused with a problem at its place, and the rest is read. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { irMagic } from "../../support/bitWriter";
import { assertTiles, listing, opened } from "../../support/tiling";

/** A module with METADATA_STRINGS that say `count` strings, of whose lengths there are four bytes. */
function strings(count: number): Uint8Array {
  const out = irMagic().enter(8, 3).record(1, 2).enter(15, 3);
  out.define(35, { vbr: 6 }, { vbr: 6 }, "blob").use(4).vbr(count, 6).vbr(4, 6);
  // 0xFF: each length goes on in the next chunk, and the last goes on where there is none.
  out.vbr(4, 6).align32().fixed(0xffffffff, 32);
  return out.end().end().done();
}
/** A module with a global of an array of pointers, which is written as plain data. */
function pointersAsData(): Uint8Array {
  const out = irMagic().enter(8, 3).record(1, 2);
  out.enter(17, 4).record(1, 3).record(7, 32).record(25, 0).record(11, 2, 1).end();
  out.record(7, 2, 1, 2 + 1, 0, 0, 0, 0);
  out.enter(11, 4).record(1, 2).record(22, 5, 6).end();
  return out.end().done();
}

function messages(bytes: Uint8Array): string {
  const document = opened(bytes);
  listing(document);
  for (const piece of document.text({ fileName: "x" })) pieceText(piece);
  for (const piece of document.dump({ fileName: "x" })) pieceText(piece);
  assertTiles(document);
  const problems = document.problems();
  assert.ok(problems.every(({ code }) => code !== "fault"));
  return problems.map(({ message }) => message).join("\n");
}

describe("a malformed LLVM module", () => {
  it("whose strings of metadata have too few lengths says so", () => {
    assert.match(messages(strings(20)), /metadata strings/);
  });
  it("with pointers as plain data says so", () => {
    assert.match(messages(pointersAsData()), /Invalid type for value/);
  });
});
