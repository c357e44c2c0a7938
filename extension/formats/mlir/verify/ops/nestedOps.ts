/** What ops of smaller dialects demand of their regions, of what is around them and of symbols. */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import type { NestedCheck, NestedChecks, SymbolCheck, SymbolChecks } from "../nestedOp";
import { signature } from "./functions";

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

/** Symbols by their users. */
export const OTHER_SYMBOLS: SymbolChecks = {
  "func.constant": (op, find) => {
    const reference = known(op.attribute("value"));
    const { string } = reference;
    const found = find(reference);
    refuse(found?.name !== "func.func", `reference to undefined function '${string}'`);
    const words = "reference to function with mismatched type";
    refuse(!known(found?.attribute("function_type")).type.isSame(op.result()), words);
  },
  "memref.get_global": globalOf,
  "ml_program.global_load": programGlobal(false, false),
  "ml_program.global_load_const": programGlobal(false, true),
  "ml_program.global_store": programGlobal(true, false),
  // What a global begins with is known when the module is loaded.
  "wasmssa.global_get": (op, find) => {
    if (!op.within("wasmssa.global")) return;
    const reference = known(op.attribute("global"));
    const found = find(reference);
    refuseBare(!found, `symbol @${reference.string} is undefined`);
    const isConstant = found?.name === "wasmssa.import_global" && !found.has("isMutable");
    const words = "global.get op is considered constant if it's referring to a import.global symbol marked non-mutable";
    refuseBare(!isConstant, words);
  },
};

/** Ops that those look up. */
export const OTHER_SYMBOL_OPS = [
  "func.func",
  "memref.global",
  "ml_program.global",
  "wasmssa.global",
  "wasmssa.import_global",
];

/** Blocks have these many arguments, of these types. */
export function argumentsAre(found: readonly TypeView[], wanted: readonly TypeView[], words: string): void {
  refuse(found.length !== wanted.length || found.some((type, i) => !type.isSame(known(wanted[i]))), words);
}

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

/** What may be in the region of a global (ConstantExprOpTrait). */
const CONSTANT = new Set(["wasmssa.const", "wasmssa.global_get", "wasmssa.return"]);

/** Checks by regions. */
export const OTHER_REGIONS: NestedChecks = {
  "wasmssa.global": (op) => {
    const other = op.blocks(0).flatMap(({ ops }) => ops.filter(({ name }) => !CONSTANT.has(name)))[0];
    refuseBare(other !== undefined, `expected a constant initializer for this operator, got "${other?.name ?? ""}"`);
  },
  "smt.forall": quantified,
  "smt.exists": quantified,
  "smt.solver": (op) => {
    argumentsAre(op.entry().args, op.operands, "block argument types must match the types of the 'inputs'");
  },
};

/** Checks by the arguments of blocks. */
export const OTHER_BODIES: NestedChecks = {
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

/** Checks by what is around. */
export const OTHER_PLACES: NestedChecks = {
  "ml_program.return": returned("ml_program.func", "return"),
  "ml_program.output": returned("ml_program.subgraph", "output"),
};
