/** What checks of mlir::nvgpu's ops accept and refuse. */
import { NVGPU } from "../../../../extension/formats/mlir/verify/ops/nvgpu";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { bare, op, testOpRows } from "../../../support/mlirRows";

const IN_WORKGROUP = "must have a memory space attribute of IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)";
const MAP = "affine_map<(d0, d1) -> (d0 * 8 + d1 * 2)>";

const copy = (to: string, from: string, count: number, outcome?: string, more: Properties = {}): OpRow => [
  "nvgpu.device_async_copy",
  op(
    `${to}, index, index, ${from}, index, index`,
    { dstElements: `${count} : index`, ...more },
    { groups: [1, 2, 1, 2, 0] },
  ),
  outcome,
];
const short = (to: string, from: string, groups: readonly number[], outcome: string): OpRow => [
  "nvgpu.device_async_copy",
  op(`${to}, index, ${from}, index, index`, { dstElements: "4 : index" }, { groups }),
  outcome,
];
const [SHARED, GLOBAL] = ["memref<4x4xf32, 3>", "memref<4x4xf32>"];

const COPIES: readonly OpRow[] = [
  copy(SHARED, GLOBAL, 4),
  copy(SHARED, GLOBAL, 4, undefined, { bypassL1: "unit" }),
  copy(SHARED, `memref<4x4xf32, ${MAP}>`, 4, bare("source memref most minor dim must have unit stride")),
  copy(
    "memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>, 3>",
    GLOBAL,
    4,
    bare("destination memref most minor dim must have unit stride"),
  ),
  copy(GLOBAL, GLOBAL, 4, bare(`destination memref ${IN_WORKGROUP}`)),
  copy(SHARED, "memref<4x4xi32>", 4, bare("source and destination must have the same element type")),
  short("memref<4xf32, 3>", "memref<4x4x4xf32>", [1, 1, 1, 2, 0], "expected 3 source indices, got 2"),
  short(SHARED, GLOBAL, [1, 1, 1, 2, 0], "expected 2 destination indices, got 1"),
  copy(
    SHARED,
    GLOBAL,
    3,
    bare("Requested copy elements is 3 with width 32. But copy elements could be one of 1, 2, 4."),
  ),
  copy(
    SHARED,
    GLOBAL,
    1,
    `bypassL1 does not satify alignment for '${SHARED}' with destination element 1. Unset bypassL1, or set destination element to 4`,
    { bypassL1: "unit" },
  ),
];

const warp = (
  name: string,
  types: string,
  sizes: string,
  outcome?: string,
  more: Properties = { sparsitySelector: "0 : i32" },
): OpRow => [`nvgpu.mma.${name}`, op(types, { mmaShape: `[${sizes}]`, ...more }), outcome];
const SIZES = "16 : i64, 8 : i64, 16 : i64";
const HALVES = "vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>";
const warpWide = (count: number, letter: string): string => `expected ${count} warp-wide matrix ${letter} elements`;
const products = (name: string, a: string): readonly OpRow[] => [
  warp(name, `${a}, vector<2x2xf16>, vector<2x2xf16>`, SIZES),
  warp(name, `${a}, vector<2x2xf16>, vector<2x2xf16>`, "16 : i64", "mmaShape must have exactly 3 elements"),
  warp(
    name,
    `${a}, vector<2x2xi8>, vector<2x2xf16>`,
    SIZES,
    "failed to verify that matrixA and matrixB have same element type",
  ),
  warp(name, `${a}, vector<2x4xf16>, vector<2x2xf16>`, SIZES, warpWide(128, "B")),
  warp(name, `${a}, vector<2x2xf16>, vector<1x2xf16>`, SIZES, warpWide(128, "C")),
  warp(name, `${a}, vector<1x4xf16>, vector<2x2xf16>`, SIZES, "expected matrix B to be shaped (2 x 2)"),
  warp(name, `${a}, vector<4xf16>, vector<2x2xf16>`, SIZES, bare("matrixB must be 2 dimensional vector")),
];
const PRODUCTS: readonly OpRow[] = [
  ...products("sync", "vector<4x2xf16>"),
  ...products("sp.sync", "vector<2x2xf16>"),
  warp("sync", "vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>", "8 : i64, 8 : i64, 4 : i64"),
  warp(
    "sync",
    "vector<4x2xi16>, vector<2x2xi16>, vector<2x2xi32>",
    SIZES,
    bare("expected input data type (i4,i8,f16,bf16,tf32,f64) supported by nvgpu.mma.sync"),
  ),
  warp("sync", "vector<2x2xf16>, vector<2x2xf16>, vector<2x2xf16>", SIZES, warpWide(256, "A")),
  warp("sync", "vector<2x4xf16>, vector<2x2xf16>, vector<2x2xf16>", SIZES, "expected matrix A to be shaped (4 x 2)"),
  warp("sync", HALVES, SIZES, "expected tf32 tensor cores only for F32 operands", { tf32Enabled: "unit" }),
  warp(
    "sp.sync",
    "vector<1x1xf64>, vector<1x1xf64>, vector<1x2xf64>",
    SIZES,
    bare("f64 is not supported for sparse mode"),
  ),
  warp("sp.sync", HALVES, SIZES, "sparsity selector should be 0 or 1", { sparsitySelector: "2 : i32" }),
];

