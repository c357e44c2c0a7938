/** What mlir::xegpu's ops demand by their types and attributes (XeGPUOps.cpp). */
import type { TypeView } from "../entryView";
import { known, refuse, refuseBare, unknown } from "../fault";
import { partsOf } from "../../attributes/brackets";
import type { OpCheck, OpChecks, OpView } from "../opView";
import type { ShapedText } from "./memory";
import { bitsOf, shapedText } from "./memory";

/** `!xegpu.tensor_desc<8x16xf32, …>` or `!xegpu.mem_desc<…>`: a descriptor of a tensor or of memory. */
interface Descriptor extends ShapedText {
  /** Its attributes: how it is stored, and how it is laid out. */
  readonly attributes: readonly string[];
}

function descriptorOf({ text, parameters }: TypeView, kind = "tensor"): Descriptor | undefined {
  if (!text.startsWith(`!xegpu.${kind}_desc<`)) return undefined;
  return { ...known(shapedText(text)), attributes: parameters.slice(1) };
}

const tensorDesc = (type: TypeView): Descriptor => known(descriptorOf(type));
const isScattered = ({ attributes }: Descriptor): boolean =>
  attributes.some((one) => one.startsWith("#xegpu.scatter_tdesc_attr<"));
const hasLayout = ({ attributes }: Descriptor): boolean => attributes.some((one) => !/_tdesc_attr</.test(one));

/** A number of the attribute of a descriptor, `chunk_size = 2 : i64`; 1 if it is not given. */
const numberIn = ({ attributes }: Descriptor, name: string): number =>
  Number(new RegExp(`\\b${name} = (\\d+)`).exec(attributes.join())?.[1] ?? 1);

const product = (shape: readonly number[]): number => shape.reduce((all, size) => all * size, 1);
const listWords = (shape: readonly number[]): string => `[${shape.join(", ")}]`;
/** The dimensions; one element for a type without any. */
const shapeOf = (type: TypeView): readonly number[] => (type.isRanked ? type.shape : [1]);

const READS = ["", "cached", "uncached", "streaming", "read_invalidate"];
const WRITES = ["", "cached", "uncached", "write_back", "write_through"];

function hints(op: OpView, allowed: readonly string[]): void {
  for (const name of ["l1_hint", "l2_hint", "l3_hint"])
    refuse(!allowed.includes(op.word(name)), `invalid ${name}: ${op.attribute(name)?.text ?? ""}`);
}

function isBlock(op: OpView, descriptor: Descriptor, most: boolean): void {
  refuse(isScattered(descriptor), "Expects a non-scattered TensorDesc.");
  refuse(most && op.release < 23 && descriptor.shape.length > 2, "Expects a 1D or 2D TensorDesc.");
}

function offsetsFit(op: OpView, { shape }: Descriptor): void {
  const count = op.attribute("const_offsets")?.integers.length ?? 0;
  const isNone = count === 0 && op.release < 23;
  refuse(!isNone && count !== shape.length, "Mismatched ranks between offsets and tensor descriptor");
}

/** Whether a vector is the part of a descriptor's elements that one lane has. */
function isPart(value: TypeView, descriptor: Descriptor, count: number, name: string): boolean {
  if (value.rank !== 1 || value.count >= count) return false;
  refuse(hasLayout(descriptor), "TensorDesc doesn't need LayoutAttr for SIMT code");
  const words = `is not a valid distribution for tensor descriptor '${descriptor.text}'`;
  refuse(count % value.count !== 0, `${name} shape ${listWords(value.shape)} ${words}`);
  return true;
}

const loadsBlock: OpCheck = (op) => {
  const [descriptor, value] = [tensorDesc(op.operand(0)), op.result()];
  isBlock(op, descriptor, true);
  hints(op, READS);
  const length = numberIn(descriptor, "array_length");
  if (isPart(value, descriptor, product(descriptor.shape) * length, "Result")) return;
  const order = op.attribute("transpose")?.integers;
  const isOrder = order?.every((from) => from >= 0 && from < descriptor.shape.length) === true;
  const shape = isOrder ? order.map((from) => known(descriptor.shape[from])) : [...descriptor.shape];
  if (op.has("packed") && descriptor.shape.length === 2) {
    const factor = known(value.shape.at(-1));
    shape.splice(0, shape.length, Math.trunc(known(shape[0]) / factor), ...shape.slice(1), factor);
  }
  const [first = 1, ...rest] = shape;
  const fits = [length > 1 ? [length, ...shape] : shape, ...(op.release < 23 ? [] : [[first * length, ...rest]])];
  const words = `is not consistent with tensor descriptor '${descriptor.text}'`;
  refuse(!fits.some((one) => one.join() === value.shape.join()), `Result shape ${listWords(value.shape)} ${words}`);
  offsetsFit(op, descriptor);
};

