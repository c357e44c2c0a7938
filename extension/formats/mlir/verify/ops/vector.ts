/** What mlir::vector's ops demand (VectorOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import type { OpCheck, OpChecks, OpView } from "../opView";
import type { MapText } from "../lists";
import { hasUnitStride } from "./memory";
import { shapeWords, sizeAt } from "./shared";

const loadsVector =
  (memref: number, vector: (op: OpView) => TypeView, other: string, low: string): OpCheck =>
  (op) => {
    const [whole, part] = [op.operand(memref), vector(op)];
    if (whole.kind !== "memref" || part.kind !== "vector") return;
    const isOne = !part.scalable.includes(true) && part.count === 1;
    refuse(!isOne && !hasUnitStride(whole), "most minor memref dim must have unit stride");
    refuse(!whole.element.isSame(part.element) && whole.element.kind !== "vector", other);
    refuse(op.release >= 21 && whole.element.kind !== "vector" && whole.rank < part.rank, low);
    refuse(op.operands.length - memref - 1 !== whole.rank, `requires ${whole.rank} indices`);
  };

const scanned: OpCheck = (op) => {
  const [source, initial, axis] = [op.operand(0), op.operand(1), op.integer("reduction_dim")];
  const { rank } = source;
  refuse(axis < 0 || axis >= rank, `reduction dimension ${axis} has to be less than ${rank}`);
  refuse(initial.rank !== rank - 1, `initial value rank ${initial.rank} has to be equal to ${rank - 1}`);
  const rest = source.shape.filter((_, i) => i !== axis);
  refuse(rest.join() !== initial.shape.join(), "incompatible input/initial value shapes");
  const [kind, type] = [op.word("kind"), source.element];
  const isWhole = ["and", "or", "xor", "minui", "minsi", "maxui", "maxsi"].includes(kind);
  refuse(isWhole && type.isFloat, `unsupported reduction type '${type.text}' for kind '${kind}'`);
};

/** Slices are as long as the whole in scalable dimensions. @param skipped how many dimensions of the whole come first */
function scalableSizes(whole: TypeView, sizes: readonly number[], skipped: number, isAsked: readonly boolean[]): void {
  sizes.forEach((size, i) => {
    const found = sizeAt(whole, i + skipped);
    const words = `expected size at idx=${i} to match the corresponding base size from the input vector`;
    refuse(isAsked[i] === true && size !== found, `${words} (${size} vs ${found})`);
  });
}

/** A vector type with that shape. */
const vectorText = (shape: readonly number[], scalable: readonly boolean[], element: TypeView): string =>
  `vector<${[...(shape.length > 0 ? [shapeWords(shape, scalable)] : []), element.text].join("x")}>`;

/** A dynamic position. */
const ANY_POSITION = -(2 ** 63);

/**
 * Positions in a vector.
 * @param given how many of them are operands
 * @returns how many there are
 */
function positioned(op: OpView, whole: TypeView, given: number, limit: string): number {
  const positions = op.integers("static_position");
  const isComplete = positions.filter((position) => position === ANY_POSITION).length === given;
  const words = "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic position)";
  refuse(!isComplete, `${words} -- this can only happen due to an incorrect fold/rewrite`);
  refuse(positions.length > whole.rank, "expected position attribute of rank no greater than vector rank");
  positions.forEach((position, i) => {
    const fits = position === ANY_POSITION || (position >= -1 && position < sizeAt(whole, i));
    const message = `expected position attribute #${i + 1} to be a non-negative integer smaller than the corresponding`;
    refuse(!fits, `${message} ${limit}`);
  });
  return positions.length;
}

/** Values of a slice lie in their dimensions. @param end the limit in a dimension of that size */
function confined(name: string, values: readonly number[], whole: TypeView, end: (size: number) => number): void {
  const least = name === "offsets" ? 0 : 1;
  values.forEach((value, i) => {
    const limit = end(sizeAt(whole, i));
    // A sum may be 0, whatever the message says.
    const fits = value >= (name.startsWith("sum") ? 0 : least) && value < limit;
    refuse(!fits, `expected ${name} dimension ${i} to be confined to [${least}, ${limit})`);
  });
}

