/** Elementwise ops of mlir::tosa: their operands are repeated along dimensions of size 1 (OpTrait::ResultsBroadcastableShape). */
import { ANY_SIZE } from "../entryView";
import { refuse } from "../fault";
import type { OpCheck, OpChecks } from "../opView";
import { each } from "./combined";
import { mayFit, shapeWords } from "./shared";

/** A dimension of two operands together; undefined if they do not fit. */
function together(one: number, other: number): number | undefined {
  if (one === other || other === 1) return one;
  if (one === 1) return other;
  if (one !== ANY_SIZE && other !== ANY_SIZE) return undefined;
  // What is not known is taken for what the other has.
  return Math.max(one, other) > 1 ? Math.max(one, other) : ANY_SIZE;
}

/** Two shapes together, from the last dimension on. */
function joined(one: readonly number[], other: readonly number[]): readonly number[] {
  const [long, short] = one.length > other.length ? [one, other] : [other, one];
  const first = long.length - short.length;
  const found = long.map((size, i) => (i < first ? size : together(size, short[i - first] ?? 1)));
  refuse(found.includes(undefined), "operands don't have broadcast-compatible shapes");
  return found.map((size) => size ?? ANY_SIZE);
}

const broadcast: OpCheck = (op) => {
  const shapes = op.operands.filter(({ kind }) => kind === "tensor").map(({ shape }) => shape);
  if (shapes.length === 0) return;
  const sizes = shapes.reduce(joined);
  const result = op.result();
  if (!result.isRanked) return;
  const suffix = result.shape.slice(Math.max(0, result.rank - sizes.length));
  const words = `not broadcast compatible with broadcasted operands's shapes '${shapeWords(sizes)}'`;
  refuse(!mayFit(sizes, suffix), `result type '${shapeWords(result.shape)}' ${words}`);
};

const UNARY = "abs bitwise_not ceil clamp clz cos erf exp floor log logical_not reciprocal rsqrt sigmoid sin tanh";
const OTHERS =
  "add arithmetic_right_shift bitwise_and bitwise_or bitwise_xor equal greater greater_equal intdiv logical_and " +
  "logical_left_shift logical_or logical_right_shift logical_xor maximum minimum pow select sub";

/** By the names of ops. */
export const TOSA_BROADCAST: OpChecks = each("tosa.*", `${UNARY} ${OTHERS}`.split(" "), broadcast);
