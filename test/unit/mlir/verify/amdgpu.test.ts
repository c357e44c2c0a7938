/** What checks of mlir::amdgpu's ops accept and refuse. */
import { AMDGPU } from "../../../../extension/formats/mlir/verify/ops/amdgpu";
import { AMDGPU_PRODUCTS } from "../../../../extension/formats/mlir/verify/ops/amdgpuProducts";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { changed, each, numbers, op, testOpRows, without } from "../../../support/mlirRows";

const EXISTING = "existing values must have same type as result";
const [FAT, LOCAL] = ["#amdgpu.address_space<fat_raw_buffer>", "#gpu.address_space<workgroup>"];

const dpp = (kind: string, argument: string | undefined, outcome?: string): OpRow => [
  "amdgpu.dpp",
  op("i32, i32 -> i32", { kind: `#amdgpu<dpp_perm ${kind}>`, ...(argument ? { permArgument: argument } : {}) }),
  outcome,
];
const PERMUTED: readonly OpRow[] = [
  dpp("quad_perm", "[0 : i32, 1 : i32, 3 : i32, 2 : i32]"),
  dpp("row_shl", "15 : i32"),
  dpp("row_mirror", undefined),
  dpp("wave_shl", "unit"),
  dpp("quad_perm", "[0 : i32, 1 : i32]", "quad_perm attribute must have exactly 4 elements"),
  dpp("quad_perm", undefined, "quad_perm attribute must have exactly 4 elements"),
  dpp("quad_perm", "[0 : i32, 1 : i32, 4 : i32, 2 : i32]", "Each element of quad_perm must be in the range [0, 3]"),
  dpp("row_shr", undefined, "Attribute 'row_shr' value not specified"),
  dpp("row_ror", "16 : i32", "Attribute value must be between 1 and 15"),
  dpp("row_mirror", "1 : i32", "Expected unit attribute for permArgument, but found non-trivial argument"),
];

const part = (type: string, size: number, lane: number, byte: number, outcome?: string): OpRow => [
  "amdgpu.scaled_ext_packed_matrix",
  op(`vector<8x${type}>`, numbers({ blockSize: size, firstScaleLane: lane, firstScaleByte: byte })),
  outcome,
];

