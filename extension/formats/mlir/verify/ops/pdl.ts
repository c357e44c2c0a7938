/** What mlir::pdl's and mlir::pdl_interp's ops demand of patterns and of what patterns are made of. */
import { append } from "../../../../document/arrays";
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import { known, refuse, refuseInner } from "../fault";
import type { TypeView } from "../entryView";
import type { OpCheck, OpChecks } from "../opView";
import { each } from "./combined";

/** The element type of `!pdl.range<value>`, or the type itself. */
const elementOf = ({ text }: TypeView): string => text.replace(/^!pdl\.range<(\w+)>$/, "!pdl.$1");

const ranged: OpCheck = (op) => {
  const type = elementOf(op.result());
  for (const operand of op.operands) {
    const found = elementOf(operand);
    refuse(found !== type, `expected operand to have element type '${type}', but got '${found}'`);
  }
};

/** A switch has as many cases as destinations. */
const switched: NestedCheck = (op) => {
  const values = known(op.attribute("caseValues"));
  const cases = values.node?.kind === "array" ? values.list.length : values.integers.length;
  const destinations = op.place.successors.length - 1;
  const words = "expected number of cases to match the number of case values, got";
  refuse(cases !== destinations, `${words} ${destinations} but expected ${cases}`);
};

/** By the names of ops. */
export const PDL: OpChecks = {
  "pdl.apply_native_constraint": (op) => {
    refuse(op.operands.length === 0, "expected at least one argument");
    const isOperation = op.results.some((type) => type.is("!pdl.operation"));
    refuse(isOperation, "returning an operation from a constraint is not supported");
  },
  "pdl.apply_native_rewrite": (op) => {
    refuse(op.operands.length + op.results.length === 0, "expected at least one argument or result");
  },
  "pdl.attribute": (op) => {
    refuse(op.has("value") && op.operands.length > 0, "expected only one of [`type`, `value`] to be set");
  },
  "pdl.operation": (op) => {
    const [names, values] = [known(op.attribute("attributeValueNames")).list.length, op.group(1).length];
    const words = "expected the same number of attribute values and attribute names, got";
    refuse(names !== values, `${words} ${names} names and ${values} values`);
  },
  "pdl.range": ranged,
  "pdl.replace": (op) => {
    const words = "expected no replacement values to be provided when the replacement operation is present";
    refuse(op.group(1).length > 0 && op.group(2).length > 0, words);
  },
  "pdl.results": (op) => {
    const words = "expected `pdl.range<value>` result type when no index is specified, but got:";
    refuse(!op.has("index") && op.result().is("!pdl.value"), `${words} '!pdl.value'`);
  },
  "pdl_interp.create_operation": (op) => {
    const words = "with inferred results cannot also have explicit result types";
    refuse(op.has("inferredResultTypes") && op.group(2).length > 0, words);
  },
  "pdl_interp.create_range": ranged,
};

const inRewrite = (op: NestedOp): boolean => op.parent?.name === "pdl.rewrite";

/** Checks by what is around. */
export const PDL_PLACES: NestedChecks = {
  "pdl.attribute": (op) => {
    const words = "expected constant value when specified within a `pdl.rewrite`";
    refuse(inRewrite(op) && !op.has("value"), words);
  },
  "pdl.operation": (op) => {
    const words = "must have an operation name when nested within a `pdl.rewrite`";
    refuse(inRewrite(op) && !op.has("opName"), words);
  },
  ...each(
    "pdl_interp.switch_*",
    ["attribute", "operand_count", "operation_name", "result_count", "type", "types"],
    switched,
  ),
};

/** The ops of a pattern by the values that they define, and those that use the values. */
interface Uses {
  readonly definers: ReadonlyMap<number, NestedOp>;
  readonly users: ReadonlyMap<NestedOp, readonly NestedOp[]>;
}

function usesIn(pattern: NestedOp): Uses {
  const ops = [...pattern.inside()];
  const definers = new Map<number, NestedOp>();
  for (const op of ops) for (let i = 0; i < op.results.length; i++) definers.set(op.place.firstResult + i, op);
  const users = new Map<NestedOp, NestedOp[]>();
  for (const op of ops)
    for (const definer of operandsOf(op, definers)) {
      const list = users.get(definer) ?? [];
      users.set(definer, list);
      list.push(op);
    }
  return { definers, users };
}

