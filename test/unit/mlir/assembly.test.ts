import * as assert from "node:assert/strict";
import fc from "fast-check";
import { aliasNumbers } from "../../../extension/formats/mlir/text/aliasNumbers";
import { assemblyAlias, spellAssembly } from "../../../extension/formats/mlir/attributes/assembly";
import type { TextContext } from "../../../extension/formats/mlir/attributes/assembly";
import type { Release } from "../../../extension/formats/mlir/model/module";
import { isRegisteredDialect } from "../../../extension/formats/mlir/properties";
import type { Piece } from "../../../extension/formats/mlir/model/piece";

/** Pieces as one text: fragments as `⟨alias: …⟩`, levels without an alias as `⟨…⟩`, distinct numbers as `#`. */
function shown(pieces: readonly Piece[]): string {
  return pieces
    .map((piece) => {
      if (typeof piece !== "object") return String(piece);
      if (piece.kind === "distinct") return "#";
      if (piece.kind !== "fragment") return `<${piece.kind}>`;
      return `⟨${piece.alias === undefined ? "" : `${piece.alias}: `}${shown(piece.pieces)}⟩`;
    })
    .join("");
}
/** The text of pieces without marks. */
const flat = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (typeof piece !== "object" ? String(piece) : piece.kind === "fragment" ? flat(piece.pieces) : ""))
    .join("");
/** The context for reading texts of a release. */
const context = (release: Release): TextContext => ({
  release,
  producer: "MLIR22.1.0",
  isRegistered: (dialect) => isRegisteredDialect(dialect, release, "MLIR22.1.0"),
  textScope: (_text, scope) => scope,
});
const spelled = (text: string, of: TextContext = context(22)): string => shown(spellAssembly(text, 0, of));

/** An encoding as its dialect prints it. */
const SPARSE = "#sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>";

