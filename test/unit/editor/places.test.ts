/** The reader's place in a file whose format changes for a while. */
import assert from "node:assert/strict";
import { placeFor, withBefore } from "../../../extension/editor/places";
import type { Remembered } from "../../../extension/session/protocol/hostApi";

function placeIn(format: string, bit: number): Remembered {
  const top = { arrangement: "records", place: { section: 0, entry: 0, line: 0 }, bit, title: "" } as const;
  return { format, arrangement: "records", folds: { base: "none", detail: false, toggledBits: [] }, top, cursor: null };
}

describe("the place in a file of changing format", () => {
  it("is that of the format that is there, and comes back with it", () => {
    let kept = withBefore(undefined, placeIn("llvm", 8));
    kept = withBefore(kept, placeIn("llvm", 16));
    assert.equal(placeFor(kept, "mlir"), undefined);
    kept = withBefore(kept, placeIn("mlir", 24));
    kept = withBefore(kept, placeIn("mlir", 32));
    assert.equal(placeFor(kept, "mlir")?.top.bit, 32);
    assert.equal(placeFor(kept, "llvm")?.top.bit, 16);
    kept = withBefore(kept, placeIn("llvm", 40));
    assert.deepEqual([placeFor(kept, "llvm")?.top.bit, placeFor(kept, "mlir")?.top.bit], [40, 32]);
  });

  it("of an earlier version, which kept no format, is taken for any", () => {
    const { format, ...old } = placeIn("llvm", 8);
    assert.equal(placeFor(old, format ?? "")?.top.bit, 8);
    assert.equal(placeFor(undefined, "llvm"), undefined);
  });
});
