/** The head of a large module, which is read for its first records. */
import assert from "node:assert/strict";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ResidentWindow } from "../../../extension/document/window";
import { readStreamHeader } from "../../../extension/formats/bitstream/header";
import { Modules } from "../../../extension/formats/llvm/modules";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import { findModules } from "../../../extension/formats/llvm/stream/modules";
import { largeModule } from "../../support/largeLlvm";

describe("the head of a large LLVM module", () => {
  it("is dropped before the whole module is read, so that its tables are not there twice", async () => {
    const window = new ResidentWindow(largeModule());
    const { startByte: originByte, endByte } = readStreamHeader(window);
    const problems = new ProblemList();
    const places = findModules(window, readStreamHeader(window), problems);
    const modules = new Modules(window, { originByte, endByte }, places, problems);
    const bit = places[0]?.startBit ?? -1;
    const head = new WeakRef(modules.moduleAt(bit, bit) ?? assert.fail("no head"));
    assert.ok(modules.moduleAt(bit) !== head.deref());
    setFlagsFromString("--expose-gc");
    // What a WeakRef has given is kept until the next task.
    await new Promise((resolve) => setTimeout(resolve));
    (runInNewContext("gc") as () => void)();
    assert.ok(head.deref() === undefined);
  });
});
