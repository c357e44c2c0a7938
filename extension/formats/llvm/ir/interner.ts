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
import type { Structure } from "./typeObject";
import { NO_STRUCTURE, TypeObject } from "./typeObject";
import { TypeSet } from "./typeSet";

type Of<K extends Type["kind"]> = Extract<Type, { kind: K }>;

/** A struct whose body can be set after others have referred to it. */
export type MutableStruct = { -readonly [K in keyof StructType]: StructType[K] };

/** Makes types so that equal structures are the same object. */
export class TypeInterner {
  private readonly objects: TypeObject[] = [];
  /** Those that are one object for each structure. */
  private readonly known = new TypeSet(this.objects);
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

  private make<K extends Type["kind"]>(kind: K, structure: Structure): Of<K> {
    return this.newObject(kind, structure) as unknown as Of<K>;
  }
  private intern<K extends Type["kind"]>(kind: K, structure: Structure): Of<K> {
    let type = this.known.find(kind, structure);
    if (!type) this.known.add((type = this.newObject(kind, structure)));
    return type as unknown as Of<K>;
  }
  private newObject(kind: Type["kind"], structure: Structure): TypeObject {
    const type = new TypeObject(this.objects.length, kind, structure);
    this.objects.push(type);
    return type;
  }
  /** The types made so far, by their serial numbers. */
  get types(): readonly Type[] {
    return this.objects as unknown as readonly Type[];
  }

  simple(kind: SimpleTypeKind): SimpleType {
    return this.intern(kind, NO_STRUCTURE);
  }
  integer(width: number): IntegerType {
    return this.intern("integer", { size: width });
  }
  byte(width: number): ByteType {
    return this.intern("byte", { size: width });
  }
  pointer(pointee: Type | undefined, addressSpace: number): PointerType {
    if (pointee === undefined || addressSpace !== 0)
      return this.intern("pointer", { part: pointee, size: addressSpace });
    const object = pointee as unknown as TypeObject;
    return (object.pointer ??= this.make("pointer", { part: pointee }));
  }
  function(result: Type, params: readonly Type[], vararg: boolean): FunctionType {
    return this.intern("function", { part: result, parts: params, flag: vararg });
  }
  array(element: Type, count: number | bigint): ArrayType {
    return this.intern("array", { part: element, size: count });
  }
  vector(element: Type, count: number, scalable: boolean): VectorType {
    return this.intern("vector", { part: element, size: count, flag: scalable });
  }
  struct(elements: readonly Type[], packed: boolean): StructType {
    return this.intern("struct", { parts: elements, flag: packed });
  }
  target(name: string, types: readonly Type[], integers: readonly number[]): TargetType {
    return this.intern("target", { name, parts: types, size: integers });
  }
  /** A struct distinct from all others: one that is completed later, or has a name. */
  newStruct(identified: boolean, packed: boolean, elements: readonly Type[] | undefined): MutableStruct {
    return this.make("struct", { parts: elements, flag: packed, identified });
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
