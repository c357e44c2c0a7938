/** What MLIR's verifier refuses by the C++ of single ops of spirv. */
import { SPIRV } from "../../../../extension/formats/mlir/verify/ops/spirv";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, changed, each, op, testOpRows } from "../../../support/mlirRows";

type Properties = Readonly<Record<string, string>>;
const spirv = (...names: readonly string[]): readonly string[] => names.map((name) => `spirv.${name}`);
const scope = (word: string, more: Properties = {}): Properties => ({
  execution_scope: `#spirv.scope<${word}>`,
  ...more,
});
const group = (kind: string): Properties => ({ group_operation: `#spirv.group_operation<${kind}>` });
/** Words of 22, and those since 23. */
const SCOPE = [
  "execution scope must be 'Workgroup' or 'Subgroup'",
  "failed to verify that execution_scope must be 'Workgroup' or 'Subgroup'",
] as const;
const SUBGROUP = [
  "failed to verify that execution_scope must be Scope of value Subgroup",
  "failed to verify that execution_scope must be 'Subgroup'",
] as const;

/** Rows of an op of a group, whose scope is accepted or not. */
const scoped = (
  name: string,
  signature: string,
  more: Properties = {},
  words: readonly [string, string] = SCOPE,
): readonly OpRow[] => [
  [`spirv.${name}`, op(signature, scope("Subgroup", more))],
  ...changed(`spirv.${name}`, op(signature, scope("Device", more)), ...words),
];
const reduced = (names: readonly string[], type: string): readonly OpRow[] =>
  names.flatMap((end): readonly OpRow[] => {
    const name = `GroupNonUniform${end}`;
    return [
      ...scoped(name, `${type} -> ${type}`, group("Reduce")),
      [`spirv.${name}`, op(`${type}, i32 -> ${type}`, scope("Workgroup", group("ClusteredReduce")))],
      [
        `spirv.${name}`,
        op(`${type} -> ${type}`, scope("Workgroup", group("ClusteredReduce"))),
        "cluster size operand must be provided for 'ClusteredReduce' group operation",
      ],
    ];
  });

const GROUPS: readonly OpRow[] = [
  ...scoped("GroupNonUniformBallot", "i1 -> vector<4xi32>"),
  ...scoped("GroupNonUniformBallotFindLSB", "vector<4xi32> -> i32"),
  ...scoped("GroupNonUniformBallotFindMSB", "vector<4xi32> -> i32"),
  ...scoped("GroupNonUniformBroadcast", "f32, i32 -> f32"),
  ...scoped("GroupNonUniformElect", "-> i1"),
  ...scoped("GroupNonUniformRotateKHR", "f32, i32 -> f32"),
  ...scoped("GroupNonUniformAll", "i1 -> i1", {}, SUBGROUP),
  ...scoped("GroupNonUniformAllEqual", "f32 -> i1", {}, SUBGROUP),
  ...scoped("GroupNonUniformAny", "i1 -> i1", {}, SUBGROUP),
  ...scoped("GroupNonUniformBallotBitCount", "vector<4xi32> -> i32", group("Reduce"), SUBGROUP),
  ["spirv.GroupNonUniformQuadSwap", op("f32, i32 -> f32", scope("Subgroup"), { release: 22 })],
  ["spirv.GroupNonUniformQuadSwap", op("f32, i32 -> f32", scope("Device"), { release: 22 }), SUBGROUP[0]],
  ...reduced(["FAdd", "FMax", "FMin", "FMul"], "f32"),
  ...reduced(["IAdd", "IMul", "SMax", "SMin", "UMax", "UMin", "BitwiseAnd", "BitwiseOr", "BitwiseXor"], "i32"),
  ...reduced(["LogicalAnd", "LogicalOr", "LogicalXor"], "i1"),
  ...["", "Down", "Up", "Xor"].flatMap((end): readonly OpRow[] => [
    ...scoped(`GroupNonUniformShuffle${end}`, "f32, i32 -> f32"),
    [
      `spirv.GroupNonUniformShuffle${end}`,
      op("f32, si32 -> f32", scope("Subgroup")),
      "second operand must be a singless/unsigned integer",
    ],
  ]),
  ...scoped("GroupBroadcast", "f32, vector<3xi32> -> f32"),
  [
    "spirv.GroupBroadcast",
    op("f32, vector<4xi32> -> f32", scope("Subgroup")),
    "localid is a vector and can be with only  2 or 3 components, actual number is 4",
  ],
];

