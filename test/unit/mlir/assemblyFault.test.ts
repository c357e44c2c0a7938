import * as assert from "node:assert/strict";
import { assemblyFault } from "../../../extension/formats/mlir/attributes/assemblyFault";
import { SyntaxReader } from "../../../extension/formats/mlir/attributes/syntax/reader";
import { SYNTAX } from "../../../extension/formats/mlir/attributes/syntax/table";

const fault = (text: string, dialect: string, known: boolean): string | undefined =>
  assemblyFault(text, {
    kind: "attribute",
    dialect,
    knows: () => known,
    isRegistered: () => known,
    syntax: undefined,
  });
const builtin = (text: string): string | undefined => fault(text, "builtin", true);

const syntax = SYNTAX[23] && new SyntaxReader(SYNTAX[23]);
const isKnown = (dialect: string): boolean => dialect !== "torch";
/** The fault in a dialect's text as MLIR 23 reads it. */
const spelled = (text: string, kind: "attribute" | "type" = text.startsWith("!") ? "type" : "attribute") =>
  assemblyFault(text, { kind, dialect: "", knows: isKnown, isRegistered: isKnown, syntax });

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
      // What a writer stores that does not know the encodings of the builtin dialect.
      ...['"a\\"b"', "0 : i32", "-1.5 : f32", "@f::@g", "{a = 1 : i8}", "unit", "true", "i32", "index", "none"],
    ])
      assert.equal(builtin(text), undefined, text);
    assert.equal(fault('#emitc.opaque<"a$b\\22\xff">', "emitc", true), undefined, "within a string");
    assert.equal(fault("#foo<\xff$>", "foo", false), undefined, "a dialect that is opaque");
  });
  it("are found at characters that begin no token", () => {
    for (const text of ["affine_map<(d0) -> (d0\x03>", "affine_map<(d0,\xffd1) -> (d0)>", "strided<[1,\xfe1]>"])
      assert.equal(builtin(text), "unexpected character", text);
    assert.equal(fault("#arith.fastmath<no\x01ne>", "arith", true), "unexpected character");
  });
  it("are found in a sharding without axes, which MLIR writes and does not read again", () => {
    for (const dialect of ["mesh", "shard"]) {
      assert.equal(fault(`#${dialect}<axisarray[]>`, dialect, true), "expected '['");
      for (const axes of ["[]", "[0]", "[], [1, 2]"])
        assert.equal(fault(`#${dialect}<axisarray[${axes}]>`, dialect, true), undefined, axes);
    }
  });
  it("are found in the linkage of SPIR-V, whose name MLIR writes without quotes until 18", () => {
    const linkage = (name: string): string =>
      `#spirv.linkage_attributes<linkage_name = ${name}, linkage_type = <Import>>`;
    assert.equal(fault(linkage("outside.func"), "spirv", true), "expected string");
    assert.equal(fault(linkage('"outside.func"'), "spirv", true), undefined);
  });
  it("are found in what IREE and HEIR write and do not read again", () => {
    const config = (rest: string): string =>
      `#stream.resource_config<{index_bits = 32, alias_mutable_bindings = ${rest}}>`;
    assert.equal(fault(config("1, memory_model = Discrete"), "stream", true), "expected valid keyword");
    assert.equal(fault(config("true, memory_model = Discrete"), "stream", true), undefined);
    assert.equal(fault(config("1"), "stream", true), undefined, "as of 2023");
    assert.equal(fault(config("1, memory_model = Discrete"), "stream", false), undefined, "a dialect that is opaque");
    const floats = (terms: string): string | undefined =>
      fault(`#polynomial<typed_float_polynomial <${terms}> : !polynomial.polynomial<>>`, "polynomial", true);
    for (const terms of ["1 + x", "x + 4x**3", "-2"]) assert.match(floats(terms) ?? "", /^unexpected decimal/, terms);
    assert.equal(floats("NaN + NaNx**2"), "expected floating point literal");
    for (const terms of ["x**26", "1.5 + 0.5x**2", "x + x**2"]) assert.equal(floats(terms), undefined, terms);
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
    const spirv = (text: string): string | undefined => fault(text, "spirv", true);
    assert.equal(spirv("#spirv<none>"), undefined);
    assert.equal(spirv('!spirv.ptr<!spirv.array<4 x f32>, (i32) -> [i32, ">"]> : i32'), undefined);
    assert.equal(spirv("#spi<x"), "unbalanced '<' character in pretty dialect name");
    assert.equal(spirv("#spirv.scope<Device@"), "unbalanced '<' character in pretty dialect name");
    assert.equal(spirv("#spirv.vce<v1.0, [Shader>"), "unbalanced '[' character in pretty dialect name");
    assert.equal(spirv("#spirv,vce<v1.0, [], []>"), "undefined symbol alias id 'spirv'");
    assert.equal(fault("#foo.a\x03b<c>", "foo", false), "unexpected character", "after its name");
    assert.equal(fault("#foo.ab<c> : i32", "foo", false), undefined);
    assert.equal(fault("#foo<", "foo", false), "unbalanced '<' character in pretty dialect name");
  });
  it("are not found in what dialects print", () => {
    for (const text of [
      "#arith.overflow<nsw, nuw>",
      "#llvm.linkage<external>",
      "#llvm.cconv<ccc>",
      "#gpu<dim x>",
      "#gpu.address_space<workgroup>",
      "#omp<data_sharing_type {type = private}>",
      "#omp<variable_capture_kind (ByRef)>",
      "!llvm.func<void (ptr, ...)>",
      "!llvm.array<4 x struct<(ptr, array<2 x i8>)>>",
      "!llvm.func<struct<(i32)> (struct<(f32, ptr)>)>",
      "!llvm.ptr",
      "!llvm.ptr<3>",
      '!transform.op<"linalg.matmul">',
      "!nvgpu.tensormap.descriptor<tensor = memref<8xf16, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>",
      "#spirv.target_env<#spirv.vce<v1.0, [Shader, Int64], [SPV_KHR_16bit_storage]>, api=Vulkan, #spirv.resource_limits<>>",
      "!spirv.ptr<!spirv.struct<(!spirv.rtarray<vector<4xf32>, stride=16> [0])>, StorageBuffer>",
      "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 floordiv 2 : dense, d1 : compressed(nonunique)), posWidth = 32 }>",
      "#sparse_tensor.encoding<{ map = () -> () }>",
      "#sparse_tensor.encoding<{ map = [s0](d0, d1) -> (d0 * (s0 * 4) : dense, d0 : dense, d1 : compressed) }>",
      "#sparse_tensor.encoding<{ map = {l0, l1} (d0 = l0, d1 = l1) -> (l0 = d0 : batch, l1 = d1 : dense), }>",
      "#sparse_tensor.encoding<{ map = (d0 : #sparse_tensor<slice(1, 4, ?)>, d1) -> (d0 : compressed, d1 : singleton(soa)) }>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : structured[2, 4]), implicitVal = #complex.number<:f32 1.0, 0.0> : complex<f32> }>",
      "#ub.poison",
      '#tosa.target_env<specification_version = "1.1.draft", level = none, profiles = [pro_int, pro_fp], extensions = [int16]>',
    ])
      assert.equal(spelled(text), undefined, text);
  });
  it("tell of unknown names, cases and fields", () => {
    assert.equal(spelled("!transform.any_qp"), "unknown type `any_qp` in dialect `transform`");
    assert.equal(spelled("#sparse_tensor.encodiNg<{}>"), "unknown attribute `encodiNg` in dialect `sparse_tensor`");
    for (const text of [
      "#llvm.linkage<extern_l>",
      "#spirv.vce<v1.0, [Shadow], []>",
      "#spirv.target_env<#spirv.vce<v1.0, [Shader], []>, #spirv.resource_limirs<>>",
      "#spirv.resource_limits<subgroup_sizf = 3>",
      "!spirv.ptr<!spirv.struct<(!spitv.rtarray<f32> [0])>, StorageBuffer>",
      "!llvm.array<4 x ptrr>",
      "!emitc.ptr<i3x>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : dens) }>",
      "#sparse_tensor.encoding<{ map = (d0) -> (b0 : dense) }>",
      "#sparse_tensor.encoding<{ map = [s0](d0) -> (s1 : dense) }>",
      "#sparse_tensor.encoding<{ map = {l0} (d0) -> (d0 : dense) }>",
      "#sparse_tensor.encoding<{ map = {l0, l1} (d0) -> (l0 = d0 : dense) }>",
      "#sparse_tensor.encoding<{ map = (d0) => (d0 : dense) }>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : dense(nonunique)) }>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed(soa)) }>",
      "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : singleton) }>",
      "#sparse_tensor.encoding<{ map = (d0, d1, d2) -> (d0 : compressed, d1 : singleton(soa), d2 : singleton) }>",
      "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : batch) }>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : structured[4, 2]) }>",
      "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : structured[2, 4], d1 : dense) }>",
      "#sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : compressed, d1 : structured[2, 4]) }>",
      "#sparse_tensor.encoding<{ posWidth = 32 }>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : dense), posWid = 32 }>",
      "#sparse_tensor.encoding<map = (d0) -> (d0 : dense)>",
      "#sparse_tensor.encoding<{ map = (d0) -> (d0 : dense), posWidth = 12 }>",
    ])
      assert.notEqual(spelled(text), undefined, text);
    const target = '#tosa.target_env<specification_version = "1.0", level = "8k", profiles = []';
    assert.equal(spelled(`${target}, extensions = []>`), "expected keyword");
    assert.equal(spelled(`${target.replace("[]", "[pro_int]")}, extensions = []>`), "expected keyword");
    assert.equal(spelled("#spirv.vce<v1.0, [!llvm.array<x>], []>") === undefined, false);
    assert.equal(spelled("!emitc.ptr<!llvm.ptr>"), undefined, "after a fault in another dialect's text");
    assert.equal(spelled("#llvm.linkage<external>", "type"), "expected non-function type");
    assert.equal(spelled('"llvm.linkage<external>'), "expected attribute value");
    assert.equal(spelled("torch.Generator"), "expected attribute value");
    assert.equal(spelled("\xa1torch.Generator"), "unexpected character");
    assert.equal(spelled("!torch.Generator"), undefined);
  });
});
