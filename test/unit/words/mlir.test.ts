/** The meanings of ops: every op of StableHLO and of IREE's virtual machine has one. */
import * as assert from "node:assert/strict";
import type { Token } from "../../../extension/document/token";
import { explainVm } from "../../../extension/formats/iree/explain";
import { opcodeTables } from "../../../extension/formats/iree/opcodes";
import { explainOp } from "../../../extension/formats/words/mlir";
import stablehlo from "../../../extension/formats/mlir/properties/data/stablehlo-1.20.json";

const keyword = (text: string): Token => ({ kind: "keyword", text });
const meaningOf = (text: string): string | undefined => explainOp(keyword(text))[0]?.meaning;

describe("the meaning of an op", () => {
  it("exists for every op of StableHLO, also as it is stored", () => {
    const names = stablehlo.dialects.stablehlo
      .split("\n")
      .map((line) => `stablehlo.${/^[^ /]*/.exec(line)?.[0] ?? ""}`);
    assert.ok(names.length > 100);
    assert.deepEqual(
      names.filter((name) => explainOp(keyword(`"${name}"`))[0]?.word !== name),
      [],
    );
    assert.equal(meaningOf('"vhlo.add_v1"'), meaningOf('"stablehlo.add"'));
    assert.equal(meaningOf('"vhlo.func_v1"'), meaningOf('"func.func"'));
  });
  it("exists for every op of the virtual machine", () => {
    const names = new Set(
      opcodeTables().flatMap(({ ops }) => [...ops.values()].map(({ mnemonic }) => `vm.${mnemonic}`)),
    );
    assert.ok(names.size > 200);
    assert.deepEqual(
      [...names].filter((name) => ["", "vm"].includes(explainOp(keyword(name))[0]?.word ?? "")),
      [],
    );
  });
  it("of the dialect llvm is that of the instruction or intrinsic", () => {
    assert.match(meaningOf('"llvm.getelementptr"') ?? "", /^computes the address/);
    assert.match(meaningOf('"llvm.intr.memcpy"') ?? "", /^copies memory/);
  });
  it("is that of its dialect if nothing more is known", () => {
    assert.deepEqual(explainOp(keyword('"spirv.unheard"')), [
      { word: "spirv", meaning: "SPIR-V, the language of Vulkan and OpenCL" },
    ]);
    assert.deepEqual(explainOp(keyword('"mine.op"')), []);
  });
});

describe("the meaning of a calling convention", () => {
  const line = (text: string): readonly Token[] => [
    { kind: "keyword", text: "vm.import" },
    { kind: "text", text: " cconv " },
    { kind: "string", text },
  ];
  const told = (text: string): string | undefined => explainVm(line(text)[2] as Token, line(text))[0]?.meaning;
  it("is the types of arguments and results", () => {
    assert.equal(told('"0rCiD_r"'), "(!vm.ref<?>, tuple<i32>...) -> (!vm.ref<?>)");
    assert.equal(told('"0v_If"'), "() -> (i64, f32)");
    assert.equal(told('"7x"'), undefined);
  });
});
