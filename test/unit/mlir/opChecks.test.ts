/** What MLIR's verifier refuses by the C++ of single ops: types, properties, regions and symbols. */
import assert from "node:assert/strict";
import { partsOf } from "../../../extension/formats/mlir/attributes/brackets";
import { mapText } from "../../../extension/formats/mlir/verify/lists";
import type { NestedOp } from "../../../extension/formats/mlir/verify/nestedOp";
import { faultOf } from "../../../extension/formats/mlir/verify/fault";
import {
  BODY_CHECKS,
  NESTED_CHECKS,
  PLACE_CHECKS,
  SYMBOL_CHECKS,
} from "../../../extension/formats/mlir/verify/ops/nested";
import { SymbolUses } from "../../../extension/formats/mlir/verify/symbols";
import { block, fault, placed } from "../../support/mlirOps";

describe("texts of types and maps", () => {
  it("are divided at commas outside of brackets", () => {
    assert.deepEqual(partsOf('i32, !a<b, c>, (f32) -> f32, "x, y"'), ["i32", "!a<b, c>", "(f32) -> f32", '"x, y"']);
    assert.deepEqual(mapText("affine_map<(d0, d1)[s0] -> (d0 + s0, 4)>"), {
      ...{ dims: 2, symbols: 1, results: ["d0 + s0", "4"] },
    });
  });
});

describe("checks of single ops by dialect", () => {
  const transpose = (perms: string, result: string): string | undefined =>
    fault("tosa.transpose", {
      operands: ["tensor<2x3xf32>"],
      results: [result],
      properties: { perms: `array<i32: ${perms}>` },
    });
  it("refuse what tosa refuses", () => {
    assert.equal(transpose("1, 0", "tensor<3x2xf32>"), undefined);
    assert.equal(transpose("1, 0", "tensor<3x?xf32>"), undefined);
    assert.equal(transpose("1, 1", "tensor<3x2xf32>"), "expected valid permutation indices");
    assert.equal(
      transpose("1, 0", "tensor<6x1xf32>"),
      "expected output tensor dim 0 to match input dim 1 with value of 3",
    );
    assert.equal(
      transpose("1, 0", "tensor<3x2xf16>"),
      "expect input and output to have same element type, got 'f32' and 'f16'",
    );
  });
  it("refuse what spirv and nvvm refuse", () => {
    const elect = (scope: string): string | undefined =>
      fault("spirv.GroupNonUniformElect", { properties: { execution_scope: `#spirv.scope<${scope}>` } });
    assert.equal(elect("Workgroup"), undefined);
    assert.equal(elect("Device"), "execution scope must be 'Workgroup' or 'Subgroup'");
    const construct = (...operands: readonly string[]): string | undefined =>
      fault("spirv.CompositeConstruct", { operands, results: ["!spirv.struct<(f32, i32)>"] });
    assert.equal(construct("f32", "i32"), undefined);
    assert.equal(construct("f32", "f32"), "operand type mismatch: expected operand type 'i32', but provided 'f32'");
    const registers = (count: number): string | undefined =>
      fault("nvvm.setmaxregister", { properties: { regCount: `${count} : i32` } });
    assert.equal(registers(40), undefined);
    assert.equal(registers(50), "new register size must be multiple of 8");
  });
  it("refuse what llvm refuses", () => {
    const called = (type: string): string | undefined =>
      fault("llvm.call", {
        ...{ operands: ["i32"], groups: [1] },
        properties: { callee: "@f", var_callee_type: `type ${type}`, op_bundle_sizes: "array<i32>" },
      });
    assert.equal(called("!llvm.func<void (i32, ...)>"), undefined);
    assert.equal(called("!llvm.func<void (i32)>"), "expected var_callee_type to be a variadic function type");
    assert.equal(called("!llvm.func<void (i8, ...)>"), "var_callee_type parameter type mismatch: 'i8' != 'i32'");
  });
  it("refuse what linalg and memref refuse", () => {
    const alloc = (count: number): string | undefined =>
      fault("memref.alloc", {
        operands: Array<string>(count).fill("index"),
        groups: [count, 0],
        results: ["memref<?x4xf32>"],
      });
    assert.equal(alloc(1), undefined);
    assert.equal(alloc(2), "incorrect number of dynamic sizes, has 2, expected 1");
    const transposed = (result: string): string | undefined =>
      fault("linalg.transpose", {
        operands: ["tensor<2x3xf32>", result],
        properties: { permutation: "array<i64: 1, 0>" },
      });
    assert.equal(transposed("tensor<3x2xf32>"), undefined);
    assert.equal(transposed("tensor<2x3xf32>"), "dim(result, 0) = 2 doesn't match dim(input, permutation[0]) = 3");
  });
  it("ask nothing of the stride of a dimension of size 1, since 23", () => {
    const cast = (release: 22 | 23): string | undefined => {
      const [from, to] = ["[32, 16, 1]", "[32, 8, 1]"].map((strides) => `memref<4x1x8xf32, strided<${strides}>>`);
      return fault("memref.cast", { operands: [from ?? ""], results: [to ?? ""], release });
    };
    assert.match(cast(22) ?? "", /are cast incompatible$/);
    assert.equal(cast(23), undefined);
  });
  it("accept what the file does not tell", () => {
    assert.equal(
      fault("tosa.transpose", { operands: ["!x.y"], results: ["!x.y"], properties: { perms: "array<i32: 1, 1>" } }),
      undefined,
    );
    assert.equal(
      fault("memref.alloc", { results: ["memref<?xf32>"], groups: [0, 0] }),
      "incorrect number of dynamic sizes, has 0, expected 1",
    );
  });
});

