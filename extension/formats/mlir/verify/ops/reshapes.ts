/** What a reshape by a list of sizes demands of tensors (TensorOps.cpp) and of memrefs (MemRefOps.cpp). */
import type { OpCheck, OpChecks } from "../opView";
import { ANY_SIZE } from "../entryView";
import { refuse } from "../fault";
import { isIdentity } from "./memory";
import { sizeAt } from "./shared";

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