const POINTER = "!spirv.ptr<i32, Workgroup>";
const ORDERS = bare(
  "expected at most one of these four memory constraints to be set: `Acquire`, `Release`,`AcquireRelease` or `SequentiallyConsistent`",
);
const MEMORY = { memory_scope: "#spirv.scope<Device>", semantics: "#spirv.memory_semantics<None>" };
const EXCHANGE = {
  memory_scope: MEMORY.memory_scope,
  equal_semantics: MEMORY.semantics,
  unequal_semantics: MEMORY.semantics,
};
const RESULT = "failed to verify that `result` type matches pointee type of `pointer`";
const VALUE = "failed to verify that `value` type matches pointee type of `pointer`";
/** The words of the first operand that is of another type. */
const named = (name: string): string => VALUE.replace("value", name);

const ATOMICS: readonly OpRow[] = [
  ...each(
    ["And", "IAdd", "ISub", "Or", "SMax", "SMin", "UMax", "UMin", "Xor", "Exchange"].map((end) => `spirv.Atomic${end}`),
    [op(`${POINTER}, i32 -> i32`, MEMORY)],
    [op(`${POINTER}, i64 -> i32`, MEMORY), VALUE],
    [op(`${POINTER}, i32 -> i64`, MEMORY), RESULT],
  ),
  ...each(
    spirv("AtomicIIncrement", "AtomicIDecrement"),
    [op(`${POINTER} -> i32`, MEMORY)],
    [op(`${POINTER} -> i64`, MEMORY), RESULT],
  ),
  ...each(
    spirv("AtomicCompareExchange", "AtomicCompareExchangeWeak"),
    [op(`${POINTER}, i32, i32 -> i32`, EXCHANGE)],
    [op(`${POINTER}, i64, i32 -> i32`, EXCHANGE), named("value")],
    [op(`${POINTER}, i32, i64 -> i32`, EXCHANGE), named("comparator")],
  ),
  ["spirv.EXT.AtomicFAdd", op("!spirv.ptr<f32, Workgroup>, f32 -> f32", MEMORY)],
  [
    "spirv.EXT.AtomicFAdd",
    op("!spirv.ptr<f32, Workgroup>, f32 -> f32", {
      ...MEMORY,
      semantics: "#spirv.memory_semantics<Acquire|Release>",
    }),
    ORDERS,
  ],
  ...each(
    spirv("ControlBarrier", "MemoryBarrier"),
    [op("", { memory_semantics: "#spirv.memory_semantics<Acquire|UniformMemory>" })],
    [op("", { memory_semantics: "#spirv.memory_semantics<AcquireRelease|SequentiallyConsistent>" }), ORDERS],
  ),
  ["spirv.EXT.AtomicFAdd", op("!spirv.ptr<f32, Workgroup>, f16 -> f32", MEMORY), VALUE],
  ["spirv.EXT.AtomicFAdd", op("!spirv.ptr<f32, Workgroup>, f32 -> f16", MEMORY), RESULT],
];

const COOPERATIVE = "!spirv.coopmatrix<8x16xf32, Subgroup, MatrixA>";
const indices = (signature: string, ...numbers: readonly number[]): Sketch =>
  op(signature, { indices: `[${numbers.map((number) => `${number} : i32`).join(", ")}]` });
const constant = (value: string, type: string): Sketch => op(`-> ${type}`, { value });