/** The ops that define operands. @param count how many of the operands */
const operandsOf = (op: NestedOp, definers: Uses["definers"], count = op.place.values.length): readonly NestedOp[] =>
  [...op.place.values.subarray(0, count)].flatMap((value) => definers.get(value) ?? []);

const isResult = ({ name }: NestedOp): boolean => name === "pdl.result" || name === "pdl.results";

/** Ops whose results are used, by more than the results of operations that nobody uses. */
function boundOps(uses: Uses): ReadonlySet<NestedOp> {
  const bound = new Set<NestedOp>();
  const waiting = [...uses.users.values()].flat().filter((user) => !isResult(user));
  for (let user = waiting.pop(); user; user = waiting.pop())
    for (const definer of operandsOf(user, uses.definers)) {
      if (bound.has(definer)) continue;
      bound.add(definer);
      if (isResult(definer)) waiting.push(definer);
    }
  return bound;
}

/** Whether an op in the body of a pattern must be used. */
const mustBeBound = (op: NestedOp): boolean => {
  switch (op.name) {
    case "pdl.attribute":
      return !op.has("value");
    case "pdl.type":
      return !op.has("constantType");
    case "pdl.types":
      return !op.has("constantTypes");
    default:
      return ["pdl.operand", "pdl.operands", "pdl.operation"].includes(op.name);
  }
};

/** The ops of a pattern's body that operands, results and users connect with one. */
function connected(first: NestedOp, uses: Uses): ReadonlySet<NestedOp> {
  const found = new Set<NestedOp>();
  const waiting = [first];
  for (let op = waiting.pop(); op; op = waiting.pop()) {
    if (op.parent?.name !== "pdl.pattern" || op.name === "pdl.rewrite" || found.has(op)) continue;
    found.add(op);
    if (op.name === "pdl.operation") append(waiting, operandsOf(op, uses.definers, op.group(0).length));
    else if (isResult(op)) append(waiting, operandsOf(op, uses.definers));
    append(waiting, uses.users.get(op) ?? []);
  }
  return found;
}

const CONNECTED = ["operand", "operands", "result", "results", "operation"].map((name) => `pdl.${name}`);

const pattern: NestedCheck = (op) => {
  const { ops } = op.entry();
  const uses = usesIn(op);
  const bound = boundOps(uses);
  for (const inner of ops) {
    const words = "expected a bindable user when defined in the matcher body of a `pdl.pattern`";
    refuseInner(inner, mustBeBound(inner) && !bound.has(inner), words);
  }
  refuse(op.last().name !== "pdl.rewrite", "expected body to terminate with `pdl.rewrite`");
  const isPdl = [...op.inside()].every(({ name }) => name.startsWith("pdl."));
  refuse(!isPdl, "expected only `pdl` operations within the pattern body");
  const hasOperation = ops.some(({ name }) => name === "pdl.operation");
  refuse(!hasOperation, "the pattern must contain at least one `pdl.operation`");
  const isRewritten = (inner: NestedOp): boolean =>
    uses.users.get(inner)?.some((user) => user.name === "pdl.rewrite" || inRewrite(user)) === true;
  const parts = ops.filter((inner) => CONNECTED.includes(inner.name) && isRewritten(inner));
  const [first] = parts;
  const whole = first && connected(first, uses);
  const isWhole = parts.every((part) => whole?.has(part));
  refuse(!isWhole, "the operations must form a connected component");
};

/** Checks by regions. */
export const PDL_REGIONS: NestedChecks = { "pdl.pattern": pattern };

/** Checks by blocks. */
export const PDL_BODIES: NestedChecks = {
  "pdl.rewrite": (op) => {
    const isEmpty = op.blocks(0).length === 0;
    const isExternal = op.has("name");
    refuse(isExternal && !isEmpty, "expected rewrite region to be empty when rewrite is external");
    const words = "expected rewrite region to be non-empty if external name is not specified";
    refuse(!isExternal && isEmpty, words);
    const hasArguments = op.group(1).length > 0;
    const inline = "expected no external arguments when the rewrite is specified inline";
    refuse(!isExternal && hasArguments, inline);
  },
};
