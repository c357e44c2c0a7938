/** What checks of mlir::gpu's ops accept and refuse. */
import type { NestedOp } from "../../../../extension/formats/mlir/verify/nestedOp";
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { GPU } from "../../../../extension/formats/mlir/verify/ops/gpu";
import {
  GPU_BODIES,
  GPU_PLACES,
  GPU_REGIONS,
  GPU_SYMBOLS,
} from "../../../../extension/formats/mlir/verify/ops/gpuNested";
import type { Sketch } from "../../../support/mlirOps";
import { block, placed } from "../../../support/mlirOps";
import type { OpRow, Properties, Row } from "../../../support/mlirRows";
import { bare, changed, each, op, testOpRows, testRows } from "../../../support/mlirRows";

const kind = (word: string): Properties => ({ op: `#gpu<all_reduce_op ${word}>` });
const cluster = (properties: Properties): Sketch => op("f32 -> f32", { ...kind("add"), ...properties });
const incompatible = (word: string, type: string): string =>
  bare(`\`${word}\` reduction operation is not compatible with type '${type}'`);

const matrix = (shape: string, name: string): string => `!gpu.mma_matrix<${shape}xf16, "${name}">`;
const [A, B, C] = ["AOp", "BOp", "COp"].map((name) => matrix("16x16", name)) as [string, string, string];
const TURNED = "memref<4x4xf16, affine_map<(d0, d1) -> (d1, d0)>>";
const unit = (name: string): string => bare(`expected ${name} memref most minor dim must have unit stride`);

const alloc = (type: string, sizes: number, symbols: number): Sketch =>
  op(
    `${Array<string>(sizes + symbols)
      .fill("index")
      .join(", ")} -> ${type}`,
    {},
    { groups: [0, sizes, symbols] },
  );
const constraint = (property: string, words: string): string =>
  `attribute '${property}' failed to satisfy constraint: ${words}`;
const THREE = "i32 dense array attribute with 3 elements (if present)";
const LOCAL = "#gpu.address_space<workgroup>";

/** A launch that waits for tokens, and for an object. */
const waits = (tokens: number, objects: number): Sketch => {
  const groups = [tokens, ...Array<number>(11).fill(0), objects];
  return { operands: groups.flatMap((count) => Array<string>(count).fill("index")), groups };
};