/** The offsets and strides of a slice, whose sizes fit behind the offsets. @param named what the sizes are */
function sliced(op: OpView, whole: TypeView, sizes: readonly number[], named: string): void {
  const [offsets, strides] = [op.integers("offsets"), op.integers("strides")];
  confined("offsets", offsets, whole, (size) => size);
  if (op.has("sizes")) confined("sizes", sizes, whole, (size) => size + 1);
  refuse(!strides.every((stride) => stride === 1), "expected strides to be confined to [1, 2)");
  const sums = sizes.map((size, i) => size + (offsets[i] ?? 0));
  confined(`sum(offsets, ${named})`, sums, whole, (size) => size + 1);
}

const extractedSlice: OpCheck = (op) => {
  const [whole, sizes] = [op.operand(0), op.integers("sizes")];
  const isEven = ["offsets", "strides"].every((name) => op.integers(name).length === sizes.length);
  refuse(!isEven, "expected offsets, sizes and strides attributes of same size");
  refuse(sizes.length > whole.rank, "expected offsets attribute of rank no greater than vector rank");
  sliced(op, whole, sizes, "sizes");
  const wanted = vectorText([...sizes, ...whole.shape.slice(sizes.length)], whole.scalable, whole.element);
  refuse(!op.result().is(wanted), `expected result type to be '${wanted}'`);
  scalableSizes(whole, sizes, 0, whole.scalable);
};

const insertedSlice: OpCheck = (op) => {
  const [source, whole] = [op.operand(0), op.operand(1)];
  const [offsets, strides] = [op.integers("offsets").length, op.integers("strides").length];
  refuse(offsets !== whole.rank, "expected offsets of same size as destination vector rank");
  refuse(strides !== source.rank, "expected strides of same size as source vector rank");
  const skipped = whole.rank - source.rank;
  refuse(skipped < 0, "expected source rank to be no greater than destination rank");
  sliced(op, whole, [...whole.shape.slice(0, skipped).map(() => 0), ...source.shape], "source vector shape");
  const wrong = source.scalable.findIndex((one, i) => one !== whole.scalable[i + skipped]);
  refuse(wrong >= 0, `mismatching scalable flags (at source vector idx=${wrong})`);
  scalableSizes(whole, source.shape, skipped, source.scalable);
};

/** Where a vector of one element is as good as the element. */
const ONE_IS_SCALAR_UNTIL = 23;

const extracted: OpCheck = (op) => {
  const [whole, part] = [op.operand(0), op.result()];
  const isNone = part.kind === "vector" && part.rank === 0;
  refuseBare(isNone, "expected a scalar instead of a 0-d vector as the result type");
  const skipped = positioned(op, whole, op.operands.length - 1, "vector dimension or poison (-1)");
  const rest = whole.shape.slice(skipped);
  const wanted =
    skipped === whole.rank ? whole.element.text : vectorText(rest, whole.scalable.slice(skipped), whole.element);
  const isOne = part.kind === "vector" ? part.shape.join() === "1" && part.element.is(wanted) : rest.join() === "1";
  if (part.is(wanted) || (op.release < ONE_IS_SCALAR_UNTIL && isOne)) return;
  refuse(true, `inferred type(s) '${wanted}' are incompatible with return type(s) of operation '${part.text}'`);
};

const shuffled: OpCheck = (op) => {
  const [one, other, result] = [op.operand(0), op.operand(1), op.result()];
  const { rank } = result;
  const isScalar = one.rank === 0 && other.rank === 0 && rank === 1;
  refuse(!isScalar && (one.rank !== rank || other.rank !== rank), "rank mismatch");
  const rest = ({ shape }: TypeView): string => shape.slice(1).join();
  refuse(!isScalar && [one, other].some((from) => rest(from) !== rest(result)), "dimension mismatch");
  const mask = op.integers("mask");
  refuse(mask.length === 0, "invalid mask length");
  refuse(mask.length !== sizeAt(result, 0), "mask length mismatch");
  const length = (vector: TypeView): number => (vector.rank === 0 ? 1 : sizeAt(vector, 0));
  const end = length(one) + length(other);
  mask.forEach((index, i) => {
    refuse(index < -1 || index >= end, `mask index #${i + 1} out of range`);
  });
};

const transposed: OpCheck = (op) => {
  const [from, to, order] = [op.operand(0), op.result(), op.integers("permutation")];
  refuse(from.rank !== to.rank, `vector result rank mismatch: ${to.rank}`);
  refuse(order.length !== to.rank, `transposition length mismatch: ${order.length}`);
  const met = new Set<number>();
  order.forEach((source, i) => {
    refuse(source < 0 || source >= to.rank, `transposition index out of range: ${source}`);
    refuse(met.has(source), `duplicate position index: ${source}`);
    met.add(source);
    refuse(sizeAt(to, i) !== sizeAt(from, source), `dimension size mismatch at: ${source}`);
  });
};

