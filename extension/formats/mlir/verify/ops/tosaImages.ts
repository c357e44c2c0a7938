/** What mlir::tosa's convolutions and poolings demand (verifyConvOp and verifyPoolingOp of TosaOps.cpp). */
import { ANY_SIZE } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { sizeAt } from "./shared";
import { plain, sameElements, sameZeroPoint } from "./tosaTypes";

/** The types of sums that an element type allows. */
const SUMS: Readonly<Record<string, readonly [accepted: readonly string[], words: string]>> = {
  i8: [["i32"], "i8 tensor is not i32"],
  i16: [["i48"], "i16 tensor is not i48"],
  f8E5M2: [["f16"], "f8 tensor is not f16"],
  f8E4M3: [["f16"], "f8 tensor is not f16"],
  f16: [["f16", "f32"], "f16 tensor is not f16/f32"],
  bf16: [["f32"], "bf16 tensor is not f32"],
  f32: [["f32"], "f32 tensor is not f32"],
};

const sumTypeOf = (op: OpView): string => known(op.attribute("acc_type")).type.text;

/** Types of a convolution: input, weight, bias and the zero points. */
function convolutionTypes(op: OpView): void {
  const [input, weight] = [plain(op.operand(0)), plain(op.operand(1))];
  const both = `'${input.text}' and '${weight.text}'`;
  const [bias, output] = [op.operand(2).scalar, op.result().scalar];
  if (op.release > 21 && bias.isFloat && output.isFloat) sameElements(bias, output, "both bias and result");
  refuse(input.isFloat !== weight.isFloat, `expect both input and weight to be float or not together, got ${both}`);
  sameZeroPoint(op.operand(0), op.operand(3), "input");
  sameZeroPoint(op.operand(1), op.operand(4), "weight");
  const [accepted, words] = known(SUMS[input.text]);
  // Since 23, sums of f8 may be f32 too.
  const isNew = op.release > 22;
  const sum = sumTypeOf(op);
  const isWider = isNew && input.text.startsWith("f8");
  const end = isNew ? `${isWider ? "/f32" : ""}, got '${sum}'` : "";
  refuse(!accepted.includes(sum) && !(isWider && sum === "f32"), `accumulator type for ${words}${end}`);
}

function allAtLeast(least: number, numbers: readonly number[], what: string): void {
  refuse(
    numbers.some((number) => number < least),
    `expect all ${what} values to be >= ${least}, got ${numbers.join(", ")}`,
  );
}

/** The size of an output: the whole quotient and one more. */
function outputSize(length: number, stride: number, output: number, name: string, formula: () => string): void {
  refuse(length % stride !== 0, () => `expected ${formula()}`);
  const size = length / stride + 1;
  refuse(
    output !== ANY_SIZE && size !== output,
    `calculated output ${name} did not match expected: calculated=${size}, expected=${output}`,
  );
}

/** Names of the dimensions of images: its letter, and the ends of its padding. */
const AXES = {
  depth: ["d", "front", "back"],
  height: ["y", "top", "bottom"],
  width: ["x", "left", "right"],
} as const;

/** @param kernelAt the dimension of the weight that the first of `names` has */
function convolution(names: readonly (keyof typeof AXES)[], kernelAt: number): OpCheck {
  return (op) => {
    convolutionTypes(op);
    const [pad, stride, dilation] = ["pad", "stride", "dilation"].map((name) => op.integers(name));
    if (!pad || !stride || !dilation) return;
    allAtLeast(0, pad, "padding");
    allAtLeast(1, stride, "stride");
    allAtLeast(1, dilation, "dilation");
    const [input, weight, bias] = [op.operand(0), op.operand(1), op.operand(2)];
    const output = op.result();
    if (!output.isRanked) return;
    if (input.isRanked && weight.isRanked)
      names.forEach((name, i) => {
        const [axis, start, end] = AXES[name];
        const [size, kernel] = [sizeAt(input, i + 1), sizeAt(weight, i + kernelAt)];
        if (size === ANY_SIZE || kernel === ANY_SIZE) return;
        const [before = 0, after = 0, steps = 1, gaps = 1] = [pad[2 * i], pad[2 * i + 1], stride[i], dilation[i]];
        const length = size - 1 + before + after - (kernel - 1) * gaps;
        outputSize(length, steps, sizeAt(output, i + 1), name, () => {
          const formula = `input_${name} - 1 + pad_${start} + pad_${end} - (kernel_${name} - 1) * dilation_${axis}`;
          const numbers = `(${size} - 1 + ${before} + ${after} - (${kernel} - 1) * ${gaps}) / ${steps}`;
          return `${formula} to be wholly divisible by stride_${axis}, got ${numbers}`;
        });
      });
    if (bias.isRanked) biasSize(sizeAt(bias, 0), sizeAt(output, -1));
  };
}

function biasSize(bias: number, channels: number): void {
  if (bias === ANY_SIZE || channels === ANY_SIZE) return;
  const words = `bias channels expected to be equal to output channels (${channels}) or 1, got ${bias}`;
  refuse(bias !== channels && bias !== 1, words);
}