describe("checks of gpu's ops", () => {
  testOpRows(GPU, [
    ["gpu.alloc", alloc("memref<?xf32>", 1, 0)],
    ["gpu.alloc", alloc("memref<4xf32, affine_map<(d0)[s0] -> (d0 + s0)>>", 0, 1)],
    ["gpu.alloc", alloc("memref<?xf32>", 0, 0), "incorrect number of dynamic sizes, has 0, expected 1"],
    ["gpu.alloc", alloc("memref<4xf32>", 0, 1), "symbol operand count does not equal memref symbol count"],
    ["gpu.barrier", op("", { scope: "#gpu.barrier_scope<subgroup>" })],
    ["gpu.barrier", op("!gpu.named_barrier", { scope: "#gpu.barrier_scope<workgroup>" })],
    [
      "gpu.barrier",
      op("!gpu.named_barrier", { scope: "#gpu.barrier_scope<subgroup>" }),
      "named barriers require workgroup scope",
    ],
    ["gpu.binary", op("", { objects: "[#gpu.object<a>]", offloadingHandler: "#gpu.select_object" })],
    [
      "gpu.binary",
      op("", { objects: "[#gpu.object<a>]", offloadingHandler: "1 : i64" }),
      constraint("offloadingHandler", "any attribute with the `OffloadingTranslationAttrTrait` trait."),
    ],
    [
      "gpu.binary",
      op("", { objects: "[]" }),
      constraint("objects", "an array of GPU object attributes with at least 1 elements"),
    ],
    ["gpu.dynamic_shared_memory", op(`-> memref<?xi8, ${LOCAL}>`)],
    ["gpu.dynamic_shared_memory", op("-> memref<?xi8>"), "address space must be address_space<workgroup>"],
    ["gpu.dynamic_shared_memory", op("-> memref<?xi8, 3>"), "address space must be address_space<workgroup>"],
    ["gpu.dynamic_shared_memory", op(`-> memref<4xi8, ${LOCAL}>`), `result memref type must be memref<?xi8, ${LOCAL}>`],
    ["gpu.func", op("", { known_block_size: "array<i32: 1, 2, 3>" })],
    ...changed(
      "gpu.func",
      op("", { known_grid_size: "array<i32: 1, 2>" }),
      constraint("known_grid_size", THREE),
      constraint("known_grid_size", `${THREE} and all elements >= 1`),
    ),
    ["gpu.func", op("", { known_block_size: "array<i32: 2, 1, -1>" }, { release: 22 })],
    [
      "gpu.func",
      op("", { known_block_size: "array<i32: 2, 1, -1>" }, { release: 23 }),
      constraint("known_block_size", `${THREE} and all elements >= 1`),
    ],
    ["gpu.launch_func", waits(1, 0)],
    ["gpu.launch_func", waits(0, 1)],
    ["gpu.launch_func", { ...waits(1, 1), release: 22 }],
    [
      "gpu.launch_func",
      { ...waits(1, 1), release: 23 },
      "cannot have both async dependencies and an explicit async object",
    ],
    [
      "gpu.module",
      op("", { targets: "[1 : i64]" }),
      constraint("targets", "array of GPU target attributes with at least 1 elements"),
    ],
    ["gpu.memcpy", op("memref<4xf32>, memref<4xf32>")],
    ["gpu.memcpy", op("memref<4xf32>, memref<4xi32>"), "arguments have incompatible element type"],
    ["gpu.memcpy", op("memref<7xf32>, memref<9xf32>"), "arguments have incompatible shape"],
    ["gpu.module", op("")],
    ["gpu.module", op("", { targets: "[#nvvm.target]" })],
    [
      "gpu.module",
      op("", { targets: "[]" }),
      constraint("targets", "array of GPU target attributes with at least 1 elements"),
    ],
    ["gpu.rotate", op("f32", { offset: "3 : i32", width: "16 : i32" })],
    ["gpu.rotate", op("f32", { offset: "16 : i32", width: "16 : i32" }), "offset must be in the range [0, 16)"],
    ["gpu.subgroup_broadcast", op("f32, i32", { broadcast_type: "#gpu<broadcast specific_lane>" })],
    [
      "gpu.subgroup_broadcast",
      op("f32", { broadcast_type: "#gpu<broadcast specific_lane>" }),
      "lane must be specified for `specific_lane` broadcast",
    ],
    [
      "gpu.subgroup_broadcast",
      op("f32, i32", { broadcast_type: "#gpu<broadcast first_active_lane>" }),
      "lane can only be specified for `specific_lane` broadcast",
    ],
    ["gpu.subgroup_mma_compute", op(`${A}, ${B}, ${C}`)],
    ["gpu.subgroup_mma_compute", op(`${A}, ${B}`), UNKNOWN],
    ["gpu.subgroup_mma_compute", op(`${B}, ${A}, ${C}`), bare("operands must be in the order AOp, BOp, COp")],
    [
      "gpu.subgroup_mma_compute",
      op(`${matrix("16x32", "AOp")}, ${B}, ${C}`),
      bare("operand shapes do not satisfy matmul constraints"),
    ],
    ["gpu.subgroup_mma_load_matrix", op(`memref<4x4xf16>, index, index -> ${A}`)],
    ["gpu.subgroup_mma_load_matrix", op(`${TURNED}, index, index -> ${A}`), unit("source")],
    ["gpu.subgroup_mma_store_matrix", op(`${C}, memref<4x4xf16>, index, index`)],
    ["gpu.subgroup_mma_store_matrix", op(`${C}, ${TURNED}, index, index`), unit("destination")],
    [
      "gpu.subgroup_mma_store_matrix",
      op(`${A}, memref<4x4xf16>, index, index`),
      bare("expected the operand matrix being stored to have 'COp' operand type"),
    ],
    ...each(
      ["gpu.subgroup_reduce"],
      [cluster({})],
      [cluster({ cluster_size: "4 : i32", cluster_stride: "2 : i32" })],
      [op("vector<4xf32> -> vector<4xf32>", kind("minnumf"))],
      [op("f32 -> f32", kind("and")), incompatible("and", "f32")],
      [op("i32 -> i32", kind("maxnumf")), incompatible("maxnumf", "i32")],
      [op("vector<[4]xf32> -> vector<[4]xf32>", kind("add")), "is not compatible with scalable vector types"],
      [cluster({ cluster_size: "3 : i32" }), "cluster size 3 is not a power of two"],
      [cluster({ cluster_stride: "2 : i32" }), "cluster stride can only be specified if cluster size is specified"],
      [cluster({ cluster_size: "4 : i32", cluster_stride: "0 : i32" }), "cluster stride 0 is not a power of two"],
    ),
  ] satisfies readonly OpRow[]);
});

