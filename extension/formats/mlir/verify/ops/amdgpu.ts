/** What mlir::amdgpu's ops demand by their types and attributes (AMDGPUDialect.cpp, since 23 AMDGPUOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, told, unknown } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { each } from "./combined";
import { hasUnitStride, isIdentity, isWorkgroup, memrefText, plainStrides, spaceWord, stridedLayout } from "./memory";
import { isSet } from "./shared";

const isGlobal = (type: TypeView, op: OpView): boolean => {
  // Since 23, memory of several spaces counts too.
  if (op.release > 22 && type.mark !== "" && spaceWord(type) !== "workgroup") return unknown();
  return ["", "0", "1", "global"].includes(spaceWord(type));
};
const isFat = (type: TypeView): boolean => ["7", FAT].includes(spaceWord(type));
const FAT = "#amdgpu.address_space<fat_raw_buffer>";

const countOf = (type: TypeView): number => (type.kind === "vector" ? type.count : 1);
const isSmall = (type: TypeView): boolean => type.isFloat && [4, 6, 8].includes(type.bits);
const LANES = 64;

const existing =
  (value: (op: OpView) => TypeView | undefined): OpCheck =>
  (op) => {
    const type = value(op);
    refuse(type?.isSame(op.result()) === false, "existing values must have same type as result");
  };

const fatCast: OpCheck = (op) => {
  const [from, to] = [op.operand(0), op.result()];
  let { layout } = from;
  if (isSet(op, "resetOffset") && !isIdentity(layout)) {
    const found = stridedLayout(layout);
    refuse(!found, `source type '${from.text}' can't have its offset reset`);
    const strides = known(found).strides.join(", ");
    const isPlain = (from.isStatic || from.rank <= 1) && strides === plainStrides(from.shape).join(", ");
    layout = isPlain ? "" : `strided<[${strides}]>`;
  }
  const wanted = memrefText(from.shape, from.element.text, layout, FAT);
  refuse(!to.is(wanted), `expected result type to be '${wanted}' but got '${to.text}'`);
};

/** Values that a product has in each lane. */
function countFits(name: string, found: number, product: number): void {
  const wanted = Math.floor(product / LANES);
  refuse(found !== wanted, `expected ${wanted} ${name} values for this operation but got ${found}`);
}

const product: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  if (isSmall(left.scalar)) {
    refuse(!isSmall(right.scalar), "expected both source operands to have small-float elements if one does");
    const words = "expected both small-float source vectors to have the same length";
    refuse(countOf(left) !== countOf(right), words);
  } else refuse(!left.isSame(right), "expected both non-small-float source operand types to match exactly");
  const [m, n, k, blocks] = ["m", "n", "k", "blocks"].map((name) => op.integer(name)) as [
    number,
    number,
    number,
    number,
  ];
  const bytes = left.scalar.isInteger && left.scalar.bits > 8 ? left.scalar.bits / 8 : 1;
  countFits("source", countOf(left) * bytes, m * k * blocks);
  countFits("result", countOf(sum), m * n * blocks);
  const isDouble = sum.scalar.is("f64");
  const start = "double-precision ops do not support permuting lanes of";
  refuse(isDouble && !["none", ""].includes(op.word("blgp")), `${start} B`);
  const bits = op.integer("cbsz");
  refuse(isDouble && bits !== 0, `${start} A`);
  refuse(op.integer("abid") >= 2 ** bits, "block ID for permuting A (abid) must be below 2 ** cbsz");
  const negates = ["negateA", "negateB", "negateC"].some((name) => isSet(op, name));
  refuse(negates && !isDouble, "negation flags only available for double-precision operations");
};

const sparseProduct: OpCheck = (op) => {
  const [sparse, dense, sum, indices] = [op.operand(0), op.operand(1), op.operand(2), op.operand(3)];
  const double =
    "expected dense source operand to have exactly double the number of elements of the sparse source operand";
  refuse(dense.count !== 2 * sparse.count, double);
  const areBytes = [sparse, dense].every(({ element }) => element.isFloat && element.bits === 8);
  const isSame = sparse.element.isSame(dense.element);
  refuse(!areBytes && !isSame, "expected source operands to have the same element type");
  // Since 23, the sizes of the product matter too.
  if (op.release < 23) {
    const isByte = sparse.element.bits === 8;
    const isFree = op.integer("cbsz") !== 0;
    const [range, most, type] = isByte ? ["0 or 1", 1, "vector<2xi16>"] : ["between 0 and 3", 3, "vector<4xi8>"];
    const source = `for ${isByte ? 8 : 16}-bit source data`;
    refuse(!isFree && op.integer("abid") > Number(most), `ABID must be ${range} ${source}`);
    refuse(!indices.is(String(type)), `expected ${type} sparse indices ${source}, but got '${indices.text}'`);
  }
  countFits("source", dense.count, op.integer("m") * op.integer("k"));
  countFits("result", sum.count, op.integer("m") * op.integer("n"));
};

