/** What mlir::tosa's ops demand of the constants that they take, of their regions and of variables. */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { each } from "./combined";
import { mayEqual, mayFit, shapeWords, sizeAt } from "./shared";

/** The numbers of an operand that is a constant; undefined if it is none. */
const numbers = (op: NestedOp, operand: number): readonly number[] | undefined =>
  op.constant(operand, "tosa.const_shape", "tosa.const")?.integers;

/** Zero points of ops: the operand, and its name in messages. */
function zeroPoints(...points: readonly (readonly [operand: number, name: string])[]): (op: NestedOp) => void {
  return (op) => {
    for (const [operand, name] of points) {
      const element = op.operand(operand).scalar;
      const zero = op.constant(operand, "tosa.const");
      const isZero = zero === undefined || zero.integers[0] === 0;
      const isByte = element.isInteger && element.bits === 8;
      refuse(!isByte && !isZero, `${name} zero point must be zero for non-int8 integer types`);
    }
  };
}

function rescaledZeroPoints(op: NestedOp): void {
  for (const [operand, name] of [
    [3, "input"],
    [4, "output"],
  ] as const) {
    const element = op.operand(operand).scalar;
    const isUnsigned = op.word(`${name}_unsigned`) === "true";
    const value = op.constant(operand, "tosa.const")?.integers[0] ?? 0;
    const zero = isUnsigned && value < 0 ? value + 2 ** element.bits : value;
    if (zero === 0 || element.bits === 8) continue;
    const isWide = element.bits === 16 && isUnsigned;
    refuse(!isWide, `expect ${name}_zp of 0, got ${zero}`);
    refuse(zero !== 32768, `expect ${name}_zp of 0 or 32768 for unsigned int16 ${name}, got ${zero}`);
  }
}

function reshaped(op: NestedOp): void {
  const [input, output] = [op.operand(0), op.result()];
  const sizes = numbers(op, 1);
  if (!sizes) return;
  refuse(sizes.filter((size) => size === -1).length > 1, "expected at most one target dimension to be -1");
  if (!output.isRanked) return;
  refuse(sizes.length !== output.rank, "new shape does not match result rank");
  sizes.forEach((size, i) => {
    refuse(!mayEqual(size, sizeAt(output, i)), "new shape is inconsistent with result shape");
    refuse(size < -1, `new shape has invalid tensor dimension size ${size}`);
  });
  if (!input.isRanked || !input.isStatic) return;
  const { count } = input;
  if (output.isStatic) refuse(count !== output.count, `cannot reshape ${count} elements into ${output.count}`);
  const product = sizes.reduce((all, size) => (size > 0 ? all * size : all), 1);
  const isStatic = sizes.every((size) => size > 0);
  refuse(isStatic ? count !== product : product > count, `cannot reshape ${count} elements into ${product}`);
}

function padded(op: NestedOp): void {
  const [input, output] = [op.operand(0), op.result()];
  if (!input.isRanked || !output.isRanked) return;
  const pad = known(numbers(op, 1));
  const { rank, shape } = input;
  const count = `${rank} * 2 = ${rank * 2}`;
  refuse(pad.length !== rank * 2, `padding tensor must have ${count} elements, but got ${pad.length}`);
  shape.forEach((size, i) => {
    const [before = 0, after = 0] = [pad[2 * i], pad[2 * i + 1]];
    const words = "values must be non-negative or -1 for dynamic padding";
    refuse(before < -1 || after < -1, `invalid padding values at dimension ${i}: ${words}, got [${before}, ${after}]`);
    const found = sizeAt(output, i);
    const sum = size + before + after;
    const formula = `${size} + ${before} + ${after} = ${sum}`;
    refuse(
      size >= 0 && !mayEqual(found, sum === -1 ? NaN : sum),
      `mismatch in output shape at dimension ${i}: expected ${formula}, but got ${found}`,
    );
  });
}

function resized(op: NestedOp): void {
  const [scale, offset, border] = [numbers(op, 1), numbers(op, 2), numbers(op, 3)];
  if (!scale || !offset || !border) return;
  refuse(
    scale.some((one) => one <= 0),
    `expect all scale values to be > 0, got ${scale.join(", ")}`,
  );
  const [input, output] = [op.operand(0), op.result()];
  if (!input.isRanked || !output.isRanked) return;
  (["height", "width"] as const).forEach((name, i) => {
    const [size, found, axis] = [sizeAt(input, i + 1), sizeAt(output, i + 1), i === 0 ? "y" : "x"];
    if (size < 0 || size === 1) return;
    const [times = 1, by = 1, less = 0, more = 0] = [scale[2 * i], scale[2 * i + 1], offset[i], border[i]];
    const length = (size - 1) * times - less + more;
    refuse(
      length % by !== 0,
      `expected (input_${name} - 1) * scale_${axis}_n - offset_${axis} + border_${axis} to be wholly divisible by scale_${axis}_d, got ((${size} - 1) * ${times} - ${less} + ${more}) / ${by}`,
    );
    const calculated = length / by + 1;
    refuse(
      !mayEqual(found, calculated),
      `calculated output ${name} did not match expected: calculated=${calculated}, expected=${found}`,
    );
  });
}

