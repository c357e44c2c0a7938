/** What ops of smaller dialects demand of their regions, of what is around them and of symbols. */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { NestedCheck, NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";

/** The types that a function takes or gives. */
const signature = (op: NestedOp): readonly [inputs: readonly TypeView[], outputs: readonly TypeView[]] => {
  const { inputs, outputs } = known(op.attribute("function_type")).type;
  return [inputs, outputs];
};

const called =
  (callee: string): SymbolCheck =>
  (op, find) => {
    const reference = known(op.attribute("callee"));
    const found = find(reference);
    refuse(found?.name !== callee, `'${reference.path.join("::")}' does not reference a valid function`);
    const [inputs, outputs] = signature(known(found));
    refuse(inputs.length !== op.operands.length, "incorrect number of operands for callee");
    inputs.forEach((type, i) => {
      const given = op.operand(i);
      const words = `expected operand type '${type.text}', but provided '${given.text}' for operand number ${i}`;
      refuse(!given.isSame(type), `operand type mismatch: ${words}`);
    });
    refuse(outputs.length !== op.results.length, "incorrect number of results for callee");
    outputs.forEach((type, i) => {
      refuse(!op.result(i).isSame(type), `result type mismatch at index ${i}`);
    });
  };

const globalOf: SymbolCheck = (op, find) => {
  const reference = known(op.attribute("name"));
  const { string } = reference;
  const found = find(reference);
  refuse(found?.name !== "memref.global", `'${string}' does not reference a valid global memref`);
  const { type } = known(found?.attribute("type"));
  const words = `does not match type '${type.text}' of the global memref @${string}`;
  refuse(!type.isSame(op.result()), `result type '${op.result().text}' ${words}`);
};

/** @param store whether the op changes the global @param constant whether it may not be mutable */
const programGlobal =
  (store: boolean, constant: boolean): SymbolCheck =>
  (op, find) => {
    const reference = known(op.attribute("global"));
    if (reference.path.length > 1) unknown();
    const text = `@${reference.string}`;
    const found = find(reference);
    refuse(found?.name !== "ml_program.global", `undefined global: ${text}`);
    const isMutable = found?.has("is_mutable") === true;
    refuse(constant && isMutable, `cannot load as const from mutable global ${text}`);
    refuse(store && !isMutable, `cannot store to an immutable global ${text}`);
    const { type } = known(found?.attribute("type"));
    const value = store ? op.operand(0) : op.result();
    const words = store
      ? `cannot store to a global typed '${type.text}' from '${value.text}'`
      : `cannot load from global typed '${type.text}' as '${value.text}'`;
    refuse(!type.isSame(value), words);
  };

const emitcGlobal: SymbolCheck = (op, find) => {
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

/** Symbols by their users. */
export const OTHER_SYMBOLS: SymbolChecks = {
  "emitc.call": called("emitc.func"),
  "func.constant": (op, find) => {
    const reference = known(op.attribute("value"));
    const { string } = reference;
    const found = find(reference);
    refuse(found?.name !== "func.func", `reference to undefined function '${string}'`);
    const words = "reference to function with mismatched type";
    refuse(!known(found?.attribute("function_type")).type.isSame(op.result()), words);
  },
  "emitc.declare_func": (op, find) => {
    const reference = known(op.attribute("sym_name"));
    const { string } = reference;
    refuse(find(reference)?.name !== "emitc.func", `'${string}' does not reference a valid function`);
  },
  "emitc.get_global": emitcGlobal,
  "memref.get_global": globalOf,
  "ml_program.global_load": programGlobal(false, false),
  "ml_program.global_load_const": programGlobal(false, true),
  "ml_program.global_store": programGlobal(true, false),
};

/** Ops that those look up. */
export const OTHER_SYMBOL_OPS = ["func.func", "emitc.func", "emitc.global", "memref.global", "ml_program.global"];

/** Blocks have these many arguments, of these types. */
function argumentsAre(found: readonly TypeView[], wanted: readonly TypeView[], words: string): void {
  refuse(found.length !== wanted.length || found.some((type, i) => !type.isSame(known(wanted[i]))), words);
}

const switched: NestedCheck = (op) => {
  const cases = op.integers("cases");
  const regions = op.place.regionCount - 1;
  refuse(cases.length !== regions, `has ${regions} case regions but ${cases.length} case values`);
  const seen = new Set<number>();
  const twice = cases.find((value) => seen.size === seen.add(value).size);
  refuse(twice !== undefined, `has duplicate case value: ${twice ?? 0}`);
};

const induction: NestedCheck = (op) => {
  const { args } = op.entry();
  const [first] = args;
  const isEmitc = op.name === "emitc.for";
  refuse(isEmitc && args.length !== 1, "expected body to have a single block argument for the induction variable");
  const words = "expected induction variable to be same type as bounds and step";
  if (first) refuse(!first.isSame(op.operand(0)), words);
};

const quantified: NestedCheck = (op) => {
  const body = op.entry(0);
  const regions = op.place.regionCount;
  refuse(
    regions > 1 && op.has("noPattern"),
    "patterns and the no_pattern attribute must not be specified at the same time",
  );
  const names = op.attribute("boundVarNames")?.list;
  const isNamed = names === undefined || names.length === body.args.length;
  refuse(!isNamed, "number of bound variable names must match number of block arguments");
  const isSmt = ({ text }: TypeView): boolean => text.startsWith("!smt.") && !text.startsWith("!smt.func");
  refuse(!body.args.every(isSmt), "bound variables must by any non-function SMT value");
  const end = op.last(0);
  refuse(end.operands.length !== 1, "must have exactly one yielded value");
  refuse(!end.operand(0).is("!smt.bool"), "yielded value must be of '!smt.bool' type");
  for (let region = 1; region < regions; region++) {
    const at = `'patterns' region #${region - 1}`;
    argumentsAre(
      op.entry(region).args,
      body.args,
      `block argument number and types of the 'body' and ${at} must match`,
    );
    refuse(op.last(region).operands.length < 1, `${at} must have at least one yielded value`);
    const names = [...op.entry(region).ops].map(({ name }) => name);
    refuse(!names.every((name) => name.startsWith("smt.")), `the ${at} may only contain SMT dialect operations`);
    const binds = names.some((name) => name === "smt.forall" || name === "smt.exists");
    refuse(binds, `the ${at} must not contain any variable binding operations`);
  }
};

const emitcDo: NestedCheck = (op) => {
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
export const OTHER_REGIONS: NestedChecks = {
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
  "scf.index_switch": switched,
  "emitc.switch": switched,
  "smt.forall": quantified,
  "smt.exists": quantified,
  "smt.solver": (op) => {
    argumentsAre(op.entry().args, op.operands, "block argument types must match the types of the 'inputs'");
  },
  "emitc.do": emitcDo,
};

/** Checks by the arguments of blocks. */
export const OTHER_BODIES: NestedChecks = {
  "emitc.for": induction,
  "scf.execute_region": (op) => {
    refuse(op.entry().args.length > 0, "region cannot have any arguments");
  },
  "tensor.pad": (op) => {
    const { args } = op.entry();
    refuseBare(args.length !== op.operand(0).rank, `expected the block to have ${op.operand(0).rank} arguments`);
    const wrong = args.findIndex((type) => !type.isIndex);
    refuse(wrong >= 0, `expected block argument ${wrong + 1} to be an index`);
  },
  "tensor.generate": (op) => {
    const { args } = op.entry();
    refuseBare(
      args.some((type) => !type.isIndex),
      "all body arguments must be index",
    );
    refuseBare(args.length !== op.result().rank, "must have one body argument per input dimension");
  },
  "memref.generic_atomic_rmw": (op) => {
    const { args } = op.entry();
    refuse(args.length !== 1, "expected single number of entry block arguments");
    refuse(!known(args[0]).isSame(op.result()), "expected block argument of the same type result type");
  },
  "shape.reduce": (op) => {
    const { args } = op.entry();
    const count = op.operands.length + 1;
    refuse(args.length !== count, `ReduceOp body is expected to have ${count} arguments`);
    refuse(!known(args[0]).isIndex, "argument 0 of ReduceOp body is expected to be of IndexType");
  },
  "omp.canonical_loop": (op) => {
    const words = "Canonical loop region must have exactly one argument";
    refuse(op.entry().args.length !== 1, words);
  },
  "emitc.func": (op) => {
    const [inputs, outputs] = signature(op);
    const isLvalue = ({ text }: TypeView): boolean => text.startsWith("!emitc.lvalue<");
    refuse(inputs.some(isLvalue), "cannot have lvalue type as argument");
    refuse(outputs.length > 1, `requires zero or exactly one result, but has ${outputs.length}`);
    refuse(outputs[0]?.text.startsWith("!emitc.array<") === true, "cannot return array type");
  },
};

/** What a function around returns. */
const returned =
  (func: string, word: string): NestedCheck =>
  (op) => {
    const parent = op.parent?.name === func ? op.parent : unknown();
    const [, outputs] = signature(parent);
    const name = known(parent.attribute("sym_name")).string;
    refuse(
      outputs.length !== op.operands.length,
      `has ${op.operands.length} operands, but enclosing function (@${name}) ${word}s ${outputs.length}`,
    );
    outputs.forEach((type, i) => {
      const found = op.operand(i);
      refuseBare(
        !found.isSame(type),
        `type of ${word} operand ${i} ('${found.text}') doesn't match function result type ('${type.text}') in function @${name}`,
      );
    });
  };

const inClass: NestedCheck = (op) => {
  if (op.within("emitc.class")) return;
  const isField = op.name === "emitc.field";
  refuse(!isField && op.release >= 23, "expects ancestor op 'emitc.class'");
  refuse(true, `${isField ? "field" : ""} must be nested within an emitc.class operation`);
};

/** Checks by what is around. */
export const OTHER_PLACES: NestedChecks = {
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
  "ml_program.return": returned("ml_program.func", "return"),
  "ml_program.output": returned("ml_program.subgraph", "output"),
  "async.return": (op) => {
    const outputs = signature(known(op.within("async.func")))[1].map(({ text }) => text);
    const wanted = outputs[0] === "!async.token" ? outputs.slice(1) : outputs;
    const isSame =
      wanted.length === op.operands.length && op.operands.every(({ text }, i) => wanted[i] === `!async.value<${text}>`);
    refuse(!isSame, "operand types do not match the types returned from the parent FuncOp");
  },
  "emitc.field": inClass,
  "emitc.get_field": inClass,
};
