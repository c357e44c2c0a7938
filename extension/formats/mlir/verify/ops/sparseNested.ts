/** What mlir::sparse_tensor's ops demand of constants that they take and of their regions. */
import type { NestedCheck, NestedChecks, NestedOp } from "../nestedOp";
import { known, refuse, refuseBare } from "../fault";
import type { TypeView } from "../entryView";
import { ANY_SIZE } from "../entryView";
import { sparse } from "./sparseTypes";

/** A number that an operand is, if it is a constant. */
const number = (op: NestedOp, operand: number): number | undefined => op.constant(operand, "arith.constant")?.integer;

/** Checks of constants. */
export const SPARSE_CONSTANTS: NestedChecks = {
  "sparse_tensor.lvl": (op) => {
    const level = number(op, 1);
    const isOutside = level !== undefined && (level < 0 || level >= sparse(op.operand(0)).levels.length);
    refuseBare(isOutside, "Level index exceeds the rank of the input sparse tensor");
  },
  "sparse_tensor.push_back": (op) => {
    const count = op.operands.length > 3 ? number(op, 3) : undefined;
    refuse(count !== undefined && count < 1, "n must be not less than 1");
  },
  "sparse_tensor.sort": (op) => {
    const count = number(op, 0);
    if (count === undefined) return;
    const rank = known(op.attribute("perm_map")).map.dims + (op.attribute("ny")?.integer ?? 0);
    const check = (operand: number, least: number, words: string): void => {
      const [size = ANY_SIZE] = op.operand(operand).shape;
      refuseBare(size !== ANY_SIZE && size < least, `${words} got ${size} < ${least}`);
    };
    check(1, count * rank, "Expected dimension(xy) >= n * (rank(perm_map) + ny)");
    for (let i = 2; i < op.operands.length; i++) check(i, count, "Expected dimension(y) >= n");
  },
};

/** A region with these arguments that gives one value of a type. */
function formula(
  op: NestedOp,
  region: number,
  name: string,
  inputs: readonly TypeView[],
  output: TypeView | "i1",
): void {
  const { args } = op.entry(region);
  refuseBare(args.length !== inputs.length, `${name} region must have exactly ${inputs.length} arguments`);
  const wrong = inputs.findIndex((type, i) => !type.isSame(known(args[i])));
  refuseBare(wrong >= 0, `${name} region argument ${wrong + 1} type mismatch`);
  const end = op.last(region);
  refuseBare(end.name !== "sparse_tensor.yield", `${name} region must end with sparse_tensor.yield`);
  const [type] = end.operands;
  const isSame = output === "i1" ? type?.is("i1") : type?.isSame(output);
  refuseBare(end.operands.length !== 1 || isSame === false, `${name} region yield type mismatch`);
}

const binary: NestedCheck = (op) => {
  const [left, right, output] = [op.operand(0), op.operand(1), op.result()];
  const isGiven = (region: number): boolean => op.blocks(region).length > 0;
  if (isGiven(0)) formula(op, 0, "overlap", [left, right], output);
  const sides = [
    ["left", "first", left],
    ["right", "second", right],
  ] as const;
  for (const [i, [side, word, type]] of sides.entries()) {
    const words = `${side}=identity requires ${word} argument to have the same type as the output`;
    if (isGiven(i + 1)) formula(op, i + 1, side, [type], output);
    else refuseBare(op.has(`${side}_identity`) && !type.isSame(output), words);
  }
};

const unary: NestedCheck = (op) => {
  if (op.blocks(0).length > 0) formula(op, 0, "present", [op.operand(0)], op.result());
  if (op.blocks(1).length === 0) return;
  formula(op, 1, "absent", [], op.result());
  const [value = -1] = op.last(1).place.values;
  const own = op.entry(1).ops.find(({ place }) => place.firstResult === value);
  const isComputed = own !== undefined && own.name !== "arith.constant";
  refuseBare(isComputed, "absent region cannot yield locally computed value");
};

const foreach: NestedCheck = (op) => {
  const [tensor, inits] = [op.operand(0), op.operands.slice(1)];
  const { rank } = tensor;
  const { args } = op.entry();
  const order = op.attribute("order")?.map.dims ?? sparse(tensor).levels.length;
  const words = "Level traverse order does not match tensor's level rank";
  refuseBare(order !== sparse(tensor).levels.length, words);
  refuseBare(rank + 1 + inits.length !== args.length, "Unmatched number of arguments in the block");
  refuseBare(op.results.length !== inits.length, "Mismatch in number of init arguments and results");
  const isSame = (types: readonly TypeView[]): boolean =>
    types.length === op.results.length && types.every((type, i) => type.isSame(op.result(i)));
  refuseBare(!isSame(inits), "Mismatch in types of init arguments and results");
  refuseBare(!isSame(op.last().operands), "Mismatch in types of yield values and results");
  const wrong = args.slice(0, rank).findIndex((type) => !type.isIndex);
  refuseBare(wrong >= 0, `Expecting Index type for argument at index ${wrong}`);
  const [element, value] = [tensor.element, known(args[rank])];
  const start = "Unmatched element type between input tensor and block argument, expected:";
  refuseBare(!element.isSame(value), `${start}${element.text}, got: ${value.text}`);
};

/** What is carried from one step of a loop to the next: the first arguments of the block, and what it gives. */
const iterate: NestedCheck = (op) => {
  const count = op.results.length;
  const [args, yielded] = [op.entry().args.slice(0, count), op.last().operands];
  const counts = `${args.length} != ${yielded.length}`;
  const words = `different number of region iter_args and yielded values: ${counts}`;
  refuse(yielded.length > 0 && args.length !== yielded.length, words);
  args.forEach((type, i) => {
    const init = op.operand(i + 1);
    const start = `${i}-th init and ${i}-th region iter_arg have different type`;
    refuse(!init.isSame(type), `${start}: '${init.text}' != '${type.text}'`);
    const given = yielded[i];
    if (!given) return;
    const text = `${i}-th region iter_arg and ${i}-th yielded value have different type`;
    refuse(!type.isSame(given), `${text}: '${type.text}' != '${given.text}'`);
  });
};

const coiterate: NestedCheck = (op) => {
  const count = op.results.length;
  const inits = op.operands.slice(op.operands.length - count);
  for (let region = 0; region < op.place.regionCount; region++) {
    const [args, yielded] = [op.entry(region).args.slice(0, count), op.last(region).operands];
    const isEqual = args.length === count && yielded.length === count;
    refuse(!isEqual, `number mismatch between iter args and results on ${region}th region`);
    for (let i = 0; i < count; i++)
      for (const [types, word] of [
        [inits, "iter operand"],
        [args, "iter region arg"],
        [yielded, "yield value"],
      ] as const) {
        const words = `types mismatch between ${i}th ${word} and defined value on ${region}th region`;
        refuse(!known(types[i]).isSame(op.result(i)), words);
      }
  }
  const cases = known(op.attribute("cases")).list.map(({ text }) => text);
  refuse(new Set(cases).size !== op.place.regionCount, "contains duplicated cases.");
};

/** Checks by regions. */
export const SPARSE_REGIONS: NestedChecks = {
  "sparse_tensor.binary": binary,
  "sparse_tensor.coiterate": coiterate,
  "sparse_tensor.foreach": foreach,
  "sparse_tensor.iterate": iterate,
  "sparse_tensor.reduce": (op) => {
    const type = op.operand(0);
    formula(op, 0, "reduce", [type, type], type);
  },
  "sparse_tensor.select": (op) => {
    formula(op, 0, "select", [op.operand(0)], "i1");
  },
  "sparse_tensor.unary": unary,
};
