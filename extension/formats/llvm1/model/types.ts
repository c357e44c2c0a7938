/** Types: the global type plane, and the slots by which everything else names them. */
import { append } from "../../../document/arrays";
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { Row } from "./row";
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

const DERIVED: readonly DerivedKind[] = ["function", "struct", "array", "pointer", "opaque", "packed"];
/** The first type id, and the first slot, that is not a primitive type. */
export const FIRST_DERIVED = PRIMITIVES.length;
/** In place of a type id: the id follows as a vbr (Reader.cpp, read_typeid). */
const ESCAPE = 0x00ffffff;

/** A type. Slots with the same structure share one object, so that `===` compares types. Recursive types are cyclic. */
export class Type {
  /** Function: result and parameters; struct: fields; array, pointer, packed: the element. */
  elements: readonly Type[] = [];
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

const primitives: readonly Type[] = PRIMITIVES.map((kind, id) => {
  const type = new Type(kind, id);
  type.slot = id;
  return type;
});
/** The type `void`. */
export const VOID = primitives[0] as Type;
const LABEL_SLOT = 12;
const LABEL = primitives[LABEL_SLOT] as Type;

/** A primitive type by its kind. */
export function primitive(kind: PrimitiveKind): Type {
  return primitives[PRIMITIVES.indexOf(kind)] ?? VOID;
}

/** Whether it is one of the thirteen primitive types. */
export function isPrimitive(type: Type): boolean {
  return type.id < FIRST_DERIVED;
}

/** The record of a type, with slots still to be resolved. */
export interface TypeRow extends Row {
  readonly kind: "type";
  readonly typeId: number;
  readonly slots: readonly number[];
  readonly length: number;
  readonly varargs: boolean;
  /** Its slot. */
  slot: number;
  type: Type;
}

/** Converts a slot of versions 0 and 1, which number the type `type`, so that every later type is one higher. */
export function sanitizeSlot(slot: number, traits: Traits, byte: number): number {
  if (!traits.typeOfTypes || slot < LABEL_SLOT) return slot;
  if (slot === LABEL_SLOT) throw new Damage("bad-type", "the type of types is not allowed here", byte);
  return slot - 1;
}

/** A type's slot, converted; its meaning is added to the record. @throws {Damage} past the end */
export function readTypeSlot(cursor: Cursor, traits: Traits, name: string): number {
  const start = cursor.position;
  let slot = cursor.vbr32(name);
  if (traits.escapedTypeIds && slot === ESCAPE) {
    cursor.explain(() => "escape: the number follows");
    slot = cursor.vbr32(name);
  }
  return sanitizeSlot(slot, traits, start);
}

/** One type record of the global type plane or of a function's constant pool. @throws {Damage} if it is invalid */
export function readType(cursor: Cursor, traits: Traits): TypeRow {
  const startByte = cursor.position;
  const typeId = readTypeSlot(cursor, traits, "type id");
  const what = typeId < FIRST_DERIVED ? PRIMITIVES[typeId] : DERIVED[typeId - FIRST_DERIVED];
  if (what === undefined) throw new Damage("bad-type", `unknown type id ${typeId}`, startByte);
  cursor.explain(() => what);
  const slots: number[] = [];
  let length = 0;
  let varargs = false;
  switch (what) {
    case "function": {
      slots.push(readTypeSlot(cursor, traits, "result type"));
      const count = cursor.vbr32("parameters");
      for (let i = 0; i < count; i++) slots.push(readTypeSlot(cursor, traits, "parameter type"));
      // Varargs are encoded as a last parameter of type void.
      varargs = count > 0 && slots.at(-1) === 0;
      if (varargs) slots.pop();
      break;
    }
    case "struct":
      for (let slot = readTypeSlot(cursor, traits, "field type"); slot !== 0;) {
        slots.push(slot);
        slot = readTypeSlot(cursor, traits, "field type");
      }
      cursor.explain(() => "end of fields");
      break;
    case "array":
    case "packed":
      slots.push(readTypeSlot(cursor, traits, "element type"));
      length = cursor.vbr32("length");
      break;
    case "pointer":
      slots.push(readTypeSlot(cursor, traits, "element type"));
      break;
    default:
      break;
  }
  // A copy has exactly the needed capacity.
  const exact = slots.slice();
  return {
    kind: "type",
    startByte,
    endByte: cursor.position,
    typeId,
    slots: exact,
    length,
    varargs,
    slot: -1,
    type: VOID,
  };
}

/** The types of slots: primitives, the module's types, and after those a function's own. */
export class TypeTable {
  private readonly own: Type[];
  /** The first slot of this table's own types. */
  private readonly start: number;
  private readonly structures: Structures;
  private nextId: number;
  constructor(
    private readonly outer?: TypeTable,
    start = outer?.size ?? 0,
  ) {
    this.start = start;
    this.own = outer ? [] : [...primitives];
    this.structures = new Structures(outer?.structures);
    this.nextId = outer ? outer.nextId : FIRST_DERIVED;
  }
  /** The type of pointers to `element`; created if no slot has it. */
  pointerTo(element: Type): Type {
    return this.made("pointer", element, 0);
  }
  /** The packed type of `length` elements; created if no slot has it. */
  packedOf(element: Type, length: number): Type {
    return this.made("packed", element, length);
  }
  private made(kind: DerivedKind, element: Type, length: number): Type {
    const type = new Type(kind, this.nextId);
    type.elements = [element];
    type.length = length;
    const known = this.structures.find(type);
    if (known) return known;
    this.nextId++;
    this.structures.add(type);
    return type;
  }
  /** Whether it has types of its own, in addition to those of the table around it. */
  get addsTypes(): boolean {
    return this.outer !== undefined && this.start === this.outer.size && this.own.length > 0;
  }
  get size(): number {
    return this.start + this.own.length;
  }
  /** The type of a slot. @throws {Damage} if the slot has none */
  at(slot: number, byte: number): Type {
    const type = this.find(slot);
    if (!type) throw new Damage("bad-type", `there is no type ${slot}; the table has ${this.size}`, byte);
    return type;
  }
  find(slot: number): Type | undefined {
    return slot < this.start ? this.outer?.find(slot) : this.own[slot - this.start];
  }
  /** A copy of the table with other types in the derived slots (a compaction table's). */
  withDerived(types: readonly Type[]): TypeTable {
    const table = new TypeTable(this, FIRST_DERIVED);
    append(table.own, types);
    return table;
  }

