/** What checks by the ops around an op, and by the ops that define its operands, accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { AFFINE_VALUES } from "../../../../extension/formats/mlir/verify/ops/affine";
import { EMITC_PLACES, EMITC_VARIABLES } from "../../../../extension/formats/mlir/verify/ops/emitcNested";
import { GPU_PLACES } from "../../../../extension/formats/mlir/verify/ops/gpuNested";
import { NVVM_TARGETS } from "../../../../extension/formats/mlir/verify/ops/nvvmTargets";
import { PLACE_CHECKS } from "../../../../extension/formats/mlir/verify/ops/nested";
import { ASYNC_PLACES } from "../../../../extension/formats/mlir/verify/ops/async";
import { SCF_PLACES, SCF_VALUES } from "../../../../extension/formats/mlir/verify/ops/scf";
import { TRANSFORM_EXTENSION_PLACES } from "../../../../extension/formats/mlir/verify/ops/transformExtensions";
import type { Sketch } from "../../../support/mlirOps";
import { placed } from "../../../support/mlirOps";
import type { Properties, Row } from "../../../support/mlirRows";
import { checksOf, testRows, without } from "../../../support/mlirRows";

/** An op with these operands in a function. */
const inside = (func: string, type: string, operands: readonly string[] = []): Sketch => ({
  ...{ operands, parent: placed(func, { properties: { sym_name: '"f"', function_type: `type ${type}` } }) },
});
/** Functions whose ops return the values of their types. @param word what the op does */
const returns = (func: string, word: string): readonly Row[] => [
  [inside(func, "() -> (i32)", ["i32"])],
  [inside(func, "() -> ()")],
  [inside(func, "() -> (i32)"), `has 0 operands, but enclosing function (@f) ${word}s 1`],
  [
    inside(func, "() -> (i32)", ["f32"]),
    `error: type of ${word} operand 0 ('f32') doesn't match function result type ('i32') in function @f`,
  ],
  [{ parent: placed("scf.if") }, UNKNOWN],
];
const personal = (properties: Properties): Sketch => {
  const func = placed("llvm.func", { properties: { function_type: "type !llvm.func<void ()>", ...properties } });
  return { properties: { cleanup: "unit" }, results: ["!llvm.ptr"], parent: placed("scf.if", { parent: func }) };
};
/** The operand of a landing pad. */
const clause = (definer: string): Sketch => ({ operands: ["!llvm.ptr"], constants: [[definer, "unit"]] });
const CLAUSE = "error: clause #0 is not a known constant - null, addressof, bitcast";
const inModule = (sketch: Sketch): readonly Row[] => [
  [{ ...sketch, parent: placed("spirv.module") }],
  [{ ...sketch, parent: placed("spirv.func") }, "failed to verify that op must appear in a module-like op's block"],
];
const GRAPH: readonly Row[] = [
  [{ parent: placed("spirv.ARM.Graph") }],
  [{ parent: placed("spirv.func") }, "failed to verify that op must appear in a spirv.ARM.Graph op's block"],
  [{ parent: placed("builtin.module") }, "failed to verify that op must appear in a spirv.ARM.Graph op's block"],
];
const FUNCTION = "failed to verify that op must appear in a function-like op's block";

/** An op that converts from a pointer or to one, in a module. */
const physical = (operand: string, result: string, model: string): Sketch => {
  const parent = placed("spirv.module", { properties: { addressing_model: `#spirv.addressing_model<${model}>` } });
  return { operands: [operand], results: [result], parent: placed("spirv.func", { parent }) };
};
const [ON_STACK, IN_BUFFER] = ["!spirv.ptr<i32, Function>", "!spirv.ptr<i32, PhysicalStorageBuffer>"];

/** A function that takes a pointer. */
const taking = (type: string, decoration?: string): Sketch => {
  const attribute = decoration === undefined ? "{}" : `{spirv.decoration = #spirv.decoration<${decoration}>}`;
  return { properties: { function_type: `type (${type}) -> ()`, arg_attrs: `[${attribute}]` } };
};
const PHYSICAL = "with physical buffer pointer must be decorated either";