const waveProduct: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  const isSame = left.count === right.count;
  refuse(!isSame, `source vectors have different lengths: '${left.text}' vs. '${right.text}'`);
  const [from, to] = [left.element, sum.element];
  refuse(to.isFloat && !from.isFloat, "expected float sources with float destination");
  refuse(!to.isFloat && from.isFloat, "expected int sources with int destination");
  const isByte = from.isFloat && from.bits === 8;
  const types = `but have '${left.text}' and '${right.text}'`;
  refuse(!isByte && !from.isSame(right.element), `source element types must match (except for fp8/bf8) ${types}`);
  if (!from.isFloat) return;
  refuse(isSet(op, "clamp"), "clamp flag is not supported for float types");
  const isUnsigned = isSet(op, "unsignedA") || isSet(op, "unsignedB");
  refuse(isUnsigned, "unsigned flags are not supported for float types");
};

const scaledProduct: OpCheck = (op) => {
  const [left, right, sum] = [op.operand(0), op.operand(1), op.operand(2)];
  const isSquare = op.integer("m") === 16;
  const [length, count, name] = isSquare ? [8, 64, "16x16x128"] : [16, 128, "32x16x128"];
  refuse(sum.count !== length, `expected output vector of length ${length} but got ${sum.count}`);
  const isNarrow = [left, right].some(({ element }) => element.is("f4E2M1FN"));
  refuse(!isSquare && !isNarrow, `${name} only supports fp4 element types`);
  for (const [type, letter, wanted] of [
    [left, "A", count],
    [right, "B", 64],
  ] as const)
    refuse(type.count !== wanted, `for ${name}, source${letter} must have ${wanted} elements but got ${type.count}`);
  const isLater = !isSquare && op.integer("a_first_scale_lane") !== 0;
  refuse(isLater, `for ${name}, a_first_scale_lane must be 0`);
  scalesFit(left, right, op.operand(3), op.operand(4));
};

function scalesFit(left: TypeView, right: TypeView, ...scales: readonly [TypeView, TypeView]): void {
  const [a, b] = scales.map(({ element }) => element.text);
  const isScale = [a, b].every((text) => text === "f8E8M0FNU" || text === "f8E4M3FN");
  refuse(!isScale, "scale operands must have f8 element types (E8M0FNU or E4M3FN)");
  if (a === "f8E8M0FNU" && b === "f8E8M0FNU") return;
  // The scale f8E4M3FN is for matrices of f4 alone.
  const fits = [left, right].every(({ element }, i) => {
    const isNarrow = element.is("f4E2M1FN");
    const isOther = [left, right][1 - i]?.element.is("f4E2M1FN") === true;
    return [a, b][i] === "f8E4M3FN" ? isNarrow : !isNarrow || !isOther;
  });
  const words = `sourceA='${left.element.text}', scaleA='${a ?? ""}', sourceB='${right.element.text}', scaleB='${b ?? ""}'`;
  refuse(!fits, `invalid combination of matrix and scale types: ${words}`);
}

const scaledPart: OpCheck = (op) => {
  const [size, lane, byte] = [op.integer("blockSize"), op.integer("firstScaleLane"), op.integer("firstScaleByte")];
  const start = `blockSize of ${size} can only have`;
  if (op.operand(0).element.bits !== 8) {
    const second = size === 16 ? 1 : 2;
    refuse(byte !== 0 && byte !== second, `${start} firstScaleByte be 0 or ${second} for f4 and f6.`);
    return;
  }
  const isFirst = (lane === 0 && byte === 0) || (lane === 16 && byte === 2);
  refuse(size === 16 && !isFirst, `${start} (firstScaleLane, firstScaleByte) be (0, 0) or (16, 2) for f8.`);
};

