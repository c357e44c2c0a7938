/** What mlir::linalg's ops demand by their types and attributes (LinalgOps.cpp, LinalgInterfaces.cpp). */
import { reprintAffine } from "../../attributes/affine/text";
import { namedMaps, NAMED_OPS, spellMaps } from "../../properties/namedMaps";
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { known, refuse } from "../fault";
import type { MapText } from "../lists";
import { mapText } from "../lists";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { each } from "./combined";
import { contracts } from "./linalgContract";
import { dimOf, structured } from "./linalgLoops";
import { packed } from "./linalgPacking";
import { isPermutation, mayFit, sizeAt } from "./shared";

/** Whether an expression contains a dimension. */
const uses = (expression: string, dim: number): boolean => new RegExp(`\\bd${dim}\\b`).test(expression);

const mapsOf = (op: OpView, property = "indexing_maps"): readonly MapText[] =>
  known(op.attribute(property)).list.map(({ map }) => map);

/** Whether all operands are tensors, or none. */
function pure(op: OpView): void {
  const kinds = op.operands.map(({ kind }) => kind);
  const [hasTensors, hasMemrefs] = [kinds.includes("tensor"), kinds.includes("memref")];
  refuse(hasTensors && hasMemrefs, "expected to have pure tensor or buffer semantics");
}

/** Results are of the types of the outputs. @param member of the definition with the outputs */
function results(op: OpView, member = 1): void {
  const outputs = op.group(member).filter(({ kind }) => kind === "tensor");
  const [start] = op.range(member);
  refuse(
    op.results.length !== outputs.length,
    `expected the number of tensor results (${op.results.length}) to be equal to the number of output tensors (${outputs.length})`,
  );
  outputs.forEach((type, i) => {
    const found = op.result(i);
    const words = `to match type of corresponding result ('${found.text}')`;
    refuse(!found.isSame(type), `expected type of operand #${start + i} ('${type.text}') ${words}`);
  });
}

const generic: OpCheck = (op) => {
  pure(op);
  results(op);
  structured(op, mapsOf(op), known(op.attribute("iterator_types")).list.length);
};

/** An op whose maps follow from its name. */
const named: OpCheck = (op) => {
  pure(op);
  results(op);
  const maps = op.attribute("indexing_maps") ? undefined : namedMaps(op.name, op.release);
  const steps = (name: string): readonly number[] => op.attribute(name)?.integers ?? [];
  const texts = spellMaps(known(maps), { strides: steps("strides"), dilations: steps("dilations") });
  structured(
    op,
    texts.map((text) => known(mapText(reprintAffine(text, true)))),
    undefined,
  );
};

const LOOPS: Readonly<Record<string, readonly (readonly number[])[]>> = {
  "linalg.matmul": [
    [0, 2],
    [2, 1],
    [0, 1],
  ],
  "linalg.batch_matmul": [
    [0, 1, 3],
    [0, 3, 2],
    [0, 1, 2],
  ],
  "linalg.batch_reduce_matmul": [
    [0, 1, 3],
    [0, 3, 2],
    [1, 2],
  ],
};

const multiplied: OpCheck = (op) => {
  pure(op);
  results(op);
  const maps = mapsOf(op);
  const plain = known(LOOPS[op.name]);
  const isPlain = op.name === "linalg.matmul";
  refuse(!isPlain && maps.length !== 3, "Indexing_map attribute must have 3 affine maps.");
  const isUser = maps.some(({ results: list }, i) => list.map(dimOf).join() !== plain[i]?.join());
  // The output of `linalg.matmul` may have any map.
  const checked = isUser ? maps.slice(0, isPlain ? 2 : 3) : [];
  checked.forEach((map, i) => {
    (isPlain ? userMap : batchMap)(map, known(plain[i]), i);
  });
  structured(op, maps, undefined);
};

const isSubset = (list: readonly string[], dims: readonly number[]): boolean =>
  list.every((expression) => dims.includes(dimOf(expression)));

function userMap({ results: list }: MapText, plain: readonly number[]): void {
  refuse(!isSubset(list, plain), "Unexpected dim expression in map result.");
  refuse(list.length < plain.length && !uses(list[0] ?? "", 2), "Invalid broadcast requested, should be (d2).");
}

