/**
 * What AVX-512's intrinsics with masks became: the operation without a mask, and a selection by the mask's bits.
 * Source: getX86MaskVec, EmitX86Select, ApplyX86MaskOn1BitsVec of LLVM 9 and later.
 */
import type { ValueId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { Type, VectorType } from "../../ir/types";
import { scalarOf } from "../../ir/types";
import { Naming } from "./mangling";
import type { Rewriting } from "./rewriting";
import type { Expansion } from "./rules";
import { bitsOf, pointerTo } from "./x86";

type Expand = Expansion["expand"];

/** The intrinsics give and take at least this many bits of a mask. */
const LEAST_BITS = 8;

/** `0`, `1`, …: the numbers below `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

/** The bits of a mask that is a constant. */
function constantMask(r: Rewriting, mask: ValueId): bigint | undefined {
  const value = r.valueOf(mask);
  if (value?.kind === "null") return 0n;
  return value?.kind === "integer" ? BigInt.asUintN(widthOf(r, mask), BigInt(value.value)) : undefined;
}
function widthOf(r: Rewriting, mask: ValueId): number {
  const type = r.typeOf(mask);
  return type.kind === "integer" ? type.width : LEAST_BITS;
}
/** Whether a mask is a constant that leaves everything. */
function leavesAll(r: Rewriting, mask: ValueId): boolean {
  return constantMask(r, mask) === (1n << BigInt(widthOf(r, mask))) - 1n;
}

/** Since when a constant mask is a vector of bits; before, IRBuilder left an expression that says how to get at them. */
const FOLDED: Release = 13;
/** A mask as a vector of all its bits. */
function wholeVector(r: Rewriting, mask: ValueId): ValueId {
  const { i1 } = r.interner;
  const width = widthOf(r, mask);
  const bits = constantMask(r, mask);
  if (bits === undefined) return r.recast(mask, r.interner.vector(i1, width, false));
  if (bits !== 0n && bits !== (1n << BigInt(width)) - 1n && r.host.release < FOLDED) {
    const one = r.aggregate([mask], r.typeOf(mask));
    return r.expression("bitcast", r.interner.vector(i1, width, false), [one]);
  }
  const elements = upTo(width).map((i) => -Number((bits >> BigInt(i)) & 1n));
  return r.vector(elements, i1);
}
/** The lowest `count` bits of a mask as a vector. */
export function maskVector(r: Rewriting, mask: ValueId, count: number): ValueId {
  const vector = wholeVector(r, mask);
  if (count >= LEAST_BITS) return vector;
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
  if (leavesAll(r, mask)) return made;
  return r.select(maskVector(r, mask, (r.typeOf(made) as VectorType).count), made, other);
}
/** The same of scalars, by the mask's lowest bit. */
export function selectedLowest(r: Rewriting, mask: ValueId, made: ValueId, other: ValueId): ValueId {
  if (leavesAll(r, mask)) return made;
  return r.select(r.extract(wholeVector(r, mask), 0), made, other);
}

/** A rule about the operation alone, for the intrinsic whose last two operands are what passes through and the mask. */
export function masked(expand: Expand): Expand {
  return (r) => {
    const made = expand(r);
    const { length } = r.call.operands;
    return made === undefined ? undefined : selected(r, r.argument(length - 1), made, r.argument(length - 2));
  };
}
/** The same where the mask is the operand at this place, and others may follow. */
export function maskedAt(place: number, expand: Expand): Expand {
  return (r) => {
    const made = expand(r);
    return made === undefined ? undefined : selected(r, r.argument(place), made, r.argument(place - 1));
  };
}
/** The same for an intrinsic that has a mask if it has this many operands. */
export function maskedIf(count: number, expand: Expand): Expand {
  return (r) => (r.call.operands.length === count ? masked(expand)(r) : expand(r));
}

/** A vector of bits with zeros behind it; of a constant it is one. */
function widened(r: Rewriting, bits: ValueId, count: number): ValueId {
  const { i1 } = r.interner;
  const known = r.valueOf(bits);
  if (known?.kind === "null") return r.uniform("null", r.interner.vector(i1, LEAST_BITS, false));
  if (known?.kind === "aggregate") {
    const zeros = upTo(LEAST_BITS - count).map(() => r.integer(0, i1));
    return r.aggregate([...known.elements, ...zeros], i1);
  }
  const places = upTo(LEAST_BITS).map((i) => (i < count ? i : count + (i % count)));
  return r.shuffle(bits, r.uniform("null", r.typeOf(bits)), places);
}

/** A vector of bits as the number that a mask is, without those that `mask` does not have. */
export function maskOf(r: Rewriting, vector: ValueId, mask?: ValueId): ValueId {
  const { count } = r.typeOf(vector) as VectorType;
  let bits = vector;
  if (mask !== undefined && !leavesAll(r, mask)) bits = r.binary("and", bits, maskVector(r, mask, count));
  if (count < LEAST_BITS) bits = widened(r, bits, count);
  return r.recast(bits, r.interner.integer(Math.max(count, LEAST_BITS)));
}

/** The rounding mode that says nothing: the current direction. */
const CURRENT_DIRECTION = 4;
/** Whether the operand at this place is there and asks for a rounding of its own. */
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
/** Each bit turned round. */
export function complement(r: Rewriting, value: ValueId): ValueId {
  const type = r.typeOf(value) as VectorType;
  return r.binary("xor", value, r.vector(Array<number>(type.count).fill(-1), type.element));
}
/** Two masks' lower halves side by side. */
export function joinedMasks(r: Rewriting): ValueId {
  const count = scalarOf(r.call.type).kind === "integer" ? bitsOf(r.call.type) : 0;
  const [left, right] = [0, 1].map((i) => maskVector(r, r.argument(i), count)) as [ValueId, ValueId];
  const half = (vector: ValueId): ValueId => r.shuffle(vector, vector, upTo(count / 2));
  const [low, high] = [half(left), half(right)];
  return r.recast(r.shuffle(high, low, upTo(count)), r.call.type);
}
/** Whether two masks together are all zeros, or all ones. */
export function testedMasks(r: Rewriting): ValueId {
  const [left, right] = [0, 1].map((i) => maskVector(r, r.argument(i), 16)) as [ValueId, ValueId];
  const i16 = r.interner.integer(16);
  const made = r.recast(r.binary("or", left, right), i16);
  const equal = r.compare("eq", made, r.integer(r.callee.includes("kortestc") ? -1 : 0, i16));
  return r.cast("zext", equal, r.interner.i32);
}

/** The name of an intrinsic that is overloaded by these types. */
export function mangledName(r: Rewriting, stem: string, ...types: readonly Type[]): string {
  const naming = new Naming(false, r.host.release);
  return [stem, ...types.map((type) => naming.mangled(type))].join(".");
}
function alignmentOf(type: Type, aligned: boolean): number {
  return aligned ? bitsOf(type) / 8 : 1;
}
/** A store of the elements that the mask has. */
export function storeMasked(r: Rewriting, mask: ValueId, aligned: boolean): undefined {
  const data = r.argument(1);
  const type = r.typeOf(data) as VectorType;
  const pointer = pointerTo(r, r.argument(0), type, "");
  const alignment = alignmentOf(type, aligned);
  if (leavesAll(r, mask)) {
    r.store(data, pointer, alignment);
    return;
  }
  const operands = [data, pointer, r.integer(alignment, r.interner.i32), maskVector(r, mask, type.count)];
  r.callNamed(mangledName(r, "llvm.masked.store", type, r.typeOf(pointer)), r.interner.void, operands);
}
/** A load of the elements that the mask has. */
export function loadMasked(aligned: boolean): Expand {
  return (r) => {
    const type = r.call.type as VectorType;
    const pointer = pointerTo(r, r.argument(0), type, "");
    const alignment = alignmentOf(type, aligned);
    if (leavesAll(r, r.argument(2))) return r.load(pointer, type, alignment);
    const mask = maskVector(r, r.argument(2), type.count);
    const operands = [pointer, r.integer(alignment, r.interner.i32), mask, r.argument(1)];
    return r.callNamed(mangledName(r, "llvm.masked.load", type, r.typeOf(pointer)), type, operands);
  };
}