const storesBlock: OpCheck = (op) => {
  const [value, descriptor] = [op.operand(0), tensorDesc(op.operand(1))];
  isBlock(op, descriptor, true);
  hints(op, WRITES);
  refuse(numberIn(descriptor, "array_length") > 1, "array length is not supported by store_nd.");
  if (isPart(value, descriptor, product(descriptor.shape), "Value")) return;
  const words = `is not consistent with tensor descriptor '${descriptor.text}'`;
  refuse(value.shape.join() !== descriptor.shape.join(), `Value shape ${listWords(value.shape)} ${words}`);
  offsetsFit(op, descriptor);
};

/** The number of a memory space: 0 is global. */
function spaceOf(type: TypeView): number {
  const mark = type.kind === "memref" ? type.mark : "";
  if (/^\d/.test(mark)) return parseInt(mark, 10);
  return mark === "#xegpu.memory_space<slm>" ? 3 : 0;
}

function sameSpace(source: TypeView, { attributes }: Descriptor): void {
  const [from, to] = [spaceOf(source), /memory_space = +slm\b/.test(attributes.join()) ? 3 : 0];
  refuse(from !== to, `Memory space mismatch. Source: ${from}, TensorDesc: ${to}`);
}

const describesBlock: OpCheck = (op) => {
  const [source, descriptor] = [op.operand(0), tensorDesc(op.result())];
  sameSpace(source, descriptor);
  const given = (name: string): number | undefined => op.attribute(name)?.integers.length;
  const own = source.kind === "memref" ? source.rank : 0;
  const [sizes, strides] = [given("const_shape") ?? own, given("const_strides") ?? own];
  const isMissing = source.isInteger && (sizes === 0 || strides === 0);
  refuse(isMissing, "expecting strides and shape to be present for integer source.");
  const offsets = op.release < 23 ? given("const_offsets") || sizes : sizes;
  const list = op.release < 23 ? "shape, strides, offsets" : "shape, strides";
  const words = `Expecting the rank of ${list}, and source (if source is a memref) should match with each other.`;
  refuse(sizes !== strides || offsets !== sizes, words);
  const least = `Expecting the TensorDesc rank is not greater than the ranks of ${list} or the memref source.`;
  refuse(descriptor.shape.length > sizes, least);
  const isOther = source.kind === "memref" && source.element.text !== descriptor.element;
  refuse(isOther, "TensorDesc should have the same element type with the source if it is a memref.");
  isBlock(op, descriptor, false);
};

const describesParts: OpCheck = (op) => {
  const [source, offsets, descriptor] = [op.operand(0), op.operand(1), tensorDesc(op.result())];
  refuse(!isScattered(descriptor), "Expects a scattered TensorDesc.");
  sameSpace(source, descriptor);
  const chunk = numberIn(descriptor, "chunk_size");
  const shape = [...offsets.shape, ...(chunk === 1 ? [] : [chunk])];
  const words = `Incorrect TensorDesc shape. Expected is ${listWords(shape)}`;
  refuse(shape.join() !== descriptor.shape.join(), words);
};

/** Access through a descriptor, or through a pointer and offsets. */
function accesses(op: OpView, source: TypeView, hasOffsets: boolean, allowed: readonly string[]): void {
  const descriptor = descriptorOf(source);
  refuse(!descriptor && !hasOffsets, "Expects offsets.");
  refuse(descriptor !== undefined && hasOffsets, "offsets not allowed.");
  refuse(descriptor !== undefined && !isScattered(descriptor), "Expects a scattered TensorDesc.");
  hints(op, allowed);
}

const MASK = "except the chunk size dim.";

