/** What a reshape by a list of sizes demands of tensors (TensorOps.cpp) and of memrefs (MemRefOps.cpp). */
import type { OpCheck, OpChecks, OpView } from "../opView";
import { ANY_SIZE } from "../entryView";
import { known, refuse } from "../fault";
import { isIdentity, stridesOf } from "./memory";
import { asSize, dynamicSizes, sizeAt } from "./shared";

/** The groups of dimensions that become one. */
export const groupsOf = (op: OpView): readonly (readonly number[])[] =>
  known(op.attribute("reassociation")).list.map(({ integers }) => integers);

/** Groups of a memref's dimensions that become one: all of them, one after another. @param rank of the type with more dimensions */
export function contiguous(groups: readonly (readonly number[])[], rank: number): void {
  const dims = groups.flat();
  dims.forEach((dim, i) => {
    refuse(dim !== i, "reassociation indices must be contiguous");
    refuse(dim >= rank, `reassociation index ${dim} is out of bounds`);
  });
  const words = `expanded rank (${rank}) inconsistent with number of reassociation indices (${dims.length})`;
  refuse(groups.length > 0 && dims.length !== rank, words);
}

/** As {@link contiguous}, for a tensor. */
export function mapped(groups: readonly (readonly number[])[], rank: number): void {
  if (groups.length === 0) return;
  const count = Math.max(0, ...groups.flat()) + 1;
  const size = `to have size equal to the expanded rank (${rank}), but it is  ${count}.`;
  refuse(count !== rank, `expected reassociation map #0 ${size}`);
  let next = 0;
  groups.forEach((group, i) => {
    const isOther = group.some((dim) => dim !== next++);
    refuse(isOther, `expected reassociation map #${i} to be valid and contiguous.`);
  });
}

/** The type with more dimensions has at least as many as the other. @param change what is done, with `0` and `1` for the ranks */
export function ranked(op: OpView, change: string): void {
  const ranks = [op.operand(0).rank, op.result().rank] as const;
  const isOther = change.includes(">") ? ranks[0] > ranks[1] : ranks[0] < ranks[1];
  const words = change.replace(/[01]/g, (index) => String(ranks[Number(index)]));
  refuse(isOther, `has source rank ${ranks[0]} and result rank ${ranks[1]}. This is not ${words}.`);
}

const reshaped =
  (kind: "memref" | "tensor"): OpCheck =>
  (op) => {
    const [from, to, count] = [op.operand(0), op.result(), sizeAt(op.operand(1), 0)];
    const types = `element types of source and destination ${kind} types should be the same`;
    refuse(!from.element.isSame(to.element), types);
    for (const [type, word] of [
      [from, "source"],
      [to, "result"],
    ] as const) {
      const isPlain = kind === "tensor" || !type.isRanked || isIdentity(type.layout);
      refuse(!isPlain, `${word} memref type should have identity affine map`);
    }
    if (!to.isRanked) return;
    const isCounted = kind === "tensor" && from.isRanked && from.isStatic && to.isStatic;
    const counts = "source and destination tensor should have the same number of elements";
    refuse(isCounted && from.count !== to.count, counts);
    const words = "cannot use shape operand with dynamic length to reshape to statically-ranked";
    refuse(count === ANY_SIZE, `${words} ${kind} type`);
    refuse(count !== to.rank, `length of shape operand differs from the result's ${kind} rank`);
  };

/** The sizes that an expansion is given. */
const sized: OpCheck = (op) => {
  const given = op.operands.length - 1;
  if (op.release > 22) {
    const wanted = dynamicSizes(op.result());
    refuse(given !== wanted, `incorrect number of dynamic sizes, has ${given}, expected ${wanted}`);
  }
  const count = op.integers("static_output_shape").filter((size) => asSize(size) === ANY_SIZE).length;
  const words = "mismatch in dynamic dims in output_shape and static_output_shape: static_output_shape has";
  refuse(count !== given, `${words} ${count} dynamic dims while output_shape has ${given} values`);
};

/** The product of sizes and strides; NaN stands for one that is not known, but nothing remains of 0. */
const times = (one: number, other: number): number => (one === 0 || other === 0 ? 0 : one * other);

/** Elements of a group lie one after another, as far as it is known (computeCollapsedLayoutMap). */
function joins(group: readonly number[], shape: readonly number[], strides: readonly number[]): boolean {
  const sizes = group.map((dim) => (shape[dim] === ANY_SIZE ? NaN : (shape[dim] ?? NaN)));
  // What lies between elements of a dimension of size 1 means nothing.
  const last = Math.max(
    0,
    sizes.findLastIndex((size) => size !== 1),
  );
  let stride = Number.isNaN(sizes[last]) && last > 0 ? NaN : (strides[group[last] ?? 0] ?? NaN);
  for (let i = group.length - 1; i > 0; i--) {
    stride = times(stride, sizes[i] ?? NaN);
    const own = strides[group[i - 1] ?? 0] ?? NaN;
    const isTold = sizes[i - 1] !== 1 && !Number.isNaN(stride) && !Number.isNaN(own);
    if (isTold && stride !== own) return false;
  }
  return true;
}

const collapsed: OpCheck = (op) => {
  const source = op.operand(0);
  if (isIdentity(source.layout)) return;
  // A dynamic stride is no number.
  const strides = known(stridesOf(source)).map(Number);
  const isWhole = groupsOf(op).every((group) => joins(group, source.shape, strides));
  refuse(!isWhole, "invalid source layout map or collapsing non-contiguous dims");
};

/** By the names of ops. */
export const RESHAPES: OpChecks = {
  "memref.collapse_shape": collapsed,
  "memref.expand_shape": sized,
  "memref.reshape": reshaped("memref"),
  "tensor.expand_shape": sized,
  "tensor.reshape": reshaped("tensor"),
};
