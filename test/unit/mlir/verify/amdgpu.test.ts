/** What checks of mlir::amdgpu's ops accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { AMDGPU } from "../../../../extension/formats/mlir/verify/ops/amdgpu";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow, Outcome, Properties } from "../../../support/mlirRows";
import { changed, each, op, testOpRows } from "../../../support/mlirRows";

/** Integers of 32 bits. */
const numbers = (values: Readonly<Record<string, number>>): Properties =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, `${value} : i32`]));

const EXISTING = "existing values must have same type as result";
const [FAT, LOCAL] = ["#amdgpu.address_space<fat_raw_buffer>", "#gpu.address_space<workgroup>"];

const mfma = (
  signature: string,
  values: Readonly<Record<string, number>>,
  outcome?: string,
  more?: Properties,
): OpRow => [
  "amdgpu.mfma",
  op(signature, { ...numbers({ m: 32, n: 32, k: 1, blocks: 2, cbsz: 0, abid: 0, ...values }), ...more }),
  outcome,
];
const PLAIN = "f32, f32, vector<32xf32> -> vector<32xf32>";
const DOUBLE = { m: 4, n: 4, k: 4, blocks: 4 };
const DOUBLES = "f64, f64, f64 -> f64";
const values = (word: string, wanted: number, found: number): string =>
  `expected ${wanted} ${word} values for this operation but got ${found}`;

const MFMA: readonly OpRow[] = [
  mfma(PLAIN, {}),
  mfma("i64, i64, vector<16xi32> -> vector<16xi32>", { k: 16, blocks: 1 }),
  mfma("vector<8xf8E5M2>, vector<8xf8E4M3FN>, vector<4xf32> -> vector<4xf32>", { m: 16, n: 16, k: 32, blocks: 1 }),
  mfma(DOUBLES, DOUBLE),
  mfma(DOUBLES, DOUBLE, undefined, { negateA: "unit" }),
  mfma("f32, f16, vector<32xf32>", {}, "expected both non-small-float source operand types to match exactly"),
  mfma(
    "vector<8xf8E5M2>, vector<8xi8>, vector<32xf32>",
    {},
    "expected both source operands to have small-float elements if one does",
  ),
  mfma(
    "vector<8xf8E5M2>, vector<4xf8E5M2>, vector<32xf32>",
    {},
    "expected both small-float source vectors to have the same length",
  ),
  mfma("vector<2xf32>, vector<2xf32>, vector<32xf32>", {}, values("source", 1, 2)),
  mfma("f32, f32, vector<16xf32>", {}, values("result", 32, 16)),
  mfma(PLAIN, { abid: 1 }, "block ID for permuting A (abid) must be below 2 ** cbsz"),
  mfma(PLAIN, {}, "negation flags only available for double-precision operations", { negateB: "unit" }),
  mfma(DOUBLES, { ...DOUBLE, cbsz: 1 }, "double-precision ops do not support permuting lanes of A"),
  mfma(DOUBLES, DOUBLE, "double-precision ops do not support permuting lanes of B", {
    blgp: "#amdgpu<mfma_perm_b bcast_first_32>",
  }),
];

const sparse = (
  signature: string,
  more: Readonly<Record<string, number>>,
  outcome?: string,
  release?: 22 | 23,
): OpRow => [
  "amdgpu.sparse_mfma",
  op(signature, numbers({ m: 16, n: 16, k: 32, cbsz: 0, abid: 0, ...more }), release ? { release } : {}),
  outcome,
];
const HALVES = "vector<4xf16>, vector<8xf16>, vector<4xf32>";
const BYTES = "vector<8xi8>, vector<16xi8>, vector<4xi32>";
const SPARSE: readonly OpRow[] = [
  sparse(`${HALVES}, vector<4xi8>`, {}),
  sparse(`${BYTES}, vector<2xi16>`, { k: 64 }),
  sparse(`${HALVES}, vector<4xi8>`, { cbsz: 1, abid: 7 }),
  sparse(`${HALVES}, vector<2xi16>`, { abid: 7 }, undefined, 23),
  sparse(
    "vector<4xf16>, vector<4xf16>, vector<4xf32>, vector<4xi8>",
    {},
    "expected dense source operand to have exactly double the number of elements of the sparse source operand",
  ),
  sparse(
    "vector<4xf16>, vector<8xbf16>, vector<4xf32>, vector<4xi8>",
    {},
    "expected source operands to have the same element type",
  ),
  sparse(`${BYTES}, vector<2xi16>`, { k: 64, abid: 2 }, "ABID must be 0 or 1 for 8-bit source data", 22),
  sparse(`${HALVES}, vector<4xi8>`, { abid: 4 }, "ABID must be between 0 and 3 for 16-bit source data", 22),
  sparse(
    `${BYTES}, vector<4xi8>`,
    { k: 64 },
    "expected vector<2xi16> sparse indices for 8-bit source data, but got 'vector<4xi8>'",
    22,
  ),
  sparse(
    `${HALVES}, vector<2xi16>`,
    {},
    "expected vector<4xi8> sparse indices for 16-bit source data, but got 'vector<2xi16>'",
    22,
  ),
  sparse(`${HALVES}, vector<4xi8>`, { k: 64 }, values("source", 16, 8)),
  sparse(`${HALVES}, vector<4xi8>`, { n: 32 }, values("result", 8, 4)),
];