const yields = (...operands: readonly string[]): NestedOp => placed("gpu.yield", { operands });
const all = (properties: Properties, args?: readonly string[], last?: NestedOp): Sketch => ({
  ...op("f32 -> f32", properties),
  regions: [args ? [block(args, ...(last ? [last] : []))] : []],
});
const warp = (given: readonly string[], args: readonly string[], yielded: string, result: string): Sketch => ({
  ...op(`index${given.map((type) => `, ${type}`).join("")} -> ${result}`, { warp_size: "32 : i64" }),
  regions: [[block(args, yields(yielded))]],
});
const incompatibleLanes = (from: string, to: string): string =>
  `incompatible distribution dimensions from '${from}' to '${to}' with warp size = 32`;

describe("checks of the regions of gpu's ops", () => {
  testRows(GPU_REGIONS, {
    "gpu.all_reduce": [
      [all(kind("add"))],
      [all({}, ["f32", "f32"], yields("f32"))],
      [all({}), bare("expected either an op attribute or a non-empty body")],
      [all(kind("add"), ["f32", "f32"], yields("f32")), bare("expected either an op attribute or a non-empty body")],
      [all(kind("minsi")), incompatible("minsi", "f32")],
      [all({}, ["f32"], yields("f32")), bare("expected two region arguments")],
      [all({}, ["f32", "i32"], yields("f32")), bare("incorrect region argument type")],
      [all({}, ["f32", "f32"], yields("f32", "f32")), bare("expected one gpu.yield operand")],
      [all({}, ["f32", "f32"], yields("i32")), bare("incorrect gpu.yield type")],
      [all({}, ["f32", "f32"]), bare("expected gpu.yield op in region")],
    ],
    "gpu.launch": [
      [{ regions: [[block([], placed("cf.br", { successors: [1] })), block([], placed("gpu.terminator"))]] }],
      [
        { regions: [[block([], placed("gpu.yield"))]] },
        bare("expected 'gpu.terminator' or a terminator with successors"),
      ],
    ],
    "gpu.warp_execute_on_lane_0": [
      [warp([], [], "vector<64xf32>", "vector<2xf32>")],
      [warp(["vector<4xi32>"], ["vector<128xi32>"], "f32", "f32")],
      [warp(["vector<4xi32>"], [], "f32", "f32"), "expected same number op arguments and block arguments."],
      [{ ...warp([], [], "f32", "f32"), results: [] }, "expected same number of yield operands and return values."],
      [warp([], [], "f32", "i32"), "expected vector type for distributed operands."],
      [
        warp([], [], "vector<64xf32>", "vector<2xi32>"),
        "expected distributed vectors to have same rank and element type.",
      ],
      [
        warp([], [], "vector<64xf32>", "vector<3xf32>"),
        "expected expanded vector dimension #0 (64) to be a multipler of the distributed vector dimension (3)",
      ],
      [warp([], [], "vector<64xf32>", "vector<4xf32>"), incompatibleLanes("vector<64xf32>", "vector<4xf32>")],
    ],
  });
});

const func = (type: string, args: readonly string[] | undefined, properties: Properties = {}): Sketch => ({
  properties: { function_type: `type ${type}`, sym_name: '"f"', ...properties },
  regions: [args ? [block(args)] : []],
});
const OWN = { workgroup_attributions: "1 : i64" };
const launch = (args: number, properties: Properties = {}, clusters = 0): Sketch => ({
  operands: Array<string>(6 + clusters).fill("index"),
  groups: [0, 1, 1, 1, 1, 1, 1, clusters],
  properties,
  regions: [[block(Array<string>(args).fill("index"))]],
});

