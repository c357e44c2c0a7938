/** What mlir::amdgpu's ops demand by their types and attributes (AMDGPUDialect.cpp, since 23 AMDGPUOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse } from "../fault";
import type { OpCheck, OpChecks, OpView } from "../opView";
import { AMDGPU_PRODUCTS, countOf } from "./amdgpuProducts";
import { each } from "./combined";
import { hasUnitStride, isIdentity, isWorkgroup, memrefText, plainStrides, spaceWord, stridedLayout } from "./memory";
import { isSet } from "./shared";

const isGlobal = (type: TypeView): boolean => ["1", "global"].includes(spaceWord(type));
/** Global memory, or memory of no space, which may be global. */
const mayBeGlobal = (type: TypeView): boolean => isGlobal(type) || ["", "0"].includes(spaceWord(type));
const isFat = (type: TypeView): boolean => ["7", FAT].includes(spaceWord(type));
const FAT = "#amdgpu.address_space<fat_raw_buffer>";

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

/** The bits that an op moves at once. */
function transferBits(op: OpView): number {
  const { type } = known(op.attribute("transferType"));
  return countOf(type) * type.scalar.bits;
}

const gathered: OpCheck = (op) => {
  const [from, to] = [op.group(0)[0], op.group(2)[0]].map((type) => known(type)) as [TypeView, TypeView];
  refuse(
    to.rank > 0 && !hasUnitStride(to) && to.shape.at(-1) !== 1,
    "destination type inner most dim must be contiguous",
  );
  refuse(!from.element.isSame(to.element), "source and destination element types must match");
  refuse(![8, 16, 32, 96, 128].includes(transferBits(op)), "Transfering type size must be 8, 16, 32, 96 or 128 bits");
  const isSource = isFat(from) || mayBeGlobal(from);
  refuse(!isSource, "source memory address space must be global or fat raw buffer");
  refuse(!isWorkgroup(to), "destination memory address space must be Workgroup");
};

const loaded: OpCheck = (op) => {
  const [from, to] = [op.group(0)[0], op.group(2)[0]].map((type) => known(type)) as [TypeView, TypeView];
  refuse(!from.element.isSame(to.element), "source and destination element types must match");
  const isSize = [8, 32, 64, 128].includes(transferBits(op));
  refuse(!isSize, "transfer type size must be 8, 32, 64, or 128 bits");
  refuse(!isGlobal(from), "source memory address space must be global");
  refuse(!isWorkgroup(to), "destination memory address space must be Workgroup");
};

/** Hints that say nothing about memory that is fetched ahead, and those that only a guess may have. */
const [VAIN_HINTS, GUESSED_HINTS] = [
  ["NT", "LU"],
  ["NT_RT", "RT_NT", "NT_HT"],
];

const prefetched: OpCheck = (op) => {
  const source = op.operand(0);
  refuse(source.mark === "", "the source must have address space attribute");
  refuse(!isGlobal(source), "the source must reside in global address space");
  const [hint, isGuess] = [op.word("temporalHint"), isSet(op, "speculative")];
  const isNear = isGuess && op.word("cacheScope") === "WGP";
  refuse(isNear, "does not support speculative prefetch in WGP scope");
  refuse(VAIN_HINTS.includes(hint), "does not support NT and LU modes");
  refuse(!isGuess && GUESSED_HINTS.includes(hint), "operates only in the speculative mode");
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
  const isSource = op.release < 23 ? mayBeGlobal(global) : isGlobal(global);
  refuse(!isSource, "global memref must have global address space attribute.");
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
    if (op.release > 22) {
      const { length } = op.group(barrier + 1);
      refuse(!address && length > 0, "atomic barrier indices require an atomic barrier address");
      const rank = address?.rank ?? length;
      refuse(rank !== length, `expected ${rank} atomic barrier indices, got ${length}`);
    }
    refuse(address !== undefined && !isWorkgroup(address), "atomic barrier address must be in LDS.");
    // The mask of workgroups is four members before the barrier, the timeout three.
    const [mask, timeout] = [op.group(barrier - 4), op.group(barrier - 3)];
    const isVain = timeout.length > mask.length;
    refuse(isVain, "early timeout does not apply when workgroup_mask is not set.");
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
    refuse(!mayBeGlobal(type), `${isOld ? "B" : "b"}uffer ops must operate on a memref in global memory`);
    const { length } = op.group(memref + 1);
    const words = `xpected ${type.rank} `;
    const counts = isOld ? `E${words}indices to memref` : `e${words}buffer indices, got ${length}`;
    refuse(length !== type.rank, counts);
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

const permuted: OpCheck = (op) => {
  const [kind, argument] = [op.word("kind"), op.attribute("permArgument")];
  if (kind === "quad_perm") {
    const list = argument?.node?.kind === "array" ? argument.integers : [];
    refuse(list.length !== 4, "quad_perm attribute must have exactly 4 elements");
    const isLane = list.every((lane) => lane >= 0 && lane <= 3);
    refuse(!isLane, "Each element of quad_perm must be in the range [0, 3]");
  } else if (/^row_(?:shl|shr|ror)$/.test(kind)) {
    refuse(!argument, `Attribute '${kind}' value not specified`);
    const count = argument?.node?.kind === "integer" ? argument.integer : 1;
    refuse(count < 1 || count > 15, "Attribute value must be between 1 and 15");
  } else {
    const words = "Expected unit attribute for permArgument, but found non-trivial argument";
    refuse(argument !== undefined && argument.text !== "unit", words);
  }
};

const barrier: OpCheck = (op) => {
  refuse(!isWorkgroup(op.operand(0)), "barrier must be in workgroup (LDS) memory");
};

/** By the names of ops. */
export const AMDGPU: OpChecks = {
  ...AMDGPU_PRODUCTS,
  "amdgpu.dpp": permuted,
  "amdgpu.fat_raw_buffer_cast": fatCast,
  ...each(
    "amdgpu.ds_*",
    ["async_barrier_arrive", "barrier_arrive", "barrier_init", "barrier_poll_state"],
    indexed(["barrier"], barrier),
  ),
  "amdgpu.gather_to_lds": indexed(["source", "destination"], gathered),
  "amdgpu.global_load_async_to_lds": indexed(["source", "destination"], loaded),
  "amdgpu.global_prefetch": indexed(["source"], prefetched),
  "amdgpu.global_transpose_load": indexed(["source"], (op) => {
    refuse(!isGlobal(op.operand(0)), "source memory address space must be Global");
  }),
  "amdgpu.make_dma_base": indexed(["global", "lds"], based),
  "amdgpu.make_dma_descriptor": described(8),
  "amdgpu.make_gather_dma_base": indexed(["global", "lds"], based),
  "amdgpu.make_gather_dma_descriptor": gatherDescribed,
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
  "amdgpu.transpose_load": indexed(["source"], transposed),
};