const wave = (types: string, outcome?: string, properties?: Properties): OpRow => [
  "amdgpu.wmma",
  op(types, properties),
  outcome,
];
const WAVES: readonly OpRow[] = [
  wave("vector<8xf16>, vector<8xf16>, vector<8xf32>"),
  wave("vector<8xf8E5M2>, vector<8xf8E4M3FN>, vector<8xf32>"),
  wave("vector<8xi8>, vector<8xi8>, vector<8xi32>", undefined, { clamp: "unit", unsignedA: "unit" }),
  wave(
    "vector<8xf16>, vector<16xf16>, vector<8xf32>",
    "source vectors have different lengths: 'vector<8xf16>' vs. 'vector<16xf16>'",
  ),
  wave("vector<8xi8>, vector<8xi8>, vector<8xf32>", "expected float sources with float destination"),
  wave("vector<8xf16>, vector<8xf16>, vector<8xi32>", "expected int sources with int destination"),
  wave(
    "vector<8xi8>, vector<8xi4>, vector<8xi32>",
    "source element types must match (except for fp8/bf8) but have 'vector<8xi8>' and 'vector<8xi4>'",
  ),
  wave("vector<8xf16>, vector<8xf16>, vector<8xf32>", "clamp flag is not supported for float types", { clamp: "unit" }),
  wave("vector<8xf16>, vector<8xf16>, vector<8xf32>", "unsigned flags are not supported for float types", {
    unsignedB: "unit",
  }),
];

const scaled = (
  m: number,
  types: readonly [left: string, right: string, sum: string, scales: string],
  outcome?: string,
  lane = 0,
): OpRow => ["amdgpu.scaled_wmma", op(types.join(", "), numbers({ m, a_first_scale_lane: lane })), outcome];
const E8 = "vector<4xf8E8M0FNU>";
const [TWICE, SUM] = [`${E8}, ${E8}`, "vector<8xf32>"];
const [EIGHT, FOUR] = ["vector<64xf8E4M3FN>", "vector<64xf4E2M1FN>"];
const LONG = "vector<128xf4E2M1FN>";
const SCALED: readonly OpRow[] = [
  scaled(16, [EIGHT, EIGHT, SUM, TWICE]),
  scaled(16, [EIGHT, FOUR, SUM, `${E8}, vector<4xf8E4M3FN>`]),
  scaled(32, [LONG, FOUR, "vector<16xf32>", TWICE]),
  scaled(16, [EIGHT, EIGHT, "vector<4xf32>", TWICE], "expected output vector of length 8 but got 4"),
  scaled(16, [LONG, FOUR, SUM, TWICE], "for 16x16x128, sourceA must have 64 elements but got 128"),
  scaled(16, [FOUR, LONG, SUM, TWICE], "for 16x16x128, sourceB must have 64 elements but got 128"),
  scaled(32, [EIGHT, EIGHT, "vector<16xf32>", TWICE], "32x16x128 only supports fp4 element types"),
  scaled(32, [LONG, FOUR, "vector<16xf32>", TWICE], "for 32x16x128, a_first_scale_lane must be 0", 16),
  scaled(
    16,
    [EIGHT, EIGHT, SUM, `${E8}, vector<4xf32>`],
    "scale operands must have f8 element types (E8M0FNU or E4M3FN)",
  ),
  scaled(
    16,
    [EIGHT, EIGHT, SUM, `${E8}, vector<4xf8E4M3FN>`],
    "invalid combination of matrix and scale types: sourceA='f8E4M3FN', scaleA='f8E8M0FNU', sourceB='f8E4M3FN', scaleB='f8E4M3FN'",
  ),
];

