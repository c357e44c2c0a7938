/** What mlir::transform's ops demand of types, of their regions and of what is around them. */
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import { known, refuse, refuseBare, refuseInner, refuseInnerBare, unknown } from "../fault";
import type { AttrView, TypeView } from "../entryView";
import type { OpChecks } from "../opView";
import { all } from "./combined";

/** Types by the interface that they implement: of ops, of values, of parameters. */
const KINDS: Readonly<Record<string, string>> = {
  ...{ any_op: "op", op: "op", any_value: "value", any_param: "param", param: "param", type: "param" },
};

/** The interface of the dialect's types that a type implements; undefined if certainly none. */
export function kindOf({ kind, text }: TypeView): string | undefined {
  if (kind !== "assembly" && kind !== "custom") return undefined;
  const name = /^!transform\.(\w+)/.exec(text)?.[1];
  return name === undefined ? unknown() : known(KINDS[name]);
}

/** Whether types implement the same interface. */
export const isAlike = (one: TypeView, other: TypeView): boolean => {
  const kind = kindOf(one);
  return kind !== undefined && kind === kindOf(other);
};

export const sameTypes = (found: readonly TypeView[], wanted: readonly TypeView[]): boolean =>
  found.length === wanted.length && found.every((type, i) => type.isSame(known(wanted[i])));

/** The operands that options stand for, each once. */
function dynamicOptions(value: AttrView, used: Set<number>, count: number): void {
  if (value.node?.kind === "array") {
    for (const item of value.list) dynamicOptions(item, used, count);
    return;
  }
  const [, index] = /^#transform\.param_operand<(?:index = )?(-?\d+)(?: : \w+)?>$/.exec(value.text) ?? [];
  if (index === undefined) return;
  const at = Number(index);
  const words = `dynamic option index ${at} is`;
  const isOutside = at < 0 || at >= count;
  refuse(isOutside, `${words} out of bounds for the number of dynamic options: ${count}`);
  refuse(used.has(at), `${words} already used in options`);
  used.add(at);
}

/** By the names of ops. */
export const TRANSFORM: OpChecks = {
  "transform.apply_registered_pass": (op) => {
    const count = op.operands.length - 1;
    const used = new Set<number>();
    for (const [, value] of op.attribute("options")?.dictionary ?? []) dynamicOptions(value, used, count);
    const words = "a param operand does not have a corresponding param_operand attr in the options dict";
    refuse(used.size < count, words);
  },
  "transform.num_associations": (op) => {
    const [, type] = /^!transform\.param<(.*)>$/.exec(op.result().text) ?? [];
    const words = `expected the type of the parameter attribute ('i64') to match the parameter type ('${type ?? ""}')`;
    refuseBare(type !== undefined && type !== "i64", words);
  },
  "transform.split_handle": (op) => {
    const overflow = op.attribute("overflow_result")?.integer ?? -1;
    refuse(overflow >= op.results.length, "overflow_result is not a valid result index");
    const isOne = op.results.every((type) => isAlike(op.operand(0), type));
    refuse(!isOne, "expects result types to implement the same transform interface as the operand type");
  },
  "transform.tune.knob": (op) => {
    const [selected, options] = [op.attribute("selected"), op.attribute("options")];
    if (!selected || options?.node?.kind !== "array") return;
    const isOption = options.list.some(({ text }) => text === selected.text);
    refuse(!isOption, "provided `selected` attribute is not an element of `options` array of attributes");
  },
};

/** Ops that may be the outermost of the dialect. */
const OUTERMOST = ["alternatives", "sequence", "with_pdl_patterns"].map((name) => `transform.${name}`);

/** What is demanded of those (PossibleTopLevelTransformOpTrait). */
const outermost: NestedCheck = (op) => {
  refuse(op.place.regionCount < 1, "expects at least one region");
  refuse(op.blocks(0).length !== 1, "expects a single-block region");
  const { args } = op.entry();
  const [first, ...others] = args;
  refuse(!first, "expects the entry block to have at least one argument");
  const interfaces = "TransformHandleTypeInterface";
  const isHandle = kindOf(known(first)) === "op";
  refuse(!isHandle, `expects the first entry block argument to be of type implementing ${interfaces}`);
  const [operand] = op.operands;
  const isSame = !operand || known(first).isSame(operand);
  refuse(!isSame, "expects the type of the block argument to match the type of the operand");
  const isKnown = others.every((type) => kindOf(type) !== undefined);
  const all = `${interfaces}, TransformValueHandleTypeInterface or TransformParamTypeInterface`;
  refuse(!isKnown, `expects trailing entry block arguments to be of type implementing ${all}`);
  const isGiven = !op.within(...OUTERMOST) || op.operands.length === args.length;
  refuse(!isGiven, "expects operands to be provided for a nested op");
};