function batchMap({ results: list }: MapText, plain: readonly number[], operand: number): void {
  const [first = "", second = "", third = ""] = list;
  if (operand === 2) {
    refuse(list.length !== plain.length, `expects ${plain.length} dims, but got (${list.length}).`);
    const isValid = plain.every((dim, i) => uses([first, second, third][i] ?? "", dim));
    refuse(!isValid, "Invalid output map result dimension.");
    return;
  }
  refuse(!isSubset(list, plain), "Unexpected result dim expression (outside the set of default result dims).");
  refuse(list.length > 3, "no. of result dim expressions exceeds 3.");
  if (list.length >= plain.length) {
    refuse(!uses(first, 0), "Invalid batch dimension expression.");
    return;
  }
  const isOne = list.length === 1 && uses(first, 3);
  const isLeft = (uses(first, 0) || uses(first, 1)) && uses(second, 3);
  const isRight = (uses(first, 0) && uses(second, 3)) || (uses(first, 3) && uses(second, 2));
  const isValid = isOne || (list.length === 2 && (operand === 0 ? isLeft : isRight));
  refuse(!isValid, "Invalid broadcast requested.");
}

const filled: OpCheck = (op) => {
  results(op);
  const [value, output] = [op.operand(0), op.operand(1)];
  const words = `expected fill value type ('${value.text}') to match output element type ('${output.element.text}')`;
  // Until MLIR 21 the value is converted.
  refuse(op.release >= 22 && !value.isSame(output.element), words);
};

const broadcast: OpCheck = (op) => {
  const [input, init, dims] = [op.operand(0), op.operand(1), op.integers("dimensions")];
  const ranks = `input rank: ${input.rank}, dimensions size: ${dims.length}, init rank: ${init.rank}`;
  refuse(input.rank + dims.length !== init.rank, `input rank plus added dimensions does not match init rank. ${ranks}`);
  dims.forEach((dim, i) => {
    const range = `expected range: [0, ${init.rank - 1}], got: ${dim}`;
    refuse(dim < 0 || dim >= init.rank, `dimension ${i} is out of range. ${range}`);
  });
  const rest = init.shape.map((_, i) => i).filter((i) => !dims.includes(i));
  rest.forEach((dim, i) => {
    const [found, wanted] = [sizeAt(input, i), sizeAt(init, dim)];
    refuse(found !== wanted, `input dim ${i} should match init dim ${dim}. input: ${found}, init: ${wanted}`);
  });
};

const reduced: OpCheck = (op) => {
  const half = op.operands.length / 2;
  const dims = op.integers("dimensions");
  refuse(
    dims.some((dim, i) => i > 0 && dim <= (dims[i - 1] ?? 0)),
    "attribute 'dimensions' failed to satisfy constraint: i64 dense array attribute should be in increasing order",
  );
  const same = (list: readonly TypeView[], word: string): void => {
    const wrong = list.findIndex((type) => type.shape.join() !== list[0]?.shape.join());
    refuse(
      wrong >= 0,
      `expects all ${word}s to have the same shapes. Shape at ${word}-index ${wrong} is not equal to the shape at ${word}-index 0.`,
    );
  };
  same(op.operands.slice(0, half), "input");
  same(op.operands.slice(half), "output");
  const [input, init] = [op.operand(0), op.operand(half)];
  const isOut = dims.some((dim) => dim < 0 || dim >= input.rank);
  refuse(isOut, `dimensions for reduction should be in the range [0, ${input.rank - 1}].`);
  const rest = input.shape.filter((_, i) => !dims.includes(i));
  refuse(
    rest.length !== init.rank,
    `number of dimensions after reduction ${rest.length} doesn't match the init rank ${init.rank}`,
  );
  refuse(
    rest.join() !== init.shape.join(),
    `init dimensions [${init.shape.join(", ")}] doesn't match input dimensions after reduction [${rest.join(", ")}]`,
  );
};

const transposed: OpCheck = (op) => {
  const [input, init, perms] = [op.operand(0), op.operand(1), op.integers("permutation")];
  refuse(!isPermutation(perms), "permutation is not valid");
  const [from, to] = [input.rank, init.rank].map((rank) => (op.release < 23 ? String(rank) : `(${rank})`));
  refuse(input.rank !== init.rank, `input rank ${from ?? ""} does not match init rank ${to ?? ""}`);
  const words = `size of permutation ${perms.length} does not match the argument rank ${input.rank}`;
  refuse(perms.length !== input.rank, words);
  perms.forEach((from, i) => {
    const [found, wanted] = [sizeAt(init, i), sizeAt(input, from)];
    refuse(found !== wanted, `dim(result, ${i}) = ${found} doesn't match dim(input, permutation[${i}]) = ${wanted}`);
  });
};

/** The sizes m and r of the cases of an enum, F_2_3, F_4_3 and F_2_5. */
const WINOGRAD = [
  [2, 3],
  [4, 3],
  [2, 5],
] as const;
const winograd = (op: OpView): readonly [m: number, r: number] => known(WINOGRAD[op.integer("fmr")]);

