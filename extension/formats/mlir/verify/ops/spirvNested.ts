/** What mlir::spirv's ops demand of what is around them, of their regions and of symbols. */
import { known, refuse, refuseBare, unknown } from "../fault";
import type { NestedBlock, NestedCheck, NestedChecks, NestedOp, SymbolChecks } from "../nestedOp";
import { each } from "./combined";
import { signature, takesOperands } from "./functions";
import { isPowerOf2 } from "../../../../kit/numbers";
import { pointer } from "./spirv";
import { membersOf } from "./spirvComposites";

/** The size of a cluster is a constant that is a power of two. @param operand of the op */
function clusterSize(op: NestedOp, operand: number): void {
  if (op.operands.length <= operand) return;
  const definer = op.definer(operand);
  if (
    definer &&
    !["spirv.Constant", "spirv.mlir.referenceof"].includes(definer.name) &&
    !definer.name.endsWith("onstant")
  )
    refuse(true, "cluster size operand must come from a constant op");
  if (!definer) refuse(true, "cluster size operand must come from a constant op");
  const size = op.constant(operand, "spirv.Constant")?.integer;
  refuse(size !== undefined && !isPowerOf2(size), "cluster size operand must be a power of two");
}

/** The result points to the part to which indices lead. @param first the operand that is the first of them */
const chained =
  (first: number): NestedCheck =>
  (op) => {
    const [whole, storage] = pointer(op.operand(0));
    let [type, last] = [whole, 0];
    for (let i = first; i < op.operands.length; i++) {
      const members = membersOf(type);
      refuse(!members, `cannot extract from non-composite type '${type}' with index ${last}`);
      last = 0;
      if (type.startsWith("!spirv.struct<")) {
        const words = `'${op.name}' index must be an integer spirv.Constant to access element of spirv.struct`;
        const definer = op.definer(i);
        refuseBare(definer?.name !== "spirv.Constant", definer ? `${words}, but provided ${definer.name}` : words);
        last = known(op.constant(i, "spirv.Constant")).integer;
        refuse(members?.[last] === undefined, `index ${last} out of bounds for '${type}'`);
      }
      type = members?.[last] ?? "";
    }
    const wanted = `!spirv.ptr<${type}, ${storage}>`;
    // In itself, a struct with a name is spelled by that alone.
    if (/struct<[^(]/.test(wanted)) unknown();
    const words = `invalid result type: expected '${wanted}', but provided '${op.result().text}'`;
    refuse(!op.result().is(wanted), words);
  };

/** Checks that ask for the ops that define operands. */
export const SPIRV_CONSTANTS: NestedChecks = {
  ...each(
    "spirv.GroupNonUniform*",
    ["FAdd", "FMax", "FMin", "FMul", "IAdd", "IMul", "SMax", "SMin", "UMax", "UMin"].concat([
      "BitwiseAnd",
      "BitwiseOr",
      "BitwiseXor",
      "LogicalAnd",
      "LogicalOr",
      "LogicalXor",
    ]),
    (op: NestedOp) => {
      clusterSize(op, 1);
    },
  ),
  "spirv.GroupNonUniformRotateKHR": (op) => {
    clusterSize(op, 2);
  },
  "spirv.GroupNonUniformBroadcast": (op) => {
    // Since SPIR-V 1.5, which a module has to ask for, the value may be any.
    for (const around of op.parents()) if (around.has("spirv.target_env")) unknown();
    const isConstant = ["spirv.Constant", "spirv.mlir.referenceof"].includes(op.definer(1)?.name ?? "");
    refuse(!isConstant, "id must be the result of a constant op");
  },
  "spirv.AccessChain": chained(1),
  ...each("spirv.*", ["PtrAccessChain", "InBoundsPtrAccessChain"], chained(2)),
  "spirv.Variable": (op) => {
    const definer = op.operands.length > 0 ? op.definer(0) : undefined;
    const isConstant =
      definer && ["spirv.Constant", "spirv.mlir.referenceof", "spirv.mlir.addressof"].includes(definer.name);
    const words = "initializer must be the result of a constant or spirv.GlobalVariable op";
    refuse(op.operands.length > 0 && !isConstant, words);
  },
};

/** An op of functions that returns: what it gives is what the function around returns. */
function returned(op: NestedOp): void {
  let { parent } = op;
  // The op may stand in the regions of control flow.
  while (parent?.name.startsWith("spirv.mlir.")) ({ parent } = parent);
  if (!parent) return;
  const words = "failed to verify that op must appear in a function-like op's block";
  if (parent.name !== "spirv.func" && parent.name !== "func.func") {
    refuse(/^(?:builtin|spirv)\.module$/.test(parent.name), words);
    unknown();
  }
  if (parent.name !== "spirv.func") unknown();
  const { outputs } = known(parent.attribute("function_type")).type;
  if (op.name === "spirv.Return") {
    refuse(outputs.length > 0, "cannot be used in functions returning value");
    return;
  }
  const [found] = op.operands;
  refuse(outputs.length !== 1, `returns 1 value but enclosing function requires ${outputs.length} results`);
  const [wanted] = outputs;
  if (found && wanted)
    refuse(
      !found.isSame(wanted),
      ` return value's type ('${found.text}') mismatch with function's result type ('${wanted.text}')`,
    );
}

const inModule = (op: NestedOp): void => {
  const name = op.parent?.name ?? "";
  const isFunction = /^(?:func|spirv|llvm|gpu)\.func$/.test(name);
  refuse(isFunction, "failed to verify that op must appear in a module-like op's block");
};
const inGraph = (op: NestedOp): void => {
  const name = op.parent?.name ?? "";
  const words = "failed to verify that op must appear in a spirv.ARM.Graph op's block";
  refuse(/^(?:builtin\.module|func\.func|spirv\.(?!ARM\.Graph$).*)$/.test(name), words);
};

/** What leaves a graph is what its type gives; MLIR 22 wants a type of another class. */
const graphOutputs: NestedCheck = (op) => {
  inGraph(op);
  const { parent } = op;
  if (parent?.name !== "spirv.ARM.Graph" || op.release < 23) return;
  const { outputs } = known(parent.attribute("function_type")).type;
  const found = op.operands;
  const words = `is returning ${found.length} value(s) but enclosing spirv.ARM.Graph requires ${outputs.length} result(s)`;
  refuse(found.length !== outputs.length, words);
  outputs.forEach((output, i) => {
    const given = op.operand(i);
    const mismatch = `type of return operand ${i} ('${given.text}') doesn't match graph result type ('${output.text}')`;
    refuseBare(!given.isSame(output), mismatch);
  });
};

const physical = (operand: boolean): ((op: NestedOp) => void) => {
  return (op) => {
    const type = operand ? op.operand(0) : op.result();
    const [, storage] = pointer(type);
    const around = op.within("spirv.module");
    if (!around) return;
    const model = around.word("addressing_model");
    const isLogical = model === "Logical";
    const isOther = model === "PhysicalStorageBuffer64" && storage !== "PhysicalStorageBuffer";
    refuseBare(isLogical || isOther, `${operand ? "operand" : "result"} must be a physical pointer`);
  };
};

/** Whether a pointer to a physical buffer has one decoration. */
function aliased(pointee: string, has: (name: string) => boolean, words: string): void {
  const inner = /^!spirv\.array<\d+ x (.*)>$/.exec(pointee)?.[1] ?? pointee;
  if (!/^!spirv\.ptr<.*, PhysicalStorageBuffer>$/.test(inner)) return;
  const [isAliased, isRestricted] = [has("aliased_pointer"), has("restrict_pointer")];
  const either = "either 'AliasedPointer' or 'RestrictPointer'";
  refuse(!isAliased && !isRestricted, `${words} must be decorated ${either}`);
  refuse(isAliased && isRestricted, `${words} must have exactly one aliasing decoration`);
}

/** Pointers to physical buffers that a function takes have a decoration each. */
function decorated(op: NestedOp): void {
  const lists = op.attribute("arg_attrs")?.list;
  known(op.attribute("function_type")).type.inputs.forEach(({ text }, i) => {
    const [, pointee = "", storage] = /^!spirv\.ptr<(.*), (\w+)>$/.exec(text) ?? [];
    const inner = /, (\w+)>$/.exec(/^(?:!spirv\.array<\d+ x )?(!spirv\.ptr<[^,]*, \w+>)/.exec(pointee)?.[1] ?? "")?.[1];
    const isPointer = pointee.startsWith("!spirv.ptr<");
    const found = /^#spirv\.decoration<(\w+)>$/.exec(
      lists?.[i]?.dictionary.find(([name]) => name === "spirv.decoration")?.[1].text ?? "",
    )?.[1];
    const has = (suffix: string): boolean => found === `Aliased${suffix}` || found === `Restrict${suffix}`;
    const isPhysical = (one: string | undefined): boolean => one === "PhysicalStorageBuffer";
    const points = "with a pointer points to a physical buffer pointer must be decorated";
    refuse(isPointer && isPhysical(inner) && !has("Pointer"), `${points} either 'AliasedPointer' or 'RestrictPointer'`);
    const isBuffer = !isPointer && isPhysical(pointee.startsWith("!spirv.array<") ? inner : storage);
    refuse(isBuffer && !has(""), "with physical buffer pointer must be decorated either 'Aliased' or 'Restrict'");
  });
}

