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
    assert.ok(isValid(types.vector(i32, 2, false), i64));
    assert.ok(!isValid(types.vector(i32, 2, true), types.vector(i32, 2, false)));
    assert.ok(isValid(types.vector(i32, 256, false), types.simple("x86_amx")));
    assert.ok(!isValid(types.simple("x86_amx"), i32));
  });
  it("is of no aggregate", () => {
    assert.ok(!isValid(types.struct([i32], false), i32));
    assert.ok(!isValid(i32, types.array(i32, 1)));
  });
  it("keeps the number of pointers", () => {
    const pair = types.vector(opaquePointer, 2, false);
    assert.ok(isValid(pair, pair));
    assert.ok(!isValid(pair, opaquePointer));
    assert.ok(isValid(types.vector(opaquePointer, 1, false), opaquePointer));
  });
});

describe("a cast between address spaces", () => {
  it("changes the space of all its pointers", () => {
    const types = new TypeInterner();
    const isValid = (from: Type, to: Type): boolean => isValidCast(CASTS.indexOf("addrspacecast"), from, to);
    const [near, far] = [types.opaquePointer, types.pointer(undefined, 5)];
    assert.ok(isValid(near, far));
    assert.ok(!isValid(far, far));
    assert.ok(isValid(types.vector(near, 2, false), types.vector(far, 2, false)));
    assert.ok(!isValid(types.vector(near, 2, false), types.vector(near, 2, false)));
    assert.ok(!isValid(near, types.vector(far, 2, false)));
  });
});
