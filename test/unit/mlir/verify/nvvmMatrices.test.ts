/** What MLIR's verifier refuses by the C++ of nvvm's ops on matrices and tensor memory. */
import { NVVM_MATRICES } from "../../../../extension/formats/mlir/verify/ops/nvvmMatrices";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { bare, each, op, testOpRows } from "../../../support/mlirRows";

type Properties = NonNullable<Sketch["properties"]>;
const is = (kind: string, word: string): string => `#nvvm.${kind}<${word}>`;
const [SHARED, CONSTANT, TENSOR] = ["!llvm.ptr<3>", "!llvm.ptr<4>", "!llvm.ptr<6>"];
const repeat = (type: string, count: number): string => Array<string>(count).fill(type).join(", ");
const struct = (type: string, count: number): string => `!llvm.struct<(${repeat(type, count)})>`;

const shape = (m: number, n: number): string => `#nvvm.ld_st_matrix_shape<m = ${m}, n = ${n}>`;
const matrix = (m: number, n: number, element: string, layout: string): Properties => ({
  ...{ shape: shape(m, n), eltType: is("ld_st_matrix_elt_type", element), layout: is("mma_layout", layout) },
});
const load = (num: number, result: string, properties: Properties): Sketch =>
  op(`${SHARED} -> ${result}`, { num: `${num} : i32`, ...properties });
const store = (count: number, properties: Properties): Sketch => op(`${SHARED}, ${repeat("i32", count)}`, properties);

const LOADS: readonly OpRow[] = [
  ["nvvm.ldmatrix", load(1, "i32", matrix(8, 8, "b16", "row"))],
  ["nvvm.ldmatrix", load(2, struct("i32", 4), matrix(16, 16, "b8", "col"))],
  ["nvvm.ldmatrix", load(1, "i32", matrix(8, 9, "b16", "row")), "expected shape to be 8x8, 8x16 or 16x16"],
  [
    "nvvm.ldmatrix",
    load(3, struct("i32", 3), matrix(8, 8, "b16", "row")),
    "expected num attribute to be 1, 2 or 4 for 8x8 matrix",
  ],
  ["nvvm.ldmatrix", load(1, "i32", matrix(8, 8, "b8", "row")), "expected element type to be b16 for 8x8 matrix"],
  [
    "nvvm.ldmatrix",
    load(1, struct("i32", 2), matrix(16, 16, "b8", "row")),
    "expected layout to be col for 16x16 matrix",
  ],
  ["nvvm.ldmatrix", load(1, "i64", matrix(8, 8, "b16", "row")), "expected destination type is i32"],
  [
    "nvvm.ldmatrix",
    load(2, struct("i32", 3), matrix(8, 8, "b16", "row")),
    "expected destination type is a structure of 2 elements of type i32",
  ],
  ["nvvm.stmatrix", store(2, matrix(8, 8, "b16", "row"))],
  ["nvvm.stmatrix", store(3, matrix(8, 8, "b16", "row")), "expected num attribute to be 1, 2 or 4"],
  ["nvvm.stmatrix", store(1, matrix(8, 16, "b16", "row")), "expected shape to be 8x8 or 16x8"],
  ["nvvm.stmatrix", store(1, matrix(8, 8, "b8", "row")), "expected element type to be B16 for 8x8 matrix"],
  ["nvvm.stmatrix", store(1, matrix(16, 8, "b8", "row")), "expected layout to be col for 16x8 matrix"],
];

const tensor = (mask: string, properties: Properties = {}, sparse = "", a = "i64"): Sketch => {
  const rest = mask === "" ? 0 : 1;
  const groups = [1, 1, 1, 1, 1, ...(sparse === "" ? [] : [1]), 0, rest];
  return op(
    `${[TENSOR, a, "i64", "i32", "i1", sparse, mask].filter(Boolean).join(", ")}`,
    {
      ...{ kind: is("tcgen05_mma_kind", "f16"), ctaGroup: is("cta_group", "cta_1") },
      ...{ collectorOp: is("tcgen05_mma_collectorop", "discard"), ...properties },
    },
    { groups },
  );
};
const SHIFT = { aShift: "unit" };
const scaled = (kind: string, scale: string, sparse: boolean): Sketch =>
  op([TENSOR, "i64", "i64", "i32", "i1", ...Array<string>(sparse ? 3 : 2).fill(TENSOR)].join(", "), {
    ...{ kind: is("block_scale_kind", kind), blockScale: is("tcgen05_mma_block_scale", scale) },
    ...{ ctaGroup: is("cta_group", "cta_1"), collectorOp: is("tcgen05_mma_collectorop", "discard") },
  });