/** Checks by what is around. */
export const SPIRV_PLACES: NestedChecks = {
  "spirv.Return": returned,
  "spirv.ReturnValue": returned,
  "spirv.SpecConstant": (op) => {
    inModule(op);
    refuse((op.attribute("spec_id")?.integer ?? 0) < 0, "SpecId cannot be negative");
  },
  "spirv.func": (op) => {
    inModule(op);
    const { outputs } = known(op.attribute("function_type")).type;
    refuse(outputs.length > 1, "cannot have more than one result");
    decorated(op);
  },
  "spirv.ARM.GraphConstant": inGraph,
  "spirv.ARM.GraphOutputs": graphOutputs,
  "spirv.ConvertPtrToU": physical(true),
  "spirv.ConvertUToPtr": physical(false),
  "spirv.GlobalVariable": inModule,
};

/** What attributes a variable may have. */
export const SPIRV_VARIABLES: NestedChecks = {
  "spirv.Variable": (op) => {
    const storage = op.word("storage_class");
    refuse(
      storage !== "" && storage !== "Function",
      "can only be used to model function-level variables. Use spirv.GlobalVariable for module-level variables.",
    );
    known(SPIRV_CONSTANTS["spirv.Variable"])(op);
    for (const name of ["descriptor_set", "binding", "built_in"])
      refuse(op.has(name), `cannot have '${name}' attribute (only allowed in spirv.GlobalVariable)`);
    const [pointee] = pointer(op.result());
    aliased(pointee, (name) => op.has(name), " with physical buffer pointer");
  },
};

