/** What a few bytes may grow to: nothing out of proportion, whatever kind of compression or sharing it is. */
import assert from "node:assert/strict";
import { gzipSync } from "fflate";
import { proportionate } from "../../../extension/document/proportion";
import { MODULE } from "../../support/boxes";
import { doubledAttributes } from "../../support/hostile";
import { opened } from "../../support/tiling";

describe("what a few bytes stand for", () => {
  it("is unpacked in proportion to the file, and what is left out is a problem", () => {
    const large = new Uint8Array(64 * 1024 * 1024);
    large.set(MODULE);
    const bomb = gzipSync(large);
    const problems = opened(bomb).problems();
    assert.ok(problems.some(({ code }) => code === "limit"));
  });
  it("is so when bombs are within bombs", () => {
    const bomb = gzipSync(gzipSync(new Uint8Array(32 * 1024 * 1024)));
    assert.ok(opened(bomb).problems().length > 0);
  });
  it("is printed in proportion to the file, and what is cut is a problem", () => {
    const bytes = doubledAttributes(40);
    const document = opened(bytes);
    let printed = 0;
    for (const piece of document.text({ fileName: "x" })) printed += piece.length;
    assert.ok(printed < 2 * proportionate(bytes.length));
    const cut = document.problems().find(({ code }) => code === "limit");
    assert.ok(cut && cut.startBit > 0 && cut.endBit <= document.bits);
  });
});
