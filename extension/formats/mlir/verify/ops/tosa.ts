/** What mlir::tosa's ops demand (TosaOps.cpp) by their types and attributes. */
import { ANY_SIZE } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks } from "../opView";
import { each } from "./combined";
import { isPowerOf2 } from "../../../../kit/numbers";
import { mayEqual, mayFit, shapeWords, sizeAt } from "./shared";
import { gathered, joined, permuted, scattered, sliced, tiled } from "./tosaLayout";
import { plain, sameElements, sameRank, sameZeroPoint, shapeRank } from "./tosaTypes";

const clamped: OpCheck = (op) => {
  const input = plain(op.operand(0));
  refuse(!input.isSame(plain(op.result())), "input/output element types are incompatible.");
  const [least, most] = [known(op.attribute("min_val")), known(op.attribute("max_val"))];
  refuse(
    !least.type.isSame(input) || !most.type.isSame(input),
    "min/max attributes types are incompatible with input/output element types.",
  );
  const both = `got min_val=${least.text}, max_val=${most.text}`;
  if (input.isInteger) {
    const isSigned = input.text !== "i1" && !input.text.startsWith("u");
    if (isSigned) refuse(most.integer < least.integer, `expected min_val <= max_val, ${both}`);
    return;
  }
  const isNan = (text: string): boolean =>
    /^0x(?:7F[89A-F]|FF[89A-F])[0-9A-F]{5} : f32$/.test(text) && !/[78F]F?800000 /.test(text);
  refuse(isNan(least.text) || isNan(most.text), `min/max attributes should not be 'NaN', ${both}`);
  refuse(parseFloat(most.text) < parseFloat(least.text) && !/0x/.test(both), `expected min_val <= max_val, ${both}`);
};

const powerOfTwo = (size: number, name: string): void => {
  refuse(size !== ANY_SIZE && !isPowerOf2(size), `expected ${name} to be a power of two, got ${size}`);
};

const transformed: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  const [first, second] = [op.result(0), op.result(1)];
  refuse(
    first.isRanked && second.isRanked && !mayFit(first.shape, second.shape),
    `expected output shapes to match, got '${first.text}', '${second.text}'`,
  );
  if (!input.isRanked) return;
  powerOfTwo(sizeAt(input, 1), "height");
  powerOfTwo(sizeAt(input, 2), "width");
  if (!output.isRanked) return;
  refuse(
    !mayFit(input.shape.slice(0, -1), output.shape.slice(0, -1)),
    `expected batch and height dimensions of input/output to match, got input='${input.text}' output='${output.text}'`,
  );
  const [width, found] = [sizeAt(input, 2), sizeAt(output, 2)];
  refuse(
    width !== ANY_SIZE && !mayEqual(found, Math.floor(width / 2) + 1),
    `expected output width to be equal to input_width / 2 + 1, got ${found}`,
  );
};

const multiplied: OpCheck = (op) => {
  const [a, b, output] = [op.operand(0), op.operand(1), op.result()];
  const [left, right, result] = [plain(a), plain(b), plain(output)];
  if (result.isInteger) {
    refuse(!left.isInteger || !left.isSame(right), "requires the same element type for all operands");
    refuse(left.bits > result.bits, "invalid data type size for operands or result");
  } else
    refuse(
      !left.isSame(result) || !right.isSame(result),
      "requires the same element type for all operands and results",
    );
  if (a.isRanked && b.isRanked) {
    refuse(a.rank !== b.rank, `a and b operands don't have matching ranks, got ${a.rank} and ${b.rank}`);
    refuse(
      a.shape.some((size, i) => size > 1 && (b.shape[i] ?? 1) > 1 && size !== b.shape[i]),
      `a and b operands don't have broadcast-compatible shapes, got '${a.text}' and '${b.text}'`,
    );
  }
  if (!output.isRanked) return;
  for (const [type, name] of [
    [a, "a"],
    [b, "b"],
  ] as const)
    refuse(
      type.isRanked && type.rank !== output.rank,
      `result type has different rank than ${name}, got ${output.rank} vs ${type.isRanked ? type.rank : 0}`,
    );
};

