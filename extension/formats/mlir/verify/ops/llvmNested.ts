/** What mlir::LLVM's ops demand of their functions, of what they return to, and of symbols. */
import { known, refuse, refuseBare, unknown } from "../fault";
import type { NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { functionText, pointerSpace, short } from "./llvmTypes";

/** Checks by the ops around. */
export const LLVM_PLACES: NestedChecks = {
  "llvm.return": (op) => {
    const func = op.parent?.name === "llvm.func" ? op.parent : unknown();
    const { result } = functionText(known(func.attribute("function_type")).type.text);
    refuse(result === "void" && op.operands.length > 0, "expected no operands");
    if (result === "void") return;
    refuse(op.operands.length === 0, "expected 1 operand");
    refuse(short(op.operand(0).text) !== result, "mismatching result types");
  },
};

/** Checks that ask for the ops which define the operands. */
export const LLVM_VALUES: NestedChecks = {
  "llvm.landingpad": (op) => {
    const func = op.within("llvm.func") ?? unknown();
    refuseBare(!func.has("personality"), "llvm.landingpad needs to be in a function with a personality");
    op.operands.forEach(({ text }, i) => {
      if (/^!llvm\.array</.test(text)) return;
      const isConstant = ["llvm.mlir.zero", "llvm.mlir.addressof", "llvm.bitcast"].includes(op.definer(i)?.name ?? "");
      refuseBare(!isConstant, `clause #${i} is not a known constant - null, addressof, bitcast`);
    });
  },
};

const effects = (op: NestedOp, what: string): void => {
  const other = op
    .entry()
    .ops.find(({ name }) => /^llvm\.(?:load|store|call|alloca|atomicrmw|cmpxchg|fence)$/.test(name));
  refuseBare(other !== undefined, `ops with side effects ${what}`);
};

/** Checks by regions. */
export const LLVM_REGIONS: NestedChecks = {
  "llvm.comdat": (op) => {
    const isOther = op.entry().ops.some(({ name }) => name !== "llvm.comdat_selector");
    refuseBare(isOther, "only comdat selector symbols can appear in a comdat region");
  },
  "llvm.mlir.global": (op) => {
    if (op.blocks(0).length === 0) return;
    const end = op.last();
    if (end.name !== "llvm.return") return;
    refuse(end.operands.length === 0, "initializer region cannot return void");
    const { type } = known(op.attribute("global_type"));
    const words = `initializer region type '${end.operand(0).text}' does not match global type '${type.text}'`;
    refuse(!end.operand(0).isSame(type), words);
    effects(op, "not allowed in global initializers");
    refuse(op.has("value"), "cannot have both initializer value and region");
  },
  "llvm.mlir.alias": (op) => {
    const end = op.last();
    if (end.name !== "llvm.return") return;
    const isPointer = end.operands[0]?.text.startsWith("!llvm.ptr") === true;
    refuse(!isPointer, "initializer region must always return a pointer");
    effects(op, "are not allowed in alias initializers");
  },
};

/** Checks of functions, without what is in their blocks. */
export const LLVM_BODIES: NestedChecks = {
  "llvm.func": (op) => {
    const { parameters } = functionText(known(op.attribute("function_type")).type.text);
    if (op.blocks(0).length === 0) {
      const linkage = op.word("linkage");
      const isExternal = ["", "external", "extern_weak"].includes(linkage);
      refuse(!isExternal, "external functions must have 'external' or 'extern_weak' linkage");
      return;
    }
    const { args } = op.entry();
    const words = `entry block must have ${parameters.length} arguments to match function signature`;
    refuse(args.length !== parameters.length, words);
    args.forEach((type, i) => {
      const found = short(type.text);
      refuse(
        found !== parameters[i],
        `type of entry block argument #${i}('${type.text}') must match the type of the corresponding argument in function signature('${parameters[i] ?? ""}')`,
      );
    });
    const is = (name: string): boolean => op.has(name) && op.word(name) === "unit";
    refuseBare(is("no_inline") && is("always_inline"), "no_inline and always_inline attributes are incompatible");
    refuse(is("optimize_none") && !is("no_inline"), "with optimize_none must also be no_inline");
  },
};

const called: SymbolCheck = (op, find) => {
  const callee = op.attribute("callee");
  if (!callee) return;
  const name = callee.string;
  const found = find(callee);
  // Since 23, aliases can be called.
  const mayBeAlias = op.release >= 23;
  if (mayBeAlias && found?.name === "llvm.mlir.alias") unknown();
  const func = found?.name === "llvm.func" || found?.name === "llvm.mlir.ifunc" ? found : undefined;
  const callees = mayBeAlias ? "function, IFunc, or alias" : "function or IFunc";
  refuse(!func, `'${name}' does not reference a valid LLVM ${callees}`);
  if (!func || func.name !== "llvm.func") return;
  const { result, parameters, variadic } = functionText(known(func.attribute("function_type")).type.text);
  refuse(variadic && !op.has("var_callee_type"), "missing var_callee_type attribute for vararg call");
  const operands = op.group(0);
  const count = `incorrect number of operands (${operands.length}) for`;
  refuse(!variadic && parameters.length !== operands.length, `${count} callee (expecting: ${parameters.length})`);
  refuse(parameters.length > operands.length, `${count} varargs callee (expecting at least: ${parameters.length})`);
  parameters.forEach((type, i) => {
    const given = short(known(operands[i]).text);
    refuse(given !== type, `operand type mismatch for operand ${i}: '${given}' != '${type}'`);
  });
  const [returned] = op.results;
  refuse(!returned && result !== "void", "expected function call to produce a value");
  refuse(returned !== undefined && result === "void", "calling function with void result must not produce values");
  if (returned) refuse(short(returned.text) !== result, `result type mismatch: '${returned.text}' != '${result}'`);
};

/** Functions that run when a module is loaded or unloaded. @param list the property with their names */
const defined =
  (list: "ctors" | "dtors"): SymbolCheck =>
  (op, find) => {
    for (const reference of known(op.attribute(list)).list) {
      const found = find(reference);
      refuse(found?.name !== "llvm.func", `'${reference.string}' does not reference a valid LLVM function`);
      refuse(found?.hasBlocks === false, `'${reference.string}' does not have a definition`);
    }
  };

/** Ops that symbols of LLVM's dialect name. */
export const LLVM_SYMBOL_OPS = ["llvm.func", "llvm.mlir.global", "llvm.mlir.alias", "llvm.mlir.ifunc"];

/** Checks of symbols. */
export const LLVM_SYMBOLS: SymbolChecks = {
  "llvm.call": called,
  "llvm.mlir.addressof": (op, find) => {
    const found = find(known(op.attribute("global_name")));
    refuse(
      !found || !LLVM_SYMBOL_OPS.includes(found.name),
      "must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func' or 'llvm.mlir.ifunc'",
    );
    if (found?.name !== "llvm.mlir.global") return;
    const space = pointerSpace(op.result().text) ?? 0;
    const words = "pointer address space must match address space of the referenced global or alias";
    const declared = found.has("addr_space") ? found.integer("addr_space") : 0;
    refuse(declared !== space, words);
  },
  "llvm.dso_local_equivalent": (op, find) => {
    const found = find(known(op.attribute("function_name")));
    refuse(
      !found || !["llvm.func", "llvm.mlir.alias"].includes(found.name),
      "must reference a global defined by 'llvm.func' or 'llvm.mlir.alias'",
    );
    const words = "target function with 'extern_weak' linkage not allowed";
    refuse(found?.name === "llvm.func" && found.word("linkage") === "extern_weak", words);
  },
  "llvm.mlir.global_ctors": defined("ctors"),
  "llvm.mlir.global_dtors": defined("dtors"),
  "llvm.mlir.ifunc": (op, find) => {
    const found = find(known(op.attribute("resolver"))) ?? unknown();
    if (found.name === "llvm.mlir.alias") unknown();
    refuse(found.name !== "llvm.func", "must have a function resolver");
    const isOutside = !found.hasBlocks || found.word("linkage") === "available_externally";
    refuse(isOutside, "resolver must be a definition");
    const { result } = functionText(known(found.attribute("function_type")).type.text);
    refuse(!result.startsWith("ptr"), "resolver must return a pointer");
  },
};