const gathered: OpCheck = (op) => {
  const [from, to] = [op.group(0)[0], op.group(2)[0]].map((type) => known(type)) as [TypeView, TypeView];
  refuse(
    to.rank > 0 && !hasUnitStride(to) && to.shape.at(-1) !== 1,
    "destination type inner most dim must be contiguous",
  );
  refuse(!from.element.isSame(to.element), "source and destination element types must match");
  const { type } = known(op.attribute("transferType"));
  const bits = countOf(type) * type.scalar.bits;
  refuse(![8, 16, 32, 96, 128].includes(bits), "Transfering type size must be 8, 16, 32, 96 or 128 bits");
  const isSource = isFat(from) || isGlobal(from, op);
  refuse(!isSource, "source memory address space must be global or fat raw buffer");
  refuse(!isWorkgroup(to), "destination memory address space must be Workgroup");
};

/** How many elements are loaded at once, by the bits of one. */
const TRANSPOSED: Readonly<Record<number, readonly number[]>> = { 4: [16], 6: [16], 8: [8], 16: [4] };
/** Since MLIR 23, some processors load twice as many elements of 16 bits. */
const TRANSPOSED_SINCE_23: typeof TRANSPOSED = { ...TRANSPOSED, 16: [4, 8] };

const transposed: OpCheck = (op) => {
  refuse(!isWorkgroup(op.operand(0)), "source memory address space must be Workgroup");
  const { count, element } = op.result();
  const wanted = (op.release < 23 ? TRANSPOSED : TRANSPOSED_SINCE_23)[element.bits] ?? [];
  refuse(wanted.length === 0, `Unsupported element type size for transpose load: ${element.bits} bits`);
  refuse(!wanted.includes(count), `Transferring type size mismatch: expected num of elements: ${wanted.join(" or ")}`);
};

const isWhole = (bits: number): boolean => [8, 16, 32, 64].includes(bits);

const based: OpCheck = (op) => {
  const [global, local] = [op.group(0)[0], op.group(2)[0]].map((type) => known(type)) as [TypeView, TypeView];
  refuse(!isWorkgroup(local), "lds memref must have workgroup address space attribute.");
  refuse(!isGlobal(global, op), "global memref must have global address space attribute.");
  const { bits } = local.element;
  refuse(!isWhole(bits), `element type must be 1, 2, 4, or 8 bytes long but type was ${bits} bits long.`);
};

/** @param barrier the member of the definition that is the address of the barrier */
const described =
  (barrier: number): OpCheck =>
  (op) => {
    const [sizes, strides] = [op.integers("global_static_sizes"), op.integers("global_static_strides")];
    refuse(strides.length === 0, "strides must not be empty.");
    refuse(strides.at(-1) !== 1, "strides for the innermost dimension must be 1.");
    refuse(sizes.length > 5, "tensor and tile must be at most of rank 5.");
    refuse(sizes.length !== strides.length, "strides and sizes must have same rank.");
    const tile = op.integers("shared_static_sizes").length;
    refuse(tile !== sizes.length, "tensor must have same rank as tile.");
    const [address] = op.group(barrier);
    refuse(address !== undefined && !isWorkgroup(address), "atomic barrier address must be in LDS.");
  };

const gatherDescribed: OpCheck = (op) => {
  const { length } = op.integers("global_static_sizes");
  refuse(length > 2, "tensor and tile must be at most of rank two in gather mode.");
  const [, index = ""] = op.operand(0).parameters;
  const isSame = op.operand(1).element.is(index);
  refuse(!isSame, "indices' element type must match base's element type.");
  described(9)(op);
};

/** An op on a buffer in global memory. @param memref its operand, which the indices follow */
const buffered =
  (memref: number): OpCheck =>
  (op) => {
    const type = op.operand(memref);
    const isOld = op.release < 23;
    refuse(!isGlobal(type, op), `${isOld ? "B" : "b"}uffer ops must operate on a memref in global memory`);
    const { length } = op.group(memref + 1);
    const words = `xpected ${type.rank} `;
    const counts = isOld ? `E${words}indices to memref` : `e${words}buffer indices, got ${length}`;
    refuse(length !== type.rank, counts);
  };

/** The only values of some attributes. */
type Lists = Readonly<Record<string, readonly number[]>>;