const COMPOSITES: readonly OpRow[] = [
  ["spirv.CompositeConstruct", op("f32, i32 -> !spirv.struct<(f32, i32)>")],
  ["spirv.CompositeConstruct", op("vector<2xf32>, f32 -> vector<3xf32>")],
  ["spirv.CompositeConstruct", op(`f32 -> ${COOPERATIVE}`)],
  [
    "spirv.CompositeConstruct",
    op(`f32, f32 -> ${COOPERATIVE}`),
    "has incorrect number of operands: expected 1, but provided 2",
  ],
  [
    "spirv.CompositeConstruct",
    op(`f16 -> ${COOPERATIVE}`),
    "operand type mismatch: expected operand type 'f32', but provided 'f16'",
  ],
  [
    "spirv.CompositeConstruct",
    op("f32, f32 -> !spirv.struct<(f32, i32)>"),
    "operand type mismatch: expected operand type 'i32', but provided 'f32'",
  ],
  [
    "spirv.CompositeConstruct",
    op("f32 -> !spirv.array<2 x f32>"),
    "expected to return a vector or cooperative matrix when the number of constituents is less than what the result needs",
  ],
  [
    "spirv.CompositeConstruct",
    op("vector<2xf16>, f32 -> vector<4xf32>"),
    "operand element type mismatch: expected to be 'f32', but provided 'f16'",
  ],
  [
    "spirv.CompositeConstruct",
    op("vector<2xf32>, f32 -> vector<4xf32>"),
    "has incorrect number of operands: expected 4, but provided 3",
  ],
  ["spirv.CompositeExtract", indices("!spirv.struct<(f32, !spirv.array<2 x i32>)> -> i32", 1, 0)],
  [
    "spirv.CompositeExtract",
    indices("vector<2xf32> -> f32"),
    bare("expected at least one index for spirv.CompositeExtract"),
  ],
  [
    "spirv.CompositeExtract",
    indices("vector<2xf32> -> f16", 1),
    "invalid result type: expected 'f32' but provided 'f16'",
  ],
  ["spirv.CompositeExtract", indices("vector<2xf32> -> f32", 2), bare("index 2 out of bounds for 'vector<2xf32>'")],
  [
    "spirv.CompositeExtract",
    indices("vector<2xf32> -> f32", 1, 0),
    bare("cannot extract from non-composite type 'f32' with index 0"),
  ],
  ["spirv.CompositeInsert", indices("i32, !spirv.struct<(f32, i32)> -> !spirv.struct<(f32, i32)>", 1)],
  [
    "spirv.CompositeInsert",
    indices("f32, !spirv.struct<(f32, i32)> -> !spirv.struct<(f32, i32)>", 1),
    "object operand type should be 'i32', but found 'f32'",
  ],
  [
    "spirv.CompositeInsert",
    indices("i32, !spirv.struct<(f32, i32)> -> !spirv.struct<(f32, f32)>", 1),
    "result type should be the same as the composite type, but found '!spirv.struct<(f32, i32)>' vs '!spirv.struct<(f32, f32)>'",
  ],
  [
    "spirv.CompositeInsert",
    indices("f32, vector<2xf32> -> vector<2xf32>", 2),
    bare("index 2 out of bounds for 'vector<2xf32>'"),
  ],
  ["spirv.Constant", constant("3 : i32", "i32")],
  ["spirv.Constant", constant("[1 : i32, 2 : i32]", "!spirv.array<2 x i32>")],
  ["spirv.Constant", constant("dense<1> : tensor<6xi32>", "!spirv.array<2 x !spirv.array<3 x i32>>")],
  ["spirv.Constant", constant("unit", "i32"), "cannot have attribute: unit"],
  ["spirv.Constant", constant("3 : i64", "i32"), "result type ('i32') does not match value type ('i64')"],
  ...changed(
    "spirv.Constant",
    constant("[1 : i32]", "i32"),
    "must have spirv.array result type for array value",
    "must have spirv.array or spirv.struct result type for array value",
  ),
  [
    "spirv.Constant",
    constant("[1 : i32, 2 : i64]", "!spirv.array<2 x i32>"),
    "result type ('i32') does not match value type ('i64')",
  ],
  [
    "spirv.Constant",
    constant("dense<[1, 2]> : vector<2xi32>", "vector<3xi32>"),
    "result or element type ('vector<3xi32>') does not match value type ('vector<2xi32>'), must be the same or spirv.array",
  ],
  [
    "spirv.Constant",
    constant("dense<1> : tensor<2xi32>", "!spirv.array<2 x !spirv.struct<(i32)>>"),
    "only support nested array result type",
  ],
  [
    "spirv.Constant",
    constant("dense<1> : tensor<2xi64>", "!spirv.array<2 x i32>"),
    "result element type ('i32') does not match value element type ('i64')",
  ],
  [
    "spirv.Constant",
    constant("dense<1> : tensor<3xi32>", "!spirv.array<2 x i32>"),
    "result number of elements (2) does not match value number of elements (3)",
  ],
  ["spirv.SpecConstant", op("->", { sym_name: '"a"', default_value: "3 : i32", spec_id: "5 : i32" })],
  [
    "spirv.SpecConstant",
    op("->", { sym_name: '"a"', default_value: "dense<1> : vector<2xi32>" }),
    "default value can only be a bool, integer, or float scalar",
  ],
  ["spirv.SpecConstant", op("->", { sym_name: '"a"', default_value: "3 : i7" }), "default value bitwidth disallowed"],
  ...each(
    spirv("IAddCarry", "ISubBorrow", "SMulExtended", "UMulExtended"),
    [op("i32, i32 -> !spirv.struct<(i32, i32)>")],
    [op("i32, i32 -> !spirv.struct<(i32)>"), "expected result struct type containing two members"],
    [op("i32, i32 -> !spirv.struct<(i32, i64)>"), "expected all operand types and struct member types are the same"],
  ),
];

