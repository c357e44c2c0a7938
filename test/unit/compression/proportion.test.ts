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
  it("is taken apart once, however many entries of a box name the same bytes, or the box itself", () => {
    const count = 2000;
    const table = 24 + 8 + 25 * count;
    const bytes = new Uint8Array(table);
    const view = new DataView(bytes.buffer);
    bytes.set(new TextEncoder().encode("__CLANG_OFFLOAD_BUNDLE__"));
    view.setUint32(24, count, true);
    for (let i = 0; i < count; i++) {
      const at = 32 + 25 * i;
      // Half of the entries are the whole bundle, the others begin within it.
      view.setUint32(at, i % 2 === 0 ? 0 : i, true);
      view.setUint32(at + 8, table - (i % 2 === 0 ? 0 : i), true);
      view.setUint32(at + 16, 1, true);
      bytes[at + 24] = 0x78;
    }
    assert.ok(
      opened(bytes)
        .problems()
        .some(({ message }) => /overlaps/.test(message)),
    );
  });
});