describe("checks of the blocks of gpu's ops", () => {
  testRows(GPU_BODIES, {
    "gpu.func": [
      [{ properties: { function_type: "type () -> ()" } }, "requires string attribute 'sym_name'"],
      [func("(f32) -> ()", ["f32"], { "gpu.kernel": "unit" })],
      [func("(f32) -> ()", ["f32", `memref<4xf32, ${LOCAL}>`, "memref<4xf32, 5>"], OWN)],
      [func("() -> (f32)", [], { "gpu.kernel": "unit" }), "expected void return type for kernel function"],
      [func("() -> ()", undefined), "expected body with at least one block"],
      [func("(f32) -> ()", ["f32"], OWN), "expected at least 2 arguments to body region"],
      [func("(f32) -> ()", ["i32"]), "expected body region argument #0 to be of type 'f32', got 'i32'"],
      [func("() -> ()", ["f32"]), "expected memref type in attribution"],
      [
        func("() -> ()", ["memref<4xf32, #gpu.address_space<private>>"], OWN),
        "expected memory space workgroup in attribution",
      ],
      [func("() -> ()", [`memref<4xf32, ${LOCAL}>`]), "expected memory space private in attribution"],
    ],
    "gpu.launch": [
      [launch(12)],
      [launch(13, OWN)],
      [{ regions: [[]], release: 23 }, "body region is empty"],
      [{ ...launch(11), release: 22 }, "unexpected number of region arguments"],
      [{ ...launch(12, OWN), release: 23 }, "expected at least 13 region arguments, but got 12"],
      [{ ...launch(12, {}, 1), release: 23 }, "expected at least 18 region arguments, but got 12"],
    ],
  });
});

const container = (properties: Properties = { "gpu.container_module": "unit" }): NestedOp =>
  placed("builtin.module", { properties });
const inside = (parent: NestedOp): Pick<Sketch, "parent"> => ({ parent: placed("func.func", { parent }) });
const returns = (types: readonly string[], operands: readonly string[]): Sketch => ({
  parent: placed("gpu.func", { properties: { function_type: `type () -> (${types.join(", ")})` } }),
  operands,
});

describe("checks of what is around gpu's ops", () => {
  testRows(GPU_PLACES, {
    "gpu.launch_func": [
      [inside(container())],
      [inside(container({})), "expected the closest surrounding module to have the 'gpu.container_module' attribute"],
    ],
    "gpu.return": [
      [returns(["f32"], ["f32"])],
      [returns([], ["f32"]), "expected 0 result operands"],
      [returns(["f32"], ["i32"]), "unexpected type `'i32'' for operand #0"],
    ],
  });
});

interface Kernels {
  readonly module?: NestedOp;
  readonly kernel?: NestedOp;
}
const checks = Object.fromEntries(
  Object.entries(GPU_SYMBOLS).map(([name, check]) => [
    name,
    (use: NestedOp, { module, kernel }: Kernels): void => {
      check(use, ({ path }) => (path.length === 1 ? module : kernel));
    },
  ]),
);
const MODULE = placed("gpu.module");
const kernel = (type: string, properties: Properties = { "gpu.kernel": "unit" }): NestedOp =>
  placed("gpu.func", func(type, [], properties));
const uses = (kernels: Kernels, outcome?: string, given: readonly string[] = ["f32"]): Row<Kernels> => [
  {
    ...inside(container()),
    ...{ operands: given, groups: [...Array<number>(11).fill(0), given.length] },
    ...{ properties: { kernel: "@m::@k" }, ...kernels },
  },
  outcome,
];

describe("checks of the kernels that gpu's ops name", () => {
  testRows<Kernels>(checks, {
    "gpu.launch_func": [
      uses({ module: MODULE, kernel: kernel("(f32) -> ()") }),
      uses({ module: MODULE, kernel: placed("llvm.func", { properties: { "gpu.kernel": "unit" } }) }),
      uses({ module: placed("gpu.binary") }),
      [{ ...inside(container()), parent: container(), properties: { kernel: "@m::@k" } }],
      uses({}, "kernel container 'm' is undefined"),
      uses({ module: placed("func.func") }, "kernel module 'm' is undefined"),
      uses({ module: MODULE }, "kernel function '@m::@k' is undefined"),
      uses({ module: MODULE, kernel: placed("memref.global") }, "referenced kernel '@m::@k' is not a function"),
      uses(
        { module: MODULE, kernel: kernel("(f32) -> ()", {}) },
        "kernel function is missing the 'gpu.kernel' attribute",
      ),
      uses({ module: MODULE, kernel: kernel("() -> ()") }, "got 1 kernel operands but expected 0"),
      uses({ module: MODULE, kernel: kernel("(i32) -> ()") }, "type of function argument 0 does not match"),
    ],
  });
});
