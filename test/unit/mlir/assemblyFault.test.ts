import * as assert from "node:assert/strict";
import { assemblyFault } from "../../../extension/formats/mlir/attributes/assemblyFault";

const builtin = (text: string): string | undefined => assemblyFault(text, "builtin", true);

describe("faults of MLIR assembly", () => {
  it("are not found in what mlir-opt writes", () => {
    for (const text of [
      "affine_map<() -> ()>",
      "affine_map<(d0, d1)[s0] -> (d0 * s0 - d1 mod 4, -(d0 floordiv 3))>",
      "affine_set<(d0)[s0] : (d0 - s0 >= 0, d0 == 0)>",
      "strided<[]>",
      "affine_set<(d0)[s0] : (d0 + 3 == s0, d0 >= 4, d0 <= s0 * 2)>",
      "strided<[?, 1, -4], offset: ?>",
      "strided<[?,1],offset:01>",
      "f8E5M2",
      "(!spirv.arm.tensor<1xi8>) -> i32",
    ])
      assert.equal(builtin(text), undefined, text);
    assert.equal(assemblyFault('#emitc.opaque<"a$b\\22\xff">', "emitc", true), undefined, "within a string");
    assert.equal(assemblyFault("#foo<\xff$>", "foo", false), undefined, "a dialect that is opaque");
  });
  it("are found at characters that begin no token", () => {
    for (const text of ["affine_map<(d0) -> (d0\x03>", "affine_map<(d0,\xffd1) -> (d0)>", "strided<[1,\xfe1]>"])
      assert.equal(builtin(text), "unexpected character", text);
    assert.equal(assemblyFault("#arith.fastmath<no\x01ne>", "arith", true), "unexpected character");
  });
  it("tell why a text is not a map or set", () => {
    assert.equal(builtin("affine_ma<(d0) -> (d0)>"), "expected attribute value");
    assert.equal(builtin("utrided<[1]>"), "expected attribute value");
    assert.equal(builtin("affine_map<(d0) -> (d1)>"), "use of undeclared identifier");
    assert.equal(builtin("affine_map<(d0) -> (d)>"), "use of undeclared identifier");
    assert.equal(builtin("affine_map<(d0) -> (d0 + )>"), "expected affine expression");
    assert.equal(builtin("affine_map<(d0) -> (d0)?"), "expected ',' or ')'");
    const relation = "expected '== affine-expr' or '>= affine-expr' at end of affine constraint";
    assert.equal(builtin("affine_set<(d0) : (d0)>"), relation);
    assert.equal(builtin("affine_set<(d0) : (d0 >= 0?"), "expected ',' or ')'");
    assert.equal(builtin("affine_map<(d0, d1) - (d0)>"), "expected a list of dimensional identifiers");
    assert.equal(builtin("strided<[1, 2], offset: A>"), "expected a 64-bit signed integer or '?'");
  });
  it("are found in a dialect's entry before its own parser sees it", () => {
    const fault = (text: string): string | undefined => assemblyFault(text, "spirv", true);
    assert.equal(fault("#spirv<none>"), undefined);
    assert.equal(fault('!spirv.ptr<!spirv.array<4 x f32>, (i32) -> [i32, ">"]> : i32'), undefined);
    assert.equal(fault("#spi<x"), "unbalanced '<' character in pretty dialect name");
    assert.equal(fault("#spirv.scope<Device@"), "unbalanced '<' character in pretty dialect name");
    assert.equal(fault("#spirv.vce<v1.0, [Shader>"), "unbalanced '[' character in pretty dialect name");
    assert.equal(fault("#spirv,vce<v1.0, [], []>"), "undefined symbol alias id 'spirv'");
    assert.equal(assemblyFault("#foo<", "foo", false), undefined, "a dialect that is opaque");
  });
});
