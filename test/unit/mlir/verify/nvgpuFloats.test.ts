/** Which conversions of floats mlir::nvgpu accepts and refuses. */
import { NVGPU_FLOATS } from "../../../../extension/formats/mlir/verify/ops/nvgpuFloats";
import type { OpRow } from "../../../support/mlirRows";
import { op, testOpRows } from "../../../support/mlirRows";

/** @param relu whether negative numbers become zero */
const extend = (types: string, outcome?: string, rounding = "rn", relu = "false"): OpRow => [
  "nvgpu.extf",
  op(types, { rnd: `#nvvm.fp_rnd_mode<${rounding}>`, relu }),
  outcome,
];
const truncate = (types: string, outcome?: string, rounding = "rn"): OpRow => [
  "nvgpu.truncf",
  op(types, { rnd: `#nvvm.fp_rnd_mode<${rounding}>` }),
  outcome,
];
const mode = (expected: string, found: string): string => `expects ${expected}, but got #nvvm.fp_rnd_mode<${found}>`;
const STOCHASTIC = "RS (stochastic) rounding is only supported for f32->f16/bf16, got";

describe("nvgpu's conversions of floats", () => {
  testOpRows(NVGPU_FLOATS, [
    extend("vector<4xf8E4M3FN> -> vector<4xf16>"),
    extend("f8E8M0FNU -> bf16"),
    extend("f16 -> f64", undefined, "rn", "true"),
    extend("f8E5M2 -> f4E2M1FN", "result type 'f4E2M1FN' must be wider than operand type 'f8E5M2'"),
    extend("f4E2M1FN -> f8E4M3FN", "result type must be 16, 32, or 64 bitwidth, but got 8"),
    extend("f8E8M0FNU -> f16", "expects bf16 or f32 output type when input type is e8m0."),
    extend("f8E5M2 -> f16", mode("RN rounding mode", "rz"), "rz"),
    extend("f8E5M2 -> bf16", "relu is not supported for bf16 destination", "rn", "true"),
    extend(
      "vector<16xf8E5M2> -> vector<8xf16>",
      "input and output shapes must match, got 'vector<16xf8E5M2>' and 'vector<8xf16>'",
    ),
    extend(
      "f8E4M3FN -> vector<1xf16>",
      "input and output must both be scalars or both be vectors, got 'f8E4M3FN' and 'vector<1xf16>'",
    ),
    truncate("vector<2x4xf16> -> vector<2x4xf8E5M2>"),
    truncate("f32 -> bf16", undefined, "rz"),
    truncate("f32, i32 -> f16", undefined, "rs"),
    truncate("f32 -> f8E8M0FNU", undefined, "rp"),
    truncate("f64 -> f32"),
    truncate("f16 -> f32", "result type 'f32' must be narrower than operand type 'f16'"),
    truncate("f8E5M2 -> f4E2M1FN", "input type must be 64/32/16 bitwidth, but got 8"),
    truncate("f32 -> f8E8M0FNU", mode("RZ or RP rounding mode when result type is e8m0", "rn")),
    truncate("f32 -> f8E4M3FN", mode("RN rounding mode", "rz"), "rz"),
    truncate("f64 -> f16", mode("RN rounding mode for f64 input", "rz"), "rz"),
    truncate("f64 -> f8E5M2", mode("RN rounding mode", "rz"), "rz"),
    truncate("f32 -> f16", mode("RN or RZ rounding mode for f32 to f16/bf16", "rp"), "rp"),
    truncate("f32 -> f8E4M3FN", `${STOCHASTIC} 'f32' -> 'f8E4M3FN'`, "rs"),
    truncate("f32 -> f16", "random_bits operand is required with RS rounding", "rs"),
    truncate("f32, i32 -> f16", "random_bits can only be used with RS rounding mode"),
  ]);
});
