/** What checks of mlir::amdgpu's products accept and refuse. */
import { AMDGPU_PRODUCTS } from "../../../../extension/formats/mlir/verify/ops/amdgpuProducts";
import type { OpRow, Properties } from "../../../support/mlirRows";
import { numbers, op, testOpRows } from "../../../support/mlirRows";

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
const MANY_BYTES = "vector<16xi8>, vector<32xi8>, vector<4xi32>";
const IGNORED = "must be 0 for this variant (field is ignored by hardware)";
const indices = (expected: string, found: string): string =>
  `expected ${expected} sparse indices for this variant, but got '${found}'`;
const SPARSE: readonly OpRow[] = [
  sparse(`${HALVES}, vector<4xi8>`, {}),
  sparse(`${BYTES}, vector<2xi16>`, { k: 64 }),
  sparse(`${HALVES}, vector<4xi8>`, { cbsz: 1, abid: 7 }),
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
  sparse(`${HALVES}, vector<4xi8>`, { abid: 4 }, "ABID must be in [0, 3] for this variant", 23),
  sparse(`${BYTES}, vector<2xi16>`, { k: 64, abid: 2 }, "ABID must be in [0, 1] for this variant", 23),
  sparse(`${HALVES}, vector<2xi16>`, {}, indices("vector<4xi8>", "vector<2xi16>"), 23),
  sparse(`${BYTES}, vector<4xi8>`, { k: 64 }, indices("vector<2xi16>", "vector<4xi8>"), 23),
  sparse(`${MANY_BYTES}, i32`, { k: 128 }, undefined, 23),
  sparse(`${MANY_BYTES}, i32`, { k: 128, cbsz: 1 }, `CBSZ ${IGNORED}`, 23),
  sparse(`${MANY_BYTES}, i32`, { k: 128, abid: 1 }, `ABID ${IGNORED}`, 23),
  sparse(
    `${MANY_BYTES}, vector<2xi16>`,
    { k: 128 },
    "expected i32 sparse indices for this variant (no internal set structure), but got 'vector<2xi16>'",
    23,
  ),
  sparse(`${HALVES}, vector<4xi8>`, { k: 64 }, values("source", 16, 8), 22),
  sparse(`${HALVES}, vector<4xi8>`, { n: 32 }, values("result", 8, 4)),
];

const sparseWave = (types: string, outcome?: string, k = 32, properties?: Properties): OpRow => [
  "amdgpu.sparse_wmma",
  op(`${types}, i32`, { ...numbers({ m: 16, n: 16, k }), ...properties }),
  outcome,
];
const WIDE = { wave64: "unit" };
const DOUBLED =
  "expected dense source operand to have exactly double the number of elements of the sparse source operand";
const MIXED = "source operand and destination operands must all be either integer or float types";
const SPARSE_WAVES: readonly OpRow[] = [
  sparseWave("vector<8xf16>, vector<16xf16>, vector<8xf32>"),
  sparseWave("vector<4xf16>, vector<8xf16>, vector<4xf32>", undefined, 32, WIDE),
  sparseWave("vector<32xf8E4M3FN>, vector<64xf8E5M2>, vector<8xf32>", undefined, 128),
  sparseWave("vector<8xi4>, vector<8xi4>, vector<4xi32>", undefined, 32, WIDE),
  sparseWave("vector<16xf16>, vector<16xf16>, vector<8xf32>", DOUBLED),
  sparseWave(
    "vector<8xi4>, vector<16xi4>, vector<4xi32>",
    "expected dense source operand to have exactly the same the number of elements",
    32,
    WIDE,
  ),
  sparseWave("vector<8xf16>, vector<16xf16>, vector<8xi32>", MIXED),
  sparseWave("vector<8xi8>, vector<16xf16>, vector<8xf32>", MIXED),
  sparseWave("vector<8xf16>, vector<16xbf16>, vector<8xf32>", "expected source operands to have the same element type"),
  sparseWave("vector<4xf16>, vector<8xf16>, vector<8xf32>", values("source", 16, 8)),
  sparseWave("vector<8xf16>, vector<16xf16>, vector<16xf32>", values("result", 8, 16)),
];

const dot = (types: string, outcome?: string, ...units: readonly string[]): OpRow => [
  "amdgpu.dot",
  op(types, Object.fromEntries(units.map((name) => [name, "unit"]))),
  outcome,
];
const [NO_SIGN, NO_CLAMP] = [
  "unsignedA/unsignedB are only valid for integer source types",
  "clamp is not supported for this (source, accumulator) combination",
];
const DOTS: readonly OpRow[] = [
  dot("vector<2xf16>, vector<2xf16>, f16"),
  dot("vector<2xbf16>, vector<2xbf16>, f32", undefined, "clamp"),
  dot("vector<4xi8>, vector<4xi8>, i32", undefined, "unsignedA", "clamp"),
  dot("vector<4xf8E4M3FN>, vector<4xf8E5M2>, f32"),
  dot("vector<4xf8E4M3FN>, vector<4xi8>, f32", "expected source operands to have the same element type"),
  dot("vector<2xf16>, vector<2xf16>, bf16", "expected f32 or f16 accumulator for f16 sources"),
  dot("vector<2xi16>, vector<2xi16>, i64", "expected i32 accumulator for integer sources"),
  dot("vector<4xf8E4M3FN>, vector<4xf8E4M3FN>, f16", "expected f32 accumulator for fp8 sources"),
  dot("vector<2xf16>, vector<2xf16>, f32", NO_SIGN, "unsignedB"),
  dot("vector<2xi16>, vector<2xi16>, i32", "mixed-sign dot is not supported for 16-bit integer sources", "unsignedA"),
  dot("vector<2xf16>, vector<2xf16>, f16", NO_CLAMP, "clamp"),
  dot("vector<4xf8E4M3FN>, vector<4xf8E4M3FN>, f32", NO_CLAMP, "clamp"),
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

const oneOf = (name: string, values: string): string =>
  `attribute '${name}' failed to satisfy constraint: 32-bit signless integer attribute whose value is one of {${values}}`;
const SIZES: readonly OpRow[] = [
  mfma(PLAIN, { m: 8 }, oneOf("m", "4, 16, 32")),
  mfma(PLAIN, { blocks: 3 }, oneOf("blocks", "1, 2, 4, 16")),
  ["amdgpu.scaled_mfma", op("f32 -> f32", numbers({ m: 16, n: 32, k: 64 }))],
  ["amdgpu.scaled_mfma", op("f32 -> f32", numbers({ m: 16, n: 32, k: 32 })), oneOf("k", "64, 128")],
  ["amdgpu.scaled_wmma", op("f32 -> f32", numbers({ a_first_scale_lane: 8 })), oneOf("a_first_scale_lane", "0, 16")],
  ["amdgpu.sparse_mfma", op("f32 -> f32", numbers({ m: 16, n: 4 })), oneOf("n", "16, 32")],
  ["amdgpu.sparse_wmma", op("f32 -> f32", numbers({ m: 32 })), oneOf("m", "16")],
  ["amdgpu.wmma", op("f32 -> f32", numbers({ subwordOffset: 2 })), oneOf("subwordOffset", "0, 1")],
];

describe("checks of amdgpu's products", () => {
  testOpRows(AMDGPU_PRODUCTS, [...SIZES, ...MFMA, ...SPARSE, ...SPARSE_WAVES, ...DOTS, ...WAVES, ...SCALED]);
});