const copy = (form: string, multicast: string): Sketch =>
  op(`${TENSOR}, i64`, {
    ...{ shape: is("tcgen05_cp_shape", form), multicast: is("tcgen05_cp_multicast", multicast) },
    ...{ group: is("cta_group", "cta_1"), srcFormat: is("tcgen05_cp_src_fmt", "b6x16_p32") },
  });
const form = (word: string): Properties => ({ shape: is("tcgen05_ldst_shape", word) });

const TENSORS: readonly OpRow[] = [
  ...["", TENSOR].flatMap((sparse): readonly OpRow[] => {
    const name = `nvvm.tcgen05.mma${sparse && ".sp"}`;
    return [
      [name, tensor("vector<4xi32>", {}, sparse)],
      [
        name,
        tensor("vector<8xi32>", {}, sparse),
        bare("Disable Output Lane of length 8 is incompatible with CtaGroupAttr"),
      ],
      [name, tensor("", SHIFT, sparse), bare("A-shift can be applied only when matrix A is in tensor memory")],
      [
        name,
        tensor("", { ...SHIFT, collectorOp: is("tcgen05_mma_collectorop", "fill") }, sparse, TENSOR),
        bare("Cannot use collector buffer operation fill or use with ashift"),
      ],
    ];
  }),
  ...[false, true].flatMap((sparse) =>
    each(
      [`nvvm.tcgen05.mma${sparse ? ".sp" : ""}.block_scale`],
      [scaled("mxf8f6f4", "default", sparse)],
      [scaled("mxf4nvf4", "default", sparse), bare("mxf4nvf4 requires block scale attribute")],
      [scaled("mxf4", "block16", sparse), bare("mxf4 kind does not support block16 attribute")],
    ),
  ),
  ["nvvm.tcgen05.cp", copy("shape_128x256b", "none")],
  ["nvvm.tcgen05.cp", copy("shape_128x256b", "warpx4"), bare("Invalid multicast type for tcgen05.cp Op")],
  [
    "nvvm.tcgen05.cp",
    copy("shape_64x128b", "none"),
    bare("Shape 64x128b requires multicast warpx2_01_23 or warpx2_02_13 for tcgen05.cp Op"),
  ],
  ["nvvm.tcgen05.cp", copy("shape_32x128b", "none"), bare("Shape 32x128b requires multicast warpx4 for tcgen05.cp Op")],
  ["nvvm.tcgen05.ld", op(`${TENSOR} -> vector<2xi32>`, form("shape_16x128b"), { groups: [1, 0] })],
  [
    "nvvm.tcgen05.ld",
    op(`${TENSOR} -> vector<2xi32>`, form("shape_16x32bx2"), { groups: [1, 0] }),
    bare("shape 16x32bx2 requires offset argument"),
  ],
  [
    "nvvm.tcgen05.ld",
    op(`${TENSOR}, i64 -> vector<2xi32>`, form("shape_16x128b"), { groups: [1, 1] }),
    bare("offset argument is only supported for shape 16x32bx2"),
  ],
  ["nvvm.tcgen05.st", op(`${TENSOR}, vector<4xi32>`, form("shape_16x256b"), { groups: [1, 1, 0] })],
  [
    "nvvm.tcgen05.st",
    op(`${TENSOR}, vector<2xi32>`, form("shape_16x32bx2"), { groups: [1, 1, 0] }),
    bare("shape 16x32bx2 requires offset argument"),
  ],
];

const type = (word: string): string => is("wgmma_type", word);
const group = (d: string, a: string, b: string, sizes: string, result: string, more: Properties = {}): Sketch =>
  op(`${result}, i64, i64 -> ${result}`, {
    ...{ shape: `#nvvm.shape<${sizes}>`, typeD: type(d), typeA: type(a), typeB: type(b) },
    ...{
      scaleD: is("wgmma_scale_out", "one"),
      scaleA: is("wgmma_scale_in", "one"),
      scaleB: is("wgmma_scale_in", "one"),
    },
    ...{ layoutA: is("mma_layout", "row"), layoutB: is("mma_layout", "col"), ...more },
  });
