import assert from "node:assert/strict";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { bytesKept } from "../../support/heap";

/** One type of each structure that differs in a single thing from another. */
function variety(types: TypeInterner): readonly Type[] {
  const { i8, i32, opaquePointer } = types;
  return [
    types.integer(64),
    types.byte(64),
    types.pointer(i8, 0),
    types.pointer(i32, 0),
    types.pointer(i8, 1),
    types.pointer(undefined, 1),
    types.function(i8, [i32], false),
    types.function(i8, [i32], true),
    types.function(i8, [], false),
    types.array(i8, 4),
    types.array(i8, 2 ** 40),
    types.array(i8, 2n ** 60n),
    types.vector(i8, 4, false),
    types.vector(i8, 4, true),
    types.struct([i8, i32], false),
    types.struct([i8, i32], true),
    types.struct([i32, i8], false),
    types.struct([opaquePointer], false),
    types.target("a", [], []),
    types.target("b", [], []),
    types.target("a", [i8], []),
    types.target("a", [], [1]),
  ];
}

describe("types of a module", () => {
  it("are one object for each structure", () => {
    const types = new TypeInterner();
    const all = variety(types);
    assert.equal(new Set(all).size, all.length);
    assert.deepEqual(
      variety(types).map(({ serial }) => serial),
      all.map(({ serial }) => serial),
    );
  });
  it("are others if they are named", () => {
    const types = new TypeInterner();
    const literal = types.struct([types.i8], false);
    const named = types.newStruct(true, false, [types.i8]);
    assert.notEqual(named, types.newStruct(true, false, [types.i8]));
    assert.equal(types.struct([types.i8], false), literal);
  });
  it("take few bytes each: a record of six makes one", () => {
    const count = 20_000;
    const kept = bytesKept(() => {
      const types = new TypeInterner();
      let last: Type = types.i8;
      for (let i = 0; i < count; i++) last = types.struct([last], false);
      return types;
    });
    assert.ok(kept < 220 * count, `${Math.round(kept / count)} bytes`);
  });
});