/** Dialects whose ops transform nothing. */
const PAYLOAD = /^(?:affine|arith|builtin|cf|func|linalg|llvm|math|memref|scf|tensor|vector)\./;

const sequence: NestedCheck = (op) => {
  const words = "does not expect extra operands when used as top-level";
  refuse(op.group(0).length === 0 && op.group(1).length > 0, words);
  const children = op.entry().ops.slice(0, -1);
  const isTransform = !children.some(({ name }) => PAYLOAD.test(name));
  refuse(!isTransform, "expected children ops to implement TransformOpInterface");
  const isSame = sameTypes(op.last().operands, op.results);
  refuse(!isSame, "expects the types of the terminator operands to match the types of the result");
};

/** A block ends with a yield of values of these types. @param say how the reference says what is wrong with the yield */
function yields(op: NestedOp, region: number, types: readonly TypeView[], say: typeof refuseInner): void {
  const end = op.last(region);
  refuse(end.name !== "transform.yield", "expected 'transform.yield' as terminator");
  const words = "expected terminator to have as many operands as the parent op has results";
  say(end, end.operands.length !== types.length, words);
  types.forEach((type, i) => {
    const found = end.operand(i);
    const start = `the type of the terminator operand #${i} must match the type of the corresponding parent op result`;
    say(end, !found.isSame(type), `${start} ('${found.text}' vs '${type.text}')`);
  });
}

const alternatives: NestedCheck = (op) => {
  for (let region = 0; region < op.place.regionCount; region++) {
    const isSame = sameTypes(op.last(region).operands, op.results);
    refuse(!isSame, "expects terminator operands to have the same type as results of the operation");
  }
};

const foreach: NestedCheck = (op) => {
  const [targets, { args }] = [op.group(0), op.entry()];
  const words = "expects the same number of targets as the body has block arguments";
  refuse(targets.length !== args.length, words);
  const indexed = "expects co-indexed";
  const kinds = "to have the same op/value/param type";
  refuse(!sameTypes(targets, args), `${indexed} targets and the body's block arguments ${kinds}`);
  const { operands } = op.last();
  const counts = "expects the same number of results as the yield terminator has operands";
  refuse(operands.length !== op.results.length, counts);
  refuse(!sameTypes(operands, op.results), `${indexed} results and yield operands ${kinds}`);
};

const patterns: NestedCheck = (op) => {
  const others = op.entry().ops.filter(({ name }) => name !== "pdl.pattern");
  const isOutermost = others.every(({ name }) => OUTERMOST.includes(name));
  const [, second] = others.filter(({ name }) => OUTERMOST.includes(name));
  refuse(second !== undefined, "expects only one non-pattern op in its body");
  // Other dialects' ops may be the outermost, too.
  if (!isOutermost && !others.some(({ name }) => PAYLOAD.test(name) || name.startsWith("transform."))) unknown();
  refuse(!isOutermost, "expects only pattern and top-level transform ops in its body");
  refuse(op.within("transform.with_pdl_patterns") !== undefined, "cannot be nested");
  refuse(others.length === 0, "expects at least one non-pattern op");
};

/** Whether arguments are consumed or only read. */
export interface Status {
  readonly isConsumed: boolean;
  readonly isRead: boolean;
}

/** The status of the arguments of a sequence. */
export function statuses(op: NestedOp): readonly Status[] {
  const { inputs } = known(op.attribute("function_type")).type;
  const lists = op.attribute("arg_attrs")?.list ?? [];
  return inputs.map((_, i) => {
    const names = lists[i]?.dictionary.map(([name]) => name) ?? [];
    return { isConsumed: names.includes("transform.consumed"), isRead: names.includes("transform.readonly") };
  });
}

