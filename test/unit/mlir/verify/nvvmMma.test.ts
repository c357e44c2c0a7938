/** What the checks of `nvvm.mma.sync` and `nvvm.mma.sp.sync` accept and refuse. */
import { UNKNOWN } from "../../../../extension/formats/mlir/verify/fault";
import { NVVM_MMA } from "../../../../extension/formats/mlir/verify/ops/nvvmMma";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow, Outcome, Properties } from "../../../support/mlirRows";
import { bare, op, testOpRows } from "../../../support/mlirRows";

const HALVES = "vector<2xf16>";
const repeat = (count: number, type: string): readonly string[] => Array<string>(count).fill(type);
type Parts = readonly [count: number, type: string];
const struct = ([count, type]: Parts): string => `!llvm.struct<(${repeat(count, type).join(", ")})>`;

/** A product of matrices. @param parts of A, B, C and the result */
const product = (
  type: string,
  shape: readonly [m: number, n: number, k: number],
  parts: readonly [a: Parts, b: Parts, c: Parts, result: Parts],
  properties: Properties = {},
): Sketch => {
  const [a, b, c, result] = parts;
  const operands = [a, b, c].flatMap(([count, part]) => repeat(count, part)).join(", ");
  const [m, n, k] = shape;
  return op(
    `${operands} -> ${struct(result)}`,
    {
      ...{ multiplicandAPtxType: `#nvvm.mma_type<${type}>`, multiplicandBPtxType: `#nvvm.mma_type<${type}>` },
      ...{ layoutA: "#nvvm.mma_layout<row>", layoutB: "#nvvm.mma_layout<col>" },
      shape: `#nvvm.shape<m = ${m}, n = ${n}, k = ${k}>`,
      ...properties,
    },
    { groups: [a[0], b[0], c[0]] },
  );
};
const row = (sketch: Sketch, outcome?: Outcome): OpRow => ["nvvm.mma.sync", sketch, outcome];
const sparse = (sketch: Sketch, outcome?: Outcome): OpRow => ["nvvm.mma.sp.sync", sketch, outcome];

const [TWO, FOUR, EIGHT] = [[2, HALVES] as Parts, [4, HALVES] as Parts, [8, "f32"] as Parts];
const WORDS: Parts = [2, "i32"];
const WHOLE = { intOverflowBehavior: "#nvvm.mma_int_overflow<wrapped>" };
const BITS: Parameters<typeof product>[2] = [
  [2, "i32"],
  [1, "i32"],
  [4, "i32"],
  [4, "i32"],
];

describe("the check of products of matrices", () => {
  testOpRows(NVVM_MMA, [
    row(product("f16", [8, 8, 4], [TWO, TWO, EIGHT, EIGHT])),
    row(product("f16", [8, 8, 4], [TWO, TWO, FOUR, FOUR], { layoutA: "#nvvm.mma_layout<col>" })),
    row(product("f16", [16, 8, 16], [FOUR, TWO, TWO, TWO])),
    row(
      product(
        "tf32",
        [16, 8, 8],
        [
          [4, "i32"],
          [2, "i32"],
          [4, "f32"],
          [4, "f32"],
        ],
      ),
    ),
    row(
      product(
        "f64",
        [8, 8, 4],
        [
          [1, "f64"],
          [1, "f64"],
          [2, "f64"],
          [2, "f64"],
        ],
      ),
    ),
    row(product("s8", [8, 8, 16], [[1, "i32"], [1, "i32"], WORDS, WORDS], WHOLE)),
    row(product("b1", [16, 8, 128], BITS, { b1Op: "#nvvm.mma_b1op<xor_popc>" })),
    row(product("b1", [16, 8, 128], BITS), "op requires b1Op attribute"),
    row(product("s8", [8, 8, 16], [[1, "i32"], [1, "i32"], WORDS, WORDS]), "op requires intOverflowBehavior attribute"),
    row(product("f16", [8, 8, 16], [TWO, TWO, TWO, TWO]), "unimplemented variant for MMA shape <8, 8, 16>"),
    row(product("f16", [4, 8, 16], [TWO, TWO, TWO, TWO]), "unimplemented variant for MMA shape <4, 8, 16>"),
    row(product("f16", [16, 8, 16], [FOUR, TWO, TWO, [4, "f32"]]), "ctype does not match dtype"),
    row(product("f16", [16, 8, 16], [FOUR, TWO, [4, "!llvm.ptr"], [4, "f32"]]), UNKNOWN),
    row(
      product("f16", [8, 8, 4], [[2, "f16"], TWO, EIGHT, EIGHT]),
      "Could not match types for the A operands; expected one of 2xvector<2xf16> but got f16, f16",
    ),
    row(
      product("f16", [8, 8, 4], [TWO, TWO, [1, "f32"], EIGHT]),
      "Could not match types for the C operands; expected one of 4xvector<2xf16> 8xf32 but got f32",
    ),
    row(
      product("f16", [8, 8, 4], [TWO, TWO, EIGHT, TWO]),
      `Could not match allowed types for the result; expected one of ${struct(FOUR)}, ${struct(EIGHT)} but got ${struct(TWO)}`,
    ),
    row(
      product("s4", [16, 8, 32], BITS, { ...WHOLE, layoutA: "#nvvm.mma_layout<col>" }),
      "requires layoutA = #nvvm.mma_layout<row> and layoutB = #nvvm.mma_layout<col> for shape <16, 8, 32> with element types s4 and s4. Only m8n8k4 with f16 supports other layouts.",
    ),
    row(product("f64", [16, 8, 4], BITS), bare("invalid shape or multiplicand type: f64")),
    row(
      { ...product("e4m3", [16, 8, 16], [[2, "i32"], [1, "i32"], TWO, TWO]), release: 22 },
      bare("invalid shape or multiplicand type: e4m3"),
    ),
    row({ ...product("e4m3", [16, 8, 16], [[2, "i32"], [1, "i32"], TWO, TWO]), release: 23 }),
    sparse(product("f16", [16, 8, 16], [TWO, TWO, TWO, TWO])),
    sparse(product("f16", [16, 8, 8], [TWO, TWO, TWO, TWO]), "unimplemented variant for MMA shape <16, 8, 8>"),
    sparse(
      product("f16", [16, 8, 16], [FOUR, TWO, TWO, TWO]),
      "Could not match types for the A operands; expected one of 2xvector<2xf16> but got vector<2xf16>, vector<2xf16>, vector<2xf16>, vector<2xf16>",
    ),
    sparse(product("s8", [16, 8, 32], [WORDS, WORDS, [4, "i32"], [4, "i32"]], WHOLE)),
    sparse(
      product("s8", [16, 8, 32], [WORDS, WORDS, [4, "i32"], [4, "i32"]]),
      "op requires intOverflowBehavior attribute",
    ),
    sparse(product("b1", [16, 8, 256], BITS), bare("invalid shape or multiplicand type: b1")),
    sparse({ ...product("e2m1", [16, 8, 64], [WORDS, WORDS, TWO, TWO]), release: 22 }),
    sparse(
      { ...product("e2m1", [16, 8, 64], [WORDS, WORDS, TWO, TWO]), release: 23 },
      "Could not match types for the A operands; expected one of 4xi32 but got i32, i32",
    ),
  ]);
});