const transposed: OpCheck = (op) => {
  convolutionTypes(op);
  const [stride, pad] = [op.integers("stride"), op.integers("out_pad")];
  refuse(
    stride.some((one) => one < 1),
    `expect all stride values to be >= 1, got [${stride.join(", ")}]`,
  );
  const [input, weight, bias] = [op.operand(0), op.operand(1), op.operand(2)];
  const sides = ["top", "bottom", "left", "right"];
  if (weight.isRanked)
    pad.forEach((size, i) => {
      const [letter, kernel] = [i < 2 ? "KH" : "KW", sizeAt(weight, i < 2 ? 1 : 2)];
      const name = `out_pad_${sides[i] ?? ""}`;
      const words = `expected ${name} > -${letter}, but got: ${name}=${size} and ${letter}=${kernel}`;
      refuse(kernel !== ANY_SIZE && size <= -kernel, words);
    });
  const output = op.result();
  if (!output.isRanked) return;
  if (input.isRanked && weight.isRanked)
    [0, 1].forEach((i) => {
      const [from, kernel, to] = [input, weight, output].map((type) => sizeAt(type, i + 1));
      if (from === undefined || kernel === undefined || [from, kernel, to].includes(ANY_SIZE)) return;
      const [steps = 1, before = 0, after = 0] = [stride[i], pad[2 * i], pad[2 * i + 1]];
      const [letter, axis, start, end] = i === 0 ? ["H", "y", "top", "bottom"] : ["W", "x", "left", "right"];
      const words = `dimension mismatch: expected O${letter ?? ""} == (I${letter ?? ""} - 1) * stride_${axis ?? ""} + out_pad_${start ?? ""} + out_pad_${end ?? ""} + K${letter ?? ""}`;
      refuse(
        to !== (from - 1) * steps + before + after + kernel,
        `${words}, but got ${String(to)} != (${from} - 1) * ${steps} + ${before} + ${after} + ${kernel}`,
      );
    });
  if (bias.isRanked) biasSize(sizeAt(bias, 0), sizeAt(output, -1));
};

const pooling: OpCheck = (op) => {
  const [kernel, stride, pad] = [op.integers("kernel"), op.integers("stride"), op.integers("pad")];
  allAtLeast(1, kernel, "kernel");
  allAtLeast(1, stride, "stride");
  allAtLeast(0, pad, "padding");
  const [top = 0, bottom = 0, left = 0, right = 0] = pad;
  const [height = 1, width = 1] = kernel;
  refuse(
    right >= width || left >= width,
    `expected left/right padding to be less than the width of the kernel, got pad_left=${left}, pad_right=${right}, kernel_x=${width}`,
  );
  refuse(
    top >= height || bottom >= height,
    `expected top/bottom padding to be less than the height of the kernel, got pad_top=${top}, pad_bottom=${bottom}, kernel_y=${height}`,
  );
  const [input, output] = [op.operand(0), op.result()];
  if (!input.isRanked || !output.isRanked) return;
  (["height", "width"] as const).forEach((name, i) => {
    const [axis, start, end] = AXES[name];
    const size = sizeAt(input, i + 1);
    if (size === ANY_SIZE) return;
    const [before = 0, after = 0, length = 1, steps = 1] = [pad[2 * i], pad[2 * i + 1], kernel[i], stride[i]];
    outputSize(size + before + after - length, steps, sizeAt(output, i + 1), name, () => {
      const formula = `input_${name} + pad_${start} + pad_${end} - kernel_${axis}`;
      const numbers = `(${size} + ${before} + ${after} - ${length}) / ${steps}`;
      return `${formula} to be wholly divisible by stride_${axis}, got ${numbers}`;
    });
  });
};

const averaged: OpCheck = (op) => {
  pooling(op);
  const input = plain(op.operand(0));
  const sum = sumTypeOf(op);
  refuse(input.isInteger && sum !== "i32", "accumulator type for integer tensor is not i32");
  // For floats of 8 bits, poolings may have any.
  const isFree = input.isInteger || input.text.startsWith("f8");
  const [accepted, words] = isFree ? [[sum], ""] : known(SUMS[input.text]);
  refuse(!accepted.includes(sum), `accumulator type for ${words}`);
  sameZeroPoint(op.operand(0), op.operand(1), "input");
  sameZeroPoint(op.result(), op.operand(2), "output");
};

/** By the names of ops. */
export const TOSA_IMAGES: OpChecks = {
  "tosa.conv2d": convolution(["height", "width"], 1),
  "tosa.conv3d": convolution(["depth", "height", "width"], 1),
  "tosa.depthwise_conv2d": convolution(["height", "width"], 0),
  "tosa.transpose_conv2d": transposed,
  "tosa.avg_pool2d": averaged,
  "tosa.max_pool2d": (op) => {
    if (op.release > 21) sameElements(op.operand(0), op.result());
    pooling(op);
  },
};
