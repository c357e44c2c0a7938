/** What MLIR's verifier refuses by the C++ of ops of quant and of smaller dialects. */
import { OTHER_OPS } from "../../../../extension/formats/mlir/verify/ops/otherOps";
import { QUANT } from "../../../../extension/formats/mlir/verify/ops/quant";
import type { OpRow } from "../../../support/mlirRows";
import { bare, each, op, testOpRows } from "../../../support/mlirRows";

const UNIFORM = "!quant.uniform<i8:f32, 1.000000e+00>";
const axis = (at: number): string => `!quant.uniform<i8:f32:${at}, {1.0,2.0:3}>`;
const blocks = (text: string, scales = "{{1.0, 2.0:3}, {1.0, 2.0}}"): string =>
  `!quant.uniform<u8:f32:{${text}}, ${scales}>`;
const SHAPES = "failed to verify that input and result are both scalars or both tensors with matching shape";
const of = (shape: string, type: string): string => `tensor<${shape}f32> -> tensor<${shape}${type}>`;
const CASTS: readonly OpRow[] = [
  ["quant.qcast", op(`f32 -> ${UNIFORM}`)],
  ["quant.qcast", op(of("3x2x", axis(1)))],
  ["quant.qcast", op(of("2x4x", blocks("0:1, 1:2")))],
  ["quant.qcast", op(`tensor<2xf32> -> ${UNIFORM}`), SHAPES],
  ["quant.qcast", op(`tensor<2xf32> -> tensor<3x${UNIFORM}>`), SHAPES],
  [
    "quant.qcast",
    op(`${UNIFORM} -> ${UNIFORM}`),
    `operand #0 must be scalar or tensor of floating-point, but got '${UNIFORM}'`,
  ],
  ["quant.qcast", op(`f16 -> ${UNIFORM}`), bare("expressed type in quantized type expected to match float type")],
  ["quant.qcast", op(`f32 -> ${axis(0)}`), bare("scalar types may not use per-axis quantization")],
  ["quant.qcast", op(of("2x", axis(1))), bare("quantized dimension must be less than tensor rank")],
  ["quant.qcast", op(of("3x", axis(0))), bare("quantized dimension size does not match number of scales")],
  ["quant.qcast", op(`f32 -> ${blocks("0:1")}`), bare("scalar types may not use sub-channel quantization")],
  ["quant.qcast", op(of("*x", blocks("0:1"))), bare("tensor containing the sub-channel quantized type must be ranked")],
  ["quant.qcast", op(of("2x4x", blocks("2:1"))), bare("quantized dimension 2 must be less than tensor rank 2")],
  [
    "quant.qcast",
    op(of("2x4x", blocks("1:3"))),
    bare("tensor dimension size 4 at axis 1 must be divisible by the corresponding block size 3"),
  ],
  [
    "quant.qcast",
    op(of("0x4x", blocks("1:2"))),
    bare("tensor dimension size of zero is not allowed with sub-channel quantization"),
  ],
  [
    "quant.qcast",
    op(of("2x4x", blocks("1:2", "{{{1.0}}}"))),
    bare("Rank of scales 3 must match the rank of the tensor 2"),
  ],
  [
    "quant.qcast",
    op(of("2x4x", blocks("1:2"))),
    bare(
      "dimension size 1 of scales tensor at axis 0 should match (tensor dimension at axis / block sizes at axis) = 1",
    ),
  ],
  ["quant.dcast", op(`${UNIFORM} -> f32`)],
  ["quant.dcast", op(`${UNIFORM} -> f16`), bare("expressed type in quantized type expected to match float type")],
  ["quant.scast", op(`i8 -> ${UNIFORM}`)],
  ["quant.scast", op(`${UNIFORM} -> i8`)],
  [
    "quant.scast",
    op("i8 -> i8"),
    "failed to verify that input must be integer and result must be quantized, or vice versa",
  ],
  ["quant.scast", op(`i16 -> ${UNIFORM}`), bare("storage type in quantized type expected to match integer type")],
];

const LOCAL = "!wasmssa<local ref to i32>";
/** A call of a function that takes an i32 and gives an f32. */
const indirect = (operand: string, result: string): ReturnType<typeof op> => ({
  ...op(operand),
  operands: ["(i32) -> (f32)", operand],
  results: [result],
});

