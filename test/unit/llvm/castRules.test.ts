import assert from "node:assert/strict";
import { CASTS } from "../../../extension/formats/bitstream/operations";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";
import type { Type } from "../../../extension/formats/llvm/ir/types";
import { isValidCast } from "../../../extension/formats/llvm/read/castRules";

describe("a bitcast", () => {
  const types = new TypeInterner();
  const { i32, i64, opaquePointer } = types;
  const isValid = (from: Type, to: Type): boolean => isValidCast(CASTS.indexOf("bitcast"), from, to);

  it("keeps pointers pointers, and other types what they are", () => {
    assert.ok(isValid(types.pointer(i32, 0), types.pointer(i64, 0)));
    assert.ok(!isValid(i64, opaquePointer));
    assert.ok(!isValid(opaquePointer, i32));
  });
  it("makes bytes of pointers, and pointers of bytes", () => {
    assert.ok(isValid(opaquePointer, types.byte(64)));
    assert.ok(isValid(types.byte(64), opaquePointer));
  });
  it("keeps the number of bits", () => {
    assert.ok(isValid(i32, i32));
    assert.ok(!isValid(i32, i64));
  });
});
