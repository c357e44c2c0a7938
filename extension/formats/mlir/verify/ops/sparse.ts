/** What mlir::sparse_tensor's ops demand by their types and attributes. */
import { known, refuse, refuseBare, unknown } from "../fault";
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import type { OpCheck, OpChecks, OpView } from "../opView";
import type { Encoding, Field } from "./sparseTypes";
import { encodingOf, isCoordinates, iterated, numberType, sparse, storage } from "./sparseTypes";

const bounded: OpCheck = (op) => {
  const isOutside = op.integer("level") >= sparse(op.operand(0)).levels.length;
  refuseBare(isOutside, "requested level is out of bounds");
};

/** The elements of a buffer. @param width their bits */
const buffered =
  (word: string, width: (encoding: Encoding) => number): OpCheck =>
  (op) => {
    bounded(op);
    const isSame = op.result().element.is(numberType(width(sparse(op.operand(0)))));
    refuseBare(!isSame, `unexpected type for ${word}`);
  };

const sliced: OpCheck = (op) => {
  const dim = op.integer("dim");
  refuseBare(dim < 0 || dim >= op.operand(0).rank, "requested dimension out of bound");
};

const specified: OpCheck = (op) => {
  const [kind, level] = [op.word("specifierKind"), op.attribute("level")?.integer];
  const isValues = kind === "val_mem_sz";
  refuseBare(isValues && level !== undefined, "redundant level argument for querying value memory size");
  const { isSlice, levels } = encodingOf(known(op.operand(0).parameters[0]));
  const isOfSlice = kind === "dim_offset" || kind === "dim_stride";
  refuseBare(isOfSlice && !isSlice, "requested slice data on non-slice tensor");
  if (isValues) return;
  refuseBare(level === undefined, "missing level argument");
  const found = levels[known(level)];
  refuseBare(!found, "requested level is out of bounds");
  const isSingleton = kind === "pos_mem_sz" && found?.[1].startsWith("singleton") === true;
  refuseBare(isSingleton, "requested position memory size on a singleton level");
};

/** The arrays that a tensor is made of, or that it is taken apart into. */
function packed(tensor: TypeView, values: TypeView, levels: readonly TypeView[]): void {
  const encoding = sparse(tensor);
  const { fields, start } = storage(encoding);
  const rank = encoding.levels.length;
  const last = levels.at(-1);
  if (start < rank && last) {
    const isShaped = last.rank === 2 && last.shape[1] === rank - start;
    refuseBare(!isShaped, "input/output trailing COO level-ranks don't match");
  }
  refuseBare(fields.length !== levels.length, "inconsistent number of fields between input/output");
  const width: Readonly<Record<Field, number>> = { pos: encoding.posWidth, crd: encoding.crdWidth };
  const isSame = fields.every((field, i) => levels[i]?.element.is(numberType(width[field])));
  const isWhole = isSame && values.element.isSame(tensor.element);
  refuseBare(!isWhole, "input/output element-types don't match");
}

const concatenated: OpCheck = (op) => {
  const [output, dimension] = [op.result(), op.integer("dimension")];
  const { rank } = output;
  refuseBare(op.operands.length <= 1, "Need at least two tensors to concatenate.");
  const words = `Concat-dimension is out of bounds for dimension-rank (${dimension} >= ${rank})`;
  refuseBare(dimension >= rank, words);
  op.operands.forEach((type, i) => {
    refuseBare(!type.isStatic, `Input tensor $${i} has dynamic shape`);
    const ranks = `has a different rank (rank=${type.rank}) from the output tensor (rank=${rank}).`;
    refuseBare(type.rank !== rank, `Input tensor $${i} ${ranks}`);
  });
  output.shape.forEach((size, i) => {
    concatenatedSizes(
      op.operands.map(({ shape }) => shape[i] ?? ANY_SIZE),
      size,
      i === dimension,
    );
  });
};

/** @param isSum whether the tensors are put together along this dimension */
function concatenatedSizes(sizes: readonly number[], output: number, isSum: boolean): void {
  const sum = sizes.reduce((all, size) => all + size, 0);
  const words =
    "The concatenation dimension of the output tensor should be the sum of all the concatenation dimensions";
  refuseBare(isSum && output !== ANY_SIZE && sum !== output, `${words} of the input tensors.`);
  let last = output;
  for (const size of sizes) {
    const isOther = !isSum && last !== ANY_SIZE && size !== last;
    refuseBare(isOther, "All dimensions (expect for the concatenating one) should be equal.");
    last = size;
  }
}

const reinterpreted: OpCheck = (op) => {
  const [from, to] = [sparse(op.operand(0)), sparse(op.result())];
  refuseBare(from.levels.length !== to.levels.length, "Level rank mismatch between source/dest tensors");
  const isSame = from.levels.every(([, type], i) => type === to.levels[i]?.[1]);
  refuseBare(!isSame, "Level type mismatch between source/dest tensors");
  const isWide = from.posWidth !== to.posWidth || from.crdWidth !== to.crdWidth;
  refuseBare(isWide, "Crd/Pos width mismatch between source/dest tensors");
  const isElement = op.operand(0).element.isSame(op.result().element);
  refuseBare(!isElement, "Element type mismatch between source/dest tensors");
};

