/** What mlir::omp's ops demand of their regions. */
import type { NestedBlock, NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import { known, refuse, refuseBare, refuseInnerBare, unknown } from "../fault";
import type { TypeView } from "../entryView";
import { rangeOf, typesOf, valuesOf } from "./clauses";
import { isWrapper, privatized } from "./ompPlaces";
import { yieldsOne } from "./reductions";

const MISSING = "'omp.composite' attribute missing from composite";
const PRESENT = "'omp.composite' attribute present in non-composite";
const isComposite = (op: NestedOp): boolean => op.has("omp.composite");

/** A wrapper has one op, a loop or a wrapper. @param inner looks at the wrapper inside, if there is one */
const wrapping =
  (inner: (op: NestedOp, nested: NestedOp | undefined) => void): NestedCheck =>
  (op) => {
    const ops = op.opsIn();
    refuse(ops.length !== 1, "loop wrapper does not contain exactly one nested op");
    const [first] = ops;
    const isLoop = first?.name === "omp.loop_nest";
    refuse(!isLoop && !isWrapper(first), "nested in loop wrapper is not another loop wrapper or `omp.loop_nest`");
    inner(op, isLoop ? undefined : first);
  };

const alone = wrapping((op, nested) => {
  refuse(nested !== undefined || isWrapper(op.parent), "expected to be a standalone loop wrapper");
});

const composedOf = (words: string, ...names: readonly string[]): NestedCheck =>
  wrapping((op, nested) => {
    const isChild = op.name === "omp.wsloop" && isWrapper(op.parent);
    const isMissing = !isComposite(op) && (nested !== undefined || isChild);
    refuseBare(isMissing, `${MISSING} wrapper`);
    if (nested) refuseBare(!names.includes(nested.name), words);
    else refuseBare(isComposite(op) && !isChild, `${PRESENT} wrapper`);
  });
const withSimd = composedOf("only supported nested wrapper is 'omp.simd'", "omp.simd");
const distributed = composedOf(
  "only supported nested wrappers are 'omp.simd' and 'omp.wsloop'",
  "omp.simd",
  "omp.wsloop",
);

const parallel: NestedCheck = (op) => {
  const ops = op.opsIn();
  const loops = ops.filter(({ name }) => name === "omp.distribute");
  refuseBare(loops.length > 1, "multiple 'omp.distribute' nested inside of 'omp.parallel'");
  if (loops.length === 0) {
    refuseBare(isComposite(op), `${PRESENT} operation`);
    return;
  }
  refuseBare(!isComposite(op), `${MISSING} operation`);
  const other = ops.find(({ name }) => name.startsWith("omp.") && !/^omp\.(?:distribute|terminator|yield)$/.test(name));
  const words = `unexpected OpenMP operation inside of composite 'omp.parallel': ${other?.name ?? ""}`;
  refuseBare(other !== undefined, words);
};

const target: NestedCheck = (op) => {
  const teams = op.opsIn().filter(({ name }) => name === "omp.teams");
  refuseBare(teams.length > 1, "target containing multiple 'omp.teams' nested ops");
  const [start, end] = rangeOf(op, "host_eval");
  if (start === end) return;
  // The arguments of blocks are in the order of the clauses; those of earlier ones come first.
  const first = op.entry().firstValue + typesOf(op, "has_device_addr").length;
  const isHost = (value: number): boolean => value >= first && value < first + end - start;
  for (const user of op.inside()) {
    if (!user.place.values.some(isHost)) continue;
    const isIn = (...clauses: readonly string[]): boolean => {
      const places = clauses.flatMap((clause) => valuesOf(user, clause));
      return [...user.place.values].every((value) => !isHost(value) || places.includes(value));
    };
    hostUse(user, isIn);
  }
};

/** @param isIn whether values of the host are in these clauses alone */
function hostUse(user: NestedOp, isIn: (...clauses: readonly string[]) => boolean): void {
  const start = "host_eval argument";
  switch (user.name) {
    case "omp.teams": {
      const words = `${start} only legal as 'num_teams' and 'thread_limit' in 'omp.teams'`;
      refuse(!isIn("num_teams_lower", "num_teams_upper", "thread_limit"), words);
      return;
    }
    case "omp.parallel": {
      const spmd = user.release < 23 ? " when representing target SPMD" : "";
      refuse(!isIn("num_threads"), `${start} only legal as 'num_threads' in 'omp.parallel'${spmd}`);
      return;
    }
    case "omp.loop_nest":
      return;
    default:
      refuse(true, `${start} illegal use in '${user.name}' operation`);
  }
}

/** The regions: allocation, initializer, reduction, atomic reduction and cleanup. */
const declaredReduction: NestedCheck = (op) => {
  const { type } = known(op.attribute("type"));
  const [alloc, initializer, reduction, atomic, cleanup] = [0, 1, 2, 3, 4].map((region) => op.blocks(region)[0]);
  if (alloc) yieldsOne(op, 0, type, "alloc");
  refuse(!initializer, "expects non-empty initializer region");
  const { args } = known(initializer);
  refuse(args.length < 1 || args.length > 2, "expects one or two arguments to the initializer region");
  const isUsed = alloc !== undefined;
  const count = isUsed ? "two arguments" : "one argument";
  const used = `when ${isUsed ? "an" : "no"} allocation region is used`;
  refuse((args.length === 2) !== isUsed, `expects ${count} to the initializer region ${used}`);
  const fits = (argument: TypeView): boolean => argument.isSame(type);
  refuse(!args.every(fits), "expects initializer region argument to match the reduction type");
  yieldsOne(op, 1, type, "initializer");
  refuse(!reduction, "expects non-empty reduction region");
  const hasTwo = reduction?.args.length === 2 && reduction.args.every(fits);
  refuse(!hasTwo, "expects reduction region with two arguments of the reduction type");
  yieldsOne(op, 2, type, "reduction");
  if (atomic) atomicReduction(atomic, type);
  const isClean = !cleanup || (cleanup.args.length === 1 && cleanup.args.every(fits));
  refuse(!isClean, "expects cleanup region with one argument of the reduction type");
};

function atomicReduction({ args }: NestedBlock, type: TypeView): void {
  const [first, second] = args;
  const isPair = args.length === 2 && known(first).isSame(known(second));
  refuse(!isPair, "expects atomic reduction region with two arguments of the same type");
  const pointer = known(first);
  const isPointer = pointer.kind === "memref" ? pointer.element.isSame(type) : pointer.text.startsWith("!llvm.ptr");
  // Dialects may have other pointers.
  if (!isPointer && pointer.kind !== "memref" && pointer.text.startsWith("!")) unknown();
  refuse(!isPointer, "expects atomic reduction region arguments to be accumulators containing the reduction type");
}

/** The regions of a private variable: initialization, copy and deallocation. */
const privateVariable: NestedCheck = (op) => {
  const type = privatized(op);
  const isFirst = op.attribute("data_sharing_type")?.text.includes("firstprivate") === true;
  const args = op.regions.flatMap((blocks) => blocks[0]?.args ?? []);
  const other = type && args.find((argument) => !argument.isSame(type));
  if (other) refuseBare(true, `Region argument type mismatch: got '${other.text}' expected '${type.text}'.`);
  const hasCopy = op.blocks(1).length > 0;
  if (op.blocks(0).length > 0) privateRegion(op, 0, "init", type);
  refuseBare(!isFirst && hasCopy, "`private` clauses do not require a `copy` region.");
  refuseBare(isFirst && !hasCopy, "`firstprivate` clauses require at least a `copy` region.");
  if (isFirst) privateRegion(op, 1, "copy", type);
  if (op.blocks(2).length > 0) privateRegion(op, 2, "dealloc", type);
};

function privateRegion(op: NestedOp, region: number, word: string, type: TypeView | undefined): void {
  const [count, found] = [word === "dealloc" ? 1 : 2, op.entry(region).args.length];
  refuseBare(found !== count, `\`${word}\`: expected ${count} region arguments, got: ${found}`);
  for (const { ops } of op.blocks(region)) {
    const end = ops.at(-1);
    if (!end || end.place.successors.length > 0) continue;
    refuseInnerBare(end, end.name !== "omp.yield", "expected exit block terminator to be an `omp.yield` op.");
    const { operands } = end;
    if (word === "dealloc") refuseInnerBare(end, operands.length > 0, "Did not expect any values to be yielded.");
    else {
      const isOne = operands.length === 1 && operands.every((operand) => operand.isSame(known(type)));
      const given = operands.length === 0 ? "None" : operands.map(({ text }) => `'${text}'`).join(", ");
      refuseInnerBare(end, !isOne, `Invalid yielded value. Expected type: '${known(type).text}', got: ${given}`);
    }
  }
}

const distributedWork: NestedCheck = (op) => {
  const blocks = op.blocks(0);
  refuse(blocks.length === 0, "region cannot be empty");
  refuse(op.entry().ops.length === 0, "region must contain a structured block");
  const ends = blocks.filter(({ ops }) => ops.at(-1)?.name === "omp.terminator").length;
  refuse(ends > 1, "region must have exactly one terminator");
  refuse(ends === 0, "region must be terminated with omp.terminator");
  for (const { name } of op.inside()) {
    refuse(name === "omp.barrier", "explicit barriers are not allowed in workdistribute region");
    refuse(name === "omp.parallel", "nested parallel constructs not allowed in workdistribute");
    refuse(name === "omp.teams", "nested teams constructs not allowed in workdistribute");
  }
  refuse(op.parent?.name !== "omp.teams", "workdistribute must be nested under teams");
};

/** Checks by regions. */
export const OMP_REGIONS: NestedChecks = {
  "omp.declare_mapper": (op) => {
    refuse(op.last().name !== "omp.declare_mapper.info", "expected terminator to be a DeclareMapperInfoOp");
  },
  "omp.declare_reduction": declaredReduction,
  "omp.distribute": distributed,
  "omp.loop": alone,
  "omp.parallel": parallel,
  "omp.private": privateVariable,
  "omp.sections": (op) => {
    const isSection = op.entry().ops.every(({ name }) => name === "omp.section" || name === "omp.terminator");
    refuse(!isSection, "expected omp.section op or terminator op inside region");
  },
  "omp.simd": wrapping((_op, nested) => {
    refuse(nested !== undefined, "must wrap an 'omp.loop_nest' directly");
  }),
  "omp.target": target,
  "omp.taskloop": withSimd,
  "omp.taskloop.wrapper": withSimd,
  "omp.workdistribute": distributedWork,
  "omp.workshare.loop_wrapper": alone,
  "omp.wsloop": withSimd,
};
