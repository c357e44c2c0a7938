/** What MLIR's verifier refuses by the C++ of single ops of tosa. */
import { TOSA } from "../../../../extension/formats/mlir/verify/ops/tosa";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { each, op, testOpRows } from "../../../support/mlirRows";

const clamp = (type: string, least: string, most: string): Sketch =>
  op(`${type} -> ${type}`, { min_val: least, max_val: most });
const axis = (signature: string, at: number): Sketch => op(signature, { axis: `${at} : i32` });
const perms = (signature: string, numbers: string): Sketch => op(signature, { perms: `array<i32: ${numbers}>` });
const rescale = (input: string, output: string, factors = "1", scale32 = true, perChannel = false): Sketch =>
  op(`${input}, tensor<${factors}x${scale32 ? "i32" : "i16"}>, tensor<1xi8>, tensor<1xi8>, tensor<1xi8> -> ${output}`, {
    ...{
      scale32: String(scale32),
      per_channel: String(perChannel),
      rounding_mode: "#tosa.rounding_mode<SINGLE_ROUND>",
    },
    ...{ input_unsigned: "false", output_unsigned: "false" },
  });

const in22 = (sketch: Sketch): Sketch => ({ ...sketch, release: 22 });
const since23 = (sketch: Sketch): Sketch => ({ ...sketch, release: 23 });
/** Ops whose ranks differ. */
const TABLE = op("tensor<2xi8>, tensor<256xi8> -> tensor<1x2xi8>");
const TILE = op("tensor<2xf32>, !tosa.shape<1> -> tensor<2x2xf32>");
const PAD = op("tensor<4xf32>, !tosa.shape<2>, tensor<1xf32> -> tensor<1x6xf32>");