const loads = (source: string, result: string, tiles: number, outcome?: string, more: Properties = {}): OpRow => [
  "nvgpu.ldmatrix",
  op(`${source}, index, index -> ${result}`, { numTiles: `${tiles} : i32`, ...more }),
  outcome,
];
const TILES = "memref<8x8xf16, 3>";
const LOADS: readonly OpRow[] = [
  loads(TILES, "vector<4x2xf16>", 4, undefined, { transpose: "true" }),
  loads(TILES, "vector<4x1xf32>", 4, "failed to verify that srcMemref and res have same element type"),
  loads("memref<8x8xf16>", "vector<4x2xf16>", 4, bare(`expected nvgpu.ldmatrix srcMemref ${IN_WORKGROUP}`)),
  loads("memref<8x8xi64, 3>", "vector<4x1xi64>", 4, bare("nvgpu.ldmatrix works for 32b or lower")),
  loads("memref<8x8xf32, 3>", "vector<4x1xf32>", 4, bare("nvgpu.ldmatrix transpose works only at 16b granularity"), {
    transpose: "true",
  }),
  loads(TILES, "vector<4xf16>", 4, bare("results must be 2 dimensional vector")),
  loads(TILES, "vector<4x4xf16>", 4, bare("expected vector register shape[1] = 2")),
  loads(TILES, "vector<2x2xf16>", 4, bare("expected vector register shape[0] and numTiles to match")),
];

const map = (memref: string, swizzle = "none", interleave = "none"): string =>
  `!nvgpu.tensormap.descriptor<tensor = ${memref}, swizzle = ${swizzle}, l2promo = none, oob = zero, interleave = ${interleave}>`;
const MATRIX = "memref<32x8xf32, 3>";
const SPACE = "has incorrect address space, it must be shared memory address space.";
const what = "the tensor map descriptor";

