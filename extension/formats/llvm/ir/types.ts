/** Types of LLVM IR. */
import type { Release } from "./releases";

/** The first release that reads `x86_mmx` as `<1 x i64>`: LLVM 20. */
export const WITHOUT_MMX: Release = 21;

/** Types without parts. */
export type SimpleTypeKind =
  | "void"
  | "half"
  | "bfloat"
  | "float"
  | "double"
  | "x86_fp80"
  | "fp128"
  | "ppc_fp128"
  | "label"
  | "metadata"
  | "x86_mmx"
  | "x86_amx"
  | "token";

/** What all types have. */
interface Numbered {
  /** Its number among the types of its module, from 0; tables by type are arrays. */
  readonly serial: number;
}

/** A type without parts. */
export interface SimpleType extends Numbered {
  readonly kind: SimpleTypeKind;
}
/** `i32`; its width is in bits. */
export interface IntegerType extends Numbered {
  readonly kind: "integer";
  readonly width: number;
}
/** `b32`: bytes of memory that may hold a number or a pointer (LLVM 23); its width is in bits. */
export interface ByteType extends Numbered {
  readonly kind: "byte";
  readonly width: number;
}
/** How many address spaces a pointer's type can tell apart: it keeps the lower bits of a number. */
export const ADDRESS_SPACES = 2 ** 24;
/**
 * A pointer. It keeps the pointee that the file states even if the release prints `ptr`: records without explicit types
 * need it.
 */
export interface PointerType extends Numbered {
  readonly kind: "pointer";
  /** Undefined for an opaque pointer. */
  readonly pointee: Type | undefined;
  readonly addressSpace: number;
}
/** `i32 (ptr, ...)`. */
export interface FunctionType extends Numbered {
  readonly kind: "function";
  readonly vararg: boolean;
  readonly result: Type;
  readonly params: readonly Type[];
}
/** `[4 x i32]`. */
export interface ArrayType extends Numbered {
  readonly kind: "array";
  /** Number of elements; a bigint past 2^53. */
  readonly count: number | bigint;
  readonly element: Type;
}
/** `<4 x i32>`, `<vscale x 4 x i32>`; `count` is the (minimum) number of elements. */
export interface VectorType extends Numbered {
  readonly kind: "vector";
  readonly count: number;
  readonly scalable: boolean;
  readonly element: Type;
}
/** A literal struct (`{ i32, ptr }`), or an identified one, which has a name or is numbered in the text (`%0`). */
export interface StructType extends Numbered {
  readonly kind: "struct";
  readonly identified: boolean;
  /** Name of an identified struct (a byte string), `""` for a numbered one. */
  readonly name: string;
  readonly packed: boolean;
  /** Undefined for an opaque struct, which has no body. */
  readonly elements: readonly Type[] | undefined;
}
/** `target("spirv.Image", void, 1)`. */
export interface TargetType extends Numbered {
  readonly kind: "target";
  readonly name: string;
  readonly types: readonly Type[];
  readonly integers: readonly number[];
}

/**
 * A type. Equal structures are one object within a module (so `===` compares them), except that each identified struct
 * is distinct. The graph may be cyclic through identified structs and pointers.
 */
export type Type =
  SimpleType | IntegerType | ByteType | PointerType | FunctionType | ArrayType | VectorType | StructType | TargetType;

/** Index in the module's TYPE table. */
export type TypeId = number;

/** The element type of a vector; any other type itself. */
export function scalarOf(type: Type): Type {
  return type.kind === "vector" ? type.element : type;
}

/** The floating-point types, with their sizes in bits. */
export const FLOATING_BITS: ReadonlyMap<string, number> = new Map<SimpleTypeKind, number>([
  ["half", 16],
  ["bfloat", 16],
  ["float", 32],
  ["double", 64],
  ["x86_fp80", 80],
  ["fp128", 128],
  ["ppc_fp128", 128],
]);

/** Whether it is one of the seven floating-point types (not a vector). */
export function isFloating(type: Type): boolean {
  return FLOATING_BITS.has(type.kind);
}

/** The first releases that take fast-math flags of floats, of arrays of them, and of literal structs of equal types. */
const [FAST_FLOATS, FAST_ARRAYS, FAST_STRUCTS]: readonly [Release, Release, Release] = [3, 11, 21];
/**
 * The first release whose phis, selects and calls of this type take fast-math flags; undefined if none does. They are
 * floats or vectors of them, arrays of these, or structs with floats or vectors of one type. Source: FPMathOperator.
 */
export function fastMathSince(type: Type): Release | undefined {
  let [inner, since]: readonly [Type, Release] = [type, FAST_FLOATS];
  if (type.kind === "struct" && !type.identified && new Set(type.elements).size === 1)
    [inner, since] = [type.elements?.[0] ?? type, FAST_STRUCTS];
  else if (type.kind === "array") since = FAST_ARRAYS;
  while (since === FAST_ARRAYS && inner.kind === "array") inner = inner.element;
  return isFloating(scalarOf(inner)) ? since : undefined;
}

/**
 * The types directly inside a type, in the reference's order of subtypes.
 * @param opaque whether pointers count as opaque, without a pointee
 */
export function subtypes(type: Type, opaque: boolean): readonly Type[] {
  switch (type.kind) {
    case "pointer":
      return type.pointee && !opaque ? [type.pointee] : [];
    case "function":
      return [type.result, ...type.params];
    case "array":
    case "vector":
      return [type.element];
    case "struct":
      return type.elements ?? [];
    case "target":
      return type.types;
    default:
      return [];
  }
}

/** The kinds of type that a floating-point constant can have. */
export type FloatKind = Extract<
  SimpleTypeKind,
  "half" | "bfloat" | "float" | "double" | "x86_fp80" | "fp128" | "ppc_fp128"
>;