/** Whether the results of a map are dimensions, none of them twice. */
const isProjection = (results: readonly string[]): boolean =>
  new Set(results).size === results.length && results.every((one) => /^d\d+$/.test(one));

/** What both vectors of a contraction have: what is summed, and what is not, has the same size in both. */
function pairedDims(op: OpView, [left, right]: readonly MapText[], kinds: readonly string[]): void {
  const both = known(left).results.filter((dim) => known(right).results.includes(dim));
  const size = (operand: number, map: MapText | undefined, dim: string): number =>
    sizeAt(op.operand(operand), known(map).results.indexOf(dim));
  for (const [kind, name] of [
    ["reduction", "contracting"],
    ["parallel", "batch"],
  ] as const) {
    const dims = both.filter((dim) => kinds[Number(dim.slice(1))] === kind);
    refuse(kind === "reduction" && dims.length === 0, "expected at least one contracting dimension pair");
    const isUneven = dims.some((dim) => size(0, left, dim) !== size(1, right, dim));
    refuse(isUneven, `invalid ${name} dimension map`);
  }
}

const contracted: OpCheck = (op) => {
  const { element } = op.operand(0);
  refuse(element.isInteger && !element.text.startsWith("i"), "only supports signless integer types");
  const maps = known(op.attribute("indexing_maps")).list.map(({ map }) => map);
  refuse(maps.length !== 3, "expected an indexing map for each vector operand");
  const kinds = known(op.attribute("iterator_types")).list.map(({ word }) => word);
  maps.forEach(({ dims, symbols, results }, i) => {
    const words = `expected indexing map ${i} to`;
    const rank = op.operand(i).kind === "vector" ? op.operand(i).rank : 0;
    refuse(symbols > 0, `${words} have no symbols`);
    refuse(dims !== kinds.length, `${words} have ${kinds.length} number of inputs`);
    refuse(results.length !== rank, `${words} have ${rank} number of outputs`);
    refuse(!isProjection(results), `${words} be a projected permutation of its inputs`);
  });
  pairedDims(op, maps, kinds);
  const [left, right, to] = maps;
  const used = new Set([...known(left).results, ...known(right).results]);
  const isVector = op.operand(2).kind === "vector" && op.result().kind === "vector";
  const words = "expected all dimensions to be either a LHS or a RHS dimension";
  refuse(isVector && used.size < known(left).dims, words);
  if (!isVector || op.operands.some(({ kind, scalable }) => kind !== "vector" || scalable.includes(true))) return;
  const sizes = new Map(
    [left, right].flatMap((map, i) => known(map).results.map((dim, at) => [dim, sizeAt(op.operand(i), at)] as const)),
  );
  const shape = known(to).results.map((dim) => known(sizes.get(dim)));
  const expected = vectorText(shape, [], op.result().element);
  const fits = op.operand(2).is(expected) && op.result().is(expected);
  refuse(!fits, `invalid accumulator/result vector shape, expected: '${expected}'`);
};

/**
 * Parts of a memref or tensor of single values, by a map.
 * @param whole which operand that is
 */
const transfers =
  (whole: number, vector: (op: OpView) => TypeView, checkRest: OpCheck): OpCheck =>
  (op) => {
    const [from, { rank }, by] = [op.operand(whole), vector(op), op.attribute("permutation_map")];
    if (!by || from.element.kind === "vector") return;
    const { results, symbols, dims } = by.map;
    const words = "requires a permutation_map with";
    const indices = op.group(whole + 1).length;
    refuse(indices !== from.rank, `requires ${from.rank} indices`);
    refuse(results.length !== rank, `${words} result dims of the same rank as the vector type`);
    refuse(symbols > 0, "requires permutation_map without symbols");
    refuse(dims !== from.rank, `${words} input dims of the same rank as the source type`);
    const bounds = op.attribute("in_bounds")?.list.length ?? rank;
    const sizes = "expects the in_bounds attr of same rank as permutation_map results: ";
    refuse(bounds !== rank, `${sizes}${by.text} vs inBounds of size: ${bounds}`);
    checkRest(op);
    const used = results.filter((one) => one !== "0");
    const most = "(at most one dim or the zero constant can appear in each result)";
    refuse(!used.every((one) => isProjection([one])), `requires a projected permutation_map ${most}`);
    refuse(!isProjection(used), `${words.slice(0, -5)} that is a permutation (found one dim used more than once)`);
  };