const OTHER = ["t.d", ""] as const;
/** An op in a group whose operand `at` has the size of a cluster. */
const clustered = (type: string, at: number, definer?: readonly [name: string, value: string]): Sketch => ({
  operands: [...[type, "i32"].slice(0, at), ...(definer ? ["i32"] : [])],
  results: [type],
  constants: [...Array<typeof OTHER>(at).fill(OTHER), ...(definer ? [definer] : [])],
});
const clusters = (type: string, at: number): readonly Row[] => [
  [clustered(type, at)],
  [clustered(type, at, ["spirv.Constant", "4 : i32"])],
  [clustered(type, at, ["spirv.Constant", "3 : i32"]), "cluster size operand must be a power of two"],
  [clustered(type, at, OTHER), "cluster size operand must come from a constant op"],
  [{ ...clustered(type, at, OTHER), constants: [] }, "cluster size operand must come from a constant op"],
];
const group = (type: string, ...names: readonly string[]): Record<string, readonly Row[]> =>
  Object.fromEntries(names.map((name) => [`spirv.GroupNonUniform${name}`, clusters(type, 1)]));

/** The address of a part. @param indices of constants; undefined: of another op */
const chain = (pointee: string, result: string, ...indices: readonly (number | undefined)[]): Sketch => ({
  operands: [`!spirv.ptr<${pointee}, Function>`, ...indices.map(() => "i32")],
  results: [`!spirv.ptr<${result}, Function>`],
  constants: [OTHER, ...indices.map((i) => (i === undefined ? OTHER : (["spirv.Constant", `${i} : i32`] as const)))],
});
const INDEX = "error: 'spirv.AccessChain' index must be an integer spirv.Constant to access element of spirv.struct";
const STRUCT = "!spirv.struct<(f32, !spirv.array<2 x i32>)>";
const variable = (properties: Properties, pointee = "i32", ...initializer: readonly string[]): Sketch => ({
  operands: initializer.map(() => pointee),
  results: [`!spirv.ptr<${pointee}, Function>`],
  properties: { storage_class: "#spirv.storage_class<Function>", ...properties },
  constants: initializer.map((name) => [name, name === "t.d" ? "" : "1 : i32"]),
});

const scalar = (value: string, type: string): readonly [name: string, value: string] => [
  ...(["tosa.const", `dense<${value}> : tensor<1x${type}>`] as const),
];
const shape = (...sizes: readonly number[]): readonly [name: string, value: string] => [
  ...(["tosa.const_shape", `dense<[${sizes.join(", ")}]> : tensor<${sizes.length}xindex>`] as const),
];
/** An op whose last operands are two zero points. */
const zeroed = (first: string, second: string, types: readonly string[], properties: Properties): Sketch => ({
  operands: [...types.slice(0, -1), "tensor<1xf32>", "tensor<1xf32>"],
  results: types.slice(-1),
  properties,
  constants: [...types.slice(1).map(() => OTHER), scalar(first, "f32"), scalar(second, "f32")],
});
const zeroes = (names: readonly [string, string], ...op: readonly [readonly string[], Properties]): readonly Row[] => {
  const words = "zero point must be zero for non-int8 integer types";
  return [
    [zeroed("0.0", "0.0", ...op)],
    [zeroed("1.0", "0.0", ...op), `${names[0]} ${words}`],
    [zeroed("0.0", "1.0", ...op), `${names[1]} ${words}`],
  ];
};
/** Arrays of numbers that are all one. */
const ones = (...counts: readonly [name: string, count: number, value?: number][]): Properties =>
  Object.fromEntries(
    counts.map(([name, count, value = 1]) => [name, `array<i64: ${Array<number>(count).fill(value).join(", ")}>`]),
  );
const convolution = (input: string, weight: string, output: string, properties: Properties): readonly Row[] => {
  const bias = `tensor<${output.split("x").at(-1) ?? ""}xf32>`;
  const [a, b, c] = [input, weight, output].map((sizes) => `tensor<${sizes}xf32>`);
  return zeroes(["input", "weight"], [a ?? "", b ?? "", bias, c ?? ""], { ...properties, acc_type: "type f32" });
};

