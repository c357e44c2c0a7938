/** What mlir::gpu's ops demand by their types and attributes (GPUDialect.cpp). */
import type { AttrView, TypeView } from "../entryView";
import { known, refuse, refuseBare } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import type { ShapedText } from "./memory";
import { isIdentity, isWorkgroup, hasUnitStride, shapedText } from "./memory";
import { isPowerOf2 } from "../../../../kit/numbers";
import { dynamicSizes, mayFit } from "./shared";
import { mapText } from "../lists";

const OF_FLOATS = ["minnumf", "maxnumf", "minimumf", "maximumf"];
const OF_INTEGERS = ["minsi", "minui", "maxsi", "maxui", "and", "or", "xor"];

/** Whether elements of that type can be reduced. */
export function reduces(op: OpView, type: TypeView): void {
  const word = op.word("op");
  const fits = OF_FLOATS.includes(word) ? type.scalar.isFloat : !OF_INTEGERS.includes(word) || type.scalar.isInteger;
  refuseBare(!fits, `\`${word}\` reduction operation is not compatible with type '${type.text}'`);
}

const subgroupReduced: OpCheck = (op) => {
  const type = op.result();
  refuse(type.scalable.includes(true), "is not compatible with scalable vector types");
  reduces(op, type);
  const size = op.attribute("cluster_size")?.integer;
  refuse(size !== undefined && !isPowerOf2(size), `cluster size ${size ?? 0} is not a power of two`);
  const stride = op.attribute("cluster_stride")?.integer ?? 1;
  const isLone = stride !== 1 && size === undefined;
  refuse(isLone, "cluster stride can only be specified if cluster size is specified");
  refuse(!isPowerOf2(stride), `cluster stride ${stride} is not a power of two`);
};

/** A matrix, `!gpu.mma_matrix<16x16xf16, "AOp">`, and which one of a product it is. */
function matrixOf(type: TypeView): ShapedText {
  const matrix = known(shapedText(type.text));
  return { ...matrix, space: matrix.space.replaceAll('"', "") };
}

const unitStride = (memref: TypeView, name: string): void => {
  const words = `expected ${name} memref most minor dim must have unit stride`;
  refuseBare(!hasUnitStride(memref), words);
};

const multiplied: OpCheck = (op) => {
  const [a, b, c] = [op.operand(0), op.operand(1), op.operand(2)].map(matrixOf) as [ShapedText, ShapedText, ShapedText];
  const order = [a, b, c].map(({ space }) => space).join();
  refuseBare(order !== "AOp,BOp,COp", "operands must be in the order AOp, BOp, COp");
  const fits = a.shape[1] === b.shape[0] && a.shape[0] === c.shape[0] && b.shape[1] === c.shape[1];
  refuseBare(!fits, "operand shapes do not satisfy matmul constraints");
};

/** @param property an array @param words what its definition demands, where it has another number of elements */
const counted = (op: OpView, property: string, fits: (count: number) => boolean, words: string): void => {
  const array = op.attribute(property);
  const count = array?.node?.kind === "array" ? array.list.length : array?.integers.length;
  const isOther = count !== undefined && !fits(count);
  refuse(isOther, constrained(property, words));
};
const constrained = (property: string, words: string): string =>
  `attribute '${property}' failed to satisfy constraint: ${words}`;
/** Whether an attribute is one that all dialects use, so that it has no interface of a dialect. */
const isBuiltin = ({ node }: AttrView): boolean =>
  ["array", "dictionary", "float", "integer", "string", "symbolRef", "type", "unit"].includes(node?.kind ?? "");

/** The member of a launch's definition that is an object to wait for. */
const ASYNC_OBJECT = 12;

const isSome = (count: number): boolean => count > 0;

const copied: OpCheck = (op) => {
  const [from, to] = [known(op.operands.at(-1)), known(op.operands.at(-2))];
  refuse(!from.scalar.isSame(to.scalar), "arguments have incompatible element type");
  const fits = !from.isRanked || !to.isRanked || mayFit(from.shape, to.shape);
  refuse(!fits, "arguments have incompatible shape");
};

/** By the names of ops. */
export const GPU: OpChecks = {
  "gpu.memcpy": copied,
  "gpu.alloc": (op) => {
    const type = op.result();
    const [found, wanted] = [op.group(1).length, dynamicSizes(type)];
    refuse(found !== wanted, `incorrect number of dynamic sizes, has ${found}, expected ${wanted}`);
    const symbols = isIdentity(type.layout) ? 0 : known(mapText(type.layout)).symbols;
    refuse(op.group(2).length !== symbols, "symbol operand count does not equal memref symbol count");
  },
  "gpu.barrier": (op) => {
    const isNear = ["", "workgroup"].includes(op.word("scope"));
    refuse(op.operands.length > 0 && !isNear, "named barriers require workgroup scope");
  },
  "gpu.binary": (op) => {
    const handler = op.attribute("offloadingHandler");
    const isOther = handler !== undefined && isBuiltin(handler);
    refuse(isOther, constrained("offloadingHandler", "any attribute with the `OffloadingTranslationAttrTrait` trait."));
    counted(op, "objects", isSome, "an array of GPU object attributes with at least 1 elements");
  },
  "gpu.dynamic_shared_memory": (op) => {
    const type = op.result();
    refuse(!isWorkgroup(type) || /^\d/.test(type.mark), "address space must be address_space<workgroup>");
    refuse(type.isStatic, "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>");
  },
  "gpu.launch_func": (op) => {
    const isTwice = op.release > 22 && op.group(0).length > 0 && op.group(ASYNC_OBJECT).length > 0;
    refuse(isTwice, "cannot have both async dependencies and an explicit async object");
  },
  "gpu.module": (op) => {
    const words = "array of GPU target attributes with at least 1 elements";
    counted(op, "targets", isSome, words);
    const isOther = op.attribute("targets")?.list.some(isBuiltin) === true;
    refuse(isOther, constrained("targets", words));
  },
  "gpu.rotate": (op) => {
    const [offset, width] = [op.integer("offset"), op.integer("width")];
    refuse(offset < 0 || offset >= width, `offset must be in the range [0, ${width})`);
  },
  "gpu.func": (op) => {
    const isPositive = op.release > 22;
    const more = isPositive ? " and all elements >= 1" : "";
    const words = `i32 dense array attribute with 3 elements (if present)${more}`;
    for (const property of ["known_block_size", "known_grid_size", "known_cluster_size"]) {
      counted(op, property, (count) => count === 3, words);
      const isLow = isPositive && op.has(property) && op.integers(property).some((size) => size < 1);
      refuse(isLow, constrained(property, words));
    }
  },
  "gpu.subgroup_broadcast": (op) => {
    const isLane = op.word("broadcast_type") === "specific_lane";
    const hasLane = op.operands.length > 1;
    refuse(!isLane && hasLane, "lane can only be specified for `specific_lane` broadcast");
    refuse(isLane && !hasLane, "lane must be specified for `specific_lane` broadcast");
  },
  "gpu.subgroup_mma_compute": multiplied,
  "gpu.subgroup_mma_load_matrix": (op) => {
    unitStride(op.operand(0), "source");
  },
  "gpu.subgroup_mma_store_matrix": (op) => {
    unitStride(op.operand(1), "destination");
    const isSum = matrixOf(op.operand(0)).space === "COp";
    refuseBare(!isSum, "expected the operand matrix being stored to have 'COp' operand type");
  },
  "gpu.subgroup_reduce": subgroupReduced,
};
