/** What mlir::gpu's ops demand by their types and attributes (GPUDialect.cpp). */
import type { TypeView } from "../entryView";
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
  const [a, b, c] = op.operands.slice(0, 3).map(matrixOf) as [ShapedText, ShapedText, ShapedText];
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
  refuse(isOther, `attribute '${property}' failed to satisfy constraint: ${words}`);
};
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
  "gpu.binary": (op) => {
    counted(op, "objects", isSome, "an array of GPU object attributes with at least 1 elements");
  },
  "gpu.dynamic_shared_memory": (op) => {
    const type = op.result();
    refuse(!isWorkgroup(type) || /^\d/.test(type.mark), "address space must be address_space<workgroup>");
    refuse(type.isStatic, "result memref type must be memref<?xi8, #gpu.address_space<workgroup>>");
  },
  "gpu.module": (op) => {
    counted(op, "targets", isSome, "array of GPU target attributes with at least 1 elements");
  },
  "gpu.rotate": (op) => {
    const [offset, width] = [op.integer("offset"), op.integer("width")];
    refuse(offset < 0 || offset >= width, `offset must be in the range [0, ${width})`);
  },
  "gpu.func": (op) => {
    for (const property of ["known_block_size", "known_grid_size", "known_cluster_size"])
      counted(op, property, (count) => count === 3, "i32 dense array attribute with 3 elements (if present)");
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
