/** What ops of smaller dialects demand by their types and attributes: builtin, func, ml_program, smt and wasmssa. */
import { known, refuse, refuseBare, unknown } from "../fault";
import type { TypeView } from "../entryView";
import type { OpCheck, OpChecks } from "../opView";
import { isSet } from "./shared";

/** The bits of `!smt.bv<8>`. */
const bitsOf = ({ text }: TypeView): number => Number(known((/^!smt\.bv<(\d+)>$/.exec(text) ?? unknown())[1]));

const inferred = (given: TypeView, bits: number): void => {
  const type = `!smt.bv<${bits}>`;
  const words = `are incompatible with return type(s) of operation '${given.text}'`;
  refuse(!given.is(type), `inferred type(s) '${type}' ${words}`);
};

const atLeastTwo: OpCheck = (op) => {
  const count = op.operands.length;
  refuse(count < 2, `'inputs' must have at least size 2, but got ${count}`);
};

/** Values that no solver knows. */
const outside: OpCheck = (op) => {
  for (const [word, types] of [
    ["operand", op.operands],
    ["result", op.results],
  ] as const)
    types.forEach(({ text }, i) => {
      refuse(/^!smt\./.test(text), `${word} #${i} must be variadic of any non-smt type, but got '${text}'`);
    });
};

/** Whether two lists have the same types. */
const areSame = (left: readonly TypeView[], right: readonly TypeView[]): boolean =>
  left.length === right.length && left.every((type, i) => type.isSame(known(right[i])));

/** The type that `!wasmssa<local ref to i32>` refers to. */
const referred = ({ text }: TypeView): string => known((/^!wasmssa<local ref to (.*)>$/.exec(text) ?? unknown())[1]);

/** By the names of ops. */
export const OTHER_OPS: OpChecks = {
  "builtin.unrealized_conversion_cast": (op) => {
    refuse(op.results.length === 0, "expected at least one result for cast operation");
  },
  "func.call_indirect": (op) => {
    const { inputs, outputs } = op.operand(0);
    const words = "failed to verify that callee";
    refuse(!areSame(inputs, op.operands.slice(1)), `${words} input types match argument types`);
    refuse(!areSame(outputs, op.results), `${words} result types match result types`);
  },
  "ml_program.global": (op) => {
    refuse(!isSet(op, "is_mutable") && !op.has("value"), "immutable global must have an initial value");
  },
  "smt.bv.concat": (op) => {
    inferred(op.result(), bitsOf(op.operand(0)) + bitsOf(op.operand(1)));
  },
  "smt.bv.constant": (op) => {
    const [, bits] = / : !smt\.bv<(\d+)>$/.exec(known(op.attribute("value")).text) ?? unknown();
    inferred(op.result(), Number(bits));
  },
  "smt.bv.extract": (op) => {
    const [low, bits, width] = [op.integer("lowBit"), bitsOf(op.result()), bitsOf(op.operand(0))];
    const end = low + bits;
    const range = `range to be extracted is too big, expected range starting at index ${low} of length ${bits}`;
    const words = `${range} requires input width of at least ${end}, but the input width is only ${width}`;
    refuse(end > width, words);
  },
  "smt.bv.repeat": (op) => {
    const isWhole = bitsOf(op.result()) % bitsOf(op.operand(0)) === 0;
    refuse(!isWhole, "result bit-vector width must be a multiple of the input bit-vector width");
  },
  "smt.distinct": atLeastTwo,
  "smt.eq": atLeastTwo,
  "smt.solver": outside,
  "wasmssa.extend": (op) => {
    const [bits, type] = [op.integer("bitsToTake"), op.operand(0)];
    refuseBare(![8, 16, 32].includes(bits), `extend op can only take 8, 16 or 32 bits. Got ${bits}`);
    const words = `trying to extend the ${bits} low bits from a '${type.text}' value is illegal`;
    refuseBare(bits >= type.bits, words);
  },
  "wasmssa.local_set": (op) => {
    const isSame = op.operand(1).is(referred(op.operand(0)));
    refuseBare(!isSame, "input type and result type of local.set do not match");
  },
  "wasmssa.local_tee": (op) => {
    const isSame = op.operand(1).is(referred(op.operand(0))) && op.operand(1).isSame(op.result());
    refuseBare(!isSame, "input type and output type of local.tee do not match");
  },
  "wasmssa.reinterpret": (op) => {
    const [from, to] = [op.operand(0), op.result()];
    refuseBare(from.isSame(to), "reinterpret input and output type should be distinct");
    const words = `input type ('${from.text}') and output type ('${to.text}') have incompatible bit widths`;
    refuseBare(from.bits !== to.bits, words);
  },
};
