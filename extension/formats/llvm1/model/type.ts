/** A type: a primitive one, or one made of others. */
import type { Traits } from "./traits";

/** The primitive types by type id (Type.h, TypeID). */
export const PRIMITIVES = [
  "void",
  "bool",
  "ubyte",
  "sbyte",
  "ushort",
  "short",
  "uint",
  "int",
  "ulong",
  "long",
  "float",
  "double",
  "label",
] as const;

/** The name of a primitive type, as the assembly prints it. */
export type PrimitiveKind = (typeof PRIMITIVES)[number];
/** The kinds of types that are made of other types, and opaque ones. */
export type DerivedKind = "function" | "struct" | "array" | "pointer" | "opaque" | "packed";

/** The kinds of types that are made of other types, in the order of their type ids. */
export const DERIVED: readonly DerivedKind[] = ["function", "struct", "array", "pointer", "opaque", "packed"];
/** The first type id, and the first slot, that is not a primitive type. */
export const FIRST_DERIVED = PRIMITIVES.length;
const NO_ELEMENTS: readonly Type[] = [];
/** A type. Slots with the same structure share one object, so that `===` compares types. Recursive types are cyclic. */
export class Type {
  /** Function: result and parameters; struct: fields; array, pointer, packed: the element. */
  elements: readonly Type[] = NO_ELEMENTS;
  /** Array, packed: number of elements. */
  length = 0;
  /** Function: whether it takes additional arguments. */
  varargs = false;
  /** The first slot with this type; part of its symbol. */
  slot = -1;
  constructor(
    readonly kind: PrimitiveKind | DerivedKind,
    /** Unique within the process, in order of creation; -1 until linked. */
    readonly id: number,
  ) {}
  /** The element's type, or a function's result. */
  get element(): Type {
    return this.elements[0] ?? VOID;
  }
}

/** The primitive types by slot, which is their type id. */
export const primitives: readonly Type[] = PRIMITIVES.map((kind, id) => {
  const type = new Type(kind, id);
  type.slot = id;
  return type;
});
/** The type `void`. */
export const VOID = primitives[0] as Type;
/** The slot of the last primitive type, `label`. */
export const LABEL_SLOT = 12;
const LABEL = primitives[LABEL_SLOT] as Type;

/** A primitive type by its kind. */
export function primitive(kind: PrimitiveKind): Type {
  return primitives[PRIMITIVES.indexOf(kind)] ?? VOID;
}

/** Whether it is one of the thirteen primitive types. */
export function isPrimitive(type: Type): boolean {
  return type.id < FIRST_DERIVED;
}

/** Whether the zero of this type is implicitly slot 0 of its plane (Reader.cpp, hasImplicitNull). */
export function hasImplicitZero(type: Type, traits: Traits): boolean {
  if (type === VOID || type === LABEL || type.kind === "opaque") return false;
  return !traits.explicitPrimitiveZeros || !isPrimitive(type);
}