/** Elements that are gathered or scattered through a descriptor. */
function throughDescriptor(descriptor: Descriptor, mask: TypeView, value: TypeView): void {
  const chunk = numberIn(descriptor, "chunk_size");
  refuse(value.kind !== "vector" && chunk > 1, "Expecting chunk size == 1 for scalar result");
  refuse(value.kind !== "vector" && mask.kind === "vector", "Expecting a vector type result.");
  if (value.kind !== "vector") return;
  refuse(!value.element.is(descriptor.element), "Value should have the same element type as TensorDesc.");
  const { shape } = descriptor;
  const wanted = chunk > 1 ? shape.slice(0, -1) : shape;
  refuse(shapeOf(mask).join() !== wanted.join(), `Mask should match TensorDesc ${MASK}`);
  if (value.rank === 1 && value.count === chunk) {
    refuse(hasLayout(descriptor), "TensorDesc doesn't need LayoutAttr for SIMT code");
    return;
  }
  const words = `is neither a valid distribution for SIMT nor consistent with the tensor descriptor for SIMD '${descriptor.text}'`;
  refuse(value.shape.join() !== shape.join(), `Value shape ${listWords(value.shape)} ${words}`);
}

/** Elements that are gathered or scattered from a pointer. */
function throughOffsets(op: OpView, offsets: TypeView, mask: TypeView, value: TypeView): void {
  const chunk = op.attribute("chunk_size")?.integer ?? 1;
  const isMasked = mask.kind === "vector";
  const isScalar = value.kind !== "vector";
  refuse(isScalar && chunk > 1, "Expecting chunk size == 1 for scalar result");
  refuse(isScalar && (isMasked || offsets.kind === "vector"), "Expecting scalar mask and offsets.");
  if (isScalar) return;
  const words = `value elements must match chunk size ${chunk}`;
  if (!isMasked && offsets.kind !== "vector") {
    refuse(value.count !== chunk, words);
    return;
  }
  refuse(!isMasked, "Expecting a vector type mask.");
  refuse(chunk > 1 && value.rank === 1 && value.count !== chunk, words);
  refuse(chunk <= 1 && value.count !== mask.count, `Mask should match value ${MASK}`);
  if (mask.count === 1) return;
  const wanted = chunk > 1 ? value.shape.slice(0, -1) : value.shape;
  refuse(wanted.join() !== mask.shape.join(), `Mask should match value ${MASK}`);
}

/** @param value what is loaded or stored @param at the operand that says where */
const transfers =
  (value: (op: OpView) => TypeView, at: number, allowed: readonly string[]): OpCheck =>
  (op) => {
    const [source, ...rest] = op.operands.slice(at);
    if (!source) return;
    accesses(op, source, rest.length > 1, allowed);
    const [type, descriptor, mask] = [value(op), descriptorOf(source), known(rest.at(-1))];
    if (descriptor) {
      throughDescriptor(descriptor, mask, type);
      return;
    }
    const isOther = source.kind === "memref" && !source.element.isSame(type.scalar);
    refuseBare(isOther, "Value should have the same element type as MemRef.");
    throughOffsets(op, known(rest[0]), mask, type);
  };

const multiplied: OpCheck = (op) => {
  const [left, right, result] = [op.operand(0), op.operand(1), op.result()];
  const [sum] = op.operands.slice(2);
  refuse(sum?.isSame(result) === false, "Expecting the acc type to be the same as result.");
  if (left.rank === 1 && right.rank === 1 && result.rank === 1) {
    // Since 23, what the architecture asks is not checked here.
    const isWhole = op.release >= 23 || (right.count * right.element.bits) % 32 === 0;
    refuse(!isWhole, "Expecting B operand to be a multiple of 32 bits.");
    return;
  }
  // Since 23, matrices may have more dimensions.
  if (op.release > 22) unknown();
  const isFlat = left.rank === 2 && result.rank === 2 && (right.rank === 2 || right.rank === 3);
  const words = "expecting lhs and result to be a 2D vector, and rhs to be either 2D or 3D (packed) vector.";
  refuse(!isFlat, words);
  const [rows = 0, columns, packed = 1] = right.shape;
  refuse(rows * packed !== left.shape[1], "K-dimension mismatch.");
  refuse(left.shape[0] !== result.shape[0], "M-dimension mismatch.");
  refuse(columns !== result.shape[1], "N-dimension mismatch.");
};

/** The numbers of a list in an attribute: `lane_data = [1, 2]`; none if it has no such list. */
const listIn = (text: string, name: string): readonly number[] =>
  partsOf(new RegExp(`\\b${name} = \\[([^\\]]*)\\]`).exec(text)?.[1] ?? "").map(Number);