describe("checks of ops in their place", () => {
  const run = (checks: ReadonlyMap<string, (op: NestedOp) => void>, op: NestedOp): string | undefined =>
    faultOf(() => checks.get(op.name)?.(op));
  it("ask for constants", () => {
    const reshape = (shape: string): string | undefined =>
      run(
        PLACE_CHECKS,
        placed("tosa.reshape", {
          ...{ operands: ["tensor<6xf32>", "!tosa.shape<2>"], results: ["tensor<2x3xf32>"] },
          constants: [
            ["", ""],
            ["tosa.const_shape", `[${shape}]`],
          ],
        }),
      );
    assert.equal(reshape("2 : index, 3 : index"), undefined);
    assert.equal(reshape("2 : index, -1 : index"), undefined);
    assert.equal(reshape("3 : index, 2 : index"), "new shape is inconsistent with result shape");
  });
  it("ask for the op around", () => {
    const func = placed("llvm.func", { properties: { function_type: "type !llvm.func<i32 (i32)>" } });
    const returns = (...operands: readonly string[]): string | undefined =>
      run(PLACE_CHECKS, placed("llvm.return", { operands, parent: func }));
    assert.equal(returns("i32"), undefined);
    assert.equal(returns("i8"), "mismatching result types");
    assert.equal(returns(), "expected 1 operand");
    func.regions = [[block(["i32", "i32"])]];
    assert.equal(run(BODY_CHECKS, func), "entry block must have 1 arguments to match function signature");
  });
  it("ask for regions", () => {
    const merge = placed("spirv.mlir.merge");
    const selection = placed("spirv.mlir.selection");
    selection.regions = [[block([], placed("spirv.Branch")), block([], merge)]];
    assert.equal(run(NESTED_CHECKS, selection), undefined);
    selection.regions = [[block([], merge)]];
    assert.equal(run(NESTED_CHECKS, selection), "must have a selection header block");
  });
  it("ask for symbols", () => {
    const func = placed("emitc.func", { properties: { function_type: "type (i32) -> (f32)" } });
    const call = (operand: string, found = true): string | undefined =>
      faultOf(() =>
        SYMBOL_CHECKS.get("emitc.call")?.(
          placed("emitc.call", { operands: [operand], results: ["f32"], properties: { callee: "@f" } }),
          ({ path }) => (found && path[0] === "f" ? func : undefined),
        ),
      );
    assert.equal(call("i32"), undefined);
    assert.match(call("f32") ?? "", /^operand type mismatch: expected operand type 'i32', but provided 'f32'/);
    assert.equal(call("i32", false), "'f' does not reference a valid function");
  });
  it("ask nothing of a symbol whose name cannot be read", () => {
    const uses = new SymbolUses(SYMBOL_CHECKS, new Set(["emitc.func"]));
    const table = placed("builtin.module");
    uses.define(placed("emitc.func", { properties: { sym_name: "opaque" } }), table);
    uses.define(placed("emitc.func", { properties: { sym_name: '"g"' } }), table);
    for (const callee of ["@f", "opaque"])
      uses.use(placed("emitc.call", { properties: { callee, key: `"${callee}"` } }), table);
    const faults: string[] = [];
    uses.finish(false, (_op, fault) => faults.push(fault));
    assert.deepEqual(faults, ["'emitc.call' op 'f' does not reference a valid function"]);
  });
});
