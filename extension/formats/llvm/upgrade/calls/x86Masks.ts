/**
 * Helpers to upgrade AVX-512's intrinsics with masks: they become the operation without a mask, and a selection by the
 * mask's bits. Source: getX86MaskVec, EmitX86Select, ApplyX86MaskOn1BitsVec of LLVM 9 and later.
 */
import { upTo } from "../../../../document/arrays";
import type { ValueId } from "../../ir/ids";
import type { Type } from "../../ir/types";
import { callMasked } from "./masked";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import { bitsOf, quotient, vectorOf } from "../typeRelations";
import { pointerTo } from "./x86";

type Expand = Expansion["expand"];

/** The minimum width of a mask in bits. */
const MIN_BITS = 8;

/** The bits of a constant mask; undefined for other masks. */
function constantMask(r: Rewriting, mask: ValueId): bigint | undefined {
  const value = r.valueOf(mask);
  if (value?.kind === "null") return 0n;
  return value?.kind === "integer" ? BigInt.asUintN(widthOf(r, mask), BigInt(value.value)) : undefined;
}
function widthOf(r: Rewriting, mask: ValueId): number {
  const type = r.typeOf(mask);
  return type.kind === "integer" ? type.width : MIN_BITS;
}
/** Whether a mask is a constant of all ones. */
function selectsAll(r: Rewriting, mask: ValueId): boolean {
  return constantMask(r, mask) === (1n << BigInt(widthOf(r, mask))) - 1n;
}

/** A mask as a vector of all its bits; IRBuilder leaves a constant expression of a constant with zeros and ones. */
function wholeVector(r: Rewriting, mask: ValueId): ValueId {
  const { i1 } = r.interner;
  const width = widthOf(r, mask);
  const bits = constantMask(r, mask);
  if (bits === undefined) return r.recast(mask, r.interner.vector(i1, width, false));
  if (bits !== 0n && bits !== (1n << BigInt(width)) - 1n) {
    const one = r.aggregate([mask], r.typeOf(mask));
    return r.expression("bitcast", r.interner.vector(i1, width, false), [one]);
  }
  const elements = upTo(width).map((i) => -Number((bits >> BigInt(i)) & 1n));
  return r.vector(elements, i1);
}
/** The lowest `count` bits of a mask as a vector. */
export function maskVector(r: Rewriting, mask: ValueId, count: number): ValueId {
  const vector = wholeVector(r, mask);
  if (count >= MIN_BITS) return vector;
  const whole = r.valueOf(vector);
  if (whole?.kind === "null") return r.uniform("null", r.interner.vector(r.interner.i1, count, false));
  if (whole?.kind === "aggregate") return r.aggregate(whole.elements.slice(0, count), r.interner.i1);
  if (whole?.kind === "expression") {
    const bit = (i: number): ValueId =>
      r.expression("extractelement", r.interner.i1, [vector, r.integer(i, r.interner.i32)]);
    return r.aggregate(upTo(count).map(bit), r.interner.i1);
  }
  return r.shuffle(vector, vector, upTo(count), "extract");
}

/** `made` where the mask has ones, `other` where it has zeros. */
export function selected(r: Rewriting, mask: ValueId, made: ValueId, other: ValueId): ValueId {
  if (selectsAll(r, mask)) return made;
  return r.select(maskVector(r, mask, vectorOf(r.typeOf(made)).count), made, other);
}
/** The same for scalars, by the mask's lowest bit. */
export function selectedLowest(r: Rewriting, mask: ValueId, made: ValueId, other: ValueId): ValueId {
  if (selectsAll(r, mask)) return made;
  const vector = wholeVector(r, mask);
  const { i1, i64 } = r.interner;
  const isConstant = r.valueOf(vector)?.kind === "expression";
  const bit = isConstant ? r.expression("extractelement", i1, [vector, r.integer(0, i64)]) : r.extract(vector, 0);
  return r.select(bit, made, other);
}

/**
 * Extends a rule for the plain operation to an intrinsic whose last two operands are the value for zeros in the mask,
 * and the mask.
 */
export function masked(expand: Expand): Expand {
  return (r) => {
    const made = expand(r);
    const { length } = r.call.operands;
    return made === undefined ? undefined : selected(r, r.argument(length - 1), made, r.argument(length - 2));
  };
}
/** Like {@link masked}, but the mask is the operand at this index, and others may follow it. */
export function maskedAt(place: number, expand: Expand): Expand {
  return (r) => {
    const made = expand(r);
    return made === undefined ? undefined : selected(r, r.argument(place), made, r.argument(place - 1));
  };
}
/** Like {@link masked}, for an intrinsic that has a mask only if it has this many operands. */
export function maskedIf(count: number, expand: Expand): Expand {
  return (r) => (r.call.operands.length === count ? masked(expand)(r) : expand(r));
}

