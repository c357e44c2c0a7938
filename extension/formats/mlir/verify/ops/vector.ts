/** What mlir::vector's ops demand (VectorOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, unknown } from "../fault";
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import type { OpCheck, OpChecks, OpView } from "../opView";
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
    if (whole.element.kind === "vector") return;
    refuse(whole.rank < part.rank, low);
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

/** The offsets, sizes and strides of a slice of a vector. */
function confined(op: OpView, whole: TypeView): void {
  const [offsets, sizes, strides] = ["offsets", "sizes", "strides"].map((name) => op.integers(name));
  const check = (name: string, list: readonly number[] | undefined, least: number, end: (size: number) => number) => {
    list?.forEach((value, i) => {
      const limit = end(sizeAt(whole, i));
      const fits = value >= least && value < limit;
      refuse(!fits, `expected ${name} dimension ${i} to be confined to [${least}, ${limit})`);
    });
  };
  check("offsets", offsets, 0, (size) => size);
  check("sizes", sizes, 1, (size) => size + 1);
  check("strides", strides, 1, () => 2);
  const sums = sizes?.map((size, i) => size + (offsets?.[i] ?? 0));
  check("sum(offsets, sizes)", sums, 1, (size) => size + 1);
}

const inserted: OpCheck = (op) => {
  const [source, whole] = [op.operand(0), op.operand(1)];
  const skipped = whole.rank - source.rank;
  const wrong = source.scalable.findIndex((one, i) => one !== whole.scalable[i + skipped]);
  refuse(wrong >= 0, `mismatching scalable flags (at source vector idx=${wrong})`);
  scalableSizes(whole, source.shape, skipped, source.scalable);
};

const contracted: OpCheck = (op) => {
  const { element } = op.operand(0);
  refuse(element.isInteger && !element.text.startsWith("i"), "only supports signless integer types");
  const [left, right] = known(op.attribute("indexing_maps")).list.map(({ map }) => map);
  const used = new Set([...known(left).results, ...known(right).results]);
  const isVector = op.operand(2).kind === "vector" && op.result().kind === "vector";
  const words = "expected all dimensions to be either a LHS or a RHS dimension";
  refuse(isVector && used.size < known(left).dims, words);
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
  "vector.insert_strided_slice": inserted,
  "vector.shuffle": (op) => {
    const length = (vector: TypeView): number => (vector.rank === 0 ? 1 : sizeAt(vector, 0));
    const end = length(op.operand(0)) + length(op.operand(1));
    op.integers("mask").forEach((index, i) => {
      refuse(index < -1 || index >= end, `mask index #${i + 1} out of range`);
    });
  },
  "vector.extract": (op) => {
    positioned(op, op.operand(0), op.operands.length - 1, "vector dimension or poison (-1)");
  },
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
  "vector.extract_strided_slice": (op) => {
    const whole = op.operand(0);
    confined(op, whole);
    scalableSizes(whole, op.integers("sizes"), 0, whole.scalable);
  },
  "vector.outerproduct": (op) => {
    const [left, right] = [op.operand(0), op.operand(1)];
    const isOdd = left.scalable.includes(true) && right.kind === "vector" && !right.scalable.includes(true);
    refuse(isOdd, "expected either both or only #2 operand dim to be scalable");
  },
};
