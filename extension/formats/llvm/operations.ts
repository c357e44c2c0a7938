/** Names of operators, casts, predicates, flags and orderings, by their numbers in records (LLVMBitCodes.h). */

import type { Release } from "./ir/releases";
import type { Type } from "./ir/types";
import { isFloating, scalarOf } from "./ir/types";
import { CASTS, FIRST_INTEGER_PREDICATE, FLOAT_PREDICATES, INTEGER_PREDICATES } from "../bitstream/operations";

/** Integer binary operators by BinaryOpcodes. */
const INTEGER_BINARY = ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"];
/** The names for floating-point operands. */
const FLOAT_BINARY = ["fadd", "fsub", "fmul", undefined, "fdiv", undefined, "frem"];

/** The name of a binary operator, or undefined. */
export function binaryName(code: number, floating: boolean): string | undefined {
  return (floating ? FLOAT_BINARY : INTEGER_BINARY)[code];
}

/** The name of a binary operator for operands of a type, or undefined: only numbers and vectors of them have any. */
export function binaryNameFor(code: number, type: Type): string | undefined {
  const scalar = scalarOf(type);
  const floating = isFloating(scalar);
  return floating || scalar.kind === "integer" ? binaryName(code, floating) : undefined;
}

/** The name of a cast (CastOpcodes), or undefined. */
export function castName(code: number): string | undefined {
  return CASTS[code];
}

/** The first release that knows `ptrtoaddr`, the last of the casts. */
export const ADDRESS_CASTS: Release = 22;

/** The name of a comparison predicate, or undefined. */
export function predicateName(code: number): string | undefined {
  return FLOAT_PREDICATES[code] ?? INTEGER_PREDICATES[code - FIRST_INTEGER_PREDICATE];
}

/** The name of the predicate of a floating-point comparison, or of an integer's; undefined if it has no such predicate. */
export function checkedPredicate(code: number, floating: boolean): string | undefined {
  return floating ? FLOAT_PREDICATES[code] : INTEGER_PREDICATES[code - FIRST_INTEGER_PREDICATE];
}

/** Atomic read-modify-write operations (RMWOperations). */
export const RMW_OPERATIONS = [
  "xchg",
  "add",
  "sub",
  "and",
  "nand",
  "or",
  "xor",
  "max",
  "min",
  "umax",
  "umin",
  "fadd",
  "fsub",
  "fmax",
  "fmin",
  "uinc_wrap",
  "udec_wrap",
  "usub_cond",
  "usub_sat",
  "fmaximum",
  "fminimum",
  "fmaximumnum",
  "fminimumnum",
];

/** Bit of an atomicrmw's operation: each element of the vector is accessed atomically by itself (LLVM 23). */
export const RMW_ELEMENTWISE = 32;

/** The first release that reads an operation from this number on, for those that LLVM 9 does not know. */
const RMW_SINCE: readonly (readonly [first: number, release: Release])[] = [
  [21, 23],
  [17, 21],
  [15, 16],
  [13, 15],
];

/** The first release whose reader knows the operation of an atomicrmw: others refuse it. */
export function rmwSince(code: number): Release {
  return RMW_SINCE.find(([first]) => code >= first)?.[1] ?? 3;
}

/** Roundings of NVIDIA's sums and products, and operations of its reductions in memory, by the numbers of their operand. */
export const NVVM_ROUNDINGS = ["rz", "rn", "rp", "rm"];
export const NVVM_REDUCTIONS = ["add", "min", "max", "inc", "dec", "and", "or", "xor"];

/** Memory orderings (AtomicOrderingCodes) as printed. */
export const ORDERINGS = ["not_atomic", "unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst"];

/** Fast-math flags by bit (FastMathMap), in the order of printing; bit 0 is the old "unsafe algebra", which means all. */
const FAST_MATH: readonly (readonly [number, string])[] = [
  [128, "reassoc"],
  [2, "nnan"],
  [4, "ninf"],
  [8, "nsz"],
  [16, "arcp"],
  [32, "contract"],
  [64, "afn"],
];
const ALL_FAST_MATH = 254;

/** `fast`, or the names of the set flags; `""` for none. */
export function fastMathText(bits: number): string {
  if (bits === 0) return "";
  if ((bits & 1) !== 0 || (bits & ALL_FAST_MATH) === ALL_FAST_MATH) return "fast";
  return FAST_MATH.filter(([bit]) => (bits & bit) !== 0)
    .map(([, name]) => name)
    .join(" ");
}

/**
 * Operators with flags: what the flags mean depends on the operator (OverflowingBinaryOperator, PossiblyExact,
 * PossiblyDisjoint).
 */
const WRAPPING: ReadonlySet<string> = new Set(["add", "sub", "mul", "shl", "trunc"]);
const WRAPS = ["", "nuw", "nsw", "nuw nsw"];
const EXACT: ReadonlySet<string> = new Set(["udiv", "sdiv", "lshr", "ashr"]);

/** The flags of an integer operator or a cast as printed; `""` for none. */
export function integerFlagsText(opcode: string, bits: number): string {
  if (bits === 0) return "";
  if (WRAPPING.has(opcode)) return WRAPS[bits & 3] ?? "";
  if ((bits & 1) === 0) return "";
  if (EXACT.has(opcode)) return "exact";
  if (opcode === "or") return "disjoint";
  if (opcode === "addrspacecast") return "nonnull";
  return opcode === "zext" || opcode === "uitofp" ? "nneg" : "";
}

/** The flags of a getelementptr as printed (GEPNoWrapFlags): inbounds implies nusw. */
export function gepFlagsText(bits: number): string {
  const first = bits & 1 ? "inbounds" : bits & 2 ? "nusw" : "";
  return bits & 4 ? (first === "" ? "nuw" : `${first} nuw`) : first;
}

/** Whether this is the name of a cast. */
export function isCast(name: string): boolean {
  return CASTS.includes(name);
}
