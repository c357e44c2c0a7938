/**
 * The types of slices (SubViewOp::verify of memref, ExtractSliceOp::verify and InsertSliceOp::verify of tensor): the sizes, the
 * elements, and of a memref the memory space and the layout.
 */
import { isIdentityMap } from "../attributes/affine/identity";
import type { AttributeNode, TypeNode } from "../model/node";
import { DYNAMIC } from "../model/node";
import type { CheckedOp } from "./checkedOp";
import { affineLayout, stridedLayout } from "./ops/memory";
import type { SpelledEntries } from "./signature";

type Memref = Extract<TypeNode, { readonly kind: "memref" }>;
/** Offset and strides in elements; `DYNAMIC` for one that is not known. */
interface Layout {
  readonly offset: bigint;
  readonly strides: readonly bigint[];
}

/** The fault of `memref.subview`, in the reference's words; undefined if none is certain. */
export function subviewFault(op: CheckedOp, entries: SpelledEntries): string | undefined {
  const [from, to] = [op.operands.at(0), op.results.at(0)];
  const [source, result] = [entries.type(from), entries.type(to)];
  if (source.kind !== "memref" || result.kind !== "memref") return undefined;
  const got = `but got '${entries.typeText(to)}'`;
  const [before, after] = [source, result].map(({ space }) => spaceText(space, entries));
  if (before !== after)
    return `different memory spaces specified for base memref type '${entries.typeText(from)}' and subview memref type '${entries.typeText(to)}'`;
  const sizes = op.integers("static_sizes");
  if (!sizes) return undefined;
  if (result.shape.length > sizes.length)
    return `expected result rank to be smaller or equal to the source rank, ${got}`;
  if (!isReduced(sizes, shape(result)))
    return `expected result type to have the slice's sizes or a rank-reduced version. (mismatch of result sizes), ${got}`;
  if (!entries.isSame(source.element, result.element))
    return `expected result element type to be '${entries.typeText(source.element)}', ${got}`;
  return layoutFits(op, source, result, entries)
    ? boundsFault(op, source)
    : `expected result type to have the slice's layout or a rank-reduced version. (mismatch of result layout), ${got}`;
}

/** The fault of `tensor.extract_slice`, and of the ops that insert, whose slice is the first operand. */
export function sliceTypeFault(op: CheckedOp, entries: SpelledEntries): string | undefined {
  const inserts = op.name !== "tensor.extract_slice";
  const whole = entries.type(op.operands.at(inserts ? 1 : 0));
  const slice = entries.type(inserts ? op.operands.at(0) : op.results.at(0));
  const sizes = op.integers("static_sizes");
  if (whole.kind !== "tensor" || slice.kind !== "tensor" || !sizes) return undefined;
  const what = "expected type to have the slice's sizes or a rank-reduced version.";
  if (slice.shape.length > sizes.length) return `${what} (rank too large)`;
  if (!isReduced(sizes, shape(slice))) return `${what} (size mismatch)`;
  if (entries.isSame(whole.element, slice.element)) return boundsFault(op, whole);
  return `expected element type to be '${entries.typeText(whole.element)}'`;
}

/** What a slice takes that is beyond the end of what it is taken from (verifyInBoundsSlice, since MLIR 21). */
function boundsFault(
  op: CheckedOp,
  whole: Extract<TypeNode, { readonly kind: "memref" | "tensor" }>,
): string | undefined {
  if (op.release < 21) return undefined;
  const [offsets, sizes, steps] = ["offsets", "sizes", "strides"].map((name) => op.integers(`static_${name}`));
  for (const [i, length] of shape(whole).entries()) {
    const [offset = DYNAMIC, size = DYNAMIC, step = DYNAMIC] = [offsets?.[i], sizes?.[i], steps?.[i]];
    if (length === DYNAMIC || offset === DYNAMIC) continue;
    if (offset >= length) return `offset ${i} is out-of-bounds: ${offset} >= ${length}`;
    const last = offset + (size - 1n) * step;
    if (size !== DYNAMIC && step !== DYNAMIC && last >= length)
      return `slice along dimension ${i} runs out-of-bounds: ${last} >= ${length}`;
  }
  return undefined;
}