const access = (words: string, prefix = ""): Properties => ({
  [`${prefix}memory_access`]: `#spirv.memory_access<${words}>`,
});
const aligned = (prefix = ""): Properties => ({ [`${prefix}alignment`]: "4 : i32" });
const accesses = (name: string, signature: string, prefix = ""): readonly OpRow[] => [
  [name, op(signature)],
  [name, op(signature, access("Volatile", prefix))],
  [name, op(signature, { ...access("Aligned", prefix), ...aligned(prefix) })],
  [name, op(signature, access("Volatile|Aligned", prefix)), "missing alignment value"],
  [name, op(signature, aligned(prefix)), "invalid alignment specification without aligned memory access specification"],
  [
    name,
    op(signature, { ...access("Volatile", prefix), ...aligned(prefix) }),
    "invalid alignment specification with non-aligned memory access specification",
  ],
];
const generic = (name: string, from: string, to: string): readonly OpRow[] => [
  [`spirv.${name}`, op(`!spirv.ptr<f32, ${from}> -> !spirv.ptr<f32, ${to}>`)],
  [
    `spirv.${name}`,
    op(`!spirv.ptr<f32, ${from}> -> !spirv.ptr<i32, ${to}>`),
    "pointer operand's pointee type must have the same as the op result type, but found 'f32' vs 'i32'",
  ],
];
const SOME = "must point to the Workgroup, CrossWorkgroup, or Function Storage Class";

