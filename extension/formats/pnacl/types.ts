/** PNaCl's types, one object for each, so that equal types are identical. Source: the PNaCl bitcode manual, "Types". */

/** `name` is the type's spelling in messages, and unique; `id` its place in the table that made it. */
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

/** A function's type. Variable arguments are refused by PNaCl, and yet can be written. */
export interface FunctionType extends Named {
  readonly kind: "function";
  readonly result: Type;
  readonly params: readonly Type[];
  readonly variadic: boolean;
}

export const VOID: Type = { kind: "void", name: "void", id: 0 };
export const FLOAT: Type = { kind: "float", name: "float", id: 1 };
export const DOUBLE: Type = { kind: "double", name: "double", id: 2 };
const I1: Type = { kind: "integer", bits: 1, name: "i1", id: 3 };
const I32: Type = { kind: "integer", bits: 32, name: "i32", id: 4 };
const PRIMITIVES = [VOID, FLOAT, DOUBLE, I1, I32];

/** The result of a comparison. */
export const COMPARISON = I1;
/** Pointers are plain 32-bit integers. */
export const POINTER = I32;

/** Makes types; each is made once in a document. */
export class TypeTable {
  private readonly list: Type[] = [...PRIMITIVES];
  private readonly made = new Map<string, Type>(PRIMITIVES.map((t) => [t.name, t]));

  /** The type that has this id. */
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
    // A name tells the kind: whatever is there was made by the same method.
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
export function isFloating(type: Type): boolean {
  return type.kind === "float" || type.kind === "double";
}
/** Whether it is what a value can be of: not void, no function. */
export function isValueType(type: Type): boolean {
  return type.kind !== "void" && type.kind !== "function";
}

/** Bits of a scalar; 0 for what has no size. */
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

export function isAllowedInteger(bits: number): boolean {
  return INTEGER_WIDTHS.includes(bits);
}
export function isValidVector(type: Type): boolean {
  return type.kind === "vector" && (VECTOR_SIZES[type.element.name]?.includes(type.count) ?? false);
}
export function isValidScalar(type: Type): boolean {
  if (type.kind === "integer") return isAllowedInteger(type.bits);
  return type.kind === "void" || isFloating(type);
}
/** Whether the ABI lets a function take or return it: nothing narrower than 32 bits. */
export function isValidParameter(type: Type): boolean {
  if (type.kind === "integer") return isAllowedInteger(type.bits) && type.bits >= 32;
  return isValidScalar(type) || isValidVector(type);
}
export function isValidFunction(type: FunctionType): boolean {
  return !type.variadic && isValidParameter(type.result) && type.params.every(isValidParameter);
}
/** Whether arithmetic is defined on it: integers but i1, and the allowed vectors of them. */
export function isArithmeticInteger(type: Type): boolean {
  const scalar = isValidVector(type) ? scalarOf(type) : type;
  return scalar.kind === "integer" && scalar.bits !== 1 && isAllowedInteger(scalar.bits);
}

/** Whether a load or store of the type may be aligned so (bytes): integers 1, floating also their size, vectors their element's. */
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
