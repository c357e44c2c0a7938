/** The head of a large module, which is read for its first records. */
import assert from "node:assert/strict";
import { mock } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ResidentWindow, Unfinished } from "../../../extension/document/window";
import { readStreamHeader } from "../../../extension/formats/bitstream/header";
import { Modules } from "../../../extension/formats/llvm/modules";
import { ProblemList } from "../../../extension/formats/llvm/stream/blocks";
import type { ModulePlace } from "../../../extension/formats/llvm/stream/modules";
import { findModules } from "../../../extension/formats/llvm/stream/modules";
import { largeModule } from "../../support/largeLlvm";

/** A large module whose window asks a reading to pause when `isDue` says so. */
function opened(isDue = (): boolean => false): { readonly modules: Modules; readonly place: ModulePlace } {
  const window = Object.assign(new ResidentWindow(largeModule()), { due: isDue });
  const { startByte: originByte, endByte } = readStreamHeader(window);
  const problems = new ProblemList();
  const places = findModules(window, readStreamHeader(window), problems);
  const modules = new Modules(window, { originByte, endByte }, places, problems);
  return { modules, place: places[0] ?? assert.fail("no module") };
}

describe("the head of a large LLVM module", () => {
  it("is read in steps", () => {
    let isDue = true;
    const { modules, place } = opened(() => isDue);
    const { startBit } = place;
    const load = modules.loadInSteps.bind(modules);
    // That of the sample is read in one step.
    mock.method(modules, "loadInSteps", function* (...how: Parameters<typeof load>) {
      yield startBit;
      return yield* load(...how);
    });
    assert.throws(() => modules.moduleAt(startBit, startBit), Unfinished);
    isDue = false;
    const head = modules.moduleAt(startBit, startBit);
    assert.ok(head && head === modules.moduleAt(startBit, startBit));
  });

  it("is not read for what comes after it", () => {
    const { modules, place } = opened();
    const load = mock.method(modules, "loadInSteps");
    const { startBit, endBit } = place;
    const whole = modules.moduleAt(startBit, endBit - 1);
    assert.ok(whole && whole === modules.moduleAt(startBit, startBit));
    assert.deepEqual(
      load.mock.calls.map(({ arguments: [, reading] }) => reading),
      [{ literal: true }],
    );
  });

  it("is dropped before the whole module is read, so that its tables are not there twice", async () => {
    const { modules, place } = opened();
    const bit = place.startBit;
    const head = new WeakRef(modules.moduleAt(bit, bit) ?? assert.fail("no head"));
    assert.ok(modules.moduleAt(bit) !== head.deref());
    setFlagsFromString("--expose-gc");
    // What a WeakRef has given is kept until the next task.
    await new Promise((resolve) => setTimeout(resolve));
    (runInNewContext("gc") as () => void)();
    assert.ok(head.deref() === undefined);
  });
});