const SIZES = "m = 64, n = 8, k = 16";
const warp = (element: string, frag = "c"): Properties => ({
  ...{ m: "16 : i32", n: "16 : i32", k: "16 : i32", layout: is("mma_layout", "row") },
  ...{ eltype: is("mma_type", element), frag: is("mma_frag", frag) },
});
const storing: Properties = Object.fromEntries(Object.entries(warp("f32")).filter(([name]) => name !== "frag"));
const multiply = (operands: string, result: string): Sketch =>
  op(`${operands} -> ${result}`, {
    ...{ m: "16 : i32", n: "16 : i32", k: "16 : i32" },
    ...{ layoutA: is("mma_layout", "row"), layoutB: is("mma_layout", "row") },
    ...{ eltypeA: is("mma_type", "f16"), eltypeB: is("mma_type", "f32") },
  });
const HALVES = repeat("vector<2xf16>", 16);
const FLOATS = repeat("f32", 8);

const PRODUCTS: readonly OpRow[] = [
  ["nvvm.wgmma.mma_async", group("f32", "f16", "f16", SIZES, struct("f32", 4))],
  ["nvvm.wgmma.mma_async", group("f16", "bf16", "bf16", SIZES, struct("i32", 2))],
  [
    "nvvm.wgmma.mma_async",
    group("f32", "f16", "f16", SIZES, "!llvm.struct<(f32, f32, f32, i32)>"),
    "all elements in struct must be same type but there is 'i32'",
  ],
  [
    "nvvm.wgmma.mma_async",
    group("f32", "f16", "bf16", SIZES, struct("f32", 4)),
    "f32 += f16 * bf16, it is not supported.",
  ],
  [
    "nvvm.wgmma.mma_async",
    group("f32", "f16", "f16", "m = 32, n = 8, k = 16", struct("f32", 4)),
    "shape 'm' must be 64",
  ],
  [
    "nvvm.wgmma.mma_async",
    group("f32", "f16", "f16", "m = 64, n = 8, k = 8", struct("f32", 4)),
    "shape 'k' must be 16 for input type f16",
  ],
  [
    "nvvm.wgmma.mma_async",
    group("f32", "f16", "f16", SIZES, struct("f32", 3)),
    "results 4, however output struct has 3 elements",
  ],
  ["nvvm.wmma.load", op(`${SHARED}, i32 -> ${struct("f32", 8)}`, warp("f32"))],
  [
    "nvvm.wmma.load",
    op(`${CONSTANT}, i32 -> ${struct("f32", 8)}`, warp("f32")),
    "expected source pointer in memory space 0, 1, 3",
  ],
  [
    "nvvm.wmma.load",
    op(`${SHARED}, i32 -> ${struct("f32", 4)}`, warp("f32")),
    "expected destination type is a structure of 8 elements of type 'f32'",
  ],
  ["nvvm.wmma.store", op(`${SHARED}, ${FLOATS}, i32`, storing)],
  [
    "nvvm.wmma.store",
    op(`${CONSTANT}, ${FLOATS}, i32`, storing),
    "expected operands to be a source pointer in memory space 0, 1, 3",
  ],
  ["nvvm.wmma.mma", multiply(`${HALVES}, ${FLOATS}`, struct("f32", 8))],
  ["nvvm.wmma.mma", multiply(HALVES, struct("f32", 8)), "expected 24 arguments"],
  [
    "nvvm.wmma.mma",
    multiply(`${HALVES}, ${repeat("f16", 8)}`, struct("f32", 8)),
    "expected argument 16 to be of type 'f32'",
  ],
  [
    "nvvm.wmma.mma",
    multiply(`${HALVES}, ${FLOATS}`, struct("f32", 4)),
    "expected destination type is a structure of 8 elements of type 'f32'",
  ],
];

describe("checks of nvvm's ops on matrices and tensor memory", () => {
  testOpRows(NVVM_MATRICES, [...LOADS, ...TENSORS, ...PRODUCTS]);
});
