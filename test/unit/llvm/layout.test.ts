import assert from "node:assert/strict";
import { spelledFloat } from "../../../extension/formats/llvm/constants/spelledFloat";
import { Layout } from "../../../extension/formats/llvm/read/layout";
import { TypeInterner } from "../../../extension/formats/llvm/ir/interner";

describe("alignments from a data layout", () => {
  const types = new TypeInterner();
  const layout = new Layout("e-m:e-p1:32:32-i64:64-f80:128-n8:16:32:64-S128");
  const abi = (type: Parameters<Layout["alignmentOf"]>[0]): number => layout.alignmentOf(type, "abi");
  it("are those of the width, of the next larger integer, or of the largest", () => {
    assert.deepEqual([types.i1, types.i32, types.i64].map(abi), [1, 4, 8]);
    assert.deepEqual(
      [24, 48, 256].map((width) => abi(types.integer(width))),
      [4, 8, 8],
    );
    assert.equal(abi(types.simple("x86_fp80")), 16);
  });
  it("are the greatest of a struct's members, and one for a packed struct", () => {
    assert.equal(abi(types.struct([types.i8, types.i64], false)), 8);
    assert.equal(abi(types.struct([types.i8, types.i64], true)), 1);
    assert.equal(layout.alignmentOf(types.struct([types.i8], false), "preferred"), 8);
  });
  it("depend on the address space of pointers and on the total width of vectors", () => {
    assert.deepEqual([types.pointer(undefined, 0), types.pointer(undefined, 1)].map(abi), [8, 4]);
    assert.deepEqual([types.vector(types.i32, 4, false), types.vector(types.i32, 3, false)].map(abi), [16, 16]);
  });
  it("of vectors depend on the size of as many elements in memory before LLVM 14", () => {
    const kinds = [types.i1, types.integer(65), types.simple("x86_fp80")].map((type) => types.vector(type, 4, false));
    assert.deepEqual(kinds.map(abi), [1, 64, 64]);
    const old = new Layout("f80:128", 13);
    assert.deepEqual(
      kinds.map((type) => old.alignmentOf(type, "abi")),
      [4, 64, 64],
    );
  });
});

describe("the alignment of an atomic access that states none", () => {
  const types = new TypeInterner();
  const layout = new Layout("e-p1:32:32");
  it("is the size of the value, rounded down to a power of two, of vectors too", () => {
    const bfloat = types.simple("bfloat");
    const kinds = [types.i32, types.pointer(undefined, 1), types.integer(24), types.vector(bfloat, 2, false)];
    assert.deepEqual(
      kinds.map((type) => layout.storeAlignmentOf(type)),
      [4, 4, 2, 4],
    );
    assert.equal(layout.storeAlignmentOf(types.vector(types.vector(bfloat, 2, false), 2, false)), 1);
  });
});

describe("floating-point text since LLVM 23", () => {
  it("spells infinities and NaNs", () => {
    assert.equal(spelledFloat("float", 0xff800000n), "-inf");
    assert.equal(spelledFloat("float", 0x7fc00000n), "+qnan");
    assert.equal(spelledFloat("float", 0x7f800001n), "+snan(0x1)");
  });
  it("prints decimals that read back in their own type, otherwise all bits", () => {
    assert.equal(spelledFloat("float", 0x3dcccccdn), "1.000000e-01");
    assert.equal(spelledFloat("float", 0x3f333333n), "f0x3F333333");
    assert.equal(spelledFloat("double", 0x3fe6666666666666n), "f0x3FE6666666666666");
    assert.equal(spelledFloat("half", 0x3c00n), "1.000000e+00");
    assert.equal(spelledFloat("ppc_fp128", 0x3ff0000000000000n), "1.000000e+00");
  });
});
