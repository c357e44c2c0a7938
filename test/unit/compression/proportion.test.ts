/** Expansion limits: nothing may grow out of proportion, for any kind of compression or sharing. */
import assert from "node:assert/strict";
import { gzipSync } from "fflate";
import { proportionate } from "../../../extension/document/proportion";
import { irMagic } from "../../support/bitWriter";
import { chars, member, MODULE } from "../../support/boxes";
import { doubledAttributes } from "../../support/hostile/mlir";
import { varint } from "../../support/mlirWriter";
import { listing, opened } from "../../support/tiling";

describe("data that expands", () => {
  it("is unpacked in proportion to the file, and what is left out is reported", () => {
    const large = new Uint8Array(64 * 1024 * 1024);
    large.set(MODULE);
    const bomb = gzipSync(large);
    const problems = opened(bomb).problems();
    assert.ok(problems.some(({ code }) => code === "limit"));
  });
  it("is limited even when bombs are nested in bombs", () => {
    const bomb = gzipSync(gzipSync(new Uint8Array(32 * 1024 * 1024)));
    assert.ok(opened(bomb).problems().length > 0);
  });
  it("is printed in proportion to the file, and each cut is reported", () => {
    const bytes = doubledAttributes(40);
    const document = opened(bytes);
    let printed = 0;
    for (const piece of document.text({ fileName: "x" })) printed += piece.length;
    assert.ok(printed < 2 * proportionate(bytes.length));
    const cut = document.problems().find(({ code }) => code === "limit");
    assert.ok(cut && cut.startBit > 0 && cut.endBit <= document.bits);
  });
  it("is read once, however many entries of a container name the same bytes, or the container itself", () => {
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
  it("is no larger than the file, even if twenty bytes announce a gigabyte", () => {
    const huge = 2 ** 30;
    const files: Readonly<Record<string, Uint8Array>> = {
      "a record": irMagic().enter(8, 3).use(3).vbr(1, 6).vbr(huge, 6).end().done(),
      "a blob": irMagic().enter(8, 3).define(1, "blob").use(4).vbr(huge, 6).align32().end().done(),
      "an array": irMagic().enter(8, 3).define(1, "array", "char6").use(4).vbr(huge, 6).end().done(),
      "types of a module": irMagic().enter(8, 3).enter(17, 4).record(1, huge).end().end().done(),
      "basic blocks": irMagic().enter(8, 3).enter(12, 4).record(1, huge).end().end().done(),
      strings: Uint8Array.from([0x4d, 0x4c, 0xef, 0x52, ...varint(6), 0x78, 0, 0, ...varint(6), ...varint(huge), 0, 0]),
      "a member": Uint8Array.from([...chars("!<arch>\n"), ...member("a.o/", MODULE, huge)]),
    };
    for (const [name, bytes] of Object.entries(files)) {
      const before = process.memoryUsage().arrayBuffers;
      const document = opened(bytes);
      listing(document);
      for (const piece of document.text({ fileName: "x" })) void piece;
      for (const piece of document.dump({ fileName: "x" })) void piece;
      assert.ok(process.memoryUsage().arrayBuffers - before < 2 ** 25, `${name} took memory by what it says`);
      // The number of types is only a hint, which is not used.
      if (name !== "types of a module") assert.ok(document.problems().length > 0, `${name} is said to be cut`);
    }
  });
});