const POINTERS: readonly OpRow[] = [
  ...accesses("spirv.Load", "!spirv.ptr<f32, Function> -> f32"),
  ...accesses("spirv.Store", "!spirv.ptr<f32, Function>, f32"),
  ...accesses("spirv.CopyMemory", `${POINTER}, ${POINTER}`),
  [
    "spirv.CopyMemory",
    op(`${POINTER}, ${POINTER}`, { ...access("Volatile"), ...access("Aligned", "source_") }),
    "missing alignment value",
  ],
  ["spirv.CopyMemory", op(`${POINTER}, !spirv.ptr<f32, Workgroup>`), "both operands must be pointers to the same type"],
  ...generic("PtrCastToGeneric", "Function", "Generic"),
  ["spirv.PtrCastToGeneric", op("!spirv.ptr<f32, Uniform> -> !spirv.ptr<f32, Generic>"), bare(`pointer ${SOME}`)],
  [
    "spirv.PtrCastToGeneric",
    op("!spirv.ptr<f32, Function> -> !spirv.ptr<f32, Function>"),
    bare("result type must be of storage class Generic"),
  ],
  ...["GenericCastToPtr", "GenericCastToPtrExplicit"].flatMap((name): readonly OpRow[] => [
    ...generic(name, "Generic", "Workgroup"),
    [
      `spirv.${name}`,
      op("!spirv.ptr<f32, Function> -> !spirv.ptr<f32, Function>"),
      bare("pointer type must be of storage class Generic"),
    ],
    [`spirv.${name}`, op("!spirv.ptr<f32, Generic> -> !spirv.ptr<f32, Uniform>"), bare(`result ${SOME}`)],
  ]),
  ["spirv.EXT.EmitMeshTasks", op("i32, i32, i32, !spirv.ptr<i32, TaskPayloadWorkgroupEXT>")],
  [
    "spirv.EXT.EmitMeshTasks",
    op(`i32, i32, i32, ${POINTER}`),
    "payload must be a variable with a storage class of TaskPayloadWorkgroupEXT",
  ],
  ["spirv.GlobalVariable", op("->", { sym_name: '"a"', type: `type ${POINTER}` })],
  [
    "spirv.GlobalVariable",
    op("->", { sym_name: '"a"', type: "type !spirv.ptr<i32, Function>" }),
    "storage class cannot be 'Function'",
  ],
  ["spirv.GlobalVariable", op("->", { sym_name: '"a"', type: "type i32" }), "result must be of a !spv.ptr type"],
];

const weights = (list?: string): Sketch =>
  op("i1", list === undefined ? {} : { branch_weights: list }, { groups: [1, 0, 0] });

