/** What mlir::tosa's ops on data with a scale for each block demand (TosaOps.cpp). */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { mayEqual, mayFit, sizeAt } from "./shared";
import { sameElements } from "./tosaTypes";

/** The last dimension of data consists of whole blocks. */
function wholeBlocks(data: TypeView, size: number, name: string): void {
  const last = sizeAt(data, -1);
  refuse(
    last !== ANY_SIZE && last % size !== 0,
    `expect last dimension of ${name} (${last}) to be divisible by block_size (${size})`,
  );
}

/** Data with one scale for each block of the last dimension. */
function blockScaled(data: TypeView, scale: TypeView, size: number, names: readonly [string, string]): void {
  if (!data.isRanked || !scale.isRanked) return;
  const [name, scaleName] = names;
  refuse(
    !mayFit(data.shape.slice(0, -1), scale.shape.slice(0, -1)),
    `require compatible shapes for ${name} ('${data.text}') and ${scaleName} ('${scale.text}') except for the last dimension`,
  );
  const [last, found] = [sizeAt(data, -1), sizeAt(scale, -1)];
  const blocks = Math.floor(last / size);
  refuse(
    last !== ANY_SIZE && !mayEqual(found, blocks),
    `expect last dimension of ${scaleName} (${found}) to be equal to last dimension of ${name} / block_size (${blocks})`,
  );
}

/** `BLOCK_SIZE_32`. */
const blockSize = (op: OpView): number => Number(known(/(\d+)\b/.exec(op.word("block_size"))?.[1]));

const castBlocks =
  (isScaled: boolean): OpCheck =>
  (op) => {
    const [input, output] = [op.operand(0), op.result(0)];
    refuse(
      input.isRanked && output.isRanked && !mayFit(input.shape, output.shape),
      `require compatible shapes for input_data ('${input.text}') and output_data ('${output.text}')`,
    );
    const size = blockSize(op);
    wholeBlocks(input, size, "input_data");
    if (isScaled) blockScaled(input, op.operand(1), size, ["input_data", "input_scale"]);
    else blockScaled(output, op.result(1), size, ["output_data", "output_scale"]);
  };

const commaWords = (shape: readonly number[]): string =>
  shape.map((size) => (size === ANY_SIZE ? "?" : String(size))).join(", ");

const multipliedBlocks: OpCheck = (op) => {
  const [a, aScale, b, bScale] = [op.operand(0), op.operand(1), op.operand(2), op.operand(3)];
  sameElements(a, b, "A_data and B_data");
  const sizes = new Map<string, number>();
  for (const [letters, type, name, words] of [
    ["NHC", a, "a_data", ["batch", "height", "channels"]],
    ["NHM", aScale, "a_scale", ["batch", "height"]],
    ["DWC", b, "b_data", ["batch", "width", "channels"]],
    ["DWM", bScale, "b_scale", ["batch", "width", "C/block_size"]],
  ] as const)
    [...letters].forEach((letter, i) => {
      const [size, before] = [sizeAt(type, i), sizes.get(letter) ?? ANY_SIZE];
      refuse(!mayEqual(size, before), `expected ${words[i] ?? ""} of ${name} to match size ${before}, got ${size}`);
      if (before === ANY_SIZE) sizes.set(letter, size);
    });
  const of = (letter: string): number => sizes.get(letter) ?? ANY_SIZE;
  const [n, d] = [of("N"), of("D")];
  refuse(
    n !== ANY_SIZE && d !== ANY_SIZE && n !== d && d !== 1,
    `expect B matrix batch size to be broadcast compatible with A, got D=${d} vs N=${n}`,
  );
  const output = op.result();
  const expected = [n === ANY_SIZE ? d : n, of("H"), of("W")];
  if (!output.isRanked) return;
  refuse(
    !mayFit(output.shape, expected),
    `expected output shape ${commaWords(output.shape)} to be compatible with expected output shape ${commaWords(expected)}`,
  );
};

/** By the names of ops. */
export const TOSA_BLOCKS: OpChecks = {
  "tosa.matmul_t_block_scaled": multipliedBlocks,
  "tosa.cast_from_block_scaled": castBlocks(true),
  "tosa.cast_to_block_scaled": castBlocks(false),
};