const ELEMENTWISE: readonly OpRow[] = [
  ["tosa.clamp", clamp("tensor<2xi8>", "-3 : i8", "4 : i8")],
  ["tosa.clamp", clamp("tensor<2xf32>", "0.0 : f32", "1.5 : f32")],
  [
    "tosa.clamp",
    clamp("tensor<2xi8>", "0 : i8", "1 : i16"),
    "min/max attributes types are incompatible with input/output element types.",
  ],
  [
    "tosa.clamp",
    clamp("tensor<2xi8>", "4 : i8", "-3 : i8"),
    "expected min_val <= max_val, got min_val=4 : i8, max_val=-3 : i8",
  ],
  [
    "tosa.clamp",
    clamp("tensor<2xf32>", "0x7FC00000 : f32", "1.000000e+00 : f32"),
    "min/max attributes should not be 'NaN', got min_val=0x7FC00000 : f32, max_val=1.000000e+00 : f32",
  ],
  [
    "tosa.clamp",
    clamp("tensor<2xf32>", "1.500000e+00 : f32", "1.000000e+00 : f32"),
    "expected min_val <= max_val, got min_val=1.500000e+00 : f32, max_val=1.000000e+00 : f32",
  ],
  ["tosa.mul", op("tensor<2x3xf32>, tensor<1x3xf32>, tensor<1xi8> -> tensor<2x3xf32>")],
  ["tosa.mul", op("tensor<*xi8>, tensor<2xi8>, tensor<1xi8> -> tensor<2xi32>")],
  [
    "tosa.mul",
    op("tensor<2xi8>, tensor<2xi16>, tensor<1xi8> -> tensor<2xi32>"),
    "requires the same element type for all operands",
  ],
  [
    "tosa.mul",
    op("tensor<2xi32>, tensor<2xi32>, tensor<1xi8> -> tensor<2xi8>"),
    "invalid data type size for operands or result",
  ],
  [
    "tosa.mul",
    op("tensor<2xf32>, tensor<2xf16>, tensor<1xi8> -> tensor<2xf32>"),
    "requires the same element type for all operands and results",
  ],
  [
    "tosa.mul",
    op("tensor<2xf32>, tensor<1x2xf32>, tensor<1xi8> -> tensor<2xf32>"),
    "a and b operands don't have matching ranks, got 1 and 2",
  ],
  [
    "tosa.mul",
    op("tensor<2xf32>, tensor<3xf32>, tensor<1xi8> -> tensor<2xf32>"),
    "a and b operands don't have broadcast-compatible shapes, got 'tensor<2xf32>' and 'tensor<3xf32>'",
  ],
  [
    "tosa.mul",
    op("tensor<2xf32>, tensor<*xf32>, tensor<1xi8> -> tensor<1x2xf32>"),
    "result type has different rank than a, got 2 vs 1",
  ],
  [
    "tosa.mul",
    op("tensor<*xf32>, tensor<2xf32>, tensor<1xi8> -> tensor<1x2xf32>"),
    "result type has different rank than b, got 2 vs 1",
  ],
  ["tosa.table", op("tensor<2x?xi8>, tensor<256xi8> -> tensor<2x?xi8>")],
  ["tosa.table", since23(TABLE), "input rank (1) does not match result rank (2)"],
  ["tosa.table", in22(TABLE), "expected input tensor rank to equal result tensor rank"],
  [
    "tosa.table",
    op("tensor<2x3xi8>, tensor<256xi8> -> tensor<2x4xi8>"),
    "dim(result, 1) = 4 doesn't match dim(input, 1) = 3",
  ],
  ["tosa.negate", op("tensor<2x?xi8>, tensor<1xi8>, tensor<1xi8> -> tensor<2x3xi8>")],
  [
    "tosa.negate",
    op("tensor<2xi8>, tensor<1xi8>, tensor<1xi8> -> tensor<2xi16>"),
    "expect input and output to have same element type, got 'i8' and 'i16'",
  ],
  [
    "tosa.negate",
    op("tensor<2xi8>, tensor<1xi8>, tensor<1xi8> -> tensor<3xi8>"),
    "requires the same shape for input1 and output",
  ],
  [
    "tosa.negate",
    op("tensor<2xi8>, tensor<1xi16>, tensor<1xi8> -> tensor<2xi8>"),
    "expect both input1 and its zero point are the same element type, got 'i8' and 'i16'",
  ],
  [
    "tosa.negate",
    op("tensor<2xi8>, tensor<1xi8>, tensor<1xi16> -> tensor<2xi8>"),
    "expect both output and its zero point are the same element type, got 'i8' and 'i16'",
  ],
  ["tosa.rescale", rescale("tensor<2x3xi8>", "tensor<2x3xi8>")],
  [
    "tosa.rescale",
    rescale("tensor<2x3xi8>", "tensor<2x3xi8>", "3", false, true),
    "expect shape of { 3 } for shift input, got { 1 }",
  ],
  ["tosa.rescale", rescale("tensor<2xf32>", "tensor<2xi8>"), "expect input to have integer element type, got 'f32'"],
  ["tosa.rescale", rescale("tensor<2xi8>", "tensor<2xf32>"), "expect output to have integer element type, got 'f32'"],
  [
    "tosa.rescale",
    { ...rescale("tensor<2xi8>", "tensor<2xi8>"), properties: rescale("", "", "1", false).properties ?? {} },
    "expect i16 element type for multiplier for scale32=false, got 'i32'",
  ],
  [
    "tosa.rescale",
    rescale("tensor<i8>", "tensor<i8>", "1", true, true),
    "requires input to be at least rank 1 when per_channel is true, but got rank 0",
  ],
  [
    "tosa.rescale",
    rescale("tensor<2xi8>", "tensor<2xi8>", "2"),
    "expect shape of { 1 } for multiplier input, got { 2 }",
  ],
];

