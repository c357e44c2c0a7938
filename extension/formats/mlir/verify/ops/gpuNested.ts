/** What mlir::gpu's ops demand of their regions, of what is around them, and of kernels (GPUDialect.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, refuseInnerBare, unknown } from "../fault";
import type { NestedCheck, NestedChecks, NestedOp, SymbolCheck, SymbolChecks } from "../nestedOp";
import { reduces } from "./gpu";

const typeOf = (op: NestedOp): { readonly inputs: readonly TypeView[]; readonly outputs: readonly TypeView[] } =>
  known(op.attribute("function_type")).type;
const isKernel = (op: NestedOp): boolean => op.has("gpu.kernel") || op.has("kernel");

/** How many arguments of the body are memory of the workgroup. */
const attributions = (op: NestedOp): number => op.attribute("workgroup_attributions")?.integer ?? 0;

/** The memory that a kernel's body has as arguments. @param start the first argument that is such memory */
function inSpaces(op: NestedOp, args: readonly TypeView[], start: number): void {
  const split = start + attributions(op);
  args.slice(start).forEach((type, i) => {
    refuse(type.kind !== "memref", "expected memref type in attribution");
    const found = /^#gpu\.address_space<(\w+)>$/.exec(type.mark)?.[1];
    const wanted = start + i < split ? "workgroup" : "private";
    refuse(found !== undefined && found !== wanted, `expected memory space ${wanted} in attribution`);
  });
}

const kernel: NestedCheck = (op) => {
  refuse(!op.has("sym_name"), "requires string attribute 'sym_name'");
  const { inputs, outputs } = typeOf(op);
  refuse(isKernel(op) && outputs.length > 0, "expected void return type for kernel function");
  const [entry] = op.blocks(0);
  refuse(!entry, "expected body with at least one block");
  const { args } = known(entry);
  const least = inputs.length + attributions(op);
  refuse(args.length < least, `expected at least ${least} arguments to body region`);
  inputs.forEach((type, i) => {
    const found = known(args[i]);
    const words = `expected body region argument #${i} to be of type '${type.text}', got '${found.text}'`;
    refuse(!found.isSame(type), words);
  });
  inSpaces(op, args, inputs.length);
};

/** Ids of a block and a thread, and the sizes of both, are the first arguments; those of a cluster follow. */
const CONFIGURED = 12;
const WITH_CLUSTER = 18;

const launched: NestedCheck = (op) => {
  refuse(op.release > 22 && !op.hasBlocks, "body region is empty");
  const { args } = op.entry();
  if (op.release < 23) {
    refuse(args.length < CONFIGURED + attributions(op), "unexpected number of region arguments");
    return;
  }
  const least = (op.group(7).length > 0 ? WITH_CLUSTER : CONFIGURED) + attributions(op);
  refuse(args.length < least, `expected at least ${least} region arguments, but got ${args.length}`);
};

const ends: NestedCheck = (op) => {
  for (const { ops } of op.blocks(0)) {
    const last = ops.at(-1);
    const leaves = last?.place.successors.length === 0 && last.name !== "gpu.terminator";
    if (last) refuseInnerBare(last, leaves, "expected 'gpu.terminator' or a terminator with successors");
  }
};

const allReduced: NestedCheck = (op) => {
  const blocks = op.blocks(0);
  const type = op.result();
  const isNamed = op.has("op");
  refuseBare((blocks.length === 0) !== isNamed, "expected either an op attribute or a non-empty body");
  if (isNamed) {
    reduces(op, type);
    return;
  }
  const { args } = op.entry();
  refuseBare(args.length !== 2, "expected two region arguments");
  refuseBare(!args.every((one) => one.isSame(type)), "incorrect region argument type");
  const yields = blocks.map(({ ops }) => ops.at(-1)).filter((last) => last?.name === "gpu.yield");
  for (const last of yields) {
    refuseBare(last?.operands.length !== 1, "expected one gpu.yield operand");
    refuseBare(last?.operand(0).isSame(type) === false, "incorrect gpu.yield type");
  }
  refuseBare(yields.length === 0, "expected gpu.yield op in region");
};

