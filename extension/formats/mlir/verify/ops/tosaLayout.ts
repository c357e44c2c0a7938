/** What mlir::tosa demands of ops that lay data out anew: joined, tiled, permuted, gathered. */
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { refuse } from "../fault";
import type { OpCheck } from "../opView";
import { isPermutation, mayEqual, sizeAt } from "./shared";
import { sameElements, sameRank, shapeRank } from "./tosaTypes";

export const joined: OpCheck = (op) => {
  const output = op.result();
  refuse(op.operands.length === 0, "expect at least one input");
  for (const input of op.operands) sameElements(input, output);
  const axis = op.integer("axis");
  const ranked = op.operands.filter((type) => type.isRanked);
  const [first] = ranked;
  if (!first) return;
  refuse(
    axis < 0 || axis >= first.rank,
    `expect axis to be within range 0 < axis < rank(input1[firstRankedTensorIdx]), got ${axis}`,
  );
  if (ranked.length < op.operands.length) return;
  op.operands.forEach(({ rank, shape }, operand) => {
    refuse(
      rank !== first.rank,
      `expect all operands to have the same rank, but got ${first.rank} vs ${rank} on operands 0 and ${operand}`,
    );
    const wrong = shape.findIndex((size, i) => i !== axis && !mayEqual(size, first.shape[i] ?? ANY_SIZE));
    refuse(
      wrong >= 0,
      `expect all operand shapes to have the same sizes on non-axis dimensions, but got ${shape[wrong] ?? 0} vs ${first.shape[wrong] ?? 0} at index ${wrong} on operands 0 and ${operand}`,
    );
  });
  if (!output.isRanked) return;
  refuse(first.rank !== output.rank, `expect output rank to match inputs rank, got ${output.rank} vs ${first.rank}`);
  const sizes = op.operands.map((type) => sizeAt(type, axis));
  const sum = sizes.reduce((total, size) => total + size, 0);
  refuse(
    !sizes.includes(ANY_SIZE) && !mayEqual(sizeAt(output, axis), sum),
    `requires sum of axis dimensions of input1 equal to output axis dimension, got ${sum} and ${sizeAt(output, axis)}`,
  );
};

export const tiled: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  sameElements(input, output);
  const rank = shapeRank(op.operand(1));
  if (input.isRanked) {
    refuse(input.rank !== rank, `expect 'multiples' to have rank ${input.rank} but got ${rank}.`);
    sameRank(op, "output", "expect same input and output tensor rank.");
  } else
    refuse(
      output.isRanked && output.rank !== rank,
      `expect 'multiples' array to have length ${output.isRanked ? output.rank : 0} but got ${rank}.`,
    );
};

export const permuted: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  sameElements(input, output);
  const perms = op.integers("perms");
  const sized = (type: TypeView, name: string): void => {
    if (type.isRanked && type.rank !== perms.length)
      refuse(true, `expected perms attribute to have size ${type.rank} (${name} rank) but got size ${perms.length}`);
  };
  sized(input, "input");
  refuse(
    input.isRanked && output.isRanked && input.rank !== output.rank,
    "expected input tensor rank to equal result tensor rank",
  );
  sized(output, "output");
  refuse(!isPermutation(perms), "expected valid permutation indices");
  if (!input.isRanked || !output.isRanked) return;
  if (input.isStatic && output.isStatic)
    refuse(
      input.count !== output.count,
      `expected input1 and output to have same numbers of elements, got ${input.count} and ${output.count}`,
    );
  perms.forEach((from, i) => {
    refuse(
      !mayEqual(sizeAt(input, from), sizeAt(output, i)),
      `expected output tensor dim ${i} to match input dim ${from} with value of ${sizeAt(input, from)}`,
    );
  });
};

/** Takes sizes of dimensions that must be equal wherever they are known. */
class Sizes {
  private readonly known = new Map<string, number>();
  /** @param words names the dimension */
  take(letter: string, type: TypeView, dimension: number, words: string): void {
    const size = sizeAt(type, dimension);
    const before = this.known.get(letter) ?? ANY_SIZE;
    refuse(!mayEqual(size, before), `requires ${words} dimension ${dimension} to have size ${before}, got ${size}`);
    if (before === ANY_SIZE) this.known.set(letter, size);
  }
  of(letter: string): number {
    return this.known.get(letter) ?? ANY_SIZE;
  }
}

export const gathered: OpCheck = (op) => {
  const [values, indices, output] = [op.operand(0), op.operand(1), op.result()];
  sameElements(values, output);
  const sizes = new Sizes();
  sizes.take("N", values, 0, "values");
  sizes.take("C", values, 2, "values");
  sizes.take("N", indices, 0, "indices");
  sizes.take("W", indices, 1, "indices");
  sizes.take("N", output, 0, "output");
  sizes.take("W", output, 1, "output");
  sizes.take("C", output, 2, "output");
};

export const scattered: OpCheck = (op) => {
  const [values, indices, input, output] = [op.operand(0), op.operand(1), op.operand(2), op.result()];
  sameElements(values, output);
  sameElements(input, output);
  const sizes = new Sizes();
  for (const [letters, type, words] of [
    ["NKC", values, "values_in"],
    ["NW", indices, "indices"],
    ["NWC", input, "input"],
    ["NKC", output, "values_out"],
  ] as const)
    [...letters].forEach((letter, i) => {
      sizes.take(letter, type, i, words);
    });
  const [k, w] = [sizes.of("K"), sizes.of("W")];
  refuse(k !== ANY_SIZE && w > k, `requires dimensions K >= W, got K=${k} and W=${w}`);
};

export const sliced: OpCheck = (op) => {
  const [input, output] = [op.operand(0), op.result()];
  sameElements(input, output);
  if (!input.isRanked) return;
  refuse(
    output.isRanked && output.rank !== input.rank,
    `expect input1 and output to have the same ranks, got ${input.rank} and ${output.isRanked ? output.rank : 0}`,
  );
  refuse(shapeRank(op.operand(1)) !== input.rank, "length of start is not equal to rank of input shape");
  refuse(shapeRank(op.operand(2)) !== input.rank, "length of size is not equal to rank of input shape");
};