/** @param value what is moved @param names those of the two in messages */
const movesMatrix =
  (value: (op: OpView) => TypeView, memory: number, name: string): OpCheck =>
  (op) => {
    const [type, descriptor] = [value(op), known(descriptorOf(op.operand(memory), "mem"))];
    const same = `failed to verify that all of {mem_desc, ${name}} have same element type`;
    refuse(!type.scalar.is(descriptor.element), same);
    const isBlocked = op.has("subgroup_block_io");
    if (type.kind !== "vector") {
      refuseBare(isBlocked, "subgroup_block_io are only allowed when result is a VectorType.");
      return;
    }
    refuseBare(op.release < 23 && descriptor.shape.length !== 2, "mem_desc must be 2D.");
    if (isBlocked) inBlocks(op.attribute("layout")?.text ?? "", descriptor.attributes.join());
    const isWhole = type.rank === descriptor.shape.length;
    const exceeds = isWhole && type.shape.some((size, i) => size > known(descriptor.shape[i]));
    refuseBare(exceeds, "data shape must not exceed mem_desc shape.");
  };

function inBlocks(layout: string, memory: string): void {
  if (!layout.startsWith("#xegpu.layout<")) unknown();
  const [data, lanes] = [listIn(layout, "lane_data"), listIn(layout, "lane_layout")];
  const start = "With subgroup_block_io,";
  const isContiguous = data.slice(0, -1).every((one) => one === 1);
  refuseBare(!isContiguous, `${start} accessed data must be contiguous and coalesced.`);
  const [block, stride] = [listIn(memory, "block"), listIn(memory, "stride")];
  if (block.length === 0 || stride.length === 0) unknown();
  data.forEach((_, i) => {
    refuseBare(lanes[i] !== block[i], `${start} the block shape must match the lane layout.`);
    const isFar = lanes[i] !== 1 && stride[i] !== 1;
    refuseBare(isFar, `${start} the distributed dimensions must be contiguous.`);
  });
}

/** By the names of ops. */
export const XEGPU: OpChecks = {
  "xegpu.create_nd_tdesc": describesBlock,
  "xegpu.prefetch_nd": (op) => {
    const descriptor = tensorDesc(op.operand(0));
    isBlock(op, descriptor, false);
    hints(op, READS);
    offsetsFit(op, descriptor);
  },
  "xegpu.load_nd": loadsBlock,
  "xegpu.store_nd": storesBlock,
  "xegpu.update_nd_offset": (op) => {
    const descriptor = tensorDesc(op.operand(0));
    isBlock(op, descriptor, false);
    refuse(op.integers("const_offsets").length !== descriptor.shape.length, "Invalid number of offsets.");
  },
  "xegpu.create_tdesc": describesParts,
  "xegpu.update_offset": (op) => {
    const descriptor = tensorDesc(op.operand(0));
    refuse(!isScattered(descriptor), "Expects a scattered TensorDesc.");
    const wanted = descriptor.shape.slice(0, numberIn(descriptor, "chunk_size") > 1 ? -1 : undefined);
    const isOther = wanted.join() !== shapeOf(op.operand(1)).join();
    refuse(isOther, `Offsets should match TensorDesc ${MASK}`);
  },
  "xegpu.prefetch": (op) => {
    const source = op.operand(0);
    accesses(op, source, op.operands.length > 1, READS);
    const hasAlignment = op.has("offset_align_byte");
    refuse(source.isInteger && !hasAlignment, "offset_align_byte is required with integer source.");
    refuse(hasAlignment && !source.isInteger, "offset_align_byte only allowed with integer source.");
  },
  "xegpu.load": transfers((op) => op.result(), 0, READS),
  "xegpu.store": transfers((op) => op.operand(0), 1, WRITES),
  "xegpu.atomic_rmw": (op) => {
    const descriptor = descriptorOf(op.operand(0));
    const shapes = [op.operand(2), op.result()].map(({ shape }) => shape.join());
    const isOther = descriptor !== undefined && shapes.some((shape) => shape !== descriptor.shape.join());
    refuse(isOther, "failed to verify that all of {tensorDesc, value, result} have same shape");
  },
  "xegpu.dpas": multiplied,
  "xegpu.load_matrix": movesMatrix((op) => op.result(), 0, "res"),
  "xegpu.store_matrix": movesMatrix((op) => op.operand(0), 1, "data"),
  "xegpu.create_mem_desc": (op) => {
    const [source, descriptor] = [op.operand(0), known(descriptorOf(op.result(), "mem"))];
    const bits = bitsOf(descriptor.element);
    const isSame = source.count * source.element.bits === product(descriptor.shape) * bits;
    refuse(!isSame, "failed to verify that all of {source, mem_desc} have same size in bits");
  },
};