  /**
   * Assigns the next slots to these records, links them, and merges types with the same structure. A slot that does not
   * exist becomes an opaque type, and `report` is called.
   */
  link(rows: readonly TypeRow[], report: (row: TypeRow, slot: number) => void): void {
    const first = this.own.length;
    const firstId = this.nextId;
    for (const row of rows) {
      row.slot = this.size;
      row.type = this.make(row);
      this.own.push(row.type);
    }
    const linking = new Unifier(this.structures, firstId, this.nextId - firstId);
    for (const row of rows) {
      row.type.elements = row.slots.map((slot) => {
        const type = this.find(slot);
        if (!type) report(row, slot);
        return type ?? new Type("opaque", this.nextId++);
      });
    }
    linking.unify(rows);
    rows.forEach(({ type, slot }, i) => {
      this.own[first + i] = type;
      if (type.slot < 0) type.slot = slot;
      this.structures.add(type);
    });
  }

  private make(row: TypeRow): Type {
    const alias = primitives[row.typeId];
    if (alias) return alias;
    const type = new Type(DERIVED[row.typeId - FIRST_DERIVED] ?? "opaque", this.nextId++);
    type.length = row.length;
    type.varargs = row.varargs;
    return type;
  }
}

/** Types by structure, those of a table and of the one around it. */
class Structures {
  /** By the element's id for pointers, which are most types; by everything that distinguishes types for others. */
  private readonly known = new Map<number | string, Type>();
  constructor(private readonly outer?: Structures) {}

