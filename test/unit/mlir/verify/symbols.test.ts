/** What checks of the symbols that ops name accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { EMITC_SYMBOLS } from "../../../../extension/formats/mlir/verify/ops/emitcNested";
import { GPU_SYMBOLS } from "../../../../extension/formats/mlir/verify/ops/gpuNested";
import { SHARD_SYMBOLS } from "../../../../extension/formats/mlir/verify/ops/shard";
import { SPIRV_CONSTANT_SYMBOLS } from "../../../../extension/formats/mlir/verify/ops/spirvConstants";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { Properties, Row, Table } from "../../../support/mlirRows";
import { symbolChecksOf, testRows, without } from "../../../support/mlirRows";

type Use = Sketch & Table;

const func = (name: string, type: string, properties: Properties = {}): NestedOp =>
  placed(name, { properties: { function_type: `type ${type}`, ...properties }, regions: [[]] });
const llvm = (type: string, properties: Properties = {}): NestedOp =>
  func("llvm.func", `!llvm.func<${type}>`, { linkage: "#llvm.linkage<external>", ...properties });

/** A call by `callee`. @param found what it names */
const call = (found: NestedOp | undefined, operands: readonly string[], results: readonly string[] = []): Use => ({
  ...{ operands, results, groups: [operands.length, 0], properties: { callee: "@f" } },
  symbols: found ? { f: found } : {},
});
const called = (...parts: Parameters<typeof call>): Use => {
  const { properties = {}, ...rest } = call(...parts);
  return { ...rest, properties: { ...properties, op_bundle_sizes: "array<i32>" } };
};
/** An op whose property `name` is a reference to `@g`. */
const user = (name: string, found: NestedOp | undefined, sketch: Sketch = {}): Use => ({
  ...{ ...sketch, properties: { ...sketch.properties, [name]: "@g" }, symbols: found ? { g: found } : {} },
});

const GLOBAL = placed("llvm.mlir.global", {
  properties: { global_type: "type i32", linkage: "#llvm.linkage<external>", addr_space: "3 : i32" },
  regions: [[]],
});
const ALIAS = placed("llvm.mlir.alias", { properties: { alias_type: "type i32" } });
const address = (found: NestedOp | undefined, result: string): Use => user("global_name", found, { results: [result] });
const equivalent = (found: NestedOp | undefined): Use => user("function_name", found, { results: ["!llvm.ptr"] });

/** A function with a body. */
const filled = (type: string, properties: Properties = {}): NestedOp => {
  const made = placed("llvm.func", {
    properties: { function_type: `type !llvm.func<${type}>`, linkage: "#llvm.linkage<external>", ...properties },
    regions: [[block([])]],
  });
  // The checks of symbols come when the blocks are forgotten.
  made.forget(true);
  return made;
};
/** Rows of functions that run when a module is loaded or unloaded. */
const functions = (list: string): readonly Row<Table>[] => {
  const use = (found: NestedOp | undefined): Use => ({
    properties: { [list]: "[@f]", priorities: "[1 : i32]", data: "[#llvm.zero]" },
    symbols: found ? { f: found } : {},
  });
  return [
    [use(filled("void ()"))],
    [use(undefined), "'f' does not reference a valid LLVM function"],
    [use(llvm("void ()")), "'f' does not have a definition"],
  ];
};

const MEMREF = placed("memref.global", { properties: { type: "type memref<2xf32>" } });

const program = (properties: Properties = {}): NestedOp =>
  placed("ml_program.global", { properties: { type: "type i32", ...properties } });
const MUTABLE = program({ is_mutable: "unit" });
const load = (found: NestedOp | undefined, result = "i32"): Use => user("global", found, { results: [result] });
const LOADS: readonly Row<Table>[] = [
  [load(program())],
  [load(undefined), "undefined global: @g"],
  [load(program(), "f32"), "cannot load from global typed 'i32' as 'f32'"],
];
const store = (found: NestedOp | undefined, operand = "i32"): Use => user("global", found, { operands: [operand] });

const FUNC = func("func.func", "(i32) -> (f32)");
const IN_GLOBAL = { parent: placed("wasmssa.global", {}) };
const imported = (properties: Properties = {}): NestedOp => placed("wasmssa.import_global", { properties });
const NOT_CONSTANT =
  "error: global.get op is considered constant if it's referring to a import.global symbol marked non-mutable";