/** An op that since 22 lets attributes have only these values (IntIsOneOf, of which tables of constraints tell nothing). */
const listed =
  (lists: Lists, check?: OpCheck): OpCheck =>
  (op) => {
    for (const [name, values] of op.release < 22 ? [] : Object.entries(lists)) {
      const value = told(() => op.integer(name));
      const words = `32-bit signless integer attribute whose value is one of {${values.join(", ")}}`;
      const isOther = value !== undefined && !values.includes(value);
      refuse(isOther, `attribute '${name}' failed to satisfy constraint: ${words}`);
    }
    check?.(op);
  };

const LANE_STARTS = { a_first_scale_lane: [0, 16], b_first_scale_lane: [0, 16] };
const SIZES: Readonly<Record<"mfma" | "scaledMfma" | "scaledWmma" | "sparseMfma" | "sparseWmma" | "wmma", Lists>> = {
  mfma: { m: [4, 16, 32], n: [4, 16, 32], k: [1, 2, 4, 8, 16, 32, 64, 128], blocks: [1, 2, 4, 16] },
  scaledMfma: { m: [16, 32], n: [16, 32], k: [64, 128] },
  scaledWmma: { m: [16, 32], n: [16], k: [128], ...LANE_STARTS },
  sparseMfma: { m: [16, 32], n: [16, 32], k: [16, 32, 64, 128] },
  sparseWmma: { m: [16], n: [16], k: [32, 64, 128] },
  wmma: { m: [16], n: [16], k: [4, 16, 32, 64, 128], subwordOffset: [0, 1] },
};

/**
 * Since MLIR 23, an index for each dimension of a memref follows it.
 * @param names what the reference calls the memrefs, which are every other operand
 */
const indexed =
  (names: readonly string[], check?: OpCheck): OpCheck =>
  (op) => {
    names.forEach((name, i) => {
      const { rank } = known(op.group(2 * i)[0]);
      const { length } = op.group(2 * i + 1);
      refuse(op.release > 22 && rank !== length, `expected ${rank} ${name} indices, got ${length}`);
    });
    check?.(op);
  };

const barrier: OpCheck = (op) => {
  refuse(!isWorkgroup(op.operand(0)), "barrier must be in workgroup (LDS) memory");
};

/** By the names of ops. */
export const AMDGPU: OpChecks = {
  "amdgpu.fat_raw_buffer_cast": fatCast,
  ...each(
    "amdgpu.ds_*",
    ["async_barrier_arrive", "barrier_arrive", "barrier_init", "barrier_poll_state"],
    indexed(["barrier"], barrier),
  ),
  "amdgpu.gather_to_lds": indexed(["source", "destination"], gathered),
  ...each("amdgpu.global_*", ["prefetch", "transpose_load"], indexed(["source"])),
  "amdgpu.global_load_async_to_lds": indexed(["source", "destination"]),
  "amdgpu.make_dma_base": indexed(["global", "lds"], based),
  "amdgpu.make_dma_descriptor": described(8),
  "amdgpu.make_gather_dma_base": indexed(["global", "lds"], based),
  "amdgpu.make_gather_dma_descriptor": gatherDescribed,
  "amdgpu.mfma": listed(SIZES.mfma, product),
  "amdgpu.packed_scaled_trunc": existing((op) => op.operands[2]),
  "amdgpu.packed_stoch_round_fp8": existing((op) => op.operands[2]),
  "amdgpu.packed_trunc_2xfp8": existing((op) => op.group(2)[0]),
  "amdgpu.permlane_swap": (op) => {
    const length = op.integer("row_length");
    refuse(length !== 16 && length !== 32, "row_length attribute must either be 16 or 32.");
  },
  "amdgpu.raw_buffer_atomic_cmpswap": buffered(2),
  ...each("amdgpu.raw_buffer_*", ["atomic_fadd", "atomic_fmax", "atomic_smax", "atomic_umin", "store"], buffered(1)),
  "amdgpu.raw_buffer_load": buffered(0),
  "amdgpu.scaled_ext_packed_matrix": scaledPart,
  "amdgpu.scaled_mfma": listed(SIZES.scaledMfma),
  "amdgpu.scaled_wmma": listed(SIZES.scaledWmma, scaledProduct),
  "amdgpu.sparse_mfma": listed(SIZES.sparseMfma, sparseProduct),
  "amdgpu.sparse_wmma": listed(SIZES.sparseWmma),
  "amdgpu.transpose_load": indexed(["source"], transposed),
  "amdgpu.wmma": listed(SIZES.wmma, waveProduct),
};
