/** The types of a module, each made once. */
import type {
  ByteType,
  FunctionType,
  IntegerType,
  PointerType,
  SimpleTypeKind,
  StructType,
  Type,
  VectorType,
} from "./types";

/** Makes types so that equal structure is the same object. */
export class TypeInterner {
  private readonly byKey = new Map<string, Type>();
  private readonly serials = new Map<Type, number>();
  private readonly pointers = new Map<Type, PointerType>();
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

  /** A number for each type object, to make keys of. */
  serial(type: Type): number {
    let serial = this.serials.get(type);
    if (serial === undefined) this.serials.set(type, (serial = this.serials.size));
    return serial;
  }
  private serialsOf(types: readonly Type[]): string {
    return types.map((t) => this.serial(t)).join(",");
  }
  private intern<T extends Type>(key: string, make: () => T): T {
    let type = this.byKey.get(key);
    if (type === undefined) this.byKey.set(key, (type = make()));
    return type as T;
  }

  simple(kind: SimpleTypeKind): Type {
    return this.intern(kind, () => ({ kind }));
  }
  integer(width: number): IntegerType {
    return this.intern(`i${width}`, () => ({ kind: "integer", width }));
  }
  byte(width: number): ByteType {
    return this.intern(`b${width}`, () => ({ kind: "byte", width }));
  }
  pointer(pointee: Type | undefined, addressSpace: number): PointerType {
    if (pointee !== undefined && addressSpace === 0) {
      let pointer = this.pointers.get(pointee);
      if (!pointer) this.pointers.set(pointee, (pointer = { kind: "pointer", pointee, addressSpace }));
      return pointer;
    }
    const key = `p${pointee ? this.serial(pointee) : ""},${addressSpace}`;
    return this.intern(key, () => ({ kind: "pointer", pointee, addressSpace }));
  }
  function(result: Type, params: readonly Type[], vararg: boolean): FunctionType {
    const key = `f${vararg ? 1 : 0},${this.serial(result)},${this.serialsOf(params)}`;
    return this.intern(key, () => ({ kind: "function", vararg, result, params }));
  }
  array(element: Type, count: number | bigint): Type {
    return this.intern(`a${count},${this.serial(element)}`, () => ({ kind: "array", count, element }));
  }
  vector(element: Type, count: number, scalable: boolean): VectorType {
    const key = `v${count},${scalable ? 1 : 0},${this.serial(element)}`;
    return this.intern(key, () => ({ kind: "vector", count, scalable, element }));
  }
  struct(elements: readonly Type[], packed: boolean): StructType {
    const key = `s${packed ? 1 : 0},${this.serialsOf(elements)}`;
    return this.intern(key, () => ({ kind: "struct", identified: false, name: "", packed, elements }));
  }
  target(name: string, types: readonly Type[], integers: readonly number[]): Type {
    const key = `t${name},${this.serialsOf(types)};${integers.join(",")}`;
    return this.intern(key, () => ({ kind: "target", name, types, integers }));
  }
  /** i1, or the vector of i1 of the same shape: what a comparison of `type` gives. */
  comparisonOf(type: Type): Type {
    if (type.kind !== "vector") return this.i1;
    const key = `${type.count},${type.scalable ? 1 : 0}`;
    let vector = this.booleanVectors.get(key);
    if (!vector) this.booleanVectors.set(key, (vector = this.vector(this.i1, type.count, type.scalable)));
    return vector;
  }
}