const part = (type: string, size: number, lane: number, byte: number, outcome?: string): OpRow => [
  "amdgpu.scaled_ext_packed_matrix",
  op(`vector<8x${type}>`, numbers({ blockSize: size, firstScaleLane: lane, firstScaleByte: byte })),
  outcome,
];

const gather = (from: string, to: string, type: string, outcome?: Outcome): OpRow => [
  "amdgpu.gather_to_lds",
  op(`${from}, index, ${to}, index`, { transferType: `type ${type}` }, { groups: [1, 1, 1, 1] }),
  outcome,
];
const MEMORY = `memref<32xf16, ${LOCAL}>`;
const GATHER: readonly OpRow[] = [
  gather("memref<32xf16>", MEMORY, "vector<2xf16>"),
  gather(`memref<32xf16, ${FAT}>`, MEMORY, "f16"),
  gather("memref<32xf16>", `memref<1xf16, strided<[4]>, ${LOCAL}>`, "f16"),
  gather(
    "memref<32xf16>",
    `memref<32xf16, strided<[?]>, ${LOCAL}>`,
    "f16",
    "destination type inner most dim must be contiguous",
  ),
  gather("memref<32xf32>", MEMORY, "f16", "source and destination element types must match"),
  gather("memref<32xf16>", MEMORY, "vector<4xf16>", "Transfering type size must be 8, 16, 32, 96 or 128 bits"),
  gather(MEMORY, MEMORY, "f16", "source memory address space must be global or fat raw buffer"),
  gather("memref<32xf16>", "memref<32xf16>", "f16", "destination memory address space must be Workgroup"),
];

const based = (global: string, local: string): OpRow[1] =>
  op(`${global}, index, ${local}, index`, {}, { groups: [1, 1, 1, 1] });
const BASES = each(
  ["amdgpu.make_dma_base", "amdgpu.make_gather_dma_base"],
  [based("memref<8xi32>", "memref<8xi32, 3>")],
  [based("memref<8xi32>", "memref<8xi32>"), "lds memref must have workgroup address space attribute."],
  [based(`memref<8xi32, ${LOCAL}>`, "memref<8xi32, 3>"), "global memref must have global address space attribute."],
  [based("memref<8xi7>", "memref<8xi7, 3>"), "element type must be 1, 2, 4, or 8 bytes long but type was 7 bits long."],
);

const list = (...sizes: readonly number[]): string => `array<i64${sizes.length === 0 ? "" : ": "}${sizes.join(", ")}>`;
const described =
  (
    name: string,
    signature: string,
    groups: readonly number[],
  ): ((sizes: readonly number[], strides: readonly number[], tile: readonly number[], outcome?: string) => OpRow) =>
  (sizes, strides, tile, outcome) => [
    name,
    op(
      signature,
      {
        global_static_sizes: list(...sizes),
        global_static_strides: list(...strides),
        shared_static_sizes: list(...tile),
      },
      { groups },
    ),
    outcome,
  ];
