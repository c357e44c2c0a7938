/** What mlir::emitc's expressions, assignments and fields demand of other ops (EmitC.cpp). */
import { known, refuse, unknown } from "../fault";
import { inAngles } from "../lists";
import type { NestedCheck, NestedChecks, NestedOp, SymbolChecks } from "../nestedOp";

const BINARY =
  "add bitwise_and bitwise_left_shift bitwise_or bitwise_right_shift bitwise_xor cmp div logical_and logical_or mul rem sub";
const UNARY = "bitwise_not logical_not unary_minus unary_plus";
const OTHERS = "address_of apply call call_opaque cast conditional constant load";
/** Ops that are expressions in C until 22; since then there are more. */
const EXPRESSIONS = new Set(`${BINARY} ${UNARY} ${OTHERS}`.split(" ").map((name) => `emitc.${name}`));
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
  const used = new Set(ops.flatMap(({ place }) => [...place.values]));
  for (const one of body) {
    refuse(op.release < 23 && !EXPRESSIONS.has(one.name), "contains an unsupported operation");
    refuse(one.results.length !== 1, "requires exactly one result for each operation");
    refuse(!used.has(one.place.firstResult), "contains an unused operation");
  }
  onceOnly(root, makers);
};

/** Checks by regions. */
export const EMITC_REGIONS: NestedChecks = { "emitc.expression": expression };

/** Checks by the ops that define the operands. */
export const EMITC_VARIABLES: NestedChecks = {
  "emitc.assign": (op) => {
    refuse(!op.definer(0), "cannot assign to block argument");
    const [type, value] = [inAngles(op.operand(0).text), op.operand(1).text];
    refuse(type !== value, `requires value's type ('${value}') to match variable's type ('${type}')`);
  },
};

/** Uses of fields. */
export const EMITC_SYMBOLS: SymbolChecks = {
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
export const EMITC_SYMBOL_OPS = ["emitc.field"];
