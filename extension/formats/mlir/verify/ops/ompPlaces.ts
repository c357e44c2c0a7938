/** What mlir::omp's ops demand of what is around them, of the ops that define their operands and of symbols. */
import type { NestedCheck, NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { known, refuse, refuseBare } from "../fault";
import type { TypeView } from "../entryView";
import { AttrView } from "../entryView";
import { isTwice, rangeOf, typesOf, valuesOf } from "./clauses";

/** Ops around a loop that say how it is run (LoopWrapperInterface). */
export const WRAPPERS: ReadonlySet<string> = new Set(
  ["distribute", "loop", "simd", "taskloop", "taskloop.wrapper", "workshare.loop_wrapper", "wsloop"].map(
    (name) => `omp.${name}`,
  ),
);
export const isWrapper = (op: NestedOp | undefined): boolean => op !== undefined && WRAPPERS.has(op.name);

/** The nearest op of the dialect around an op. */
const around = (op: NestedOp): NestedOp | undefined => [...op.parents()].find(({ name }) => name.startsWith("omp."));

/** @param word the op in messages @param section the op that must be around if sections are cancelled */
const cancelled =
  (word: string, section: (op: NestedOp) => boolean): NestedCheck =>
  (op) => {
    const directive = op.word("cancel_directive");
    const found = around(op);
    refuse(!found, `Orphaned ${word === "cancel" ? "cancel construct" : word}`);
    const parent = known(found);
    const outer = parent.parent?.name;
    const demand = (name: string, isMet: boolean, place: string): void => {
      refuse(directive === name && !isMet, `${word} ${name} must appear inside a ${place} region`);
    };
    demand("parallel", parent.name === "omp.parallel", "parallel");
    demand("loop", outer === "omp.wsloop", "worksharing-loop");
    demand("sections", section(parent), "sections");
    const isTask = parent.name === "omp.task" || outer === "omp.taskloop" || outer === "omp.taskloop.wrapper";
    demand("taskgroup", isTask, "task");
  };

const cancel: NestedCheck = (op) => {
  cancelled("cancel", (parent) => parent.parent?.name === "omp.sections")(op);
  const [directive, construct] = [op.word("cancel_directive"), around(op)?.parent];
  if (!construct || !["loop", "sections"].includes(directive)) return;
  const kind = directive === "loop" ? "worksharing" : "sections";
  const words = `A ${kind} construct that is canceled must not have`;
  refuseBare(construct.has("nowait"), `${words} a nowait clause`);
  refuseBare(construct.has("ordered"), `${words} an ordered clause`);
};

const ordered: NestedCheck = (op) => {
  const isRegion = op.name === "omp.ordered.region";
  const loop = op.within("omp.loop_nest");
  refuse(!loop && !isRegion, "must be nested inside of a loop");
  const wrapper = loop?.parent;
  if (!wrapper) return;
  if (wrapper.name === "omp.wsloop") {
    refuse(!wrapper.has("ordered"), "the enclosing worksharing-loop region must have an ordered clause");
    const isSet = wrapper.integer("ordered") !== 0;
    const words = "the enclosing loop's ordered clause must";
    refuse(isRegion && isSet, `${words} not have a parameter present`);
    refuse(!isRegion && !isSet, `${words} have a parameter present`);
  } else refuse(wrapper.name !== "omp.simd", "must be nested inside of a worksharing, simd or worksharing simd loop");
  if (isRegion) return;
  const outer = op.within("omp.wsloop");
  const isCounted = outer?.has("ordered") === true && outer.integer("ordered") === op.integer("doacross_num_loops");
  const words =
    "number of variables in depend clause does not match number of iteration variables in the doacross loop";
  refuse(!isCounted, words);
};

const scanned: NestedCheck = (op) => {
  const [inclusive, exclusive] = ["inclusive", "exclusive"].map((clause) => typesOf(op, clause).length > 0);
  refuseBare(inclusive === exclusive, "Exactly one of EXCLUSIVE or INCLUSIVE clause is expected");
  const isScan = ["omp.wsloop", "omp.simd"].some((name) => op.within(name)?.word("reduction_mod").includes("inscan"));
  const words =
    "SCAN directive needs to be enclosed within a parent worksharing loop construct or SIMD construct with INSCAN";
  refuseBare(!isScan, `${words} reduction modifier`);
};

const composed: NestedCheck = (op) => {
  const [isComposite, isInside] = [op.has("omp.composite"), isWrapper(op.parent)];
  refuseBare(!isComposite && isInside, "'omp.composite' attribute missing from composite wrapper");
  refuseBare(isComposite && !isInside, "'omp.composite' attribute present in non-composite wrapper");
};

/** The accumulators of a reduction are different values. */
const accumulated =
  (clause: string): NestedCheck =>
  (op) => {
    refuse(isTwice(valuesOf(op, clause)), "accumulator variable used more than once");
  };

/** What a directive demands of the flags of the types of its maps. */
function mapFault(directive: string, flags: readonly string[], release: number): string | undefined {
  const has = (flag: string): boolean => flags.includes(flag);
  const [to, from, deletes] = [has("to"), has("from"), has("del")];
  switch (directive) {
    case "omp.target":
    case "omp.target_data":
      return deletes ? "to, from, tofrom and alloc map types are permitted" : undefined;
    case "omp.target_enter_data":
      return from || deletes ? "to and alloc map types are permitted" : undefined;
    case "omp.target_exit_data":
      return to ? "from, release and delete map types are permitted" : undefined;
    case "omp.target_update": {
      const attaches = release >= 23 && has("attach");
      if (deletes || !(to || from || attaches))
        return "at least one of to or from map types must be specified, other map types are not permitted";
      if (to && from) return "either to or from map types can be specified, not both";
      const isWrong = ["always", "close", "implicit"].some(has);
      return isWrong ? "present, mapper and iterator map type modifiers are permitted" : undefined;
    }
    default:
      return undefined;
  }
}

const mapped: NestedCheck = (op) => {
  const [start, end] = rangeOf(op, "map");
  for (let i = start; i < end; i++) {
    const definer = op.definer(i);
    refuseBare(!definer, "missing map operation");
    if (definer?.name !== "omp.map.info") continue;
    const value = known(definer.properties().find(({ name }) => name === "map_type")?.value);
    const flags = new AttrView(value, op.entries).word.split("|").map((flag) => flag.trim());
    const fault = mapFault(op.name, flags, op.release);
    refuseBare(fault !== undefined, fault ?? "");
  }
};

/** The operands of clauses are maps. */
const mappedBy =
  (...clauses: readonly string[]): NestedCheck =>
  (op) => {
    for (const clause of clauses) {
      const [start, end] = rangeOf(op, clause);
      for (let i = start; i < end; i++) {
        const isMap = op.definer(i)?.name === "omp.map.info";
        refuse(!isMap, `'${clause}' arguments must be defined by 'omp.map.info' ops`);
      }
    }
    mapped(op);
  };

/** Checks of the ops that define operands. */
export const OMP_MAPS: NestedChecks = {
  "omp.target": mappedBy("has_device_addr"),
  "omp.target_data": mappedBy("use_device_ptr", "use_device_addr"),
  "omp.target_enter_data": mapped,
  "omp.target_exit_data": mapped,
  "omp.target_update": mapped,
};

/** Checks by what is around, and of operands that must differ. */
export const OMP_PLACES: NestedChecks = {
  "omp.atomic.read": (op) => {
    const words = "read and write must not be to the same location for atomic reads";
    refuseBare(isTwice([...op.place.values]), words);
  },
  "omp.cancel": cancel,
  "omp.cancellation_point": cancelled("cancellation point", ({ name }) => name === "omp.section"),
  "omp.loop": accumulated("reduction"),
  "omp.ordered": ordered,
  "omp.ordered.region": ordered,
  "omp.parallel": accumulated("reduction"),
  "omp.scan": scanned,
  "omp.sections": accumulated("reduction"),
  "omp.simd": (op) => {
    refuse(isTwice(valuesOf(op, "aligned")), "aligned variable used more than once");
    refuse(isTwice(valuesOf(op, "nontemporal")), "nontemporal variable used more than once");
    composed(op);
  },
  "omp.task": accumulated("in_reduction"),
  "omp.taskgroup": accumulated("task_reduction"),
  "omp.taskloop": (op) => {
    for (const clause of ["reduction", "in_reduction"]) accumulated(clause)(op);
    const words = "the same list item cannot appear in both a reduction and an in_reduction clause";
    refuseBare(isTwice([...valuesOf(op, "reduction"), ...valuesOf(op, "in_reduction")]), words);
  },
  "omp.teams": (op) => {
    const isOutside = op.parent?.name === "omp.target" || !around(op);
    const words = "expected to be nested inside of omp.target or not nested in any OpenMP dialect operations";
    refuseBare(!isOutside, words);
    accumulated("reduction")(op);
  },
  "omp.workshare.loop_wrapper": (op) => {
    refuse(!op.within("omp.workshare"), "must be nested in an omp.workshare");
  },
  "omp.wsloop": accumulated("reduction"),
};

/** The region of a reduction's declaration for atomic ops. */
const ATOMIC = 3;

const namesReductions =
  (clause: string): SymbolCheck =>
  (op, find) => {
    const types = typesOf(op, clause);
    for (const [i, symbol] of (op.attribute(`${clause}_syms`)?.list ?? []).entries()) {
      const found = find(symbol);
      const words = `expected symbol reference ${symbol.text} to point to a reduction declaration`;
      refuse(found?.name !== "omp.declare_reduction", words);
      const [type, wanted] = [known(types[i]), found?.blocks(ATOMIC)[0]?.args[0]];
      const expected = `expected accumulator ('${type.text}') to be the same type as reduction declaration`;
      if (wanted) refuse(!type.isSame(wanted), `${expected} ('${wanted.text}')`);
    }
  };

/** The type of a private variable: that of the arguments of its regions; undefined if it has none. */
export const privatized = ({ regions }: NestedOp): TypeView | undefined =>
  regions.flatMap((blocks) => blocks.slice(0, 1)).flatMap(({ args }) => args)[0];

const namesPrivates: SymbolCheck = (op, find) => {
  const types = typesOf(op, "private");
  for (const [i, symbol] of (op.attribute("private_syms")?.list ?? []).entries()) {
    const found = find(symbol);
    refuseBare(found?.name !== "omp.private", `failed to lookup privatizer op with symbol: '${symbol.text}'`);
    const [type, wanted] = [known(types[i]), found && privatized(found)];
    if (!wanted) continue;
    const kind = found?.attribute("data_sharing_type")?.text.includes("firstprivate") ? "firstprivate" : "private";
    const words = `var type: '${type.text}' vs. privatizer op type: '${wanted.text}'`;
    refuseBare(!type.isSame(wanted), `type mismatch between a ${kind} variable and its privatizer op, ${words}`);
  }
};

/** Symbols by their users. */
export const OMP_SYMBOLS: SymbolChecks = {
  "omp.critical": (op, find) => {
    const name = op.attribute("name");
    if (!name) return;
    const words = `expected symbol reference ${name.text} to point to a critical declaration`;
    refuse(find(name)?.name !== "omp.critical.declare", words);
  },
  "omp.loop": namesReductions("reduction"),
  "omp.map.info": (op, find) => {
    const mapper = op.attribute("mapper_id");
    refuseBare(mapper !== undefined && find(mapper)?.name !== "omp.declare_mapper", "invalid mapper id");
  },
  "omp.parallel": (op, find) => {
    namesPrivates(op, find);
    namesReductions("reduction")(op, find);
  },
  "omp.sections": namesReductions("reduction"),
  "omp.simd": (op, find) => {
    for (const symbol of op.attribute("private_syms")?.list ?? []) {
      const found = find(symbol);
      refuseBare(found?.name !== "omp.private", `Cannot find privatizer '${symbol.text}'`);
      const isFirst = found?.attribute("data_sharing_type")?.text.includes("firstprivate") === true;
      refuseBare(isFirst, "FIRSTPRIVATE cannot be used with SIMD");
    }
  },
  "omp.task": namesReductions("in_reduction"),
  "omp.taskgroup": namesReductions("task_reduction"),
  "omp.taskloop": (op, find) => {
    for (const clause of ["reduction", "in_reduction"]) namesReductions(clause)(op, find);
  },
  "omp.teams": namesReductions("reduction"),
  "omp.wsloop": namesReductions("reduction"),
};

/** Ops that those look up. */
export const OMP_SYMBOL_OPS = ["critical.declare", "declare_mapper", "declare_reduction", "private"].map(
  (name) => `omp.${name}`,
);
