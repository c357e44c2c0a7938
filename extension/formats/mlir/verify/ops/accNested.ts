/** What mlir::acc's ops demand of the ops that define their operands, of their regions and of symbols. */
import type { NestedCheck, NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { known, refuse, refuseBare, unknown } from "../fault";
import { isTwice, rangeOf, typesOf, valuesOf } from "./clauses";
import { yieldsOne } from "./reductions";

const named = (names: string): ReadonlySet<string> => new Set(names.split(" ").map((name) => `acc.${name}`));

/** Ops whose results are data of a construct. */
const DATA = named("attach copyin copyout create delete detach deviceptr getdeviceptr nocreate present");
const DECLARED = named("copyin copyout create deviceptr getdeviceptr present declare_device_resident declare_link");

/** Operands of a clause are results of these ops. @param bare whether the reference leaves out the op's name */
function defined(op: NestedOp, clause: string, names: ReadonlySet<string>, words: string, bare = true): void {
  const [start, end] = rangeOf(op, clause);
  for (let i = start; i < end; i++) {
    const definer = op.definer(i);
    // The reference looks at the op that defines an argument of a block, which is none, only in these ops.
    if (!definer && !/^acc\.(?:data|declare)/.test(op.name)) continue;
    const isWrong = !definer || !names.has(definer.name);
    if (bare) refuseBare(isWrong, words);
    else refuse(isWrong, words);
  }
}

const dataOf = (words: string, names: ReadonlySet<string>): NestedCheck => {
  const text = `expect ${words} as defining op`;
  return (op) => {
    defined(op, "data", names, text);
  };
};
const ENTRY_OR_EXIT = "data entry/exit operation or acc.getdeviceptr";

/** Private variables are results of the ops for them, each once. */
const privates: NestedCheck = (op) => {
  for (const clause of ["private", "firstprivate", "reduction"]) {
    defined(op, clause, named(clause), `expected ${clause} as defining op`, false);
    refuse(isTwice(valuesOf(op, clause)), `${clause} operand appears more than once`);
  }
};

const construct: NestedCheck = (op) => {
  if (op.name !== "acc.kernels") privates(op);
  dataOf(ENTRY_OR_EXIT, DATA)(op);
};
const declared = dataOf("valid declare data entry operation or acc.getdeviceptr", DECLARED);

/** Checks of the ops that define operands. */
export const ACC_DATA: NestedChecks = {
  "acc.data": dataOf(ENTRY_OR_EXIT, DATA),
  "acc.declare": declared,
  "acc.declare_enter": declared,
  "acc.declare_exit": declared,
  "acc.enter_data": dataOf("data entry operation", named("attach create copyin")),
  "acc.host_data": dataOf("data entry operation", named("use_device")),
  "acc.kernels": construct,
  "acc.loop": privates,
  "acc.parallel": construct,
  "acc.serial": construct,
  "acc.update": dataOf(ENTRY_OR_EXIT, named("update_device update_host getdeviceptr")),
};

/** Ops that do nothing in a computing op. */
const outside: NestedCheck = (op) => {
  const around = op.within("acc.parallel", "acc.kernels", "acc.serial", "acc.loop");
  refuse(around !== undefined, "cannot be nested in a compute operation");
};

/** Checks by what is around. */
export const ACC_PLACES: NestedChecks = {
  "acc.atomic.read": (op) => {
    const words = "read and write must not be to the same location for atomic reads";
    refuseBare(isTwice([...op.place.values.subarray(0, 2)]), words);
  },
  "acc.init": outside,
  "acc.set": outside,
  "acc.shutdown": outside,
};

/** Regions of a recipe whose first arguments have its type. @param kind of the recipe @param optional those it may do without */
const recipe =
  (kind: string, ...regions: readonly (readonly [name: string, count: number, optional?: "optional"])[]): NestedCheck =>
  (op) => {
    const { type } = known(op.attribute("type"));
    regions.forEach(([name, count, optional], region) => {
      const [block] = op.blocks(region);
      if (!block && optional) return;
      refuse(!block, `expects non-empty ${name} region`);
      const { args } = known(block);
      const compared = name === "copy" ? 1 : count;
      const isTyped = args.length >= count && args.slice(0, compared).every((argument) => argument.isSame(type));
      refuse(!isTyped, `expects ${name} region ${argumentsOf(name)} of the ${kind} type`);
      if (name === "combiner") yieldsOne(op, region, type, name);
    });
  };

function argumentsOf(name: string): string {
  if (name === "copy") return "with two arguments";
  return name === "combiner" ? "with the first two arguments" : "first argument";
}

/** Ops that are loops (LoopLikeOpInterface). */
const LOOPS: ReadonlySet<string> = new Set([
  "acc.loop",
  "affine.for",
  "affine.parallel",
  "scf.for",
  "scf.forall",
  "scf.parallel",
  "scf.while",
]);
/** Dialects whose ops are known to be loops or not. */
const LOOPLESS = /^(?:acc|affine|arith|builtin|cf|func|llvm|math|memref|scf|tensor|vector)\./;

/** A loop without bounds has loops in it. */
const contained: NestedCheck = (op) => {
  if (op.blocks(0).length === 0) refuseBare(true, "expected non-empty body.");
  if (op.has("unstructured") || typesOf(op, "lowerbound").length > 0) return;
  const counts = op.attribute("collapse")?.list.map(({ integer }) => integer) ?? [];
  let missing = counts.reduce((most, count) => Math.max(most, count), 1);
  let parent: NestedOp | undefined = op;
  for (const inner of preorder(op)) {
    if (!LOOPLESS.test(inner.name)) unknown();
    if (LOOPS.has(inner.name)) {
      const isSibling = [...inner.parents()].find(({ name }) => LOOPS.has(name)) !== parent;
      refuseBare(isSibling, "found sibling loops inside container-like acc.loop");
      missing--;
      parent = inner;
    }
    if (missing === 0) return;
  }
  refuseBare(missing > 0, "failed to find enough loop-like operations inside container-like acc.loop");
};

/** The ops inside an op, each before those in it. */
function* preorder(op: NestedOp): Generator<NestedOp, void, undefined> {
  const waiting = [...op.regions.flat().flatMap(({ ops }) => ops)].reverse();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    yield next;
    for (const inner of next.regions
      .flat()
      .flatMap(({ ops }) => ops)
      .reverse())
      waiting.push(inner);
  }
}