const IN_MODULE = { parent: placed("spirv.module", {}) };
const SPIRV = func("spirv.func", "(i32) -> (f32)", {
  function_control: "#spirv.function_control<None>",
  linkage_attributes: '#spirv.linkage_attributes<linkage_name = "f", linkage_type = <Import>>',
});
const CONSTANT = placed("spirv.SpecConstant", { properties: { default_value: "1 : i32" } });
const POINTER = "!spirv.ptr<i32, Private>";
const PLACE = placed("spirv.GlobalVariable", { properties: { type: `type ${POINTER}` } });
const VARIABLE = placed("tosa.variable", {
  properties: { name: '"g"', type: "type f32", var_shape: "dense<[2, 3]> : tensor<2xindex>" },
});
/** Uses of a variable. @param place of the value @param word its name in messages */
const variables = (place: "operands" | "results", word: string): readonly Row<Table>[] => {
  const use = (type: string, symbols: Table["symbols"] = { g: VARIABLE }): Use => ({
    ...{ [place]: [type], properties: { name: '"g"' }, symbols },
  });
  return [
    [use("tensor<2x3xf32>")],
    [use("tensor<?x3xf32>")],
    [use("tensor<2x3xf32>", {}), "'g' has not been declared by 'tosa.variable'"],
    [use("tensor<2x3xi32>"), `require same element type for '${word}' ('i32') and the input tensor ('f32')`],
    [
      use("tensor<2x4xf32>"),
      `require same shapes for '${word}' ('tensor<2x4xf32>') and the input tensor ('tensor<2x3xf32>')`,
    ],
  ];
};