/** What is read outside of the source. */
const padded: OpCheck = (op) => {
  const padding = known(op.group(2)[0]);
  refuse(["vector", "tensor", "memref"].includes(padding.kind), "requires valid padding vector elemental type");
  refuse(!padding.isSame(op.operand(0).element), "requires formal padding and source of the same elemental type");
};

/** Ops that a mask may hold (MaskableOpInterface). */
const MASKABLE = new Set(
  "contract gather multi_reduction outerproduct reduction scatter transfer_read transfer_write"
    .split(" ")
    .map((name) => `vector.${name}`),
);

/** The type of the mask that an op takes; unknown for most. */
function maskText(op: NestedOp): string {
  if (!/^vector\.(?:multi_)?reduction$/.test(op.name)) unknown();
  const { shape, scalable } = op.operand(0);
  return `vector<${shapeWords(shape, scalable)}xi1>`;
}

const masked: NestedCheck = (op) => {
  const { ops } = op.entry();
  refuse(ops.length > 2, "expects only one operation to mask");
  const [first, end] = ops;
  if (!first || end?.name !== "vector.yield") return;
  if (!MASKABLE.has(first.name) && !/^(?:arith|math|memref|tensor|vector)\./.test(first.name)) unknown();
  refuse(!MASKABLE.has(first.name), "expects a MaskableOpInterface within the mask region");
  const counts = "expects number of results to match maskable operation number of results";
  refuse(first.results.length !== op.results.length, counts);
  const isOther = first.results.some((_, i) => end.place.values[i] !== first.place.firstResult + i);
  const all = "expects all the results from the MaskableOpInterface to match all the values returned by the terminator";
  refuse(isOther, all);
  const isSame = first.results.every((type, i) => type.isSame(op.result(i)));
  refuse(!isSame, "expects result type to match maskable operation result type");
  const wanted = maskText(first);
  refuse(!op.operand(0).is(wanted), `expects a '${wanted}' mask for the maskable operation`);
};

/** Checks by regions. */
export const VECTOR_REGIONS: NestedChecks = { "vector.mask": masked };

/** By the names of ops. */
export const VECTOR: OpChecks = {
  "vector.load": loadsVector(
    0,
    (op) => op.result(),
    "base and result element types should match",
    "destination memref has lower rank than the result vector",
  ),
  "vector.store": loadsVector(
    1,
    (op) => op.operand(0),
    "base and valueToStore element type should match",
    "source memref has lower rank than the vector to store",
  ),
  "vector.scan": scanned,
  "vector.transfer_read": transfers(0, (op) => op.result(), padded),
  "vector.transfer_write": transfers(
    1,
    (op) => op.operand(0),
    (op) => {
      const isBroadcast = known(op.attribute("permutation_map")).map.results.includes("0");
      refuse(isBroadcast, "should not have broadcast dimensions");
    },
  ),
  "vector.deinterleave": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    const last = sizeAt(from, -1);
    refuse(
      last % 2 !== 0,
      "failed to verify that the trailing dimension of the source vector has an even number of elements",
    );
    refuse(
      sizeAt(to, -1) * 2 !== last,
      "failed to verify that the trailing dimension of the results is half the width of source trailing dimension",
    );
  },
  "vector.print": (op) => {
    const words = "failed to verify that `source` or `punctuation` are not set when printing strings";
    const punctuation = op.word("punctuation");
    const isOdd = op.operands.length > 0 || (punctuation !== "" && punctuation !== "newline");
    refuse(op.has("stringLiteral") && isOdd, words);
  },
  "vector.contract": contracted,
  "vector.insert_strided_slice": insertedSlice,
  "vector.shuffle": shuffled,
  "vector.transpose": transposed,
  "vector.extract": extracted,
  "vector.insert": (op) => {
    const whole = op.operand(1);
    const rank = positioned(op, whole, op.operands.length - 2, "dest vector dimension");
    const [value] = op.operands;
    const isPart = value?.kind === "vector";
    refuse(
      isPart && rank + value.rank !== whole.rank,
      "expected position attribute rank + source rank to match dest vector rank",
    );
    refuse(!isPart && rank !== whole.rank, "expected position attribute rank to match the dest vector rank");
  },
  "vector.extract_strided_slice": extractedSlice,
};