const rescaled = (types: readonly [string, string], zeros: readonly [number, number], unsigned: string): Sketch => ({
  operands: [`tensor<2x${types[0]}>`, "tensor<1xi32>", "tensor<1xi8>", ...types.map((type) => `tensor<1x${type}>`)],
  results: [`tensor<2x${types[1]}>`],
  constants: [
    OTHER,
    scalar("1", "i32"),
    scalar("2", "i8"),
    ...zeros.map((zero, i) => scalar(String(zero), types[i] ?? "")),
  ],
  properties: {
    ...{ scale32: "true", per_channel: "false", rounding_mode: "#tosa.rounding_mode<SINGLE_ROUND>" },
    ...{ input_unsigned: String(unsigned === "input"), output_unsigned: String(unsigned === "output") },
  },
});
/** An op on a tensor and a shape. */
const shaped = (input: string, sizes: readonly number[], output: string): Sketch => ({
  operands: [`tensor<${input}xf32>`, `!tosa.shape<${sizes.length}>`],
  results: [`tensor<${output}xf32>`],
  constants: [OTHER, shape(...sizes)],
});
const padded = (...parts: Parameters<typeof shaped>): Sketch => {
  const { operands = [], constants = [], ...rest } = shaped(...parts);
  return { ...rest, operands: [...operands, "tensor<1xf32>"], constants: [...constants, scalar("0.0", "f32")] };
};
/** @param scale numbers for height and width */
const resized = (
  scale: readonly number[],
  input: string,
  output: string,
  border: readonly number[] = [0, 0],
): Sketch => ({
  operands: [`tensor<${input}xf32>`, "!tosa.shape<4>", "!tosa.shape<2>", "!tosa.shape<2>"],
  results: [`tensor<${output}xf32>`],
  properties: { mode: "#tosa.resize_mode<BILINEAR>" },
  constants: [OTHER, shape(...scale), shape(0, 0), shape(...border)],
});
const sliced = (start: number, size: number, result = 2): Sketch => ({
  operands: ["!tosa.shape<3>", "tensor<1xi32>", "tensor<1xi32>"],
  results: [`!tosa.shape<${result}>`],
  constants: [shape(1, 2, 3), scalar(String(start), "i32"), scalar(String(size), "i32")],
  release: 23,
});

/** Those that have no tests of their own. */
const CHECKS = without(
  checksOf(PLACE_CHECKS),
  AFFINE_VALUES,
  ASYNC_PLACES,
  EMITC_PLACES,
  EMITC_VARIABLES,
  GPU_PLACES,
  NVVM_TARGETS,
  SCF_PLACES,
  SCF_VALUES,
  TRANSFORM_EXTENSION_PLACES,
);