describe("MLIR entries in assembly", () => {
  it("keep text without aliases", () => {
    for (const text of [
      "f8E5M2",
      "#arith.fastmath<none>",
      'strided<[?, 1], offset: "<">',
      "!llvm.struct<(i32, ptr)>",
    ]) {
      assert.deepEqual(spellAssembly(text, 0, context(22)), [text]);
    }
  });
  it("find maps and sets with their arrows and comparisons", () => {
    assert.equal(
      spelled("!async.value<memref<4xf32, affine_map<(d0) -> (d0 * 2)>>>"),
      "!async.value<⟨memref<4xf32, ⟨map: affine_map<(d0) -> (d0 * 2)>⟩>⟩>",
    );
    assert.equal(
      spelled("!async.value<affine_set<(d0) : (d0 >= 0, d0 == 0)>, 1>"),
      "!async.value<⟨set: affine_set<(d0) : (d0 >= 0, d0 == 0)>⟩, 1>",
    );
  });
  it("treat a function type as a level of nesting", () => {
    assert.equal(
      spelled("!async.value<(i32) -> memref<4xf32, affine_map<(d0) -> (d0 * 2)>>>"),
      "!async.value<⟨(i32) -> ⟨memref<4xf32, ⟨map: affine_map<(d0) -> (d0 * 2)>⟩>⟩⟩>",
    );
  });
  it("fold expressions that are read again", () => {
    assert.equal(spelled("affine_map<(d0) -> (d0 + -(d0 floordiv 4))>"), "affine_map<(d0) -> (d0 - d0 floordiv 4)>");
    assert.equal(
      spelled("!x<affine_map<(d0) -> (d0 + 1 + 1)>>"),
      "!x<affine_map<(d0) -> (d0 + 1 + 1)>>",
      "not in a dialect that is unknown",
    );
  });
  it("restore the name of sparse encodings, and keep those of storage specifiers apart", () => {
    assert.equal(
      spelled("!sparse_tensor.iter_space<<{ map = (d0) -> (d0 : dense) }>, lvls = 0>"),
      "!sparse_tensor.iter_space<⟨sparse: #sparse_tensor.encoding<{ map = (d0) -> (d0 : dense) }>⟩, lvls = 0>",
    );
    const specifier = spellAssembly(`!sparse_tensor.storage_specifier<${SPARSE}>`, 0, context(22));
    const encoding = specifier.find((piece) => typeof piece === "object");
    assert.equal(encoding?.kind === "fragment" && encoding.realm, "normalized ");
    const plain = spellAssembly(`!async.value<${SPARSE}>`, 0, context(22)).find((p) => typeof p === "object");
    assert.equal(plain?.kind === "fragment" && plain.realm, "");
  });
  it("find locations, and the full form of shortened ones", () => {
    assert.equal(
      spelled(
        '#llvm.loop_annotation<startLoc = loc(fused<#llvm.di_file<"a" in "b">>["f":1:2, callsite(unknown at "n"("g":3:4))])>',
      ),
      '#llvm.loop_annotation<startLoc = ⟨loc: loc(fused<⟨di_file: #llvm.di_file<"a" in "b">⟩>' +
        '[⟨loc: "f":1:2⟩, ⟨loc: callsite(⟨loc: unknown⟩ at ⟨loc: "n"(⟨loc: "g":3:4⟩)⟩)⟩])⟩>',
    );
    const brief = spellAssembly('#llvm.loop_annotation<startLoc = loc("n"("f":1:2))>', 0, context(19))
      .flatMap((piece) => (typeof piece === "object" && piece.kind === "fragment" ? piece.pieces : []))
      .find((piece) => typeof piece === "object");
    assert.ok(brief?.kind === "fragment" && brief.whole);
    assert.equal(flat(brief.whole), 'loc("f":1:2)');
    for (const text of [
      "#llvm.a<loc()>",
      '#llvm.a<loc("x" to)>',
      "#llvm.a<loc(fused[unknown)>",
      "#llvm.a<loc(callsite(>",
    ])
      assert.deepEqual(shown(spellAssembly(text, 0, context(22))), text);
  });
  it("do not treat the entry itself as a fragment", () => {
    assert.equal(spelled("affine_map<(d0) -> (d0)>"), "affine_map<(d0) -> (d0)>");
    assert.equal(assemblyAlias("affine_map<(d0) -> (d0)>", context(22)), "map");
    assert.equal(assemblyAlias("affine_set<() : (0 == 0)>", context(16)), "set");
    assert.equal(assemblyAlias(SPARSE, context(22)), "sparse");
    assert.equal(assemblyAlias(SPARSE, context(16)), undefined);
    assert.equal(assemblyAlias("#sparse_tensor.encoding<{ }>", context(22)), undefined, "not as the dialect prints it");
    assert.equal(assemblyAlias("#llvm.tbaa_root", context(19)), "tbaa_root");
    assert.equal(assemblyAlias("#arith.fastmath<none>", context(22)), undefined);
  });
  it("use IREE's aliases if IREE was the writer", () => {
    const iree: TextContext = { ...context(23), producer: "MLIR24.0.0git", isRegistered: () => true };
    const target = '#hal.executable.target<"rocm", "rocm-hsaco-fb", {abi = "hip"}>';
    assert.equal(assemblyAlias(target, iree), "executable_target_rocm_hsaco_fb");
    assert.equal(assemblyAlias(target, context(22)), undefined);
    assert.equal(
      assemblyAlias('#hal.device.target<"local", {ordinal = 1 : index}, []>', iree),
      "device_target_local_1_",
    );
    assert.equal(assemblyAlias("#util.composite<12xi8, []>", iree), "composite_of_12b");
    assert.equal(assemblyAlias("#iree_cpu.lowering_config<>", iree), "config");
    assert.equal(assemblyAlias("#iree_cpu.lowering_config<>", { ...iree, producer: "MLIR20.0.0git" }), undefined);
    const old = { ...iree, producer: "MLIR18.0.0git" };
    assert.equal(assemblyAlias("#hal.pipeline.layout<push_constants = 0, sets = []>", old), "pipeline_layout");
    assert.equal(assemblyAlias("#iree_vector_ext.layout<<[ BATCHX], [4]>>", old), "layout");
    assert.equal(
      assemblyAlias("#iree_encoding.matmul_k<k_dims = [1]>", { ...iree, producer: "MLIR21.0.0git" }),
      "encoding",
    );
  });
  it("use Triton's aliases for layouts and memory, where they stand in others too", () => {
    const triton: TextContext = { ...context(23), producer: "MLIR24.0.0git", isRegistered: () => true };
    assert.equal(assemblyAlias("#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0}>", triton), "mma");
    assert.equal(assemblyAlias("#ttg.nvmma_shared<{swizzlingByteWidth = 128}>", triton), "shared");
    assert.equal(assemblyAlias("#ttng.tensor_memory_scales_encoding<>", triton), "tmem_scales");
    assert.equal(assemblyAlias("#ttg.slice<{dim = 1, parent = #ttg.blocked<{order = [0]}>}>", triton), undefined);
    assert.equal(assemblyAlias("#ttg.shared_memory", context(23)), undefined);
    const type = "!ttg.memdesc<4xf32, #ttg.swizzled_shared<{vec = 1}>, #ttg.shared_memory>";
    assert.equal(
      shown(spellAssembly(type, 0, triton)),
      "!ttg.memdesc<4xf32, ⟨shared: #ttg.swizzled_shared<{vec = 1}>⟩, ⟨smem: #ttg.shared_memory⟩>",
    );
  });
  it("distinguish aliases with the same name as the release does", () => {
    const names = ["x64", "map", "x64", "map", "map"];
    const texts = (producer: string): string[] => {
      const numberOf = aliasNumbers({ producer, release: 22 });
      return names.map(numberOf).map(({ stem, number }) => (number === 0 ? stem : stem + String(number)));
    };
    assert.deepEqual(texts("MLIR19.1.7"), ["x64_", "map", "x64_1", "map1", "map2"]);
    assert.deepEqual(texts("MLIR22.1.0"), ["x64", "map", "x64_1", "map1", "map2"]);
  });
  it("restore the name of parameters that are printed without it", () => {
    assert.equal(
      spelled('#llvm.di_compile_unit<id = distinct[3]<>, file = <"a.c" in "d">, isOptimized = true>'),
      '#llvm.di_compile_unit<id = distinct[#]<>, file = ⟨di_file: #llvm.di_file<"a.c" in "d">⟩, isOptimized = true>',
    );
    assert.equal(
      spelled('#llvm.tbaa_tag<base_type = <id = "c", members = {<#llvm.tbaa_root<id = "r">, 0>}>, offset = 0>'),
      '#llvm.tbaa_tag<base_type = ⟨tbaa_type_desc: #llvm.tbaa_type_desc<id = "c", members = ' +
        '{⟨<⟨tbaa_root: #llvm.tbaa_root<id = "r">⟩, 0>⟩}>⟩, offset = 0>',
    );
    const iree: TextContext = { ...context(23), producer: "MLIR24.0.0git", isRegistered: () => true };
    assert.equal(
      spelled("#iree_codegen.compilation_info<lowering_config = <>, translation_info = <pipeline = None>>", iree),
      "#iree_codegen.compilation_info<lowering_config = ⟨config: #iree_codegen.lowering_config<>⟩, " +
        "translation_info = ⟨translation: #iree_codegen.translation_info<pipeline = None>⟩>",
    );
    assert.equal(
      spelled("#iree_codegen.translation_info<pipeline = <x>>", iree),
      "#iree_codegen.translation_info<pipeline = <x>>",
    );
  });
  it("know MLIR's dialects that have no ops", () => {
    assert.equal(
      spelled('#dlti.dl_entry<"a", affine_map<(d0) -> (d0)>>'),
      '#dlti.dl_entry<"a", ⟨map: affine_map<(d0) -> (d0)>⟩>',
    );
    assert.equal(isRegisteredDialect("ptr", 18, "MLIR18.1.8"), false);
    assert.equal(isRegisteredDialect("ptr", 19, "MLIR19.1.7"), true);
  });
  it("keep the text of dialects that the release does not have", () => {
    for (const text of ["#foo.bar<affine_map<(d0) -> (d0)>>", '!async.value<!foo.x<affine_map<() -> ()>, ">">>']) {
      assert.equal(spelled(text), text);
    }
  });
  it("alias tuples of more than sixteen elements", () => {
    const tuple = (count: number): string => `tuple<${new Array<string>(count).fill("i1").join(", ")}>`;
    assert.equal(spelled(`!async.value<${tuple(16)}>`), `!async.value<${tuple(16)}>`);
    assert.equal(spelled(`!async.value<${tuple(17)}>`), `!async.value<⟨tuple: ${tuple(17)}⟩>`);
  });
  it("distinguish distinct attributes of different entries", () => {
    const ids = [0, 1].flatMap((scope) =>
      spellAssembly("#llvm.access_group<id = distinct[0]<>>", scope, context(22)).map((piece) => JSON.stringify(piece)),
    );
    assert.notEqual(ids.slice(0, ids.length / 2).join(), ids.slice(ids.length / 2).join());
  });
  it("keep every character of any text", () => {
    const words = [
      "affine_map<",
      "affine_set<",
      "tuple<",
      "memref<",
      "!async.value<",
      "#foo.x<",
      "#sparse_tensor.encoding<",
    ];
    const marks = ["<", ">", "(", ")", "[", "]", "{", "}", '"', "\\", "->", ">=", ", ", " = ", "i32", "#", "!", "."];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, ...marks), { maxLength: 60 }), (parts) => {
        const text = `!async.value<${parts.join("")}`;
        assert.equal(flat(spellAssembly(text, 0, context(22))), text);
      }),
      { numRuns: 500 },
    );
  });
  it("terminate on unbalanced and on deeply nested text", () => {
    assert.equal(spelled("!async.value<tuple<affine_map<(d0)"), "!async.value<⟨tuple<⟨map: affine_map<(d0)⟩⟩");
    const deep = "tuple<".repeat(20000);
    assert.equal(
      shown(spellAssembly(`!async.value<${deep}`, 0, context(22))).replace(/[⟨⟩]/g, ""),
      `!async.value<${deep}`,
    );
  });
});