const isMerge = ({ ops }: NestedBlock): boolean => ops.length === 1 && ops[0]?.name === "spirv.mlir.merge";

function merged(blocks: readonly NestedBlock[], words: string): void {
  const last = blocks.at(-1);
  refuse(
    last !== undefined && !isMerge(last),
    "last block must be the merge block with only one 'spirv.mlir.merge' op",
  );
  const others = blocks.slice(0, -1).some(({ ops }) => ops.some(({ name }) => name === "spirv.mlir.merge"));
  refuse(others, "should not have 'spirv.mlir.merge' op outside the merge block");
  refuse(blocks.length === 1, words);
}

const leadsTo = (block: NestedBlock | undefined, target: number): boolean =>
  block?.ops.at(-1)?.place.successors.includes(target) === true;

/** Checks by regions. */
export const SPIRV_REGIONS: NestedChecks = {
  "spirv.mlir.loop": (op) => {
    const blocks = op.blocks(0);
    if (blocks.length === 0) return;
    merged(blocks, "must have an entry block branching to the loop header block");
    refuse(blocks.length === 2, "must have a loop header block branched from the entry block");
    const [entry] = blocks;
    const branch = entry?.ops[0];
    refuse(
      entry?.ops.length !== 1 || branch?.name !== "spirv.Branch" || branch.place.successors[0] !== 1,
      "entry block must only have one 'spirv.Branch' op to the second block",
    );
    refuse(blocks.length === 3, "requires a loop continue block branching to the loop header block");
    refuse(
      !leadsTo(blocks.at(-2), 1),
      "second to last block must be the loop continue block that branches to the loop header block",
    );
    refuse(
      blocks.slice(2, -2).some((block) => leadsTo(block, 1)),
      "can only have the entry and loop continue block branching to the loop header block",
    );
  },
  "spirv.mlir.selection": (op) => {
    if (op.blocks(0).length > 0) merged(op.blocks(0), "must have a selection header block");
  },
};

