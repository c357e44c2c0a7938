/** Which casts are valid. Source: CastInst::castIsValid. */
import { CASTS } from "../../bitstream/operations";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import { FLOATING_BITS, isFloating, scalarOf } from "../ir/types";

/** The sizes in bits of types that are no numbers. */
const SPECIAL_BITS: Readonly<Record<string, number>> = { x86_mmx: 64, x86_amx: 8192 };
/** The size of a type in bits, for bitcasts; 0 for types that have none, as in the reference. */
function bitsOf(type: Type): number {
  const scalar = scalarOf(type);
  const simple = SPECIAL_BITS[scalar.kind] ?? FLOATING_BITS.get(scalar.kind) ?? 0;
  const bits = scalar.kind === "integer" || scalar.kind === "byte" ? scalar.width : simple;
  return bits * (type.kind === "vector" ? type.count : 1);
}

type Class = "integer" | "floating" | "pointer" | "other";
function classOf(type: Type): Class {
  const scalar = scalarOf(type);
  if (scalar.kind === "integer" || scalar.kind === "pointer") return scalar.kind;
  return isFloating(scalar) ? "floating" : "other";
}

/**
 * For each cast: the class of its operand, the class of its result, and whether the result has more (1) or fewer (-1)
 * bits.
 */
const RULES: Readonly<Record<string, readonly [from: Class, to: Class, bits: -1 | 0 | 1]>> = {
  trunc: ["integer", "integer", -1],
  zext: ["integer", "integer", 1],
  sext: ["integer", "integer", 1],
  fptrunc: ["floating", "floating", -1],
  fpext: ["floating", "floating", 1],
  uitofp: ["integer", "floating", 0],
  sitofp: ["integer", "floating", 0],
  fptoui: ["floating", "integer", 0],
  fptosi: ["floating", "integer", 0],
  ptrtoint: ["pointer", "integer", 0],
  ptrtoaddr: ["pointer", "integer", 0],
  inttoptr: ["integer", "pointer", 0],
  addrspacecast: ["pointer", "pointer", 0],
};
/** The rules by the number of the cast in records. */
const RULE_OF = CASTS.map((name) => RULES[name]);

function sameCount(from: Type, to: Type): boolean {
  if (from.kind !== "vector" || to.kind !== "vector") return from.kind !== "vector" && to.kind !== "vector";
  return from.count === to.count && from.scalable === to.scalable;
}

function spaceOf(type: Type): number | undefined {
  const scalar = scalarOf(type);
  return scalar.kind === "pointer" ? scalar.addressSpace : undefined;
}

const isAggregate = ({ kind }: Type): boolean => kind === "struct" || kind === "array";
const isScalable = (type: Type): boolean => type.kind === "vector" && type.scalable;
/** A vector of pointers has as many as another, and one if it becomes a pointer. */
function samePointers(from: Type, to: Type): boolean {
  if (from.kind === "vector" && to.kind === "vector") return sameCount(from, to);
  return [from, to].every((type) => type.kind !== "vector" || (type.count === 1 && !type.scalable));
}
function isValidBitcast(from: Type, to: Type): boolean {
  if (isAggregate(from) || isAggregate(to)) return false;
  const pointers = [from, to].filter((type) => classOf(type) === "pointer").length;
  if (pointers === 2) return samePointers(from, to);
  // A bitcast does not change a pointer into another type, whatever its size, except into a byte (LLVM 23).
  if (pointers === 1) return scalarOf(from).kind === "byte" || scalarOf(to).kind === "byte";
  return bitsOf(from) === bitsOf(to) && isScalable(from) === isScalable(to);
}

/** Whether a cast (CastOpcodes) between these types is valid. */
export function isValidCast(cast: number, from: Type, to: Type): boolean {
  const rule = RULE_OF[cast];
  if (!rule) return isValidBitcast(from, to);
  const [source, target, order] = rule;
  if (classOf(from) !== source || classOf(to) !== target || !sameCount(from, to)) return false;
  if (target === source && target === "pointer") return spaceOf(from) !== spaceOf(to);
  return order === 0 || Math.sign(bitsOf(to) - bitsOf(from)) === order;
}

/** Whether a bitcast between these types, from before LLVM 3.4, changes the address space of a pointer. */
export function changesSpace(from: Type | undefined, to: Type): boolean {
  return from?.kind === "pointer" && to.kind === "pointer" && from.addressSpace !== to.addressSpace;
}

/**
 * The first release that reads such a bitcast as two casts through an i64 (UpgradeBitCastExpr, UpgradeBitCastInst).
 */
export const SPACES_BY_INTEGER: Release = 9;