/** What is asked of any descriptor. @param made a descriptor in its op */
const descriptors = (made: (descriptor: string, outcome?: string) => OpRow): readonly OpRow[] => [
  made(map(MATRIX, "none", "16b"), bare("Interleave options are not supported yet.")),
  made(map("memref<32x8xf32>"), bare(`${what} ${SPACE}`)),
  made(map("memref<?x8xf32, 3>"), bare(`${what} must be static shaped`)),
  made(map("memref<32x300xf32, 3>"), bare(`${what} must have dimensions between 1 and 256 but it is 300`)),
  made(
    map(MATRIX, "swizzle_64b"),
    bare("the tensormap descriptor must have last dimension of 64 bytes but it is 32 bytes"),
  ),
];
const transfers = (
  name: string,
  order: (memref: string, map: string, coordinates: string) => string,
  groups: readonly number[],
): readonly OpRow[] => {
  const at = groups.indexOf(-1);
  const row = (memref: string, descriptor: string, count: number, outcome?: string): OpRow => [
    `nvgpu.tma.async.${name}`,
    op(
      order(memref, descriptor, Array<string>(count).fill("index").join(", ")),
      {},
      { groups: groups.map((size, i) => (i === at ? count : size)) },
    ),
    outcome,
  ];
  return [
    row(MATRIX, map(MATRIX, "swizzle_32b"), 2),
    ...descriptors((descriptor, outcome) => row(MATRIX, descriptor, 2, outcome)),
    row(
      "memref<32x8xi32, 3>",
      map(MATRIX),
      2,
      bare("the element type of tensor map descriptor and memref must be same"),
    ),
    row("memref<32x8xf32>", map(MATRIX), 2, bare(`the destination memref ${SPACE}`)),
    row("memref<?x8xf32, 3>", map(MATRIX), 2, bare("the destination memref must be static shaped")),
    row("memref<8xf32, 3>", map(MATRIX), 2, bare("the shape of tensor map descriptor and memref must have same rank")),
    row(
      "memref<16x8xf32, 3>",
      map(MATRIX),
      2,
      bare(`memref and tensor map shapes mismatch '${MATRIX}' != 'memref<16x8xf32, 3>'`),
    ),
    row(
      "memref<32x8xi8, 3>",
      map("memref<32x8xi8, 3>"),
      2,
      bare("the bytes in the last dimension of the tensor map must be a multiple of 16"),
    ),
    row(MATRIX, map(MATRIX), 6, bare("Maximum 5 coordinates are supported.")),
    row(MATRIX, map(MATRIX), 3, bare("number of coordinates do not match with the rank of tensor descriptor map.")),
  ];
};

const group = (a: string, b: string, c: string, outcome?: string, properties?: Properties): OpRow => {
  const [first, second] = [a, b].map((type) => `!nvgpu.warpgroup.descriptor<tensor = memref<${type}, 3>>`);
  const sum = `!nvgpu.warpgroup.accumulator<fragmented = vector<${c}>>`;
  return ["nvgpu.warpgroup.mma", op(`${first ?? ""}, ${second ?? ""}, ${sum} -> ${sum}`, properties), outcome];
};
const GROUPS: readonly OpRow[] = [
  group("64x16xf16", "16x8xf16", "64x8xf32"),
  group("64x16xf8E5M2", "16x8xf8E4M3FN", "64x8xf32"),
  group(
    "64x16xf16",
    "16x8xf16",
    "64x8xf32",
    "supports non-transpose A (Row Major) and transpose B (Column Major) for the time being ",
    { transposeA: "unit" },
  ),
  group("64x16xf16", "16x8xf16", "64xf32", "has matrices A, B, C and D, they must be 2 dimensional"),
  group("64x8xf16", "16x8xf16", "64x8xf32", "2nd dim matrix-A (8)!= 1st dim matrix-B (16 )"),
  group("32x16xf16", "16x8xf16", "64x8xf32", "1st dim matrix-A ( 32 )!= 1st dim matrix-C ( 64 )"),
  group("64x16xf16", "16x4xf16", "64x8xf32", "2nd dim matrix-B ( 4 ) != 2nd dim matrix-C ( 8 )"),
  group("64x16xf16", "16x8xf32", "64x8xf32", "'f32' += 'f16' * 'f32', it is not supported."),
  group(
    "64x16xi1",
    "16x40xi1",
    "64x40xi32",
    "has input type 'memref<16x40xi1, 3>' n is set to 40, it is not supported",
  ),
  group("64x16xi1", "16x16xi1", "64x16xi32", "hit a limitation: 'i32' += 'i1' * 'i1', it is not supported yet"),
  [
    "nvgpu.warpgroup.mma",
    op(
      "!nvgpu.warpgroup.descriptor<tensor = memref<64x16xf16, 3>>, !nvgpu.warpgroup.descriptor<tensor = memref<16x8xf16, 3>>, !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf32>> -> !nvgpu.warpgroup.accumulator<fragmented = vector<64x8xf16>>",
    ),
    "type of matrix C and matrix D must be the same",
  ],
];

