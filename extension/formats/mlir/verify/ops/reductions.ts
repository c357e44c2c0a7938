/** Regions of omp's and acc's declarations of reductions. */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { NestedOp } from "../nestedOp";

/** Blocks of a region that end with the dialect's yield give one value of the reduction's type. @param word the region */
export function yieldsOne(op: NestedOp, region: number, type: TypeView, word: string): void {
  const yielding = `${op.name.split(".")[0] ?? ""}.yield`;
  for (const { name, operands } of op.opsIn(region)) {
    if (name !== yielding) continue;
    const isOne = operands.length === 1 && known(operands[0]).isSame(type);
    refuse(!isOne, `expects ${word} region to yield a value of the reduction type`);
  }
}
