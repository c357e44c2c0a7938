/** Makes each type of a module once. */
import type {
  ArrayType,
  ByteType,
  FunctionType,
  IntegerType,
  PointerType,
  SimpleType,
  SimpleTypeKind,
  StructType,
  TargetType,
  Type,
  VectorType,
} from "./types";

/** A struct whose body can be set after others have referred to it. */
export type MutableStruct = { -readonly [K in keyof StructType]: StructType[K] };

/**
 * The run-time representation of every kind of type. All objects have one shape, so that code which looks at types
 * finds every field at the same place whatever the kind. Fields that a kind does not have stay undefined.
 */
class TypeObject {
  kind: Type["kind"] = "void";
  width = undefined;
  pointee = undefined;
  addressSpace = undefined;
  vararg = undefined;
  result = undefined;
  params = undefined;
  count = undefined;
  scalable = undefined;
  element = undefined;
  identified = undefined;
  name = undefined;
  packed = undefined;
  elements = undefined;
  types = undefined;
  integers = undefined;
  /** The pointer to this type in address space 0, once it has been made. */
  pointer: PointerType | undefined = undefined;
  constructor(readonly serial: number) {}
}

/** Makes types so that equal structures are the same object. */
export class TypeInterner {
  private readonly byKey = new Map<string, Type>();
  /** The types made so far, by their serial numbers. */
  readonly types: Type[] = [];
  private readonly booleanVectors = new Map<string, VectorType>();
  readonly i1 = this.integer(1);
  readonly i8 = this.integer(8);
  readonly i32 = this.integer(32);
  readonly i64 = this.integer(64);
  readonly void = this.simple("void");
  readonly label = this.simple("label");
  readonly metadata = this.simple("metadata");
  readonly token = this.simple("token");
  readonly opaquePointer = this.pointer(undefined, 0);

  private make<T extends Type>(fields: Omit<T, "serial">): T {
    const type = Object.assign(new TypeObject(this.types.length), fields) as unknown as T;
    this.types.push(type);
    return type;
  }
  private serialsOf(types: readonly Type[]): string {
    return types.map((t) => t.serial).join(",");
  }
  private intern<T extends Type>(key: string, fields: () => Omit<T, "serial">): T {
    let type = this.byKey.get(key);
    if (type === undefined) this.byKey.set(key, (type = this.make<T>(fields())));
    return type as T;
  }

  simple(kind: SimpleTypeKind): SimpleType {
    return this.intern<SimpleType>(kind, () => ({ kind }));
  }
  integer(width: number): IntegerType {
    return this.intern(`i${width}`, () => ({ kind: "integer", width }));
  }
  byte(width: number): ByteType {
    return this.intern(`b${width}`, () => ({ kind: "byte", width }));
  }
  pointer(pointee: Type | undefined, addressSpace: number): PointerType {
    if (pointee !== undefined && addressSpace === 0) {
      const object = pointee as unknown as TypeObject;
      return (object.pointer ??= this.make<PointerType>({ kind: "pointer", pointee, addressSpace }));
    }
    const key = `p${pointee?.serial ?? ""},${addressSpace}`;
    return this.intern(key, () => ({ kind: "pointer", pointee, addressSpace }));
  }
  function(result: Type, params: readonly Type[], vararg: boolean): FunctionType {
    const key = `f${vararg ? 1 : 0},${result.serial},${this.serialsOf(params)}`;
    return this.intern(key, () => ({ kind: "function", vararg, result, params }));
  }
  array(element: Type, count: number | bigint): ArrayType {
    return this.intern(`a${count},${element.serial}`, () => ({ kind: "array", count, element }));
  }
  vector(element: Type, count: number, scalable: boolean): VectorType {
    const key = `v${count},${scalable ? 1 : 0},${element.serial}`;
    return this.intern(key, () => ({ kind: "vector", count, scalable, element }));
  }
  struct(elements: readonly Type[], packed: boolean): StructType {
    const key = `s${packed ? 1 : 0},${this.serialsOf(elements)}`;
    return this.intern(key, () => ({ kind: "struct", identified: false, name: "", packed, elements }));
  }
  target(name: string, types: readonly Type[], integers: readonly number[]): TargetType {
    const key = `t${name},${this.serialsOf(types)};${integers.join(",")}`;
    return this.intern(key, () => ({ kind: "target", name, types, integers }));
  }
  /** A struct distinct from all others: one that is completed later, or has a name. */
  newStruct(identified: boolean, packed: boolean, elements: readonly Type[] | undefined): MutableStruct {
    return this.make<StructType>({ kind: "struct", identified, name: "", packed, elements });
  }
  /** The type of a comparison's result for operands of `type`: i1, or a vector of i1 of the same length. */
  comparisonOf(type: Type): Type {
    if (type.kind !== "vector") return this.i1;
    const key = `${type.count},${type.scalable ? 1 : 0}`;
    let vector = this.booleanVectors.get(key);
    if (!vector) this.booleanVectors.set(key, (vector = this.vector(this.i1, type.count, type.scalable)));
    return vector;
  }
}
