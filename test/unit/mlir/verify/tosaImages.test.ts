/** What MLIR's verifier refuses by the C++ of tosa's convolutions and poolings. */
import { TOSA_IMAGES } from "../../../../extension/formats/mlir/verify/ops/tosaImages";
import type { Sketch } from "../../../support/mlirOps";
import type { OpRow } from "../../../support/mlirRows";
import { op, testOpRows } from "../../../support/mlirRows";

/** A convolution whose parts are accepted unless they are given. */
interface Convolution {
  readonly input?: string;
  readonly weight?: string;
  readonly bias?: string;
  readonly output?: string;
  readonly inputZero?: string;
  readonly weightZero?: string;
  readonly sum?: string;
  readonly pad?: string;
  readonly stride?: string;
  readonly dilation?: string;
}
type Convolve = (parts?: Convolution) => Sketch;

const convolve =
  (defaults: Required<Pick<Convolution, "input" | "weight" | "output" | "pad" | "stride">> & Convolution): Convolve =>
  (parts = {}) => {
    const all = { ...defaults, ...parts };
    const { bias = "8xf32", inputZero = "f32", weightZero = "f32", sum = "f32" } = all;
    const operands = [all.input, all.weight, bias, `1x${inputZero}`, `1x${weightZero}`].map(
      (type) => `tensor<${type}>`,
    );
    return op(`${operands.join(", ")} -> tensor<${all.output}>`, {
      ...{ stride: `array<i64: ${all.stride}>`, acc_type: `type ${sum}` },
      ...(all.dilation === undefined
        ? { out_pad: `array<i64: ${all.pad}>` }
        : { pad: `array<i64: ${all.pad}>`, dilation: `array<i64: ${all.dilation}>` }),
    });
  };

const flat = { input: "1x4x6x3xf32", pad: "0, 0, 0, 0", stride: "1, 1" };
const conv2d = convolve({ ...flat, weight: "8x3x3x3xf32", output: "1x2x4x8xf32", dilation: "1, 1" });
const depthwise = convolve({ ...flat, weight: "3x3x3x2xf32", bias: "6xf32", output: "1x2x4x6xf32", dilation: "1, 1" });
const conv3d = convolve({
  ...{ input: "1x5x4x6x3xf32", weight: "8x3x3x3x3xf32", output: "1x3x2x4x8xf32" },
  ...{ pad: "0, 0, 0, 0, 0, 0", stride: "1, 1, 1", dilation: "1, 1, 1" },
});
const transposed = convolve({ ...flat, weight: "8x3x3x3xf32", output: "1x6x8x8xf32" });

const TYPES: readonly (readonly [Convolution, string])[] = [
  [{ weight: "8x3x3x3xi8" }, "expect both input and weight to be float or not together, got 'f32' and 'i8'"],
  [{ bias: "8xf16" }, "expect both bias and result to have same element type, got 'f16' and 'f32'"],
  [{ inputZero: "f16" }, "expect both input and its zero point are the same element type, got 'f32' and 'f16'"],
  [{ weightZero: "f16" }, "expect both weight and its zero point are the same element type, got 'f32' and 'f16'"],
];
const refusedTypes = (name: string, make: Convolve, weight: string): readonly OpRow[] => [
  ...TYPES.map(([parts, words]): OpRow => [
    name,
    make(parts.weight === undefined ? parts : { weight: weight.replace("f32", "i8") }),
    words,
  ]),
  ...refusedSum(name, make({ sum: "f16" }), "f32 tensor is not f32", "f32 tensor is not f32, got 'f16'"),
];
/** Since 23, the words tell the type. */
const refusedSum = (name: string, sketch: Sketch, words: string, since23: string): readonly OpRow[] => [
  [name, { ...sketch, release: 22 }, `accumulator type for ${words}`],
  [name, { ...sketch, release: 23 }, `accumulator type for ${since23}`],
];

/** @param more one number more for a dimension more */
const refusedNumbers = (name: string, make: Convolve, more = "", pads = ""): readonly OpRow[] => [
  [name, make({ pad: `-1, 0, 0, 0${pads}` }), `expect all padding values to be >= 0, got -1, 0, 0, 0${pads}`],
  [name, make({ stride: `0, 1${more}` }), `expect all stride values to be >= 1, got 0, 1${more}`],
  [name, make({ dilation: `0, 1${more}` }), `expect all dilation values to be >= 1, got 0, 1${more}`],
];
const BIAS = "bias channels expected to be equal to output channels";

