/** What mlir::acc's ops for the generation of code demand (OpenACCCG.cpp, since MLIR 23). */
import { known, refuse } from "../fault";
import type { NestedChecks } from "../nestedOp";
import type { OpCheck, OpChecks } from "../opView";
import { isWorkgroup } from "./memory";

const parallel: OpCheck = (op) => {
  const isNone = known(op.attribute("par_dims")).word.endsWith("[]");
  refuse(isNone, "par_dims must specify at least one parallel dimension");
};

const accumulated: OpCheck = (op) => {
  const [value, memory] = [op.operand(0), op.operand(1)];
  const isOther = memory.kind === "memref" && !memory.element.isSame(value);
  refuse(isOther, "pointer-like element type must match value type");
  parallel(op);
};

/** How much memory grows with the launch, and what it has beside. */
const BYTES = ["dynamic_shared_memory_scaling_bytes", "dynamic_shared_memory_fixed_bytes"];

const shared: OpCheck = (op) => {
  const isByName = op.result().mark.startsWith("#gpu.");
  refuse(!isByName || !isWorkgroup(op.result()), "result memref must use #gpu.address_space<workgroup>");
  refuse(op.integer("num_copies") <= 0, "num_copies must be positive");
  const given = BYTES.filter((name) => op.has(name));
  refuse(given.length === 1, `${BYTES.join(" and ")} must both be present or both be absent`);
  for (const name of given) refuse(op.integer(name) < 0, `${name} must be non-negative`);
};

/** By the names of ops. */
export const ACC_CODEGEN: OpChecks = {
  "acc.gpu_shared_memory": shared,
  "acc.reduction_accumulate": accumulated,
  "acc.reduction_accumulate_array": parallel,
};

/** Checks that ask for the ops which define the operands. */
export const ACC_WIDTHS: NestedChecks = {
  "acc.compute_region": (op) => {
    const [start, end] = op.range(0);
    for (let i = start; i < end; i++) {
      const isWidth = op.definer(i)?.name === "acc.par_width";
      refuse(!isWidth, "launch arguments must be results of acc.par_width operations");
    }
  },
};

/** Checks by what is around. */
export const ACC_CODEGEN_PLACES: NestedChecks = {
  "acc.predicate_region": (op) => {
    refuse(!op.within("acc.compute_region"), "must be nested within an acc.compute_region operation");
  },
};

/** Checks by the arguments of blocks. */
export const ACC_CODEGEN_BODIES: NestedChecks = {
  "acc.compute_region": (op) => {
    const wanted = op.group(0).length + op.group(1).length;
    const { length } = op.entry().args;
    refuse(length !== wanted, `expected ${wanted} block arguments (launch + input), got ${length}`);
  },
  "acc.predicate_region": (op) => {
    const [entry] = op.blocks(0);
    refuse(!entry, "region needs to have at least one block");
    refuse(known(entry).args.length > 0, "region cannot have any arguments");
  },
};
