import assert from "node:assert/strict";
import { Type } from "../../../extension/formats/llvm1/model/type";
import { containThemselves } from "../../../extension/formats/llvm1/print/circles";

/** Structures of which each contains the next one twice; the last one contains the first if `closed`. */
function doubled(count: number, closed: boolean): readonly Type[] {
  const types = Array.from({ length: count }, (_, i) => new Type("struct", 100 + i));
  for (const [i, type] of types.entries()) {
    const next = types[i + 1] ?? (closed ? types[0] : undefined);
    type.elements = next ? [next, next] : [];
  }
  return types;
}

describe("LLVM 1.x types that contain themselves", () => {
  const never = (): boolean => false;
  it("are found behind any number of others, each of which is followed once", () => {
    assert.equal(containThemselves(doubled(100_000, false), never), false);
    assert.equal(containThemselves(doubled(100_000, true), never), true);
  });
  it("do not count if a name is in between", () => {
    const types = doubled(3, true);
    assert.equal(
      containThemselves(types, (type) => type === types[1]),
      false,
    );
    assert.equal(containThemselves(types.slice(0, 1), never), true);
  });
});
