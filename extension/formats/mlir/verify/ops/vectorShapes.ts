/** Shapes that the operands and results of mlir::vector's ops must have (VectorOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks } from "../opView";
import { shapeWords, sizeAt } from "./shared";

/** Where the sizes of scalable dimensions are checked too. */
const SCALABLE_SINCE = 21;

const broadcast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  if (from.isSame(to.element)) return;
  refuse(from.kind !== "vector", "source type is not a vector");
  const lead = to.rank - from.rank;
  refuse(lead < 0, "source rank higher than destination rank");
  from.shape.forEach((size, i) => {
    const [one, other] = op.release < SCALABLE_SINCE ? [] : [from.scalable[i], to.scalable[lead + i]];
    if (size === 1 && !one) return;
    const wanted = sizeAt(to, lead + i);
    const words = [shapeWords([size], [one === true]), shapeWords([wanted], [other === true])].join(" vs. ");
    refuse(size !== wanted || one !== other, `dimension mismatch (${words})`);
  });
};

const reshaped: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  refuse(!from.element.isSame(to.element), "has different source and result element types");
  const ends = (one: number, other: number): string => `at source (${one}) and result (${other})`;
  refuse(from.count !== to.count, `has different number of elements ${ends(from.count, to.count)}`);
  const [one = 0, other = 0] = [from, to].map(({ scalable }) => scalable.filter(Boolean).length);
  const isOdd = op.release >= SCALABLE_SINCE && one !== other;
  refuse(isOdd, `has different number of scalable dims ${ends(one, other)}`);
};

const recast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  const wrong = from.shape.findIndex((size, i) => i < from.rank - 1 && size !== sizeAt(to, i));
  refuse(wrong >= 0, `dimension size mismatch at: ${wrong}`);
  const bits = (vector: TypeView): number => vector.element.bits * (vector.shape.at(-1) ?? 1);
  const part = from.rank === 0 ? "0-D vector element types" : "minor 1-D vectors";
  refuse(bits(from) !== bits(to), `source/result bitwidth of the ${part} must be equal`);
};

const outerProduct: OpCheck = (op) => {
  const [left, right, to] = [op.operand(0), op.operand(1), op.result()];
  const others = right.kind === "vector" ? [left, right] : [left];
  others.forEach(({ rank }, i) => {
    refuse(rank !== 1, `expected 1-d vector for operand #${i + 1}`);
  });
  refuse(to.rank !== others.length, `expected ${others.length}-d vector result`);
  others.forEach((other, i) => {
    const words = `expected #${i + 1} operand dim to match result dim #${i + 1}`;
    refuse(sizeAt(other, 0) !== sizeAt(to, i), words);
  });
  const isOdd = left.scalable.includes(true) && right.kind === "vector" && !right.scalable.includes(true);
  refuse(isOdd, "expected either both or only #2 operand dim to be scalable");
  refuse(op.operands[2]?.isSame(to) === false, "expected operand #3 of same type as result type");
};

/**
 * Elements that are read or written where a mask says so.
 * @param named what the vector is: the result, or the last operand
 * @param vectors the operands of its shape, before the last one
 */
const moved =
  (named: "result" | "valueToStore", vectors: readonly string[], part = "dim"): OpCheck =>
  (op) => {
    const [base, last] = [op.operand(0), known(op.operands.at(-1))];
    const isRead = named === "result";
    const vector = isRead ? op.result() : last;
    refuse(!vector.element.isSame(base.element), `base and ${named} element type should match`);
    refuse(op.operands.length - vectors.length - 2 !== base.rank, `requires ${base.rank} indices`);
    vectors.forEach((name, i) => {
      const { shape } = known(op.operands.at(i - vectors.length - 1));
      const words = `expected ${named} ${part} to match ${name} ${part}`;
      refuse(vector.shape.join() !== shape.join(), words);
    });
    refuse(isRead && !vector.isSame(last), "expected pass_thru of same type as result type");
  };

/** By the names of ops. */
export const VECTOR_SHAPES: OpChecks = {
  "vector.broadcast": broadcast,
  "vector.shape_cast": reshaped,
  "vector.bitcast": recast,
  "vector.outerproduct": outerProduct,
  "vector.maskedload": moved("result", ["mask"], "shape"),
  "vector.maskedstore": moved("valueToStore", ["mask"], "shape"),
  "vector.gather": moved("result", ["indices", "mask"]),
  "vector.scatter": moved("valueToStore", ["indices", "mask"]),
  "vector.expandload": moved("result", ["mask"]),
  "vector.compressstore": moved("valueToStore", ["mask"]),
  "vector.create_mask": (op) => {
    const { rank } = op.result();
    const words =
      rank === 0 ? "exactly one operand for 0-D create_mask" : "an operand for each result vector dimension";
    refuse(op.operands.length !== Math.max(rank, 1), `must specify ${words}`);
  },
};
