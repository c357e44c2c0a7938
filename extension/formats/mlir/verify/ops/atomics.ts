/** What the atomic ops of mlir::omp and mlir::acc demand of their regions (mlir/Dialect/OpenACCMPCommon). */
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import { known, refuse, refuseBare, refuseInnerBare, unknown } from "../fault";
import type { TypeView } from "../entryView";

/** The type that a pointer leads to; undefined if the pointer does not tell. */
function pointee(pointer: TypeView): TypeView | undefined {
  if (pointer.kind === "memref") return pointer.element;
  return pointer.text.startsWith("!llvm.ptr") ? undefined : unknown();
}

const updated: NestedCheck = (op) => {
  const { args } = op.entry();
  refuseBare(args.length !== 1, "the region must accept exactly one argument");
  const [argument, element] = [known(args[0]), pointee(op.operand(0))];
  const words = "the type of the operand must be a pointer type whose element type is the same as that of the region";
  refuseBare(element?.isSame(argument) === false, `${words} argument`);
};

const yielded: NestedCheck = (op) => {
  const { operands } = op.last();
  refuseBare(operands.length !== 1, "only updated value must be returned");
  const isSame = known(operands[0]).isSame(known(op.entry().args[0]));
  refuseBare(!isSame, "input and yielded value must have the same type");
};

/** What an op does with its first operand: `read`, `write` or `update`. */
const access = ({ name }: NestedOp): string => /^(?:omp|acc)\.atomic\.(\w+)$/.exec(name)?.[1] ?? "";

const captured: NestedCheck = (op) => {
  const { ops } = op.entry();
  const words = "expected three operations in atomic.capture region (one terminator, and two atomic ops)";
  refuseBare(ops.length !== 3, words);
  const [first, second] = [known(ops[0]), known(ops[1])];
  const sequence = `${access(first)} ${access(second)}`;
  const isKnown = ["update read", "read update", "read write"].includes(sequence);
  refuseInnerBare(first, !isKnown, "invalid sequence of operations in the capture region");
  const [from, to] = [first.place.values[0] ?? -1, second.place.values[0] ?? -1];
  const isOne = from < 0 || to < 0 || from === to;
  const isUpdate = sequence.startsWith("update");
  refuseInnerBare(first, !isOne && isUpdate, "updated variable in atomic.update must be captured in second operation");
  refuseInnerBare(first, !isOne, "captured variable in atomic.read must be updated in second operation");
  if (op.name === "acc.atomic.capture") return;
  for (const clause of ["hint", "memory_order"])
    refuse(first.has(clause) || second.has(clause), `operations inside capture region must not have ${clause} clause`);
};

/** Checks by the arguments of blocks. */
export const ATOMIC_BODIES: NestedChecks = { "acc.atomic.update": updated, "omp.atomic.update": updated };

/** Checks by regions. */
export const ATOMIC_REGIONS: NestedChecks = {
  "acc.atomic.capture": captured,
  "acc.atomic.update": yielded,
  "omp.atomic.capture": captured,
  "omp.atomic.update": yielded,
};
