/** What a reshape by a list of sizes demands of tensors (TensorOps.cpp) and of memrefs (MemRefOps.cpp). */
import type { OpCheck, OpChecks, OpView } from "../opView";
import { ANY_SIZE } from "../entryView";
import { refuse } from "../fault";
import { isIdentity } from "./memory";
import { sizeAt } from "./shared";

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

/** By the names of ops. */
export const RESHAPES: OpChecks = { "memref.reshape": reshaped("memref"), "tensor.reshape": reshaped("tensor") };