describe("an op that names a symbol", () => {
  testRows<Table>(without(symbolChecksOf(), EMITC_SYMBOLS, GPU_SYMBOLS, SHARD_SYMBOLS, SPIRV_CONSTANT_SYMBOLS), {
    "llvm.call": [
      [called(llvm("i32 (ptr)"), ["!llvm.ptr"], ["i32"])],
      [called(llvm("void ()"), [])],
      [called(placed("llvm.mlir.ifunc"), ["i8"])],
      ...[ALIAS, GLOBAL].map((found): Row<Table> => [
        { ...called(found, []), release: 22 },
        "'f' does not reference a valid LLVM function or IFunc",
      ]),
      [{ ...called(ALIAS, []), release: 23 }, UNKNOWN],
      [{ ...called(GLOBAL, []), release: 23 }, "'f' does not reference a valid LLVM function, IFunc, or alias"],
      [called(llvm("void (...)"), []), "missing var_callee_type attribute for vararg call"],
      [called(llvm("void (i32)"), []), "incorrect number of operands (0) for callee (expecting: 1)"],
      [
        {
          ...called(llvm("void (i32, ...)"), []),
          properties: { callee: "@f", var_callee_type: "type !llvm.func<void (...)>", op_bundle_sizes: "array<i32>" },
        },
        "incorrect number of operands (0) for varargs callee (expecting at least: 1)",
      ],
      [called(llvm("void (i32)"), ["i8"]), "operand type mismatch for operand 0: 'i8' != 'i32'"],
      [called(llvm("i32 ()"), []), "expected function call to produce a value"],
      [called(llvm("void ()"), [], ["i32"]), "calling function with void result must not produce values"],
      [called(llvm("i32 ()"), [], ["i8"]), "result type mismatch: 'i8' != 'i32'"],
    ],
    "llvm.mlir.addressof": [
      [address(GLOBAL, "!llvm.ptr<3>")],
      [address(llvm("void ()"), "!llvm.ptr")],
      [
        address(undefined, "!llvm.ptr"),
        "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'",
      ],
      [
        address(GLOBAL, "!llvm.ptr"),
        "pointer address space must match address space of the referenced global or alias",
      ],
    ],
    "llvm.dso_local_equivalent": [
      [equivalent(llvm("void ()"))],
      [equivalent(GLOBAL), "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'"],
      [
        equivalent(llvm("void ()", { linkage: "#llvm.linkage<extern_weak>" })),
        "target function with 'extern_weak' linkage not allowed",
      ],
    ],
    "llvm.mlir.global_ctors": functions("ctors"),
    "llvm.mlir.global_dtors": functions("dtors"),
    "llvm.mlir.ifunc": [
      [user("resolver", filled("ptr ()"))],
      [user("resolver", undefined), UNKNOWN],
      [user("resolver", ALIAS), UNKNOWN],
      [user("resolver", GLOBAL), "must have a function resolver"],
      [user("resolver", llvm("ptr ()")), "resolver must be a definition"],
      [
        user("resolver", filled("ptr ()", { linkage: "#llvm.linkage<available_externally>" })),
        "resolver must be a definition",
      ],
      [user("resolver", filled("i32 ()")), "resolver must return a pointer"],
    ],
    "func.constant": [
      [user("value", func("func.func", "(i32) -> ()"), { results: ["(i32) -> ()"] })],
      [user("value", undefined, { results: ["(i32) -> ()"] }), "reference to undefined function 'g'"],
      [
        user("value", func("func.func", "(i32) -> ()"), { results: ["() -> ()"] }),
        "reference to function with mismatched type",
      ],
    ],
    "memref.get_global": [
      [user("name", MEMREF, { results: ["memref<2xf32>"] })],
      [user("name", undefined, { results: ["memref<2xf32>"] }), "'g' does not reference a valid global memref"],
      [
        user("name", MEMREF, { results: ["memref<3xf32>"] }),
        "result type 'memref<3xf32>' does not match type 'memref<2xf32>' of the global memref @g",
      ],
    ],
    "ml_program.global_load": LOADS,
    "ml_program.global_load_const": [...LOADS, [load(MUTABLE), "cannot load as const from mutable global @g"]],
    "ml_program.global_store": [
      [store(MUTABLE)],
      [store(undefined), "undefined global: @g"],
      [store(program()), "cannot store to an immutable global @g"],
      [store(MUTABLE, "f32"), "cannot store to a global typed 'i32' from 'f32'"],
    ],
    "wasmssa.global_get": [
      [user("global", undefined)],
      [user("global", imported(), IN_GLOBAL)],
      [user("global", undefined, IN_GLOBAL), "error: symbol @g is undefined"],
      [user("global", imported({ isMutable: "unit" }), IN_GLOBAL), NOT_CONSTANT],
      [user("global", placed("wasmssa.global", {}), IN_GLOBAL), NOT_CONSTANT],
    ],
    "func.call": [
      [call(FUNC, ["i32"], ["f32"])],
      [call(undefined, ["i32"], ["f32"]), "'f' does not reference a valid function"],
      [call(SPIRV, ["i32"], ["f32"]), "'f' does not reference a valid function"],
      [call(FUNC, [], ["f32"]), "incorrect number of operands for callee"],
      [
        call(FUNC, ["f32"], ["f32"]),
        "operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0",
      ],
      [call(FUNC, ["i32"]), "incorrect number of results for callee"],
      [call(FUNC, ["i32"], ["i32"]), "result type mismatch at index 0"],
    ],
    "spirv.FunctionCall": [
      [call(SPIRV, ["i32"], ["f32"])],
      [call(undefined, ["i32"], ["f32"]), "callee function 'f' not found in nearest symbol table"],
      [call(SPIRV, [], ["f32"]), "has incorrect number of operands for callee: expected 1, but provided 0"],
      [
        call(SPIRV, ["f32"], ["f32"]),
        "operand type mismatch: expected operand type 'i32', but provided 'f32' for operand number 0",
      ],
      [call(SPIRV, ["i32"]), "has incorrect number of results has for callee: expected 1, but provided 0"],
      [call(SPIRV, ["i32"], ["i32"]), "result type mismatch: expected 'f32', but provided 'i32'"],
    ],
    "spirv.mlir.addressof": [
      [user("variable", PLACE, { results: [POINTER] })],
      [user("variable", SPIRV, { results: [POINTER] }), "expected spirv.GlobalVariable symbol"],
      [
        user("variable", PLACE, { results: ["!spirv.ptr<f32, Private>"] }),
        "result type mismatch with the referenced global variable's type",
      ],
    ],
    "spirv.mlir.referenceof": [
      [user("spec_const", CONSTANT, { results: ["i32"] })],
      [
        user("spec_const", SPIRV, { results: ["i32"] }),
        "expected spirv.SpecConstant or spirv.SpecConstantComposite symbol",
      ],
      [
        user("spec_const", CONSTANT, { results: ["f32"] }),
        "result type mismatch with the referenced specialization constant's type",
      ],
    ],
    "spirv.GlobalVariable": [
      [{ properties: { type: "type !spirv.ptr<i32, Private>" } }],
      [user("initializer", CONSTANT, { properties: { type: "type !spirv.ptr<i32, Private>" } })],
      [
        user("initializer", SPIRV, { properties: { type: "type !spirv.ptr<i32, Private>" } }),
        "initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op",
      ],
    ],
    "spirv.EntryPoint": [
      [user("fn", SPIRV, IN_MODULE)],
      [user("fn", undefined)],
      [user("fn", undefined, IN_MODULE), "error: function 'g' not found in 'spirv.module'"],
      [
        user("fn", SPIRV, { parent: placed("spirv.module", {}), properties: { interface: "[@g]" } }),
        "error: expected spirv.GlobalVariable symbol reference instead of'@g'",
      ],
    ],
    "tosa.variable_read": variables("results", "output1"),
    "tosa.variable_write": variables("operands", "input1"),
  });
});
