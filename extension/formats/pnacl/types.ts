/** PNaCl's types, one object for each, so that equal types are identical. Source: the PNaCl bitcode manual, "Types". */

/** `name` is the type's unique spelling in messages; `id` its index in the table that made it. */
interface Named {
  readonly name: string;
  readonly id: number;
}

/** A type. */
export type Type =
  | (Named & { readonly kind: "void" | "float" | "double" })
  | (Named & { readonly kind: "integer"; readonly bits: number })
  | (Named & { readonly kind: "vector"; readonly count: number; readonly element: Type })
  | FunctionType;

/** A function's type. PNaCl rejects variable arguments, although they can be encoded. */
export interface FunctionType extends Named {
  readonly kind: "function";
  readonly result: Type;
  readonly params: readonly Type[];
  readonly variadic: boolean;
}

/** No value. */
export const VOID: Type = { kind: "void", name: "void", id: 0 };
/** 32-bit floating point. */
export const FLOAT: Type = { kind: "float", name: "float", id: 1 };
/** 64-bit floating point. */
export const DOUBLE: Type = { kind: "double", name: "double", id: 2 };
const I1: Type = { kind: "integer", bits: 1, name: "i1", id: 3 };
const I32: Type = { kind: "integer", bits: 32, name: "i32", id: 4 };
const PRIMITIVES = [VOID, FLOAT, DOUBLE, I1, I32];

/** The result of a comparison. */
export const COMPARISON = I1;
/** The type of pointers: 32-bit integers. */
export const POINTER = I32;

/** Makes types, each once for a document. */
export class TypeTable {
  private readonly list: Type[] = [...PRIMITIVES];
  private readonly made = new Map<string, Type>(PRIMITIVES.map((t) => [t.name, t]));

  /** The type with this id; void if there is none. */
  byId(id: number): Type {
    return this.list[id] ?? VOID;
  }
  integer(bits: number): Type {
    return this.intern(`i${bits}`, (name, id) => ({ kind: "integer", bits, name, id }));
  }
  vector(count: number, element: Type): Type {
    return this.intern(`<${count} x ${element.name}>`, (name, id) => ({ kind: "vector", count, element, name, id }));
  }
  function(result: Type, params: readonly Type[], variadic: boolean): FunctionType {
    const list = params.map((p) => p.name);
    if (variadic) list.push("...");
    const make = (name: string, id: number): FunctionType => ({ kind: "function", result, params, variadic, name, id });
    return this.intern(`${result.name} (${list.join(", ")})`, make);
  }
  private intern<T extends Type>(name: string, make: (name: string, id: number) => T): T {
    // The name determines the kind: the type found was made by the same method.
    const found = this.made.get(name) as T | undefined;
    if (found) return found;
    const type = make(name, this.list.length);
    this.list.push(type);
    this.made.set(name, type);
    return type;
  }
}

/** The element of a vector, else the type itself. */
export function scalarOf(type: Type): Type {
  return type.kind === "vector" ? type.element : type;
}
/** Whether it is float or double. */
export function isFloating(type: Type): boolean {
  return type.kind === "float" || type.kind === "double";
}
/** Whether a value can have this type: neither void nor a function. */
export function isValueType(type: Type): boolean {
  return type.kind !== "void" && type.kind !== "function";
}

/** Bits of a scalar; 0 for types without a size. */
function scalarBits(type: Type): number {
  switch (type.kind) {
    case "integer":
      return type.bits;
    case "float":
      return 32;
    case "double":
      return 64;
    case "void":
    case "vector":
    case "function":
      return 0;
  }
}

/** Elements of the vectors that the PNaCl ABI allows, by element type. */
const VECTOR_SIZES: Readonly<Record<string, readonly number[]>> = {
  i1: [4, 8, 16],
  i8: [16],
  i16: [8],
  i32: [4],
  float: [4],
};
const INTEGER_WIDTHS: readonly number[] = [1, 8, 16, 32, 64];

/** Whether PNaCl has integers of this many bits. */
export function isAllowedInteger(bits: number): boolean {
  return INTEGER_WIDTHS.includes(bits);
}
/** Whether it is a vector that the ABI allows. */
export function isValidVector(type: Type): boolean {
  return type.kind === "vector" && (VECTOR_SIZES[type.element.name]?.includes(type.count) ?? false);
}
/** Whether it is void, a floating point type or an integer that PNaCl has. */
export function isValidScalar(type: Type): boolean {
  if (type.kind === "integer") return isAllowedInteger(type.bits);
  return type.kind === "void" || isFloating(type);
}
/** Whether the ABI allows it for parameters and results: no integers narrower than 32 bits. */
export function isValidParameter(type: Type): boolean {
  if (type.kind === "integer") return isAllowedInteger(type.bits) && type.bits >= 32;
  return isValidScalar(type) || isValidVector(type);
}
/** Whether the ABI allows all of a function's types. */
export function isValidFunction(type: FunctionType): boolean {
  return !type.variadic && isValidParameter(type.result) && type.params.every(isValidParameter);
}
/** Whether arithmetic is defined on it: integers except i1, and allowed vectors of them. */
export function isArithmeticInteger(type: Type): boolean {
  const scalar = isValidVector(type) ? scalarOf(type) : type;
  return scalar.kind === "integer" && scalar.bits !== 1 && isAllowedInteger(scalar.bits);
}

/**
 * Whether the ABI allows a load or store of this type with this alignment (bytes): 1 for scalars, also the size of
 * floating point types, the element's size for vectors.
 */
export function isAllowedAlignment(type: Type, alignment: number): boolean {
  if (type.kind === "vector") return type.element !== I1 && alignment * 8 === scalarBits(type.element);
  if (alignment === 1) return true;
  return (type.kind === "double" && alignment === 8) || (type.kind === "float" && alignment === 4);
}

/** Whether LLVM's cast instruction of that name is defined from one type to the other. */
export function isValidCast(cast: string, from: Type, to: Type): boolean {
  if (!isValueType(from) || !isValueType(to)) return false;
  const [a, b] = [scalarOf(from), scalarOf(to)];
  const [fromCount, toCount] = [from, to].map((t) => (t.kind === "vector" ? t.count : 0));
  if (cast === "bitcast") {
    return scalarBits(a) * Math.max(1, fromCount ?? 0) === scalarBits(b) * Math.max(1, toCount ?? 0);
  }
  if (fromCount !== toCount) return false;
  const grows = scalarBits(a) < scalarBits(b);
  const shrinks = scalarBits(a) > scalarBits(b);
  const [integerFrom, integerTo] = [a.kind === "integer", b.kind === "integer"];
  switch (cast) {
    case "trunc":
      return integerFrom && integerTo && shrinks;
    case "zext":
    case "sext":
      return integerFrom && integerTo && grows;
    case "fptrunc":
      return !integerFrom && !integerTo && shrinks;
    case "fpext":
      return !integerFrom && !integerTo && grows;
    case "uitofp":
    case "sitofp":
      return integerFrom && !integerTo;
    case "fptoui":
    case "fptosi":
      return !integerFrom && integerTo;
    default:
      return false;
  }
}