/** @param isCalled whether the sequence is used by another op */
export function checkStatuses(op: NestedOp, isCalled: boolean): void {
  for (const [i, { isConsumed, isRead }] of statuses(op).entries()) {
    refuseBare(isConsumed && isRead, `argument #${i} cannot be both readonly and consumed`);
    const words = "must provide consumed/readonly status for arguments of external or called ops";
    refuseBare(isCalled && !isConsumed && !isRead, words);
  }
}

const named: NestedCheck = (op) => {
  const { parent } = op;
  const isTable = parent?.name.startsWith("transform.") !== true || parent.name === "transform.with_pdl_patterns";
  refuse(!isTable, "symbol's parent must have the SymbolTable trait");
  const isMarked = parent?.name !== "builtin.module" || parent.has("transform.with_named_sequence");
  refuseBare(!isMarked, "expects the parent symbol table to have the 'transform.with_named_sequence' attribute");
  const isExternal = op.blocks(0).length === 0;
  checkStatuses(op, isExternal);
  if (isExternal) return;
  const types = known(op.attribute("function_type")).type.outputs;
  yields(op, 0, types, refuseInnerBare);
};

const tuned: NestedCheck = (op) => {
  const regions = op.place.regionCount;
  for (let region = 0; region < regions; region++) yields(op, region, op.results, refuseInner);
  const selected = op.attribute("selected_region_attr")?.integer ?? 0;
  const words = `'selected_region' attribute specifies region at index ${selected} while op has only ${regions} regions`;
  refuse(selected < 0 || selected >= regions, words);
};

/** A value of the solver stands for a parameter: the fault of their types. */
function solverFault(value: TypeView, parameter: TypeView, words: string, place: string): string | undefined {
  const start = `the type of ${words}`;
  const [, kind, bits] = /^!smt\.(bool|int|bv<(\d+)>)$/.exec(value.text) ?? [];
  if (kind === undefined) return `${start} is expected to be either a !smt.bool, a !smt.int, or a !smt.bv`;
  const [, inner] = /^!transform\.param<(.*)>$/.exec(parameter.text) ?? [];
  if (inner === undefined) return undefined;
  const width = /^[su]?i(\d+)$/.exec(inner)?.[1];
  const though = `though the corresponding ${place} type ('${parameter.text}') is not wrapping`;
  if (kind === "int") return width === undefined ? `${start} is !smt.int ${though} an integer type` : undefined;
  if (kind === "bool") return width === "1" ? undefined : `${start} is !smt.bool ${though} i1`;
  return width === bits ? undefined : `${start} is '${value.text}' ${though} an integer type of the same bitwidth`;
}

const constrained: NestedCheck = (op) => {
  const [{ args, ops }, end] = [op.entry(), op.last()];
  refuse(end.name !== "smt.yield", "expected 'smt.yield' as terminator");
  const words = "must have the same number of block arguments as operands";
  refuse(args.length !== op.operands.length, words);
  args.forEach((type, i) => {
    const fault = solverFault(type, op.operand(i), `block arg #${i}`, "operand");
    refuse(fault !== undefined, fault ?? "");
  });
  const isSolver = ops.every(({ name }) => name.startsWith("smt."));
  refuse(!isSolver, "ops contained in region should belong to SMT-dialect");
  const count = "expected terminator to have as many operands as the parent op has results";
  refuseInner(end, end.operands.length !== op.results.length, count);
  end.operands.forEach((type, i) => {
    const fault = solverFault(type, op.result(i), `terminator operand #${i}`, "result");
    refuseInner(end, fault !== undefined, fault ?? "");
  });
};

/** Checks by regions. */
export const TRANSFORM_REGIONS: NestedChecks = {
  "transform.alternatives": all(outermost, alternatives),
  "transform.apply_patterns": (op) => {
    const isPattern = op.opsIn().every(({ name }) => !PAYLOAD.test(name) && name !== "transform.named_sequence");
    refuse(!isPattern, "expected children ops to implement PatternDescriptorOpInterface");
  },
  "transform.foreach": foreach,
  "transform.named_sequence": named,
  "transform.sequence": all(outermost, sequence),
  "transform.smt.constrain_params": constrained,
  "transform.tune.alternatives": tuned,
  "transform.with_pdl_patterns": all(outermost, patterns),
};