/** A vector of bits with zeros appended; a constant if the bits are. */
function widened(r: Rewriting, bits: ValueId, count: number): ValueId {
  const { i1 } = r.interner;
  const known = r.valueOf(bits);
  if (known?.kind === "null") return r.uniform("null", r.interner.vector(i1, MIN_BITS, false));
  if (known?.kind === "aggregate") {
    const zeros = upTo(MIN_BITS - count).map(() => r.integer(0, i1));
    return r.aggregate([...known.elements, ...zeros], i1);
  }
  const places = upTo(MIN_BITS).map((i) => (i < count ? i : count + (i % count)));
  return r.shuffle(bits, r.uniform("null", r.typeOf(bits)), places);
}

/** A vector of bits as a mask, combined with `mask` if given. */
export function maskOf(r: Rewriting, vector: ValueId, mask?: ValueId): ValueId {
  const { count } = vectorOf(r.typeOf(vector));
  let bits = vector;
  if (mask !== undefined && !selectsAll(r, mask)) bits = r.binary("and", bits, maskVector(r, mask, count));
  if (count < MIN_BITS) bits = widened(r, bits, count);
  return r.recast(bits, r.interner.integer(Math.max(count, MIN_BITS)));
}

/** The rounding mode that means the current direction. */
const CURRENT_DIRECTION = 4;
/** Whether the operand at this index exists and requests a rounding mode. */
export function rounds(r: Rewriting, place: number): boolean {
  if (r.call.operands.length <= place) return false;
  return r.host.values.integerOf(r.argument(place)) !== CURRENT_DIRECTION;
}

/** An operation on masks of 16 bits. */
export function ofMasks(operation: (r: Rewriting, left: ValueId, right: ValueId) => ValueId): Expand {
  return (r) => {
    const [left, right] = [0, 1].map((i) => maskVector(r, r.argument(i), 16));
    return r.recast(operation(r, left as ValueId, right as ValueId), r.call.type);
  };
}
/** The value with all bits inverted. */
export function complement(r: Rewriting, value: ValueId): ValueId {
  const type = vectorOf(r.typeOf(value));
  return r.binary("xor", value, r.vector(Array<number>(type.count).fill(-1), type.element));
}
/** The lower halves of two masks, concatenated. */
export function joinedMasks(r: Rewriting): ValueId {
  const { type } = r.call;
  const { count } = vectorOf(r.interner.vector(r.interner.i1, type.kind === "integer" ? type.width : 0, false));
  const [left, right] = [0, 1].map((i) => maskVector(r, r.argument(i), count)) as [ValueId, ValueId];
  const half = (vector: ValueId): ValueId => r.shuffle(vector, vector, upTo(quotient(count, 2)));
  const [low, high] = [half(left), half(right)];
  return r.recast(r.shuffle(high, low, upTo(count)), r.call.type);
}
/** Whether the union of two masks is all zeros, or all ones. */
export function testedMasks(r: Rewriting): ValueId {
  const [left, right] = [0, 1].map((i) => maskVector(r, r.argument(i), 16)) as [ValueId, ValueId];
  const i16 = r.interner.integer(16);
  const made = r.recast(r.binary("or", left, right), i16);
  const equal = r.compare("eq", made, r.integer(r.callee.includes("kortestc") ? -1 : 0, i16));
  return r.cast("zext", equal, r.interner.i32);
}

function alignmentOf(type: Type, aligned: boolean): number {
  return aligned ? bitsOf(type) / 8 : 1;
}
/** Stores the elements selected by the mask. */
export function storeMasked(r: Rewriting, mask: ValueId, aligned: boolean): undefined {
  const data = r.argument(1);
  const type = vectorOf(r.typeOf(data));
  const pointer = pointerTo(r, r.argument(0), type, "");
  const alignment = alignmentOf(type, aligned);
  if (selectsAll(r, mask)) r.store(data, pointer, alignment);
  else callMasked(r, "store", { pointer, alignment, before: [data], after: [maskVector(r, mask, type.count)] });
}
/** Loads the elements selected by the mask. */
export function loadMasked(aligned: boolean): Expand {
  return (r) => {
    const type = vectorOf(r.call.type);
    const pointer = pointerTo(r, r.argument(0), type, "");
    const alignment = alignmentOf(type, aligned);
    if (selectsAll(r, r.argument(2))) return r.load(pointer, type, alignment);
    const after = [maskVector(r, r.argument(2), type.count), r.argument(1)];
    return callMasked(r, "load", { pointer, alignment, before: [], after });
  };
}