const looked: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  if (!input.isRanked || !output.isRanked) return;
  sameRank(op, "result", "expected input tensor rank to equal result tensor rank");
  const wrong = output.shape.findIndex((size, i) => size !== ANY_SIZE && size !== input.shape[i]);
  refuse(
    wrong >= 0,
    `dim(result, ${wrong}) = ${output.shape[wrong] ?? 0} doesn't match dim(input, ${wrong}) = ${input.shape[wrong] ?? 0}`,
  );
};

/** @param least what the axis of an op is called */
function onAxis(word: string): OpCheck {
  return (op) => {
    const [input, output, axis] = [op.operand(0), op.result(), op.integer("axis")];
    if (word === "reverse") sameElements(input, output);
    refuse(axis < 0, word === "reverse" ? "expected non-negative reverse axis" : "reduce axis must not be negative");
    for (const [type, name] of [
      [input, "input"],
      [output, "output"],
    ] as const) {
      // Since 23, the output of `reverse` is as any result of such an op.
      if (!type.isRanked || (op.release > 22 && word === "reverse" && name === "output")) continue;
      if (name === "output" && input.isRanked)
        refuse(type.rank !== input.rank, "expect output tensor rank to be equal to input tensor rank");
      const isOut = axis >= type.rank && (axis !== 0 || type.rank !== 0);
      refuse(isOut, `expect ${name} tensor rank (${type.rank}) to be larger than ${word} axis (${axis})`);
    }
    if (word === "reverse") return;
    if (output.isRanked && output.rank > 0)
      refuse(!mayEqual(sizeAt(output, axis), 1), `expect reduced dimension size to be 1, got ${sizeAt(output, axis)}`);
    const [from, to] = [plain(input), plain(output)];
    refuse(
      !from.isSame(to),
      `inferred type(s) with elements '${from.text}' are incompatible with return type(s) of operation '${output.text}'`,
    );
    if (!input.isRanked || !output.isRanked) return;
    const inferred = input.shape.map((size, i) => (i === axis ? 1 : size));
    refuse(
      !mayFit(inferred, output.shape),
      `inferred type(s) of ${shapeWords(inferred)} are incompatible with return type(s) of operation '${output.text}'`,
    );
  };
}

const greatest: OpCheck = (op) => {
  const [input, output, axis] = [op.operand(0), op.result(), op.integer("axis")];
  const { scalar } = output;
  refuse(!scalar.isInteger && !scalar.isIndex, "result tensor is not of integer type");
  if (!input.isRanked) return;
  refuse(axis < 0 || axis >= input.rank, "specified axis is outside the rank of the tensor");
  if (!output.isRanked || op.release < 22) return;
  const rest = input.shape.filter((_, i) => i !== axis);
  const words = `expected output shape '${shapeWords(rest)}', got '${shapeWords(output.shape)}'`;
  refuse(!mayFit(rest, output.shape), words);
};

const negated: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  sameElements(input, output);
  refuse(
    input.isRanked && output.isRanked && !mayFit(input.shape, output.shape),
    "requires the same shape for input1 and output",
  );
  sameZeroPoint(input, op.operand(1), "input1");
  sameZeroPoint(output, op.operand(2), "output");
};

const rescaled: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  refuse(!plain(input).isInteger, `expect input to have integer element type, got '${plain(input).text}'`);
  refuse(!plain(output).isInteger, `expect output to have integer element type, got '${plain(output).text}'`);
  const [multiplier, shift] = [op.operand(1), op.operand(2)];
  const isWide = op.word("scale32") === "true";
  const expected = isWide ? "i32" : "i16";
  refuse(
    !plain(multiplier).is(expected),
    `expect ${expected} element type for multiplier for scale32=${isWide}, got '${plain(multiplier).text}'`,
  );
  if (!input.isRanked) return;
  const perChannel = op.word("per_channel") === "true";
  refuse(perChannel && input.rank < 1, "requires input to be at least rank 1 when per_channel is true, but got rank 0");
  const channels = perChannel ? sizeAt(input, -1) : 1;
  for (const [type, name] of [
    [multiplier, "multiplier"],
    [shift, "shift"],
  ] as const) {
    const size = sizeAt(type, 0);
    refuse(
      size !== ANY_SIZE && size !== channels,
      `expect shape of { ${channels} } for ${name} input, got { ${size} }`,
    );
  }
};

