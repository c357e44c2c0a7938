/** What mlir::scf's loops demand (SCF.cpp). */
import { refuse, refuseBare, unknown } from "../fault";
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import type { OpChecks } from "../opView";
import { argumentsAre } from "./nestedOps";

const FORALL = "scf.forall";
const rankOf = (forall: NestedOp): number => forall.integers("staticLowerBound").length;

/** By the names of ops. */
export const SCF: OpChecks = {
  [FORALL]: (op) => {
    const mapping = op.attribute("mapping")?.list ?? [];
    const masks = mapping.filter(({ text }) => text.startsWith("#gpu.mask")).length;
    const isOther = mapping.length > 0 && mapping.length - masks !== op.integers("staticLowerBound").length;
    refuse(isOther, "mapping attribute size must match op rank");
    refuse(masks > 1, '"mapping" supports at most one device masking attribute');
  },
  "scf.parallel": (op) => {
    const words = "needs at least one tuple element for lowerBound, upperBound and step";
    refuse(op.group(2).length === 0, words);
  },
};

/** Checks that ask for the ops which define the operands. */
export const SCF_VALUES: NestedChecks = {
  "scf.parallel": (op) => {
    const [start, end] = op.range(2);
    for (let i = start; i < end; i++) {
      const step = op.constant(i, "arith.constant")?.integer ?? 1;
      refuse(step <= 0, "constant step operand must be positive");
    }
  },
};

/** Checks by the ops around. */
export const SCF_PLACES: NestedChecks = {
  "tensor.parallel_insert_slice": (op) => {
    const forall = op.parent?.parent ?? unknown();
    if (forall.name !== FORALL) unknown();
    const { args, firstValue } = forall.entry();
    const target = (op.place.values[1] ?? -1) - firstValue;
    const isOutput = target >= rankOf(forall) && target < args.length;
    refuse(!isOutput, "may only insert into an output block argument");
  },
};

/** Checks by the arguments of blocks. None is of `scf.for` or `scf.if`: in large files, to keep those takes too long. */
export const SCF_BODIES: NestedChecks = {
  "scf.execute_region": (op) => {
    refuse(op.entry().args.length > 0, "region cannot have any arguments");
  },
  [FORALL]: (op) => {
    const { args } = op.entry();
    const rank = rankOf(op);
    refuse(args.length !== rank + op.results.length, `region expects ${rank} arguments`);
    const wrong = args.slice(0, rank).findIndex((type) => !type.isIndex);
    refuse(wrong >= 0, `expects ${wrong}-th block argument to be an index`);
  },
};

/** Each case has a value and a region. */
export const switched: NestedCheck = (op) => {
  const cases = op.integers("cases");
  const regions = op.place.regionCount - 1;
  refuse(cases.length !== regions, `has ${regions} case regions but ${cases.length} case values`);
  const seen = new Set<number>();
  const twice = cases.find((value) => seen.size === seen.add(value).size);
  refuse(twice !== undefined, `has duplicate case value: ${twice ?? 0}`);
};

/** Checks by regions. */
export const SCF_REGIONS: NestedChecks = {
  "scf.index_switch": switched,
  "scf.reduce": (op) => {
    op.operands.forEach((type, i) => {
      const { args } = op.entry(i);
      const words = `expected two block arguments with type '${type.text}' in the ${i}-th reduction region`;
      argumentsAre(args, [type, type], words);
      const end = op.last(i);
      refuse(end.name !== "scf.reduce.return", "reduction bodies must be terminated with an 'scf.reduce.return' op");
      const [found] = end.operands;
      const inputs = `'${end.name}' op must have type '${type.text}' (the type of the reduction inputs)`;
      if (found) refuseBare(!found.isSame(type), inputs);
    });
  },
  "scf.forall.in_parallel": (op) => {
    const isOther = op
      .entry()
      .ops.some(
        ({ name }) => /^(?:arith|linalg|memref|scf|tensor)\./.test(name) && name !== "tensor.parallel_insert_slice",
      );
    refuse(isOther, "expected only ParallelCombiningOpInterface ops");
  },
};