function shapeSliced(op: NestedOp): void {
  const rank = (type: TypeView): number => Number(known(/^!tosa\.shape<(\d+)>$/.exec(type.text)?.[1]));
  const [start] = numbers(op, 1) ?? [];
  refuse(start !== undefined && start < 0, `expected non-negative start index, got ${start ?? 0}`);
  const [size] = numbers(op, 2) ?? [];
  if (size === undefined) return;
  refuse(size <= 0, `expected positive size, got ${size}`);
  const found = rank(op.result());
  refuse(found !== size, `expected output type size to be equal to size attribute, got ${found} vs ${size}`);
  const whole = rank(op.operand(0));
  refuse(
    start !== undefined && start + size > whole,
    `expected start + size to be less than or equal to input shape rank (${whole}), got ${(start ?? 0) + size}`,
  );
}

/** Checks of operands that constants define. */
export const TOSA_CONSTANTS: NestedChecks = {
  ...each(
    "tosa.*",
    ["conv2d", "conv3d", "depthwise_conv2d", "transpose_conv2d"],
    zeroPoints([3, "input"], [4, "weight"]),
  ),
  "tosa.avg_pool2d": zeroPoints([1, "input"], [2, "output"]),
  "tosa.matmul": zeroPoints([2, "a"], [3, "b"]),
  "tosa.negate": zeroPoints([1, "input1"], [2, "output"]),
  "tosa.rescale": rescaledZeroPoints,
  "tosa.reshape": reshaped,
  "tosa.pad": padded,
  "tosa.resize": resized,
  "tosa.slice_shape": shapeSliced,
  "tosa.mul": (op) => {
    if (!op.result().scalar.isFloat) return;
    refuse((op.constant(2, "tosa.const")?.integers[0] ?? 0) !== 0, "require shift to be 0 for float type");
  },
  "tosa.tile": (op) => {
    const multiples = numbers(op, 1) ?? [];
    refuse(
      multiples.some((one) => one <= 0 && one !== -1),
      "expect element of 'multiples' to be positive integer or -1.",
    );
  },
};

/** Lists of values that must have equal types. */
function sameLists(one: readonly TypeView[], oneName: string, other: readonly TypeView[], otherName: string): void {
  const words = `require same number of values in ${oneName} (${one.length}) and ${otherName} (${other.length})`;
  refuse(one.length !== other.length, words);
  one.forEach((type, i) => {
    const second = other[i];
    if (second) sameTypes(type, oneName, second, otherName);
  });
}

function sameTypes(one: TypeView, oneName: string, other: TypeView, otherName: string): void {
  const [a, b] = [one.scalar, other.scalar];
  const elements = `${oneName} ('${a.text}') and ${otherName} ('${b.text}')`;
  refuse(!a.isSame(b), `require same element type for ${elements}`);
  const types = `${oneName} ('${one.text}') and ${otherName} ('${other.text}')`;
  refuse(one.isRanked && other.isRanked && !mayFit(one.shape, other.shape), `require same shapes for ${types}`);
}

/** Checks of regions. */
export const TOSA_REGIONS: NestedChecks = {
  "tosa.cond_if": (op) => {
    const inputs = op.operands.slice(1);
    ["then", "else"].forEach((name, region) => {
      sameLists(op.entry(region).args, `'${name}_graph' arguments`, inputs, "'input_list'");
    });
    ["then", "else"].forEach((name, region) => {
      const end = op.last(region);
      if (end.name === "tosa.yield") sameLists(end.operands, `'${name}_graph' results`, op.results, "'output_list'");
    });
    const condition = op.operand(0);
    refuse(
      condition.isRanked && condition.isStatic && condition.count !== 1,
      `'condition' must be a size 1 tensor, got '${condition.text}'`,
    );
  },
  "tosa.while_loop": (op) => {
    sameLists(op.operands, "'input_list'", op.results, "'output_list'");
    sameLists(op.entry(0).args, "'cond_graph' arguments", op.operands, "'input_list'");
    sameLists(op.entry(1).args, "'body_graph' arguments", op.operands, "'input_list'");
    const end = op.last(1);
    if (end.name === "tosa.yield") sameLists(end.operands, "'body_graph' results", op.operands, "'input_list'");
    const condition = op.last(0);
    if (condition.name !== "tosa.yield") return;
    refuse(condition.operands.length !== 1, "require 'cond_graph' only have one result");
    const type = condition.operand(0);
    refuse(
      type.isRanked && type.isStatic && type.count !== 1,
      `'cond_graph' result must be a size 1 tensor, got '${type.text}'`,
    );
    refuse(!type.scalar.is("i1"), `'cond_graph' result must be a boolean tensor, got '${type.text}'`);
  },
};

const usedVariable: SymbolCheck = (op, find) => {
  const name = known(op.attribute("name")).string;
  const variable = find({ path: [name] });
  refuse(!variable, `'${name}' has not been declared by 'tosa.variable'`);
  const declared = known(variable?.attribute("type")).type;
  const sizes = known(variable?.attribute("var_shape")).integers;
  const [type, word] = op.results.length > 0 ? [op.result(), "'output1'"] : [op.operand(0), "'input1'"];
  const [a, b] = [type.scalar, declared.scalar];
  refuse(!a.isSame(b), `require same element type for ${word} ('${a.text}') and the input tensor ('${b.text}')`);
  const whole = `tensor<${[...sizes.map((size) => shapeWords([size])), b.text].join("x")}>`;
  refuse(
    type.isRanked && !mayFit(type.shape, sizes),
    `require same shapes for ${word} ('${type.text}') and the input tensor ('${whole}')`,
  );
};

/** Checks of variables. */
export const TOSA_SYMBOLS: SymbolChecks = {
  "tosa.variable_read": usedVariable,
  "tosa.variable_write": usedVariable,
};