const SPECTRA: readonly OpRow[] = [
  ["tosa.rfft2d", op("tensor<1x4x8xf32> -> tensor<1x4x5xf32>, tensor<1x4x5xf32>")],
  [
    "tosa.rfft2d",
    op("tensor<1x4x8xf32> -> tensor<1x4x5xf32>, tensor<1x4x4xf32>"),
    "expected output shapes to match, got 'tensor<1x4x5xf32>', 'tensor<1x4x4xf32>'",
  ],
  [
    "tosa.rfft2d",
    op("tensor<1x3x8xf32> -> tensor<1x3x5xf32>, tensor<1x3x5xf32>"),
    "expected height to be a power of two, got 3",
  ],
  [
    "tosa.rfft2d",
    op("tensor<1x4x6xf32> -> tensor<1x4x4xf32>, tensor<1x4x4xf32>"),
    "expected width to be a power of two, got 6",
  ],
  [
    "tosa.rfft2d",
    op("tensor<1x4x8xf32> -> tensor<1x2x5xf32>, tensor<1x2x5xf32>"),
    "expected batch and height dimensions of input/output to match, got input='tensor<1x4x8xf32>' output='tensor<1x2x5xf32>'",
  ],
  [
    "tosa.rfft2d",
    op("tensor<1x4x8xf32> -> tensor<1x4x8xf32>, tensor<1x4x8xf32>"),
    "expected output width to be equal to input_width / 2 + 1, got 8",
  ],
  ...(
    [
      ["1x4x8xf32", "1x4x8xf32"],
      ["1x?x8xf32", "1x3x8xf32"],
      ["1x3x8xf32", "1x3x8xf32", "expected height to be a power of two, got 3"],
      ["1x4x6xf32", "1x4x6xf32", "expected width to be a power of two, got 6"],
    ] as const
  ).map(([real, imaginary, words]): OpRow => [
    "tosa.fft2d",
    op(`tensor<${real}>, tensor<${imaginary}> -> tensor<${real}>, tensor<${real}>`, { inverse: "false" }),
    words,
  ]),
];