const OPS: readonly OpRow[] = [
  ["builtin.unrealized_conversion_cast", op("i32 -> i64")],
  ["builtin.unrealized_conversion_cast", op("i32"), "expected at least one result for cast operation"],
  ["ml_program.global", op("", { is_mutable: "unit" })],
  ["ml_program.global", op("", { value: "1 : i32" })],
  ["ml_program.global", op(""), "immutable global must have an initial value"],
  ["smt.bv.concat", op("!smt.bv<8>, !smt.bv<4> -> !smt.bv<12>")],
  [
    "smt.bv.concat",
    op("!smt.bv<8>, !smt.bv<4> -> !smt.bv<8>"),
    "inferred type(s) '!smt.bv<12>' are incompatible with return type(s) of operation '!smt.bv<8>'",
  ],
  ["smt.bv.constant", op("-> !smt.bv<8>", { value: "#smt.bv<0> : !smt.bv<8>" })],
  [
    "smt.bv.constant",
    op("-> !smt.bv<8>", { value: "#smt.bv<0> : !smt.bv<1>" }),
    "inferred type(s) '!smt.bv<1>' are incompatible with return type(s) of operation '!smt.bv<8>'",
  ],
  ["smt.bv.extract", op("!smt.bv<32> -> !smt.bv<16>", { lowBit: "16 : i32" })],
  [
    "smt.bv.extract",
    op("!smt.bv<32> -> !smt.bv<16>", { lowBit: "20 : i32" }),
    "range to be extracted is too big, expected range starting at index 20 of length 16 requires input width of at least 36, but the input width is only 32",
  ],
  ["smt.bv.repeat", op("!smt.bv<8> -> !smt.bv<16>")],
  [
    "smt.bv.repeat",
    op("!smt.bv<8> -> !smt.bv<12>"),
    "result bit-vector width must be a multiple of the input bit-vector width",
  ],
  ...each(
    ["smt.distinct", "smt.eq"],
    [op("!smt.bool, !smt.bool -> !smt.bool")],
    [op("!smt.bool -> !smt.bool"), "'inputs' must have at least size 2, but got 1"],
  ),
  ["func.call_indirect", indirect("i32", "f32")],
  ["func.call_indirect", indirect("f32", "f32"), "failed to verify that callee input types match argument types"],
  ["func.call_indirect", indirect("i32", "f64"), "failed to verify that callee result types match result types"],
  ["smt.solver", op("i32 -> f32")],
  ["smt.solver", op("!smt.bool"), "operand #0 must be variadic of any non-smt type, but got '!smt.bool'"],
  ["wasmssa.extend", op("i32 -> i32", { bitsToTake: "8 : i64" })],
  [
    "wasmssa.extend",
    op("i32 -> i32", { bitsToTake: "64 : i64" }),
    bare("extend op can only take 8, 16 or 32 bits. Got 64"),
  ],
  [
    "wasmssa.extend",
    op("i32 -> i32", { bitsToTake: "32 : i64" }),
    bare("trying to extend the 32 low bits from a 'i32' value is illegal"),
  ],
  ["wasmssa.local_set", op(`${LOCAL}, i32`)],
  ["wasmssa.local_set", op(`${LOCAL}, i64`), bare("input type and result type of local.set do not match")],
  ["wasmssa.local_tee", op(`${LOCAL}, i32 -> i32`)],
  ["wasmssa.local_tee", op(`${LOCAL}, i64 -> i32`), bare("input type and output type of local.tee do not match")],
  ["wasmssa.reinterpret", op("i32 -> f32")],
  ["wasmssa.reinterpret", op("f32 -> f32"), bare("reinterpret input and output type should be distinct")],
  [
    "wasmssa.reinterpret",
    op("i64 -> f32"),
    bare("input type ('i64') and output type ('f32') have incompatible bit widths"),
  ],
];

describe("ops of quant", () => {
  testOpRows(QUANT, CASTS);
});

describe("ops of smaller dialects", () => {
  testOpRows(OTHER_OPS, OPS);
});