const shape = (type: Extract<TypeNode, { readonly kind: "memref" | "tensor" }>): readonly bigint[] =>
  type.shape.map(BigInt);

/** Whether a shape is that of a slice, from which dimensions of size 1 may be left out (computeRankReductionMask). */
export function isReduced(sizes: readonly bigint[], found: readonly bigint[]): boolean {
  let next = 0;
  for (const size of sizes) {
    if (found[next] === size) next++;
    else if (size !== 1n) return false;
  }
  return next === found.length;
}

/** A memory space as it is printed; 0 is the same as none. */
function spaceText(space: number | undefined, entries: SpelledEntries): string {
  const node = space === undefined ? undefined : entries.attribute(space);
  if (space === undefined || (node?.kind === "integer" && node.value === 0n)) return "";
  return entries.attributeText(space);
}

/** Whether the layout of a subview is that of its source moved and stretched, or may be. */
function layoutFits(op: CheckedOp, source: Memref, result: Memref, entries: SpelledEntries): boolean {
  const [whole, part] = [layoutOf(source, entries), layoutOf(result, entries)];
  const [offsets, steps] = [op.integers("static_offsets"), op.integers("static_strides")];
  if (!whole || !part || offsets?.length !== whole.strides.length || steps?.length !== whole.strides.length)
    return true;
  const offset = offsets.reduce((sum, value, i) => plus(sum, times(value, whole.strides[i] ?? 0n)), whole.offset);
  if (offset !== part.offset) return false;
  const strides = whole.strides.map((stride, i) => times(stride, steps[i] ?? 0n));
  const kept = keptOf(strides, part.strides.length, op.integers("static_sizes"));
  return !kept || part.strides.every((stride, i) => stride === kept[i]);
}

/** The strides of the dimensions that remain; undefined if sizes of 1 remain too, so that the sizes do not tell which. */
function keptOf(
  strides: readonly bigint[],
  rank: number,
  sizes: readonly bigint[] | undefined,
): readonly bigint[] | undefined {
  if (rank === strides.length) return strides;
  const kept = strides.filter((_, i) => sizes?.[i] !== 1n);
  return kept.length === rank ? kept : undefined;
}

const plus = (a: bigint, b: bigint): bigint => (a === DYNAMIC || b === DYNAMIC ? DYNAMIC : a + b);
const times = (a: bigint, b: bigint): bigint => {
  if (a === 0n || b === 0n) return 0n;
  return a === DYNAMIC || b === DYNAMIC ? DYNAMIC : a * b;
};

/** A size in a layout's text. */
const SIZE = /^(?:\?|-?\d+)$/;

/** Offset and strides of a memref (MemRefType::getStridesAndOffset); undefined if its layout is another map. */
function layoutOf(type: Memref, entries: SpelledEntries): Layout | undefined {
  const node: AttributeNode = entries.attribute(type.layout);
  if (node.kind === "stridedLayout") return { offset: BigInt(node.offset), strides: node.strides.map(BigInt) };
  if (node.kind === "affineMap" ? node.identity : node.kind === "assembly" && isIdentityMap(node.text))
    return { offset: 0n, strides: denseStrides(shape(type)) };
  const text = (node.kind === "assembly" ? node.text : entries.shortText("attribute", type.layout)) ?? "";
  const found = stridedLayout(text) ?? affineLayout(text);
  // The text of a damaged file may have anything else.
  if (!found || ![found.offset, ...found.strides].every((word) => SIZE.test(word))) return undefined;
  const number = (word: string): bigint => (word === "?" ? DYNAMIC : BigInt(word));
  return { offset: number(found.offset), strides: found.strides.map(number) };
}

/** The strides of elements in order: the products of the sizes that follow. */
function denseStrides(sizes: readonly bigint[]): readonly bigint[] {
  let stride = 1n;
  const strides = [...sizes].reverse().map((size) => {
    const own = stride;
    stride = size === DYNAMIC || stride === DYNAMIC ? DYNAMIC : stride * size;
    return own;
  });
  return strides.reverse();
}