  private static key(type: Type): number | string {
    if (type.kind === "pointer") return type.element.id;
    return `${type.kind} ${type.length} ${type.varargs ? 1 : 0} ${type.elements.map((e) => e.id).join(" ")}`;
  }
  find(type: Type): Type | undefined {
    return this.get(Structures.key(type));
  }
  private get(key: number | string): Type | undefined {
    return this.known.get(key) ?? this.outer?.get(key);
  }
  /** Adds a type, unless it has no structure or an equal one is known. */
  add(type: Type): void {
    if (isPrimitive(type) || type.kind === "opaque") return;
    const key = Structures.key(type);
    if (!this.get(key)) this.known.set(key, type);
  }
}

/**
 * Merges types with the same structure, except those on cycles: writers give each of those one slot. The types to be
 * linked have consecutive ids, by which the state of each is stored.
 */
class Unifier {
  /** The merged type of each; undefined until it is decided. */
  private readonly same: (Type | undefined)[];
  private readonly types: (Type | undefined)[];
  /** Number of elements that are not decided yet. */
  private readonly missing: Uint32Array;
  constructor(
    private readonly structures: Structures,
    private readonly firstId: number,
    count: number,
  ) {
    this.same = new Array<Type | undefined>(count).fill(undefined);
    this.types = [...this.same];
    this.missing = new Uint32Array(count);
  }

  /**
   * A type is decided once its elements are; types that never are lie on a cycle or lead to one, and are not merged.
   */
  unify(rows: readonly TypeRow[]): void {
    for (const { type } of rows) if (this.index(type) !== undefined) this.types[type.id - this.firstId] = type;
    const users = this.usersOf();
    const ready: Type[] = [];
    this.types.forEach((type, i) => {
      if (type && this.missing[i] === 0) ready.push(type);
    });
    for (let type = ready.pop(); type; type = ready.pop()) {
      this.settle(type);
      const at = type.id - this.firstId;
      for (let i = users.from[at] as number; i < (users.from[at + 1] as number); i++) {
        const user = users.of[i] as number;
        if (--(this.missing[user] as number) === 0) ready.push(this.types[user] as Type);
      }
    }
    for (const row of rows) {
      row.type = this.settled(row.type);
      row.type.elements = row.type.elements.map((element) => this.settled(element));
    }
  }
  /** The index of a type's state; undefined if it is not one of those to be linked. */
  private index(type: Type): number | undefined {
    const at = type.id - this.firstId;
    return at >= 0 && !isPrimitive(type) ? at : undefined;
  }
  private settled(type: Type): Type {
    const at = this.index(type);
    return (at === undefined ? undefined : this.same[at]) ?? type;
  }

  /** The types that contain each type as an element: `of` from `from[i]` up to `from[i + 1]`, once per element. */
  private usersOf(): { readonly from: Uint32Array; readonly of: Uint32Array } {
    const { types, missing } = this;
    const from = new Uint32Array(types.length + 1);
    const each = (take: (element: number, user: number) => void): void => {
      types.forEach((type, user) => {
        for (const element of type?.elements ?? []) {
          const at = this.index(element);
          if (at !== undefined && at < types.length) take(at, user);
        }
      });
    };
    types.forEach((type, user) => {
      missing[user] = (type?.elements ?? []).filter((element) => this.index(element) !== undefined).length;
    });
    const more = (counts: Uint32Array, at: number, count: number): number => {
      const before = counts[at] as number;
      counts[at] = before + count;
      return before;
    };
    each((element) => more(from, element + 1, 1));
    for (let i = 0; i < types.length; i++) more(from, i + 1, from[i] as number);
    const next = from.slice();
    const of = new Uint32Array(from[types.length] as number);
    each((element, user) => (of[more(next, element, 1)] = user));
    return { from, of };
  }

  private settle(type: Type): void {
    type.elements = type.elements.map((element) => this.settled(element));
    this.same[type.id - this.firstId] = this.structures.find(type) ?? type;
    this.structures.add(type);
  }
}

/** Whether the zero of this type is implicitly slot 0 of its plane (Reader.cpp, hasImplicitNull). */
export function hasImplicitZero(type: Type, traits: Traits): boolean {
  if (type === VOID || type === LABEL || type.kind === "opaque") return false;
  return !traits.explicitPrimitiveZeros || !isPrimitive(type);
}