const CONVERSIONS: readonly OpRow[] = [
  ["spirv.Bitcast", op("vector<2xi32> -> i64")],
  ["spirv.Bitcast", op("i32 -> i32"), bare("result type must be different from operand type")],
  [
    "spirv.Bitcast",
    op(`${POINTER} -> i64`),
    bare("unhandled bit cast conversion from pointer type to non-pointer type"),
  ],
  [
    "spirv.Bitcast",
    op(`i64 -> ${POINTER}`),
    bare("unhandled bit cast conversion from non-pointer type to pointer type"),
  ],
  ["spirv.Bitcast", op("i32 -> f16"), "mismatch in result type bitwidth 16 and operand type bitwidth 32"],
  ...(["FConvert f32 f16", "SConvert i32 i64", "UConvert i32 i64"] as const).flatMap((row): readonly OpRow[] => {
    const [name = "", from = "", to = ""] = row.split(" ");
    return [
      [`spirv.${name}`, op(`${from} -> ${to}`)],
      [`spirv.${name}`, op(`vector<2x${from}> -> vector<2x${to}>`)],
      [
        `spirv.${name}`,
        op(`vector<2x${from}> -> vector<2x${from}>`),
        `expected the different bit widths for operand type and result type, but provided '${from}' and '${from}'`,
      ],
    ];
  }),
  ...["SDot", "SUDot", "UDot", "SDotAccSat", "SUDotAccSat", "UDotAccSat"].flatMap((name): readonly OpRow[] => {
    const format = { format: "#spirv.packed_vector_format<PackedVectorFormat4x8Bit>" };
    const dot = (type: string, result: string, properties: Properties = {}): Sketch =>
      op(`${type}, ${type}${name.endsWith("Sat") ? `, ${result}` : ""} -> ${result}`, properties);
    return [
      [`spirv.${name}`, dot("i32", "i32", format)],
      [`spirv.${name}`, dot("vector<4xi8>", "i32")],
      [`spirv.${name}`, dot("i32", "i32"), "requires Packed Vector Format attribute for integer vector operands"],
      [
        `spirv.${name}`,
        dot("i64", "i64", format),
        "with specified Packed Vector Format (PackedVectorFormat4x8Bit) requires integer vector operands to be 32-bits wide",
      ],
      [
        `spirv.${name}`,
        dot("vector<4xi8>", "i32", format),
        "with invalid format attribute for vector operands of type 'vector<4xi8>'",
      ],
      [
        `spirv.${name}`,
        dot("vector<4xi16>", "i8"),
        "result type has insufficient bit-width (8 bits) for the specified vector operand type (64 bits)",
      ],
    ];
  }),
  ["spirv.GL.Ldexp", op("vector<2xf32>, vector<2xi32> -> vector<2xf32>")],
  ["spirv.GL.Ldexp", op("f32, vector<2xi32> -> f32"), "operands must both be scalars or vectors"],
  [
    "spirv.GL.Ldexp",
    op("vector<2xf32>, vector<3xi32> -> vector<2xf32>"),
    "operands must have the same number of elements",
  ],
  ["spirv.GL.FrexpStruct", op("vector<2xf32> -> !spirv.struct<(vector<2xf32>, vector<2xi32>)>")],
  [
    "spirv.GL.FrexpStruct",
    op("f32 -> !spirv.struct<(f32)>"),
    bare("result type must be a struct type with two memebers"),
  ],
  [
    "spirv.GL.FrexpStruct",
    op("f32 -> !spirv.struct<(f16, i32)>"),
    bare("member zero of the resulting struct type must be the same type as the operand"),
  ],
  [
    "spirv.GL.FrexpStruct",
    op("f32 -> !spirv.struct<(f32, i64)>"),
    bare("member one of the resulting struct type must be a scalar or vector of 32 bit integer type"),
  ],
  [
    "spirv.GL.FrexpStruct",
    op("f32 -> !spirv.struct<(f32, vector<2xi32>)>"),
    bare("member one of the resulting struct type must have the same number of components as the operand type"),
  ],
  ["spirv.GL.Length", op("vector<2xf32> -> f32")],
  ["spirv.GL.Length", op("vector<2xf32> -> f16"), "failed to verify that result type must match operand element type"],
  ["spirv.Select", op("i1, f32, f32 -> f32")],
  ["spirv.Select", op("vector<2xi1>, vector<2xf32>, vector<2xf32> -> vector<2xf32>")],
  [
    "spirv.Select",
    op("vector<2xi1>, f32, f32 -> f32"),
    "result expected to be of vector type when condition is of vector type",
  ],
  [
    "spirv.Select",
    op("vector<2xi1>, vector<3xf32>, vector<3xf32> -> vector<3xf32>"),
    "result should have the same number of elements as the condition when condition is of vector type",
  ],
  ["spirv.BranchConditional", weights()],
  ["spirv.BranchConditional", weights("[1 : i32, 0 : i32]")],
  ["spirv.BranchConditional", weights("[1 : i32]"), "must have exactly two branch weights"],
  ["spirv.BranchConditional", weights("[0 : i32, 0 : i32]"), "branch weights cannot both be zero"],
];

const shuffle = (result: number, ...components: readonly number[]): Sketch =>
  op(`vector<2xf32>, vector<3xf32> -> vector<${result}xf32>`, {
    components: `[${components.map((one) => `${one} : i32`).join(", ")}]`,
  });
const VECTORS: readonly OpRow[] = [
  ["spirv.VectorShuffle", shuffle(3, 0, 4, -1)],
  [
    "spirv.VectorShuffle",
    shuffle(2, 0),
    "result type element count (2) mismatch with the number of component selectors (1)",
  ],
  [
    "spirv.VectorShuffle",
    shuffle(2, 0, 5),
    "component selector 5 out of range: expected to be in [0, 5) or 0xffffffff",
  ],
  ["spirv.VectorTimesScalar", op("vector<2xf32>, f32 -> vector<2xf32>")],
  ["spirv.VectorTimesScalar", op("vector<2xf32>, f32 -> vector<3xf32>"), "vector operand and result type mismatch"],
  [
    "spirv.VectorTimesScalar",
    op("vector<2xf32>, f16 -> vector<2xf32>"),
    "scalar operand and result element type match",
  ],
];

describe("checks of spirv's ops", () => {
  testOpRows(SPIRV, [...GROUPS, ...ATOMICS, ...COMPOSITES, ...POINTERS, ...CONVERSIONS, ...VECTORS]);
});