const MOVED: readonly OpRow[] = [
  ["tosa.concat", axis("tensor<2x3xf32>, tensor<2x4xf32> -> tensor<2x7xf32>", 1)],
  ["tosa.concat", axis("-> tensor<2xf32>", 0), "expect at least one input"],
  [
    "tosa.concat",
    axis("tensor<2xf32>, tensor<2xf16> -> tensor<4xf32>", 0),
    "expect input and output to have same element type, got 'f16' and 'f32'",
  ],
  [
    "tosa.concat",
    axis("tensor<2xf32> -> tensor<2xf32>", 1),
    "expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got 1",
  ],
  [
    "tosa.concat",
    axis("tensor<2xf32>, tensor<1x2xf32> -> tensor<4xf32>", 0),
    "expect all operands to have the same rank, but got 1 vs 2 on operands 0 and 1",
  ],
  [
    "tosa.concat",
    axis("tensor<2x3xf32>, tensor<2x4xf32> -> tensor<4x3xf32>", 0),
    "expect all operand shapes to have the same sizes on non-axis dimensions, but got 4 vs 3 at index 1 on operands 0 and 1",
  ],
  ["tosa.concat", axis("tensor<2xf32> -> tensor<1x2xf32>", 0), "expect output rank to match inputs rank, got 2 vs 1"],
  [
    "tosa.concat",
    axis("tensor<2xf32>, tensor<3xf32> -> tensor<6xf32>", 0),
    "requires sum of axis dimensions of input1 equal to output axis dimension, got 5 and 6",
  ],
  ["tosa.tile", op("tensor<2xf32>, !tosa.shape<1> -> tensor<4xf32>")],
  [
    "tosa.tile",
    op("tensor<2xf32>, !tosa.shape<1> -> tensor<4xf16>"),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  ["tosa.tile", op("tensor<2xf32>, !tosa.shape<2> -> tensor<4xf32>"), "expect 'multiples' to have rank 1 but got 2."],
  ["tosa.tile", since23(TILE), "input rank (1) does not match output rank (2)"],
  ["tosa.tile", in22(TILE), "expect same input and output tensor rank."],
  [
    "tosa.tile",
    op("tensor<*xf32>, !tosa.shape<1> -> tensor<2x2xf32>"),
    "expect 'multiples' array to have length 2 but got 1.",
  ],
  ["tosa.transpose", perms("tensor<2x3xf32> -> tensor<3x2xf32>", "1, 0")],
  [
    "tosa.transpose",
    perms("tensor<2x3xf32> -> tensor<3x2xf32>", "0"),
    "expected perms attribute to have size 2 (input rank) but got size 1",
  ],
  [
    "tosa.transpose",
    perms("tensor<2x3xf32> -> tensor<6xf32>", "1, 0"),
    "expected input tensor rank to equal result tensor rank",
  ],
  [
    "tosa.transpose",
    perms("tensor<*xf32> -> tensor<6xf32>", "1, 0"),
    "expected perms attribute to have size 1 (output rank) but got size 2",
  ],
  ["tosa.transpose", perms("tensor<2x3xf32> -> tensor<3x2xf32>", "1, 1"), "expected valid permutation indices"],
  [
    "tosa.transpose",
    perms("tensor<2x3xf32> -> tensor<3x3xf32>", "1, 0"),
    "expected input1 and output to have same numbers of elements, got 6 and 9",
  ],
  [
    "tosa.transpose",
    perms("tensor<2x3xf32> -> tensor<6x1xf32>", "1, 0"),
    "expected output tensor dim 0 to match input dim 1 with value of 3",
  ],
  ["tosa.gather", op("tensor<1x4x2xf32>, tensor<1x3xi32> -> tensor<1x3x2xf32>")],
  [
    "tosa.gather",
    op("tensor<1x4x2xf32>, tensor<1x3xi32> -> tensor<1x3x2xf16>"),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  [
    "tosa.gather",
    op("tensor<1x4x2xf32>, tensor<2x3xi32> -> tensor<1x3x2xf32>"),
    "requires indices dimension 0 to have size 1, got 2",
  ],
  [
    "tosa.gather",
    op("tensor<1x4x2xf32>, tensor<1x3xi32> -> tensor<1x4x2xf32>"),
    "requires output dimension 1 to have size 3, got 4",
  ],
  ["tosa.scatter", op("tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x3x2xf32> -> tensor<1x4x2xf32>")],
  [
    "tosa.scatter",
    op("tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x3x2xf16> -> tensor<1x4x2xf32>"),
    "expect input and output to have same element type, got 'f16' and 'f32'",
  ],
  [
    "tosa.scatter",
    op("tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x2x2xf32> -> tensor<1x4x2xf32>"),
    "requires input dimension 1 to have size 3, got 2",
  ],
  [
    "tosa.scatter",
    op("tensor<1x4x2xf32>, tensor<1x3xi32>, tensor<1x3x2xf32> -> tensor<1x5x2xf32>"),
    "requires values_out dimension 1 to have size 4, got 5",
  ],
  [
    "tosa.scatter",
    op("tensor<1x4x2xf32>, tensor<1x5xi32>, tensor<1x5x2xf32> -> tensor<1x4x2xf32>"),
    "requires dimensions K >= W, got K=4 and W=5",
  ],
  ["tosa.slice", op("tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1> -> tensor<?xf32>")],
  [
    "tosa.slice",
    op("tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1> -> tensor<2xf16>"),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  [
    "tosa.slice",
    op("tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1> -> tensor<1x2xf32>"),
    "expect input1 and output to have the same ranks, got 1 and 2",
  ],
  [
    "tosa.slice",
    op("tensor<4xf32>, !tosa.shape<2>, !tosa.shape<1> -> tensor<2xf32>"),
    "length of start is not equal to rank of input shape",
  ],
  [
    "tosa.slice",
    op("tensor<4xf32>, !tosa.shape<1>, !tosa.shape<2> -> tensor<2xf32>"),
    "length of size is not equal to rank of input shape",
  ],
  ["tosa.reshape", op("tensor<1xf32>, !tosa.shape<2> -> tensor<1x1xf32>")],
  [
    "tosa.reshape",
    op("tensor<6xf32>, !tosa.shape<2> -> tensor<2x3xf16>"),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  ["tosa.pad", op("tensor<4xf32>, !tosa.shape<2>, tensor<1xf32> -> tensor<6xf32>")],
  [
    "tosa.pad",
    op("tensor<4xf32>, !tosa.shape<2>, tensor<1xf32> -> tensor<6xf16>"),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  [
    "tosa.pad",
    op("tensor<4xf32>, !tosa.shape<2>, tensor<1xf16> -> tensor<6xf32>"),
    "expect input and output to have same element type, got 'f16' and 'f32'",
  ],
  ["tosa.pad", since23(PAD), "input rank (1) does not match output rank (2)"],
  ["tosa.pad", in22(PAD), "expect same input and output tensor rank, but got inputRank: 1, outputRank: 2"],
  ["tosa.reverse", axis("tensor<2x3xf32> -> tensor<2x3xf32>", 1)],
  ["tosa.reverse", since23(axis("tensor<*xf32> -> tensor<2xf32>", 1))],
  [
    "tosa.reverse",
    in22(axis("tensor<2xf32> -> tensor<2xf16>", 0)),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  ["tosa.reverse", axis("tensor<2xf32> -> tensor<2xf32>", -1), "expected non-negative reverse axis"],
  [
    "tosa.reverse",
    axis("tensor<2xf32> -> tensor<2xf32>", 1),
    "expect input tensor rank (1) to be larger than reverse axis (1)",
  ],
  [
    "tosa.reverse",
    in22(axis("tensor<*xf32> -> tensor<2xf32>", 1)),
    "expect output tensor rank (1) to be larger than reverse axis (1)",
  ],
  [
    "tosa.reverse",
    in22(axis("tensor<2xf32> -> tensor<1x2xf32>", 0)),
    "expect output tensor rank to be equal to input tensor rank",
  ],
];

const REDUCED: readonly OpRow[] = ["all", "any", "max", "min", "product", "sum"].flatMap((word): readonly OpRow[] => {
  const type = word === "all" || word === "any" ? "i1" : "f32";
  const name = `tosa.reduce_${word}`;
  const reduce = (from: string, to: string, at: number): Sketch =>
    axis(`tensor<${from}${type}> -> tensor<${to}${type}>`, at);
  return [
    [name, reduce("2x3x", "2x1x", 1)],
    [name, reduce("2x3x", "2x1x", -1), "reduce axis must not be negative"],
    [name, reduce("2x", "1x", 1), "expect input tensor rank (1) to be larger than reduce axis (1)"],
    [name, reduce("2x3x", "1x", 0), "expect output tensor rank to be equal to input tensor rank"],
    [name, reduce("*x", "1x", 1), "expect output tensor rank (1) to be larger than reduce axis (1)"],
    [name, reduce("2x3x", "2x3x", 1), "expect reduced dimension size to be 1, got 3"],
    [
      name,
      reduce("2x3x", "4x1x", 1),
      `inferred type(s) of 2x1 are incompatible with return type(s) of operation 'tensor<4x1x${type}>'`,
    ],
  ];
});
const GREATEST: readonly OpRow[] = [
  ["tosa.argmax", axis("tensor<2x3xf32> -> tensor<2xi32>", 1)],
  ["tosa.argmax", axis("tensor<2x?xf32> -> tensor<3xi32>", 0)],
  ["tosa.argmax", axis("tensor<*xf32> -> tensor<3xi32>", 9)],
  ["tosa.argmax", axis("tensor<2x3xf32> -> tensor<2xi32>", 2), "specified axis is outside the rank of the tensor"],
  ["tosa.argmax", axis("tensor<2x3xf32> -> tensor<2xf32>", 1), "result tensor is not of integer type"],
  ["tosa.argmax", axis("tensor<2x3xf32> -> tensor<3xi32>", 1), "expected output shape '2', got '3'"],
];

const PRODUCTS: readonly OpRow[] = [
  ["tosa.matmul", op("tensor<1x2x3xi8>, tensor<1x3x4xi8>, tensor<1xi8>, tensor<1xi8> -> tensor<1x2x4xi32>")],
  [
    "tosa.matmul",
    op("tensor<1x2x3xi8>, tensor<1x3x4xi8>, tensor<1xi16>, tensor<1xi8> -> tensor<1x2x4xi32>"),
    "expect input a and a_zp have the same element type, got 'i8' and 'i16'",
  ],
  [
    "tosa.matmul",
    op("tensor<1x2x3xi8>, tensor<1x3x4xi8>, tensor<1xi8>, tensor<1xi16> -> tensor<1x2x4xi32>"),
    "expect input b and b_zp have the same element type, got 'i8' and 'i16'",
  ],
];

const SHAPES: readonly OpRow[] = [
  ["tosa.const", op("-> tensor<2xi8>", { values: "dense<[1, 2]> : tensor<2xi8>" })],
  [
    "tosa.const",
    op("-> tensor<2xi8>", { values: "dense<[1, 2]> : vector<2xi8>" }),
    "expected tensors for attr/result type",
  ],
  [
    "tosa.const",
    op("-> tensor<2xi8>", { values: "dense<[1, 2]> : tensor<2xi16>" }),
    "expected same attr/result element types",
  ],
  [
    "tosa.const",
    op("-> tensor<3xi8>", { values: "dense<[1, 2]> : tensor<2xi8>" }),
    "failed to verify that all of {values, output} have same shape",
  ],
  ["tosa.const_shape", op("-> !tosa.shape<2>", { values: "dense<[1, 2]> : tensor<2xindex>" })],
  [
    "tosa.const_shape",
    op("-> !tosa.shape<2>", { values: "dense<[[1, 2]]> : tensor<1x2xindex>" }),
    "expect elements in attribute values with rank 1",
  ],
  [
    "tosa.const_shape",
    op("-> !tosa.shape<3>", { values: "dense<[1, 2]> : tensor<2xindex>" }),
    "expect number of elements in attribute values (2) to be equal to the rank (3) for the result shape type",
  ],
  ["tosa.dim", since23(axis("tensor<2x3xf32> -> !tosa.shape<1>", 1))],
  [
    "tosa.dim",
    since23(axis("tensor<2x3xf32> -> !tosa.shape<2>", 1)),
    "expect output shape type to contain one element, got '!tosa.shape<2>'",
  ],
  ["tosa.dim", since23(axis("tensor<2x3xf32> -> !tosa.shape<1>", 2)), "expect axis to be in the range [0, 2), got 2"],
  ["tosa.concat_shape", op("!tosa.shape<2>, !tosa.shape<1> -> !tosa.shape<3>")],
  [
    "tosa.concat_shape",
    op("!tosa.shape<2>, !tosa.shape<1> -> !tosa.shape<2>"),
    "requires output shape rank to be equal to the sum of the input shape ranks (3), got 2",
  ],
  ...each(
    ["add", "sub", "mul", "mod", "div_ceil", "div_floor", "max", "min"].map((word) => `tosa.${word}_shape`),
    [op("!tosa.shape<2>, !tosa.shape<2> -> !tosa.shape<2>")],
    [op("!tosa.shape<2>, !tosa.shape<3> -> !tosa.shape<2>"), "operands don't have matching ranks"],
    [op("!tosa.shape<2>, !tosa.shape<2> -> !tosa.shape<3>"), "result shape has different rank than operands"],
  ),
];

describe("checks of tosa's ops", () => {
  testOpRows(TOSA, [...ELEMENTWISE, ...SPECTRA, ...MOVED, ...REDUCED, ...GREATEST, ...PRODUCTS, ...SHAPES]);
});