const gather = (from: string, to: string, type: string, outcome?: string): OpRow => [
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
  [{ ...based("memref<8xi32>", "memref<8xi32, 3>"), release: 22 }],
  [based("memref<8xi32, 1>", "memref<8xi32, 3>")],
  [
    { ...based("memref<8xi32>", "memref<8xi32, 3>"), release: 23 },
    "global memref must have global address space attribute.",
  ],
  [based("memref<8xi32>", "memref<8xi32>"), "lds memref must have workgroup address space attribute."],
  [based(`memref<8xi32, ${LOCAL}>`, "memref<8xi32, 3>"), "global memref must have global address space attribute."],
  [
    based("memref<8xi7, 1>", "memref<8xi7, 3>"),
    "element type must be 1, 2, 4, or 8 bytes long but type was 7 bits long.",
  ],
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
const tensor = described("amdgpu.make_dma_descriptor", "!amdgpu.tdm_base<i32>", [1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
const barrier = described(
  "amdgpu.make_dma_descriptor",
  "!amdgpu.tdm_base<i32>, memref<i32>",
  [1, 0, 0, 0, 0, 0, 0, 0, 1, 0],
);
const late = described("amdgpu.make_dma_descriptor", "!amdgpu.tdm_base<i32>, i1", [1, 0, 0, 0, 0, 1, 0, 0, 0, 0]);
/** An index of the barrier, with as many barriers before it. */
const ranked = (memref: string, barriers: number): ReturnType<typeof described> =>
  described("amdgpu.make_dma_descriptor", `!amdgpu.tdm_base<i32>, ${memref}index`, [
    1,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
    barriers,
    1,
  ]);
/** The row in MLIR 23. */
const since23 = ([name, sketch, outcome]: OpRow): OpRow => [name, { ...sketch, release: 23 }, outcome];
const rows = (index: string): ReturnType<typeof described> =>
  described(
    "amdgpu.make_gather_dma_descriptor",
    `!amdgpu.tdm_gather_base<i32, i16>, vector<8x${index}>`,
    [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  );
const DESCRIBED: readonly OpRow[] = [
  tensor([4, 4], [4, 1], [2, 2]),
  tensor([4, 4], [], [2, 2], "strides must not be empty."),
  tensor([4, 4], [1, 2], [2, 2], "strides for the innermost dimension must be 1."),
  tensor([1, 1, 1, 1, 1, 1], [1], [1], "tensor and tile must be at most of rank 5."),
  tensor([4, 4, 4], [4, 1], [2, 2], "strides and sizes must have same rank."),
  tensor([4, 4], [4, 1], [2], "tensor must have same rank as tile."),
  barrier([4, 4], [4, 1], [2, 2], "atomic barrier address must be in LDS."),
  late([4, 4], [4, 1], [2, 2], "early timeout does not apply when workgroup_mask is not set."),
  since23(ranked("memref<8xi32, 3>, ", 1)([4, 4], [4, 1], [2, 2])),
  since23(ranked("memref<8x8xi32, 3>, ", 1)([4, 4], [4, 1], [2, 2], "expected 2 atomic barrier indices, got 1")),
  since23(ranked("", 0)([4, 4], [4, 1], [2, 2], "atomic barrier indices require an atomic barrier address")),
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
  ["amdgpu.global_transpose_load", indexed("memref<8xf16, 1>")],
  ["amdgpu.global_transpose_load", indexed("memref<8x8xf16, 1>"), "expected 2 source indices, got 1"],
  ["amdgpu.global_transpose_load", indexed("memref<8xf16>"), "source memory address space must be Global"],
];

const load = (from: string, to: string, outcome?: string, type = "f32"): OpRow => [
  "amdgpu.global_load_async_to_lds",
  { ...indexed(from, to), properties: { transferType: `type ${type}` } },
  outcome,
];
const NEAR = "memref<8xf16, 3>";
const LOADS: readonly OpRow[] = [
  load("memref<8xf16, 1>", NEAR),
  load("memref<8xf16, 1>", "memref<f16, 3>", "expected 0 destination indices, got 1"),
  load("memref<8xf32, 1>", NEAR, "source and destination element types must match"),
  load("memref<8xf16, 1>", NEAR, "transfer type size must be 8, 32, 64, or 128 bits", "vector<6xf16>"),
  load("memref<8xf16>", NEAR, "source memory address space must be global"),
  load("memref<8xf16, 1>", "memref<8xf16>", "destination memory address space must be Workgroup"),
];

const fetched = (memref: string, scope: string, hint: string, outcome?: string, isGuess = false): OpRow => [
  "amdgpu.global_prefetch",
  {
    ...indexed(memref),
    properties: {
      cacheScope: `#amdgpu<cache_scope ${scope}>`,
      temporalHint: `#amdgpu<load_temporal_hint ${hint}>`,
      ...(isGuess ? { speculative: "unit" } : {}),
    },
  },
  outcome,
];
const FETCHED: readonly OpRow[] = [
  fetched("memref<8xf16, 1>", "WGP", "RT"),
  fetched("memref<8xf16, 1>", "SYS", "NT_RT", undefined, true),
  fetched("memref<8x8xf16, 1>", "WGP", "RT", "expected 2 source indices, got 1"),
  fetched("memref<8xf16>", "WGP", "RT", "the source must have address space attribute"),
  fetched("memref<8xf16, 3>", "WGP", "RT", "the source must reside in global address space"),
  fetched("memref<8xf16, 1>", "WGP", "RT", "does not support speculative prefetch in WGP scope", true),
  fetched("memref<8xf16, 1>", "SYS", "LU", "does not support NT and LU modes"),
  fetched("memref<8xf16, 1>", "SYS", "NT_HT", "operates only in the speculative mode"),
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
  testOpRows(without(AMDGPU, AMDGPU_PRODUCTS), [
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
    ...PERMUTED,
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
    ...LOADS,
    ...FETCHED,
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