const SUMS: readonly OpRow[] = [
  ["i8", "i32", "i8 tensor is not i32"],
  ["i16", "i48", "i16 tensor is not i48"],
  ["f8E5M2", "f16", "f8 tensor is not f16", "f8 tensor is not f16/f32"],
  ["f8E4M3", "f16", "f8 tensor is not f16", "f8 tensor is not f16/f32"],
  ["f16", "f32", "f16 tensor is not f16/f32"],
  ["bf16", "f32", "bf16 tensor is not f32"],
].flatMap(([type = "", sum = "", words = "", since23 = words]): readonly OpRow[] => {
  const weight = type === "i16" ? "i8" : type;
  const wrong = type === "i8" ? "i48" : "i32";
  const parts = {
    ...{ input: `1x4x6x3x${type}`, weight: `8x3x3x3x${weight}`, bias: `8x${sum}`, output: `1x2x4x8x${sum}` },
    ...{ inputZero: type, weightZero: weight },
  };
  return [
    ["tosa.conv2d", conv2d({ ...parts, sum })],
    ...refusedSum("tosa.conv2d", conv2d({ ...parts, sum: wrong }), words, `${since23}, got '${wrong}'`),
  ];
});
const f8 = conv2d({
  ...{ input: "1x4x6x3xf8E5M2", weight: "8x3x3x3xf8E5M2", bias: "8xf32", output: "1x2x4x8xf32" },
  ...{ inputZero: "f8E5M2", weightZero: "f8E5M2", sum: "f32" },
});

const CONVOLUTIONS: readonly OpRow[] = [
  ["tosa.conv2d", conv2d()],
  ["tosa.conv2d", conv2d({ input: "1x?x6x3xf32", output: "1x7x4x8xf32", bias: "1xf32" })],
  ...refusedTypes("tosa.conv2d", conv2d, "8x3x3x3xf32"),
  ...SUMS,
  ["tosa.conv2d", { ...f8, release: 23 }],
  ["tosa.conv2d", { ...f8, release: 22 }, "accumulator type for f8 tensor is not f16"],
  ...refusedNumbers("tosa.conv2d", conv2d),
  [
    "tosa.conv2d",
    conv2d({ stride: "2, 1", pad: "0, 0, 1, 1" }),
    "expected input_height - 1 + pad_top + pad_bottom - (kernel_height - 1) * dilation_y to be wholly divisible by stride_y, got (4 - 1 + 0 + 0 - (3 - 1) * 1) / 2",
  ],
  [
    "tosa.conv2d",
    conv2d({ output: "1x2x5x8xf32" }),
    "calculated output width did not match expected: calculated=4, expected=5",
  ],
  ["tosa.conv2d", conv2d({ bias: "3xf32" }), `${BIAS} (8) or 1, got 3`],
  ["tosa.depthwise_conv2d", depthwise()],
  ...refusedTypes("tosa.depthwise_conv2d", depthwise, "3x3x3x2xf32"),
  ...refusedNumbers("tosa.depthwise_conv2d", depthwise),
  [
    "tosa.depthwise_conv2d",
    depthwise({ stride: "1, 2" }),
    "expected input_width - 1 + pad_left + pad_right - (kernel_width - 1) * dilation_x to be wholly divisible by stride_x, got (6 - 1 + 0 + 0 - (3 - 1) * 1) / 2",
  ],
  [
    "tosa.depthwise_conv2d",
    depthwise({ output: "1x3x4x6xf32" }),
    "calculated output height did not match expected: calculated=2, expected=3",
  ],
  ["tosa.depthwise_conv2d", depthwise({ bias: "3xf32" }), `${BIAS} (6) or 1, got 3`],
  ["tosa.conv3d", conv3d()],
  ...refusedTypes("tosa.conv3d", conv3d, "8x3x3x3x3xf32"),
  ...refusedNumbers("tosa.conv3d", conv3d, ", 1", ", 0, 0"),
  [
    "tosa.conv3d",
    conv3d({ input: "1x6x4x6x3xf32", stride: "2, 1, 1" }),
    "expected input_depth - 1 + pad_front + pad_back - (kernel_depth - 1) * dilation_d to be wholly divisible by stride_d, got (6 - 1 + 0 + 0 - (3 - 1) * 1) / 2",
  ],
  [
    "tosa.conv3d",
    conv3d({ output: "1x4x2x4x8xf32" }),
    "calculated output depth did not match expected: calculated=3, expected=4",
  ],
  ["tosa.conv3d", conv3d({ bias: "3xf32" }), `${BIAS} (8) or 1, got 3`],
  ["tosa.transpose_conv2d", transposed()],
  ...refusedTypes("tosa.transpose_conv2d", transposed, "8x3x3x3xf32"),
  ["tosa.transpose_conv2d", transposed({ stride: "0, 1" }), "expect all stride values to be >= 1, got [0, 1]"],
  [
    "tosa.transpose_conv2d",
    transposed({ pad: "-3, 0, 0, 0" }),
    "expected out_pad_top > -KH, but got: out_pad_top=-3 and KH=3",
  ],
  [
    "tosa.transpose_conv2d",
    transposed({ pad: "0, 0, 0, -4" }),
    "expected out_pad_right > -KW, but got: out_pad_right=-4 and KW=3",
  ],
  [
    "tosa.transpose_conv2d",
    transposed({ output: "1x7x8x8xf32" }),
    "dimension mismatch: expected OH == (IH - 1) * stride_y + out_pad_top + out_pad_bottom + KH, but got 7 != (4 - 1) * 1 + 0 + 0 + 3",
  ],
  [
    "tosa.transpose_conv2d",
    transposed({ output: "1x6x9x8xf32" }),
    "dimension mismatch: expected OW == (IW - 1) * stride_x + out_pad_left + out_pad_right + KW, but got 9 != (6 - 1) * 1 + 0 + 0 + 3",
  ],
  ["tosa.transpose_conv2d", transposed({ bias: "3xf32" }), `${BIAS} (8) or 1, got 3`],
];