/** Ops of shapes: operands and result have as many numbers. */
const sameShapeRanks: OpCheck = (op) => {
  const ranks = op.operands.map(shapeRank);
  refuse(new Set(ranks).size > 1, "operands don't have matching ranks");
  refuse(ranks.length > 0 && shapeRank(op.result()) !== ranks[0], "result shape has different rank than operands");
};

/** By the names of ops. */
export const TOSA: OpChecks = {
  "tosa.argmax": greatest,
  "tosa.clamp": clamped,
  "tosa.rfft2d": transformed,
  "tosa.fft2d": (op) => {
    const [real, imaginary] = [op.operand(0), op.operand(1)];
    if (!real.isRanked || !imaginary.isRanked) return;
    const either = (i: number): number => (sizeAt(real, i) === ANY_SIZE ? ANY_SIZE : sizeAt(imaginary, i));
    powerOfTwo(either(1), "height");
    powerOfTwo(either(2), "width");
  },
  "tosa.concat": joined,
  "tosa.mul": multiplied,
  "tosa.table": looked,
  "tosa.tile": tiled,
  "tosa.transpose": permuted,
  "tosa.gather": gathered,
  "tosa.scatter": scattered,
  "tosa.reverse": onAxis("reverse"),
  ...each("tosa.reduce_*", ["all", "any", "max", "min", "product", "sum"], onAxis("reduce")),
  "tosa.negate": negated,
  "tosa.rescale": rescaled,
  "tosa.slice": sliced,
  "tosa.reshape": (op) => {
    sameElements(op.operand(0), op.result());
  },
  "tosa.pad": (op) => {
    const [input, output] = [op.operand(0), op.result()];
    sameElements(input, output);
    if (op.operands.length > 2) sameElements(op.operand(2), output);
    if (!input.isRanked || !output.isRanked) return;
    const ranks = `inputRank: ${input.rank}, outputRank: ${output.rank}`;
    sameRank(op, "output", `expect same input and output tensor rank, but got ${ranks}`);
  },
  "tosa.matmul": (op) => {
    for (const [value, name] of ["a", "b"].entries()) {
      const [type, zero] = [plain(op.operand(value)), plain(op.operand(value + 2))];
      const words = `expect input ${name} and ${name}_zp have the same element type, got `;
      refuse(!type.isSame(zero), `${words}'${type.text}' and '${zero.text}'`);
    }
  },
  "tosa.const": (op) => {
    const values = known(op.attribute("values"));
    refuse(!values.type.kind.endsWith("ensor"), "expected tensors for attr/result type");
    refuse(!plain(values.type).isSame(plain(op.result())), "expected same attr/result element types");
    refuse(
      !mayFit(values.type.shape, op.result().shape),
      "failed to verify that all of {values, output} have same shape",
    );
  },
  "tosa.const_shape": (op) => {
    const { type } = known(op.attribute("values"));
    refuse(type.rank !== 1, "expect elements in attribute values with rank 1");
    const [count, rank] = [type.count, shapeRank(op.result())];
    refuse(
      count !== rank && (count !== 1 || rank !== 0),
      `expect number of elements in attribute values (${count}) to be equal to the rank (${rank}) for the result shape type`,
    );
  },
  "tosa.dim": (op) => {
    const [input, output] = [op.operand(0), op.result()];
    refuse(shapeRank(output) !== 1, `expect output shape type to contain one element, got '${output.text}'`);
    const axis = op.integer("axis");
    if (input.isRanked)
      refuse(axis < 0 || axis >= input.rank, `expect axis to be in the range [0, ${input.rank}), got ${axis}`);
  },
  "tosa.concat_shape": (op) => {
    const sum = op.operands.map(shapeRank).reduce((total, rank) => total + rank, 0);
    const rank = shapeRank(op.result());
    refuse(
      sum !== rank,
      `requires output shape rank to be equal to the sum of the input shape ranks (${sum}), got ${rank}`,
    );
  },
  ...each("tosa.*_shape", ["add", "sub", "mul", "mod", "div_ceil", "div_floor", "max", "min"], sameShapeRanks),
};