/** Checks of functions. */
export const SPIRV_BODIES: NestedChecks = {
  "spirv.func": (op) => {
    const isDeclared = op.blocks(0).length === 0 && op.parent?.name === "spirv.module";
    const isImport = op.attribute("linkage_attributes")?.text.includes("Import") === true;
    refuseBare(
      isDeclared && !isImport,
      "'spirv.module' cannot contain external functions without 'Import' linkage_attributes (LinkageAttributes)",
    );
  },
};

/** Ops that SPIR-V's symbols name. */
export const SPIRV_SYMBOL_OPS = [
  ...["spirv.func", "spirv.GlobalVariable", "spirv.SpecConstant", "spirv.SpecConstantComposite"],
];

/** Checks of symbols. */
export const SPIRV_SYMBOLS: SymbolChecks = {
  "spirv.FunctionCall": (op, find) => {
    const reference = known(op.attribute("callee"));
    const callee = find(reference);
    refuse(callee?.name !== "spirv.func", `callee function '${reference.string}' not found in nearest symbol table`);
    const [inputs, outputs] = signature(known(callee));
    const counts = (wanted: number, found: number): string => `for callee: expected ${wanted}, but provided ${found}`;
    refuse(
      op.operands.length !== inputs.length,
      `has incorrect number of operands ${counts(inputs.length, op.operands.length)}`,
    );
    takesOperands(op, inputs);
    refuse(
      op.results.length !== outputs.length,
      `has incorrect number of results has ${counts(outputs.length, op.results.length)}`,
    );
    const [wanted] = outputs;
    if (wanted)
      refuse(
        !op.result().isSame(wanted),
        `result type mismatch: expected '${wanted.text}', but provided '${op.result().text}'`,
      );
  },
  "spirv.mlir.addressof": (op, find) => {
    const found = find(known(op.attribute("variable")));
    refuse(found?.name !== "spirv.GlobalVariable", "expected spirv.GlobalVariable symbol");
    const { type } = known(found?.attribute("type"));
    refuse(!op.result().isSame(type), "result type mismatch with the referenced global variable's type");
  },
  "spirv.mlir.referenceof": (op, find) => {
    const found = find(known(op.attribute("spec_const")));
    refuse(
      !found?.name.startsWith("spirv.SpecConstant"),
      "expected spirv.SpecConstant or spirv.SpecConstantComposite symbol",
    );
    const type = known(found?.attribute("default_value") ?? found?.attribute("type")).type;
    const words = "result type mismatch with the referenced specialization constant's type";
    refuse(!op.result().isSame(type), words);
  },
  "spirv.GlobalVariable": (op, find) => {
    const initializer = op.attribute("initializer");
    if (!initializer) return;
    const found = find(initializer);
    refuse(
      !found?.name.startsWith("spirv.SpecConstant"),
      "initializer must be result of a spirv.SpecConstant or spirv.SpecConstantCompositeOp op",
    );
  },
  "spirv.EntryPoint": (op, find) => {
    // It is the module that checks them.
    if (op.parent?.name !== "spirv.module") return;
    const reference = known(op.attribute("fn"));
    const { string } = reference;
    refuseBare(find(reference)?.name !== "spirv.func", `function '${string}' not found in 'spirv.module'`);
    for (const variable of op.attribute("interface")?.list ?? [])
      refuseBare(
        find(variable)?.name !== "spirv.GlobalVariable",
        `expected spirv.GlobalVariable symbol reference instead of'${variable.text}'`,
      );
  },
};