/** A pooling of `1x4x6x3` to `1x2x3x3`. */
interface Pooling {
  readonly kernel?: string;
  readonly stride?: string;
  readonly pad?: string;
  readonly output?: string;
}
const numbers = ({ kernel = "2, 2", stride = "2, 2", pad = "0, 0, 0, 0" }: Pooling): Record<string, string> => ({
  ...{ kernel: `array<i64: ${kernel}>`, stride: `array<i64: ${stride}>`, pad: `array<i64: ${pad}>` },
});
const most = (parts: Pooling = {}): Sketch =>
  op(`tensor<1x4x6x3xf32> -> tensor<${parts.output ?? "1x2x3x3"}xf32>`, numbers(parts));
const average = (parts: Pooling = {}, type = "f32", sum = "f32", [before, after] = [type, type]): Sketch =>
  op(
    `tensor<1x4x6x3x${type}>, tensor<1x${before ?? ""}>, tensor<1x${after ?? ""}> -> tensor<${parts.output ?? "1x2x3x3"}x${type}>`,
    { ...numbers(parts), acc_type: `type ${sum}` },
  );

const POOLED: readonly (readonly [Pooling, string?])[] = [
  [{}],
  [{ output: "1x?x3x3" }],
  [{ kernel: "0, 2" }, "expect all kernel values to be >= 1, got 0, 2"],
  [{ stride: "2, 0" }, "expect all stride values to be >= 1, got 2, 0"],
  [{ pad: "0, 0, 0, -1" }, "expect all padding values to be >= 0, got 0, 0, 0, -1"],
  [
    { pad: "0, 0, 0, 2" },
    "expected left/right padding to be less than the width of the kernel, got pad_left=0, pad_right=2, kernel_x=2",
  ],
  [
    { pad: "2, 0, 0, 0" },
    "expected top/bottom padding to be less than the height of the kernel, got pad_top=2, pad_bottom=0, kernel_y=2",
  ],
  [
    { stride: "3, 2" },
    "expected input_height + pad_top + pad_bottom - kernel_y to be wholly divisible by stride_y, got (4 + 0 + 0 - 2) / 3",
  ],
  [
    { stride: "2, 3" },
    "expected input_width + pad_left + pad_right - kernel_x to be wholly divisible by stride_x, got (6 + 0 + 0 - 2) / 3",
  ],
  [{ output: "1x3x3x3" }, "calculated output height did not match expected: calculated=2, expected=3"],
  [{ output: "1x2x2x3" }, "calculated output width did not match expected: calculated=3, expected=2"],
];

const POOLINGS: readonly OpRow[] = [
  ...POOLED.flatMap(([parts, words]): readonly OpRow[] => [
    ["tosa.max_pool2d", most(parts), words],
    ["tosa.avg_pool2d", average(parts), words],
  ]),
  [
    "tosa.max_pool2d",
    op("tensor<1x4x6x3xf32> -> tensor<1x2x3x3xf16>"),
    "expect input and output to have same element type, got 'f32' and 'f16'",
  ],
  ["tosa.avg_pool2d", average({}, "i8", "i32")],
  ["tosa.avg_pool2d", average({}, "i8", "f32"), "accumulator type for integer tensor is not i32"],
  ["tosa.avg_pool2d", average({}, "f32", "f16"), "accumulator type for f32 tensor is not f32"],
  ["tosa.avg_pool2d", average({}, "bf16", "f16"), "accumulator type for bf16 tensor is not f32"],
  ["tosa.avg_pool2d", average({}, "f8E5M2", "f16")],
  ["tosa.avg_pool2d", average({}, "f8E5M2", "f32")],
  ["tosa.avg_pool2d", average({}, "f8E4M3", "i32")],
  ["tosa.avg_pool2d", average({}, "f16", "i32"), "accumulator type for f16 tensor is not f16/f32"],
  [
    "tosa.avg_pool2d",
    average({}, "f32", "f32", ["f16", "f32"]),
    "expect both input and its zero point are the same element type, got 'f32' and 'f16'",
  ],
  [
    "tosa.avg_pool2d",
    average({}, "f32", "f32", ["f32", "f16"]),
    "expect both output and its zero point are the same element type, got 'f32' and 'f16'",
  ],
];

describe("checks of tosa's convolutions and poolings", () => {
  testOpRows(TOSA_IMAGES, [...CONVOLUTIONS, ...POOLINGS]);
});