/** A value of a warp is divided among its lanes. @param expanded the warp's type @param part what a lane has of it */
function distributes(expanded: TypeView, part: TypeView, lanes: number): void {
  if (expanded.isSame(part)) return;
  const areVectors = expanded.kind === "vector" && part.kind === "vector";
  refuse(!areVectors, "expected vector type for distributed operands.");
  const isAlike = expanded.rank === part.rank && expanded.element.isSame(part.element);
  refuse(!isAlike, "expected distributed vectors to have same rank and element type.");
  const scales = expanded.shape.map((size, i) => {
    const own = known(part.shape[i]);
    const both = `(${size}) to be a multipler of the distributed vector dimension (${own})`;
    refuse(size % own !== 0, `expected expanded vector dimension #${i} ${both}`);
    return size / own;
  });
  const both = `from '${expanded.text}' to '${part.text}' with warp size = ${lanes}`;
  const product = scales.reduce((all, scale) => all * scale, 1);
  refuse(product !== lanes, `incompatible distribution dimensions ${both}`);
}

const warp: NestedCheck = (op) => {
  const { args } = op.entry();
  // The first operand is the lane's number.
  const given = op.operands.slice(1);
  refuse(given.length !== args.length, "expected same number op arguments and block arguments.");
  const yielded = op.last();
  if (yielded.name !== "gpu.yield") unknown();
  const isSame = yielded.operands.length === op.results.length;
  refuse(!isSame, "expected same number of yield operands and return values.");
  const lanes = op.integer("warp_size");
  args.forEach((type, i) => {
    distributes(type, known(given[i]), lanes);
  });
  yielded.operands.forEach((type, i) => {
    distributes(type, op.result(i), lanes);
  });
};

const CONTAINER = "gpu.container_module";

const launches: SymbolCheck = (op, find) => {
  const module = op.parent?.parent;
  const isContained = module?.name === "builtin.module" && (op.release > 22 || module.has(CONTAINER));
  if (!isContained) return;
  const { path } = known(op.attribute("kernel"));
  const [container = ""] = path;
  const found = find({ path: [container] });
  refuse(!found, `kernel container '${container}' is undefined`);
  if (found?.name === "gpu.binary") return;
  refuse(found?.name !== "gpu.module", `kernel module '${container}' is undefined`);
  const name = path.map((part) => `@${part}`).join("::");
  const func = find({ path });
  refuse(!func, `kernel function '${name}' is undefined`);
  const target = known(func);
  refuse(!target.name.endsWith(".func"), `referenced kernel '${name}' is not a function`);
  refuse(!isKernel(target), "kernel function is missing the 'gpu.kernel' attribute");
  if (target.name !== "gpu.func") return;
  const { inputs } = typeOf(target);
  const given = op.group(11);
  refuse(given.length !== inputs.length, `got ${given.length} kernel operands but expected ${inputs.length}`);
  inputs.forEach((type, i) => {
    refuse(!known(given[i]).isSame(type), `type of function argument ${i} does not match`);
  });
};

/** Uses of kernels. */
export const GPU_SYMBOLS: SymbolChecks = { "gpu.launch_func": launches };
/** Ops that those look up, and all functions that may be kernels. */
export const GPU_SYMBOL_OPS = ["gpu.module", "gpu.binary", "gpu.func", "async.func", "ml_program.func"];

/** Checks by regions. */
export const GPU_REGIONS: NestedChecks = {
  "gpu.all_reduce": allReduced,
  "gpu.launch": ends,
  "gpu.warp_execute_on_lane_0": warp,
};

/** Checks by the arguments of blocks. */
export const GPU_BODIES: NestedChecks = { "gpu.func": kernel, "gpu.launch": launched };

/** Checks by what is around. */
export const GPU_PLACES: NestedChecks = {
  "gpu.launch_func": (op) => {
    const module = op.within("builtin.module");
    const words = `expected the closest surrounding module to have the '${CONTAINER}' attribute`;
    refuse(module?.has(CONTAINER) === false, words);
  },
  "gpu.return": (op) => {
    const { outputs } = typeOf(op.within("gpu.func") ?? unknown());
    refuse(op.operands.length !== outputs.length, `expected ${outputs.length} result operands`);
    outputs.forEach((type, i) => {
      const found = op.operand(i);
      refuse(!found.isSame(type), `unexpected type \`'${found.text}'' for operand #${i}`);
    });
  },
};