const sum = (text: string): string => `!nvgpu.warpgroup.accumulator<fragmented = vector<${text}>>`;
const started = (text: string, isRefused = false): OpRow => [
  "nvgpu.warpgroup.mma.init.accumulator",
  op(`-> ${sum(text)}`),
  isRefused
    ? `has type 'vector<${text}>'. It does not fit into warp-group level (wgmma) matrix multiplication instruction (or not supported yet)`
    : undefined,
];
const stored = (text: string, to: string, outcome?: string): OpRow => [
  "nvgpu.warpgroup.mma.store",
  op(`${sum(text)}, ${to}`),
  outcome,
];
const SUMS: readonly OpRow[] = [
  started("64x128xf32"),
  started("128x8xf16"),
  started("64x24xi8"),
  started("65x128xf32", true),
  started("64x121xf32", true),
  started("64x40xi8", true),
  started("64x264xf32", true),
  started("64x128xi32", true),
  stored("64x128xf32", "memref<64x128xf32>"),
  stored("64x128xf16", "memref<64x128xf16>", "hit a limitation: only f32 results for the time being"),
  stored(
    "64x128xf32",
    "memref<64x64xf32>",
    "results ['vector<64x128xf32>'][128] values. However, destination memref[64][64]  does not have same size as results",
  ),
];

const inverse = (properties: Properties, release: 22 | 23, outcome?: string): OpRow => [
  "nvgpu.rcp",
  op("vector<4xf32> -> vector<4xf32>", properties, { release }),
  outcome,
];
const [APPROX, ALWAYS] = ["#nvgpu<rcp_rounding_mode approx>", { approx: "true", ftz: "true" }];
const INVERSES: readonly OpRow[] = [
  inverse({ rounding: APPROX, ftz: "unit" }, 22),
  inverse({ rounding: APPROX }, 22, `has a limitation. ${APPROX} or non-ftz is not supported yet.`),
  inverse(ALWAYS, 23),
  inverse({ ...ALWAYS, rounding: "#nvvm.fp_rnd_mode<none>" }, 23),
  inverse({ ...ALWAYS, ftz: "false" }, 23, "has a limitation. non-approx or non-ftz is not supported yet."),
  inverse(
    { ...ALWAYS, rounding: "#nvvm.fp_rnd_mode<rn>" },
    23,
    "has a limitation. #nvvm.fp_rnd_mode<rn> is not supported yet.",
  ),
];

describe("checks of nvgpu's ops", () => {
  testOpRows(NVGPU, [
    ...COPIES,
    ...PRODUCTS,
    ...LOADS,
    ...transfers(
      "load",
      (memref, descriptor, list) => `${memref}, !nvgpu.mbarrier.group<>, ${descriptor}, ${list}`,
      [1, 1, 1, -1],
    ),
    ...transfers("store", (memref, descriptor, list) => `${memref}, ${descriptor}, ${list}`, [1, 1, -1]),
    ["nvgpu.tma.create.descriptor", op(`memref<*xf32>, index, index -> ${map(MATRIX)}`)],
    [
      "nvgpu.tma.create.descriptor",
      op(`memref<*xf32>, index, index, index, index, index, index -> ${map(MATRIX)}`),
      bare("Maximum 5 coordinates are supported."),
    ],
    ...descriptors((descriptor, outcome) => [
      "nvgpu.tma.create.descriptor",
      op(`memref<*xf32> -> ${descriptor}`),
      outcome,
    ]),
    ["nvgpu.warpgroup.generate.descriptor", op(`${MATRIX}, ${map("memref<32x32xf32, 3>", "swizzle_128b")}`)],
    [
      "nvgpu.warpgroup.generate.descriptor",
      op(`${MATRIX}, ${map(MATRIX)}`),
      bare("supports only swizzle_128b is supported for the time being"),
    ],
    ...descriptors((descriptor, outcome) => [
      "nvgpu.warpgroup.generate.descriptor",
      op(`${MATRIX}, ${descriptor}`),
      outcome,
    ]),
    ...GROUPS,
    ...SUMS,
    ...INVERSES,
  ]);
});