describe("an op in its place", () => {
  testRows(CHECKS, {
    "llvm.return": [
      [inside("llvm.func", "!llvm.func<i32 ()>", ["i32"])],
      [inside("llvm.func", "!llvm.func<ptr ()>", ["!llvm.ptr"])],
      [inside("llvm.func", "!llvm.func<void ()>")],
      [inside("llvm.func", "!llvm.func<void ()>", ["i32"]), "expected no operands"],
      [inside("llvm.func", "!llvm.func<i32 ()>"), "expected 1 operand"],
      [inside("llvm.func", "!llvm.func<i32 ()>", ["i8"]), "mismatching result types"],
      [{ parent: placed("llvm.mlir.global") }, UNKNOWN],
    ],
    "llvm.landingpad": [
      [personal({ personality: "@p" })],
      [personal({}), "error: llvm.landingpad needs to be in a function with a personality"],
      [{ ...personal({ personality: "@p" }), operands: ["!llvm.array<1 x ptr>"] }],
      [{ ...personal({ personality: "@p" }), ...clause("llvm.mlir.addressof") }],
      [{ ...personal({ personality: "@p" }), ...clause("llvm.alloca") }, CLAUSE],
      [{ ...personal({ personality: "@p" }), operands: ["i32"] }, CLAUSE],
    ],
    "ml_program.return": returns("ml_program.func", "return"),
    "ml_program.output": returns("ml_program.subgraph", "output"),
    "spirv.Return": [
      [inside("spirv.func", "() -> ()")],
      [inside("spirv.func", "() -> (i32)"), "cannot be used in functions returning value"],
      [{ parent: placed("spirv.mlir.selection") }],
      [
        { parent: placed("spirv.mlir.selection", inside("spirv.func", "() -> (i32)")) },
        "cannot be used in functions returning value",
      ],
      [{ parent: placed("spirv.module") }, FUNCTION],
    ],
    "spirv.ReturnValue": [
      [inside("spirv.func", "() -> (i32)", ["i32"])],
      [inside("spirv.func", "() -> ()", ["i32"]), "returns 1 value but enclosing function requires 0 results"],
      [
        inside("spirv.func", "() -> (i32)", ["f32"]),
        " return value's type ('f32') mismatch with function's result type ('i32')",
      ],
      [{ operands: ["i32"], parent: placed("builtin.module") }, FUNCTION],
    ],
    "spirv.SpecConstant": [
      ...inModule({ properties: { sym_name: '"s"', default_value: "1 : i32", spec_id: "5 : i32" } }),
      [{ properties: { spec_id: "-5 : i32" }, parent: placed("spirv.module") }, "SpecId cannot be negative"],
    ],
    "spirv.GlobalVariable": inModule({ properties: { sym_name: '"s"', type: "type !spirv.ptr<i32, Input>" } }),
    "spirv.func": [
      ...inModule({ properties: { function_type: "type () -> (i32)" } }),
      [{ properties: { function_type: "type () -> (i32, i32)" } }, "cannot have more than one result"],
      [taking(IN_BUFFER, "Aliased")],
      [taking(ON_STACK)],
      [taking(`!spirv.ptr<${IN_BUFFER}, Function>`, "RestrictPointer")],
      [taking(IN_BUFFER, "RestrictPointer"), `${PHYSICAL} 'Aliased' or 'Restrict'`],
      [taking(`!spirv.ptr<!spirv.array<2 x ${IN_BUFFER}>, Function>`), `${PHYSICAL} 'Aliased' or 'Restrict'`],
      [
        taking(`!spirv.ptr<${IN_BUFFER}, Function>`),
        "with a pointer points to a physical buffer pointer must be decorated either 'AliasedPointer' or 'RestrictPointer'",
      ],
    ],
    "spirv.ARM.GraphConstant": GRAPH,
    "spirv.ARM.GraphOutputs": [
      ...GRAPH.slice(1),
      [{ ...inside("spirv.ARM.Graph", "() -> (i32)", ["i32"]), release: 23 }],
      [{ ...inside("spirv.ARM.Graph", "() -> (i32)", []), release: 22 }],
      [
        { ...inside("spirv.ARM.Graph", "() -> (i32)", []), release: 23 },
        "is returning 0 value(s) but enclosing spirv.ARM.Graph requires 1 result(s)",
      ],
      [
        { ...inside("spirv.ARM.Graph", "() -> (i32)", ["f32"]), release: 23 },
        "error: type of return operand 0 ('f32') doesn't match graph result type ('i32')",
      ],
    ],
    "spirv.ConvertPtrToU": [
      [physical(IN_BUFFER, "i64", "PhysicalStorageBuffer64")],
      [physical(ON_STACK, "i64", "Physical64")],
      [physical(IN_BUFFER, "i64", "Logical"), "error: operand must be a physical pointer"],
      [physical(ON_STACK, "i64", "PhysicalStorageBuffer64"), "error: operand must be a physical pointer"],
    ],
    "spirv.ConvertUToPtr": [
      [physical("i64", IN_BUFFER, "PhysicalStorageBuffer64")],
      [physical("i64", IN_BUFFER, "Logical"), "error: result must be a physical pointer"],
    ],
    ...group("f32", "FAdd", "FMax", "FMin", "FMul"),
    ...group("i32", "IAdd", "IMul", "SMax", "SMin", "UMax", "UMin", "BitwiseAnd", "BitwiseOr", "BitwiseXor"),
    ...group("i1", "LogicalAnd", "LogicalOr", "LogicalXor"),
    "spirv.GroupNonUniformRotateKHR": clusters("i32", 2),
    "spirv.GroupNonUniformBroadcast": [
      [{ operands: ["f32", "i32"], constants: [OTHER, ["spirv.Constant", "1 : i32"]] }],
      [{ operands: ["f32", "i32"] }, "id must be the result of a constant op"],
      [
        {
          operands: ["f32", "i32"],
          parent: placed("spirv.module", { properties: { "spirv.target_env": "#spirv.target_env<v1.6>" } }),
        },
        UNKNOWN,
      ],
    ],
    "spirv.AccessChain": [
      [chain(STRUCT, "i32", 1, undefined)],
      [chain("f32", "f32", 0), "cannot extract from non-composite type 'f32' with index 0"],
      [chain(STRUCT, "f32", undefined), `${INDEX}, but provided t.d`],
      [{ operands: [`!spirv.ptr<${STRUCT}, Function>`, "i32"], results: ["!spirv.ptr<f32, Function>"] }, INDEX],
      [chain(STRUCT, "f32", 2), `index 2 out of bounds for '${STRUCT}'`],
      [
        chain(STRUCT, "f32", 1, undefined),
        "invalid result type: expected '!spirv.ptr<i32, Function>', but provided '!spirv.ptr<f32, Function>'",
      ],
      [chain("!spirv.struct<s, (f32)>", "i32"), UNKNOWN],
    ],
    ...Object.fromEntries(
      ["spirv.PtrAccessChain", "spirv.InBoundsPtrAccessChain"].map((name): [string, readonly Row[]] => [
        name,
        [
          [chain("f32", "f32", undefined)],
          [chain(STRUCT, "f32", undefined, 0)],
          [
            chain("f32", "i32", undefined),
            "invalid result type: expected '!spirv.ptr<f32, Function>', but provided '!spirv.ptr<i32, Function>'",
          ],
        ],
      ]),
    ),
    "spirv.Variable": [
      [variable({})],
      [variable({}, "i32", "spirv.Constant")],
      [variable({}, "i32", "t.d"), "initializer must be the result of a constant or spirv.GlobalVariable op"],
      [
        variable({ storage_class: "#spirv.storage_class<Input>" }),
        "can only be used to model function-level variables. Use spirv.GlobalVariable for module-level variables.",
      ],
      ...["descriptor_set", "binding", "built_in"].map((name): Row => [
        variable({ [name]: "1 : i32" }),
        `cannot have '${name}' attribute (only allowed in spirv.GlobalVariable)`,
      ]),
      [variable({ aliased_pointer: "unit" }, IN_BUFFER)],
      [
        variable({}, IN_BUFFER),
        " with physical buffer pointer must be decorated either 'AliasedPointer' or 'RestrictPointer'",
      ],
      [
        variable({ aliased_pointer: "unit", restrict_pointer: "unit" }, `!spirv.array<2 x ${IN_BUFFER}>`),
        " with physical buffer pointer must have exactly one aliasing decoration",
      ],
    ],
    "tosa.conv2d": convolution("1x4x4x2", "3x1x1x2", "1x4x4x3", ones(["pad", 4, 0], ["stride", 2], ["dilation", 2])),
    "tosa.conv3d": convolution(
      ...(["1x4x4x4x2", "3x1x1x1x2", "1x4x4x4x3"] as const),
      ones(["pad", 6, 0], ["stride", 3], ["dilation", 3]),
    ),
    "tosa.depthwise_conv2d": convolution(
      ...(["1x4x4x2", "1x1x2x3", "1x4x4x6"] as const),
      ones(["pad", 4, 0], ["stride", 2], ["dilation", 2]),
    ),
    "tosa.transpose_conv2d": convolution(
      ...(["1x4x4x2", "3x1x1x2", "1x4x4x3"] as const),
      ones(["out_pad", 4, 0], ["stride", 2]),
    ),
    "tosa.avg_pool2d": zeroes(["input", "output"], ["tensor<1x4x4x2xf32>", "tensor<1x4x4x2xf32>"], {
      ...ones(["kernel", 2], ["stride", 2], ["pad", 4, 0]),
      acc_type: "type f32",
    }),
    "tosa.matmul": zeroes(["a", "b"], ["tensor<1x2x3xf32>", "tensor<1x3x4xf32>", "tensor<1x2x4xf32>"], {}),
    "tosa.negate": zeroes(["input1", "output"], ["tensor<2xf32>", "tensor<2xf32>"], {}),
    "tosa.rescale": [
      [rescaled(["i8", "i8"], [5, 7], "")],
      [rescaled(["i16", "i8"], [-32768, 0], "input")],
      [rescaled(["i32", "i8"], [1, 0], ""), "expect input_zp of 0, got 1"],
      [rescaled(["i8", "i32"], [0, 1], ""), "expect output_zp of 0, got 1"],
      [rescaled(["i16", "i8"], [1, 0], "input"), "expect input_zp of 0 or 32768 for unsigned int16 input, got 1"],
      [rescaled(["i8", "i16"], [0, 1], "output"), "expect output_zp of 0 or 32768 for unsigned int16 output, got 1"],
    ],
    "tosa.reshape": [
      [shaped("6", [2, 3], "2x3")],
      [shaped("6", [2, -1], "2x3")],
      [shaped("6", [-1, -1], "2x3"), "expected at most one target dimension to be -1"],
      [shaped("6", [6], "2x3"), "new shape does not match result rank"],
      [shaped("6", [3, 2], "2x3"), "new shape is inconsistent with result shape"],
      [shaped("6", [2, -3], "2x?"), "new shape has invalid tensor dimension size -3"],
      [shaped("6", [2, 4], "2x4"), "cannot reshape 6 elements into 8"],
      [shaped("6", [2, 4], "2x?"), "cannot reshape 6 elements into 8"],
    ],
    "tosa.pad": [
      [padded("2x3", [1, 2, 0, 0], "5x3")],
      [padded("2x?", [1, 2, 0, 0], "5x3")],
      [padded("2x3", [1, 2], "5x3"), "padding tensor must have 2 * 2 = 4 elements, but got 2"],
      [
        padded("2x3", [1, -2, 0, 0], "1x3"),
        "invalid padding values at dimension 0: values must be non-negative or -1 for dynamic padding, got [1, -2]",
      ],
      [
        padded("2x3", [1, 2, 0, 0], "5x4"),
        "mismatch in output shape at dimension 1: expected 3 + 0 + 0 = 3, but got 4",
      ],
    ],
    "tosa.resize": [
      [resized([4, 2, 4, 2], "1x3x3x1", "1x5x5x1")],
      [resized([0, 2, 4, 2], "1x3x3x1", "1x5x5x1"), "expect all scale values to be > 0, got 0, 2, 4, 2"],
      [
        resized([4, 2, 4, 2], "1x3x3x1", "1x5x5x1", [1, 0]),
        "expected (input_height - 1) * scale_y_n - offset_y + border_y to be wholly divisible by scale_y_d, got ((3 - 1) * 4 - 0 + 1) / 2",
      ],
      [
        resized([4, 2, 4, 2], "1x3x3x1", "1x5x6x1"),
        "calculated output width did not match expected: calculated=5, expected=6",
      ],
    ],
    "tosa.slice_shape": [
      [sliced(1, 2)],
      [sliced(-1, 2), "expected non-negative start index, got -1"],
      [sliced(0, 0), "expected positive size, got 0"],
      [sliced(0, 1), "expected output type size to be equal to size attribute, got 2 vs 1"],
      [sliced(2, 2), "expected start + size to be less than or equal to input shape rank (3), got 4"],
    ],
    "tosa.mul": [
      ...["0", "1"].map((shift): Row => [
        {
          ...{ operands: ["tensor<2xf32>", "tensor<2xf32>", "tensor<1xi8>"], results: ["tensor<2xf32>"] },
          constants: [OTHER, OTHER, scalar(shift, "i8")],
        },
        shift === "0" ? undefined : "require shift to be 0 for float type",
      ]),
    ],
    "tosa.tile": [
      [shaped("2x3", [2, 1], "4x3")],
      [shaped("2x3", [2, 0], "4x3"), "expect element of 'multiples' to be positive integer or -1."],
    ],
  });
});