const reordered: OpCheck = (op) => {
  const [from, to] = [sparse(op.operand(0)), sparse(op.result())];
  refuseBare(!isCoordinates(from) || !isCoordinates(to), "Expected COO sparse tensors only");
  const isSame =
    from.levels.length === to.levels.length && from.levels.every(([text], i) => text === to.levels[i]?.[0]);
  refuseBare(!isSame, "Unmatched dim2lvl map between input and result COO");
  const isStored = from.posWidth === to.posWidth && from.crdWidth === to.crdWidth;
  const words = "Unmatched storage format between input and result COO";
  refuseBare(!isStored || !op.operand(0).element.isSame(op.result().element), words);
};

/** @param spaces the operands before those that are carried from one step to the next */
const looped = (op: OpView, spaces: number): void => {
  const carried = op.operands.length - spaces;
  const words = "mismatch in number of loop-carried values and defined values";
  refuse(carried !== op.results.length, words);
  const [, low, high] = iterated(op.operand(0));
  const isOutside = op.integer("crdUsedLvls") >= 2 ** (high - low);
  refuse(isOutside, "required out-of-bound coordinates");
};

/** By the names of ops. */
export const SPARSE: OpChecks = {
  "sparse_tensor.assemble": (op) => {
    const values = op.operands.length - 1;
    refuseBare(!op.result().isStatic, "the sparse-tensor must have static shape");
    packed(op.result(), op.operand(values), op.operands.slice(0, values));
  },
  "sparse_tensor.coiterate": (op) => {
    looped(op, op.group(0).length);
  },
  "sparse_tensor.compress": (op) => {
    const coordinates = op.operands.length - 5;
    refuse(sparse(op.operand(4)).levels.length !== 1 + coordinates, "incorrect number of coordinates");
  },
  "sparse_tensor.concatenate": concatenated,
  "sparse_tensor.convert": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    refuseBare(from.rank !== to.rank, "unexpected conversion mismatch in rank");
    const isSlice = to.mark.includes("slice") && sparse(to).isSlice;
    refuseBare(isSlice, "cannot convert to a sparse tensor slice");
    const wrong = from.shape.findIndex((size, i) => size !== to.shape[i] && to.shape[i] !== ANY_SIZE);
    refuseBare(wrong >= 0, `unexpected conversion mismatch in dimension ${wrong}`);
  },
  "sparse_tensor.coordinates": buffered("coordinates", ({ crdWidth }) => crdWidth),
  "sparse_tensor.coordinates_buffer": (op) => {
    const encoding = sparse(op.operand(0));
    const hasNone = storage(encoding).start >= encoding.levels.length;
    refuseBare(hasNone, "expected sparse tensor with a COO region");
  },
  "sparse_tensor.crd_translate": (op) => {
    const { dims, levels } = encodingOf(known(op.attribute("encoder")).text);
    const ranks = [dims, levels.length];
    const [given, made] = op.word("direction") === "dim_to_lvl" ? ranks : [...ranks].reverse();
    const isSame = op.operands.length === given && op.results.length === made;
    refuseBare(!isSame, "Coordinate rank mismatch with encoding");
  },
  "sparse_tensor.disassemble": (op) => {
    const levels = op.operands.length - 2;
    const isSame = op.operand(levels + 1).isSame(op.result(levels));
    refuseBare(!isSame, "output values and return value type mismatch");
    const isLevel = op.operands.slice(1, levels + 1).every((type, i) => type.isSame(op.result(i)));
    refuseBare(!isLevel, "output levels and return levels type mismatch");
    packed(op.operand(0), op.result(levels), op.results.slice(0, levels));
  },
  "sparse_tensor.extract_iteration_space": (op) => {
    const [low, high] = [op.integer("loLvl"), op.integer("hiLvl")];
    refuse(low >= high, "expected smaller level low than level high");
    const parent = op.operands[1];
    const words = "parent iterator should be specified iff level lower bound equals 0";
    refuse((parent !== undefined) === (low === 0), words);
    if (!parent) return;
    const [[encoding, , end], [other, start]] = [iterated(parent), iterated(op.result())];
    refuse(encoding !== other, "mismatch in parent iterator encoding and iteration space encoding.");
    const next = "parent iterator should be used to extract an iteration space from a consecutive level.";
    refuse(start !== end, next);
  },
  "sparse_tensor.extract_value": (op) => {
    const [encoding, , high] = iterated(op.operand(1));
    const { mark } = op.operand(0);
    refuse(encoding !== mark, "mismatch in tensor encoding and iterator encoding.");
    const isLast = sparse(op.operand(0)).levels.length === high;
    refuse(!isLast, "must use last-level iterator to extract values. ");
  },
  "sparse_tensor.iterate": (op) => {
    looped(op, 1);
  },
  "sparse_tensor.positions": buffered("positions", ({ posWidth }) => posWidth),
  "sparse_tensor.reinterpret_map": reinterpreted,
  "sparse_tensor.reorder_coo": reordered,
  "sparse_tensor.slice.offset": sliced,
  "sparse_tensor.slice.stride": sliced,
  "sparse_tensor.sort": (op) => {
    const map = known(op.attribute("perm_map"));
    const { dims, results } = map.map;
    refuseBare(dims < 1, `Expected rank(perm_map) > 1, got ${dims}`);
    if (!results.every((text) => /^d\d+$/.test(text))) unknown();
    const isPermutation = results.length === dims && new Set(results).size === dims;
    const text = map.text.replace(/^affine_map<(.*)>$/, "$1");
    refuseBare(!isPermutation, `Expected a permutation map, got ${text}`);
  },
  "sparse_tensor.storage_specifier.get": specified,
  "sparse_tensor.storage_specifier.set": specified,
  "sparse_tensor.values": (op) => {
    const isElement = op.result().element.isSame(op.operand(0).element);
    refuseBare(!isElement, "unexpected mismatch in element types");
  },
};