const filterTransform: OpCheck = (op) => {
  const [[m, r], filter, output] = [winograd(op), op.operand(0), op.operand(1)];
  const [height, width] = [sizeAt(filter, 1), sizeAt(filter, 2)];
  refuse(height !== r && height !== 1, "expect filter height either equals to r or 1");
  refuse(width !== r && width !== 1, "expect filter width either equals to r or 1");
  refuse(height === 1 && width === 1, "expect either filter height or width equals to r");
  const tile = m + r - 1;
  const wanted = [height === r ? tile : 1, width === r ? tile : 1, sizeAt(filter, 3), sizeAt(filter, 0)];
  refuse(!mayFit(output.shape, wanted), "the output shape is not expected");
};

const inputTransform: OpCheck = (op) => {
  const [[m, r], input, output] = [winograd(op), op.operand(0), op.operand(1)];
  const part = (size: number, alpha: number): readonly [tile: number, count: number] => {
    if (size === ANY_SIZE) return [m + r - 1, ANY_SIZE];
    return alpha === 1 ? [1, size] : [m + r - 1, Math.trunc((size - (r - 1)) / m)];
  };
  const [tall, rows] = part(sizeAt(input, 1), sizeAt(output, 0));
  const [wide, columns] = part(sizeAt(input, 2), sizeAt(output, 1));
  const wanted = [tall, wide, rows, columns, sizeAt(input, 0), sizeAt(input, 3)];
  refuse(!mayFit(output.shape, wanted), "the output shape is not expected");
};

const outputTransform: OpCheck = (op) => {
  const [[m, r], value, output] = [winograd(op), op.operand(0), op.operand(1)];
  const part = (alpha: number, count: number, name: string): number => {
    if (alpha === ANY_SIZE || count === ANY_SIZE) return ANY_SIZE;
    refuse(alpha !== 1 && alpha !== m + r - 1, `expect input ${name} equals to input tile size`);
    return (alpha === 1 ? 1 : m) * count;
  };
  const height = part(sizeAt(value, 0), sizeAt(value, 2), "height");
  const width = part(sizeAt(value, 1), sizeAt(value, 3), "width");
  const wanted = [sizeAt(value, 4), height, width, sizeAt(value, 5)];
  refuse(!mayFit(output.shape, wanted), "the output shape is not expected");
};

/** Element by element: all operands have the rank and the sizes of the output, or no dimension. */
const elementwise: OpCheck = (op) => {
  const dims = known(op.operands.at(-1)).shape.map((_, i) => `d${i}`);
  const results = (type: TypeView): readonly string[] => (type.isRanked && type.rank > 0 ? dims : []);
  const maps = op.operands.map((type) => ({ dims: dims.length, symbols: 0, results: results(type) }));
  structured(op, maps, undefined);
};
/** The ops that work element by element. */
export const ELEMENTWISE: readonly string[] =
  "abs add ceil copy div div_unsigned erf exp floor log max min mul negf powf reciprocal round rsqrt select sqrt square sub tanh".split(
    " ",
  );

/** Checks of ops whose maps follow from their names. */
export const LINALG_NAMED: OpChecks = each("linalg.*", NAMED_OPS, named);

/** By the names of other ops. */
export const LINALG: OpChecks = {
  ...each("linalg.*", ELEMENTWISE, elementwise),
  "linalg.generic": generic,
  "linalg.matmul": multiplied,
  "linalg.batch_matmul": multiplied,
  "linalg.batch_reduce_matmul": multiplied,
  "linalg.contract": contracts,
  "linalg.elementwise": (op) => {
    const maps = op.attribute("indexing_maps") ? mapsOf(op) : [];
    structured(op, maps, known(op.operands.at(-1)).rank);
  },
  "linalg.fill": filled,
  "linalg.broadcast": broadcast,
  "linalg.reduce": reduced,
  "linalg.transpose": transposed,
  "linalg.winograd_filter_transform": filterTransform,
  "linalg.winograd_input_transform": inputTransform,
  "linalg.winograd_output_transform": outputTransform,
  "linalg.pack": packed,
  "linalg.unpack": packed,
  "linalg.softmax": (op) => {
    refuse(!mayFit(op.operand(0).shape, op.operand(1).shape), "incompatible output shape");
  },
  "linalg.map": (op) => {
    const init = known(op.operands.at(-1));
    for (const type of op.operands) {
      const shapes = `expected shape of input (${type.shape.join(", ")}) to match shape of output (${init.shape.join(", ")})`;
      refuse(type.shape.join() !== init.shape.join(), shapes);
    }
  },
};