const tensor = described("amdgpu.make_dma_descriptor", "!amdgpu.tdm_base<i32>", [1, 0, 0, 0, 0, 0, 0, 0, 0]);
const barrier = described(
  "amdgpu.make_dma_descriptor",
  "!amdgpu.tdm_base<i32>, memref<8xi32>",
  [1, 0, 0, 0, 0, 0, 0, 0, 1],
);
const rows = (index: string): ReturnType<typeof described> =>
  described(
    "amdgpu.make_gather_dma_descriptor",
    `!amdgpu.tdm_gather_base<i32, i16>, vector<8x${index}>`,
    [1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  );
const DESCRIBED: readonly OpRow[] = [
  tensor([4, 4], [4, 1], [2, 2]),
  tensor([4, 4], [], [2, 2], "strides must not be empty."),
  tensor([4, 4], [1, 2], [2, 2], "strides for the innermost dimension must be 1."),
  tensor([1, 1, 1, 1, 1, 1], [1], [1], "tensor and tile must be at most of rank 5."),
  tensor([4, 4, 4], [4, 1], [2, 2], "strides and sizes must have same rank."),
  tensor([4, 4], [4, 1], [2], "tensor must have same rank as tile."),
  barrier([4, 4], [4, 1], [2, 2], "atomic barrier address must be in LDS."),
  rows("i16")([4, 4], [4, 1], [2, 2]),
  rows("i16")([4, 4, 4], [4, 4, 1], [2, 2, 2], "tensor and tile must be at most of rank two in gather mode."),
  rows("i32")([4, 4], [4, 1], [2, 2], "indices' element type must match base's element type."),
];

const buffer = (name: string, before: number): readonly OpRow[] => {
  const first = Array<string>(before).fill("f32");
  const sketch = (memref: string, indices: number): OpRow[1] =>
    op(
      [...first, memref, ...Array<string>(indices).fill("i32")].join(", "),
      {},
      { groups: [...first.map(() => 1), 1, indices] },
    );
  return [
    [name, sketch("memref<4x4xf32>", 2)],
    ...changed(name, sketch("memref<4x4xf32>", 1), "Expected 2 indices to memref", "expected 2 buffer indices, got 1"),
    ...changed(
      name,
      sketch(`memref<4x4xf32, ${LOCAL}>`, 2),
      "Buffer ops must operate on a memref in global memory",
      "buffer ops must operate on a memref in global memory",
    ),
    [name, { ...sketch("memref<4x4xf32, 7>", 2), release: 23 }, UNKNOWN],
  ];
};

const transposed = (from: string, result: string, outcome?: string, release: 22 | 23 = 22): OpRow => [
  "amdgpu.transpose_load",
  op(`${from}, index, index -> ${result}`, {}, { release, groups: [1, 2] }),
  outcome,
];
/** Memrefs of MLIR 23, each with one index behind it. */
const indexed = (...memrefs: readonly string[]): Sketch =>
  op(memrefs.map((memref) => `${memref}, index`).join(), {}, { release: 23, groups: memrefs.flatMap(() => [1, 1]) });
const BARRIERS = ["async_barrier_arrive", "barrier_arrive", "barrier_init", "barrier_poll_state"];
const INDEXED: readonly OpRow[] = [
  ...each(
    BARRIERS.map((name) => `amdgpu.ds_${name}`),
    [indexed("memref<8xi64, 3>")],
    [indexed("memref<8x8xi64, 3>"), "expected 2 barrier indices, got 1"],
    [indexed("memref<8xi64>"), "barrier must be in workgroup (LDS) memory"],
  ),
  ...each(
    ["amdgpu.global_prefetch", "amdgpu.global_transpose_load"],
    [indexed("memref<8xf16, 1>")],
    [indexed("memref<8x8xf16, 1>"), "expected 2 source indices, got 1"],
  ),
  ["amdgpu.global_load_async_to_lds", indexed("memref<8xf16, 1>", "memref<8xf16, 3>")],
  [
    "amdgpu.global_load_async_to_lds",
    indexed("memref<8xf16, 1>", "memref<f16, 3>"),
    "expected 0 destination indices, got 1",
  ],
];

const oneOf = (name: string, values: string): string =>
  `attribute '${name}' failed to satisfy constraint: 32-bit signless integer attribute whose value is one of {${values}}`;
const SIZES: readonly OpRow[] = [
  mfma(PLAIN, { m: 8 }, oneOf("m", "4, 16, 32")),
  mfma(PLAIN, { blocks: 3 }, oneOf("blocks", "1, 2, 4, 16")),
  ["amdgpu.scaled_mfma", op("f32 -> f32", numbers({ m: 16, n: 32, k: 64 }))],
  ["amdgpu.scaled_mfma", op("f32 -> f32", numbers({ m: 16, n: 32, k: 32 })), oneOf("k", "64, 128")],
  ["amdgpu.scaled_wmma", op("f32 -> f32", numbers({ a_first_scale_lane: 8 })), oneOf("a_first_scale_lane", "0, 16")],
  ["amdgpu.sparse_mfma", op("f32 -> f32", numbers({ m: 16, n: 4 })), oneOf("n", "16, 32")],
  ["amdgpu.sparse_wmma", op("f32 -> f32", numbers({ m: 16, n: 16, k: 32 }))],
  ["amdgpu.sparse_wmma", op("f32 -> f32", numbers({ m: 32 })), oneOf("m", "16")],
  ["amdgpu.wmma", op("f32 -> f32", numbers({ subwordOffset: 2 })), oneOf("subwordOffset", "0, 1")],
];

const fat = (from: string, to: string, outcome?: string, properties?: Properties): OpRow => [
  "amdgpu.fat_raw_buffer_cast",
  op(`${from} -> ${to}`, properties),
  outcome,
];
const RESET = { resetOffset: "unit" };
const wanted = (expected: string, found: string): string =>
  `expected result type to be '${expected}' but got '${found}'`;

describe("checks of amdgpu's ops", () => {
  testOpRows(AMDGPU, [
    ...SIZES,
    fat("memref<8xi32>", `memref<8xi32, ${FAT}>`),
    fat("memref<8xi32, strided<[1], offset: ?>>", `memref<8xi32, ${FAT}>`, undefined, RESET),
    fat("memref<8x4xi32, strided<[8, 1], offset: ?>>", `memref<8x4xi32, strided<[8, 1]>, ${FAT}>`, undefined, RESET),
    fat("memref<8xi32>", "memref<8xi32, 1>", wanted(`memref<8xi32, ${FAT}>`, "memref<8xi32, 1>")),
    fat(
      "memref<8xi32, affine_map<(d0)[s0] -> (d0 + s0)>>",
      `memref<8xi32, ${FAT}>`,
      "source type 'memref<8xi32, affine_map<(d0)[s0] -> (d0 + s0)>>' can't have its offset reset",
      RESET,
    ),
    ...GATHER,
    ...BASES,
    ...DESCRIBED,
    ...MFMA,
    ...SPARSE,
    ...WAVES,
    ...SCALED,
    ...each(
      ["amdgpu.packed_scaled_trunc", "amdgpu.packed_stoch_round_fp8"],
      [op("f32, i32 -> vector<4xf8E5M2>")],
      [op("f32, i32, vector<4xf8E5M2> -> vector<4xf8E5M2>")],
      [op("f32, i32, vector<4xf8E4M3FN> -> vector<4xf8E5M2>"), EXISTING],
    ),
    ["amdgpu.packed_trunc_2xfp8", op("f32 -> vector<4xf8E5M2>", {}, { groups: [1, 0, 0] })],
    [
      "amdgpu.packed_trunc_2xfp8",
      op("f32, vector<4xf8E4M3FN> -> vector<4xf8E5M2>", {}, { groups: [1, 0, 1] }),
      EXISTING,
    ],
    ["amdgpu.permlane_swap", op("f32 -> f32", numbers({ row_length: 16 }))],
    [
      "amdgpu.permlane_swap",
      op("f32 -> f32", numbers({ row_length: 8 })),
      "row_length attribute must either be 16 or 32.",
    ],
    ...buffer("amdgpu.raw_buffer_load", 0),
    ...["atomic_fadd", "atomic_fmax", "atomic_smax", "atomic_umin", "store"].flatMap((name) =>
      buffer(`amdgpu.raw_buffer_${name}`, 1),
    ),
    ...buffer("amdgpu.raw_buffer_atomic_cmpswap", 2),
    part("f8E5M2", 32, 0, 3),
    part("f8E5M2", 16, 16, 2),
    part("f4E2M1FN", 32, 0, 2),
    part("f4E2M1FN", 16, 0, 2, "blockSize of 16 can only have firstScaleByte be 0 or 1 for f4 and f6."),
    part("f4E2M1FN", 32, 0, 1, "blockSize of 32 can only have firstScaleByte be 0 or 2 for f4 and f6."),
    part(
      "f8E5M2",
      16,
      0,
      2,
      "blockSize of 16 can only have (firstScaleLane, firstScaleByte) be (0, 0) or (16, 2) for f8.",
    ),
    ...INDEXED,
    transposed("memref<8x8x8xf16, 3>", "vector<4xf16>", "expected 3 source indices, got 2", 23),
    transposed("memref<8x8xf16, 3>", "vector<4xf16>"),
    transposed("memref<8x8xi4, 3>", "vector<16xi4>"),
    transposed("memref<8x8xf16, 1>", "vector<4xf16>", "source memory address space must be Workgroup"),
    transposed("memref<8x8xf32, 3>", "vector<4xf32>", "Unsupported element type size for transpose load: 32 bits"),
    transposed("memref<8x8xf16, 3>", "vector<2xf16>", "Transferring type size mismatch: expected num of elements: 4"),
    transposed("memref<8x8xf16, 3>", "vector<8xf16>", "Transferring type size mismatch: expected num of elements: 4"),
    transposed("memref<8x8xf16, 3>", "vector<8xf16>", undefined, 23),
    transposed(
      "memref<8x8xf16, 3>",
      "vector<2xf16>",
      "Transferring type size mismatch: expected num of elements: 4 or 8",
      23,
    ),
  ]);
});
