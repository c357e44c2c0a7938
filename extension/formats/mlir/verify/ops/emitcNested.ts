/** What mlir::emitc's ops demand of what is around them, of their regions and of symbols (EmitC.cpp). */
import { known, refuse, refuseBare, unknown } from "../fault";
import { inAngles } from "../lists";
import type { NestedCheck, NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { calls, signature } from "./functions";
import { switched } from "./scf";

const BINARY =
  "add bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor cmp div logical_and logical_or mul rem sub";
const UNARY = "bitwise_not logical_not unary_minus unary_plus";
const OTHERS = "address_of apply call call_opaque cast conditional constant load";
const SINCE_23 = "dereference get_field get_global literal member member_call_opaque member_of_ptr subscript";
const named = (names: string): readonly string[] => names.split(" ").map((name) => `emitc.${name}`);
/** Ops that are expressions in C until 22, and since then. */
const EXPRESSIONS: ReadonlySet<string> = new Set([BINARY, UNARY, OTHERS].flatMap(named));
const EXPRESSIONS_23: ReadonlySet<string> = new Set([...EXPRESSIONS, ...named(SINCE_23)]);
const CALLS: readonly string[] = ["emitc.call", "emitc.call_opaque"];

/** Calls are made once: no second value is calculated from one. @param makers the ops by the numbers of their values */
function onceOnly(root: NestedOp, makers: ReadonlyMap<number, NestedOp>): void {
  const visited = new Set<NestedOp>();
  const waiting = [root];
  for (let op = waiting.pop(); op; op = waiting.pop()) {
    const isTwice = visited.has(op) && CALLS.includes(op.name);
    refuse(isTwice, "requires exactly one use for operations with side effects");
    if (visited.has(op)) continue;
    visited.add(op);
    for (const value of op.place.values) {
      const maker = makers.get(value);
      if (maker) waiting.push(maker);
    }
  }
}

const expression: NestedCheck = (op) => {
  const { args, firstValue, ops } = op.entry();
  const last = op.last();
  refuse(last.name !== "emitc.yield" || last.operands.length === 0, "must yield a value at termination");
  const [yielded = -1] = last.place.values;
  const isArgument = yielded >= firstValue && yielded < firstValue + args.length;
  refuse(isArgument, "yielded value has no defining op");
  const body = ops.slice(0, -1);
  const makers = new Map(body.map((one) => [one.place.firstResult, one]));
  const root = makers.get(yielded) ?? unknown();
  refuse(!op.result().isSame(last.operand(0)), "requires yielded type to match return type");
  const expressions = op.release < 23 ? EXPRESSIONS : EXPRESSIONS_23;
  const used = new Set(ops.flatMap(({ place }) => [...place.values]));
  for (const one of body) {
    refuse(!expressions.has(one.name), "contains an unsupported operation");
    refuse(one.results.length !== 1, "requires exactly one result for each operation");
    refuse(!used.has(one.place.firstResult), "contains an unused operation");
  }
  onceOnly(root, makers);
};

const condition: NestedCheck = (op) => {
  const body = op.blocks(0)[0]?.ops ?? [];
  refuse(body.at(-1)?.name === "emitc.yield", "body region must not contain terminator");
  const { ops } = op.entry(1);
  refuse(
    ops.length !== 2,
    `condition region must contain exactly two operations: 'emitc.expression' followed by 'emitc.yield', but found ${ops.length} operations`,
  );
  const [first, last] = [known(ops[0]), known(ops[1])];
  const expected = (place: string, wanted: string, found: string): string =>
    `expected ${place} op in condition region to be '${wanted}', but got ${found}`;
  refuse(first.name !== "emitc.expression", expected("first", "emitc.expression", first.name));
  const type = first.result().text;
  refuse(type !== "i1", `emitc.expression in condition region must return 'i1', but returns '${type}'`);
  refuse(last.name !== "emitc.yield", expected("last", "emitc.yield", last.name));
  const count = last.operands.length;
  refuse(count !== 1, `expected condition region to return 1 value, but it returns ${count} values`);
  const isOwn = last.place.values[0] === first.place.firstResult;
  refuseBare(!isOwn, "'emitc.yield' must return result of 'emitc.expression' from this condition region");
};

/** Checks by regions. */
export const EMITC_REGIONS: NestedChecks = {
  "emitc.do": condition,
  "emitc.expression": expression,
  "emitc.switch": switched,
};

/** Checks by the arguments of blocks. */
export const EMITC_BODIES: NestedChecks = {
  "emitc.for": (op) => {
    const { args } = op.entry();
    const [first] = args;
    refuse(args.length !== 1, "expected body to have a single block argument for the induction variable");
    const words = "expected induction variable to be same type as bounds and step";
    refuse(!known(first).isSame(op.operand(0)), words);
  },
};

const inClass: NestedCheck = (op) => {
  if (op.within("emitc.class")) return;
  const isField = op.name === "emitc.field";
  refuse(!isField && op.release >= 23, "expects ancestor op 'emitc.class'");
  refuse(true, `${isField ? "field" : ""} must be nested within an emitc.class operation`);
};

/** Checks by the ops around. */
export const EMITC_PLACES: NestedChecks = {
  "emitc.return": (op) => {
    const parent = op.parent?.name === "emitc.func" ? op.parent : unknown();
    const [, outputs] = signature(parent);
    const name = known(parent.attribute("sym_name")).string;
    refuse(
      outputs.length !== op.operands.length,
      `has ${op.operands.length} operands, but enclosing function (@${name}) returns ${outputs.length}`,
    );
    const [found, wanted] = [op.operands[0], outputs[0]];
    if (found && wanted)
      refuseBare(
        !found.isSame(wanted),
        `type of the return operand ('${found.text}') doesn't match function result type ('${wanted.text}') in function @${name}`,
      );
  },
  "emitc.field": inClass,
  "emitc.get_field": inClass,
};

/** Checks by the ops that define the operands. */
export const EMITC_VARIABLES: NestedChecks = {
  "emitc.assign": (op) => {
    refuse(!op.definer(0), "cannot assign to block argument");
    const [type, value] = [inAngles(op.operand(0).text), op.operand(1).text];
    refuse(type !== value, `requires value's type ('${value}') to match variable's type ('${type}')`);
  },
};

const globalOf: SymbolCheck = (op, find) => {
  const reference = known(op.attribute("name"));
  const { string } = reference;
  const found = find(reference);
  refuse(found?.name !== "emitc.global", `'${string}' does not reference a valid emitc.global`);
  const type = known(found?.attribute("type")).type.text;
  const result = op.result().text;
  if (type.startsWith("!emitc.array<")) {
    const words = `expects result type '${result}' to match type '${type}' of the global @${string}`;
    refuse(result !== type, `on array type ${words}`);
    return;
  }
  const inner = /^!emitc\.lvalue<(.*)>$/.exec(result)?.[1];
  const start = "on non-array type expects result";
  refuse(inner === undefined, `${start} type to be an lvalue type for the global @${string}`);
  refuse(inner !== type, `${start} inner type '${inner ?? ""}' to match type '${type}' of the global @${string}`);
};

/** Uses of functions, globals and fields. */
export const EMITC_SYMBOLS: SymbolChecks = {
  "emitc.call": calls("emitc.func"),
  "emitc.declare_func": (op, find) => {
    const reference = known(op.attribute("sym_name"));
    const { string } = reference;
    refuse(find(reference)?.name !== "emitc.func", `'${string}' does not reference a valid function`);
  },
  "emitc.get_global": globalOf,
  "emitc.get_field": (op, find) => {
    const reference = known(op.attribute("field_name"));
    const field = find(reference);
    refuse(field?.name !== "emitc.field", `field '@${reference.string}' not found in the class`);
    const [found, wanted] = [op.result(), known(field?.attribute("type")).type];
    const words = `does not match field '@${reference.string}' type '${wanted.text}'`;
    refuse(!found.isSame(wanted), `result type '${found.text}' ${words}`);
  },
};
/** Ops that those look up. */
export const EMITC_SYMBOL_OPS = ["emitc.field", "emitc.func", "emitc.global"];