/** Checks by regions. */
export const ACC_REGIONS: NestedChecks = {
  "acc.firstprivate.recipe": recipe("privatization", ["init", 1], ["copy", 2], ["destroy", 1, "optional"]),
  "acc.loop": contained,
  "acc.private.recipe": recipe("privatization", ["init", 1], ["destroy", 1, "optional"]),
  "acc.reduction.recipe": recipe("reduction", ["init", 1], ["combiner", 2]),
};

const recipeOf =
  (kind: string): SymbolCheck =>
  (op, find) => {
    const type = op.operand(0);
    // Other dialects' types may be mapped without a recipe.
    if (type.kind !== "memref" && !type.text.startsWith("!llvm.ptr")) unknown();
    const reference = op.attribute("recipe");
    refuse(!reference, `recipe expected for ${kind}`);
    if (!reference) return;
    const words = `expected symbol reference ${reference.text} to point to a ${kind} declaration`;
    refuse(find(reference)?.name !== `acc.${kind}.recipe`, words);
  };

const RECIPES = ["firstprivate", "private", "reduction"];

/** Symbols by their users. */
export const ACC_SYMBOLS: SymbolChecks = Object.fromEntries(RECIPES.map((kind) => [`acc.${kind}`, recipeOf(kind)]));

/** Ops that those look up. */
export const ACC_SYMBOL_OPS = RECIPES.map((kind) => `acc.${kind}.recipe`);
