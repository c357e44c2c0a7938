/** Types: the global type plane, and the slots by which everything else names them. */
import { append } from "../../document/arrays";
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

export type PrimitiveKind = (typeof PRIMITIVES)[number];
export type DerivedKind = "function" | "struct" | "array" | "pointer" | "opaque" | "packed";

const DERIVED: readonly DerivedKind[] = ["function", "struct", "array", "pointer", "opaque", "packed"];
/** The first type id, and the first slot, that is no primitive type. */
export const FIRST_DERIVED = PRIMITIVES.length;
/** In a type id's place: the id follows as a vbr (Reader.cpp, read_typeid). */
const ESCAPE = 0x00ffffff;

/** A type; two slots that hold the same structure share one, so that `===` compares types. Recursive ones link back. */
export class Type {
  /** Function: result and parameters; struct: fields; array, pointer, packed: the element. */
  elements: readonly Type[] = [];
  /** Array, packed: elements. */
  length = 0;
  /** Function: takes further arguments. */
  varargs = false;
  /** The slot by which it is known first; names its symbol. */
  slot = -1;
  constructor(
    readonly kind: PrimitiveKind | DerivedKind,
    /** Unique in the process' module, in order of making; -1 until linked. */
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

/** The record of a type: what it says, with slots still to be resolved. */
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

/** Takes the type `type` out of a number of versions 0 and 1, where every type after it is one higher. */
export function sanitizeSlot(slot: number, traits: Traits, byte: number): number {
  if (!traits.typeOfTypes || slot < LABEL_SLOT) return slot;
  if (slot === LABEL_SLOT) throw new Damage("bad-type", "the type of types stands where a type is needed", byte);
  return slot - 1;
}

/** A type's slot, sanitized; in the record its meaning is filled in. @throws {Damage} past the end */
export function readTypeSlot(cursor: Cursor, traits: Traits, name: string): number {
  const start = cursor.position;
  let slot = cursor.vbr32(name);
  if (traits.escapedTypeIds && slot === ESCAPE) {
    cursor.explain(() => "escape: the number follows");
    slot = cursor.vbr32(name);
  }
  return sanitizeSlot(slot, traits, start);
}

/** One type record of the global type plane or of a function's constant pool. @throws {Damage} where it is none */
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
      // Varargs are counted as a last parameter of type void.
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
  return { kind: "type", startByte, endByte: cursor.position, typeId, slots, length, varargs, slot: -1, type: VOID };
}

/** The types that slots name: primitives, the module's, and a function's own. */
export class TypeTable {
  private readonly slots: Type[];
  private readonly pointers = new Map<Type, Type>();
  private nextId: number;
  constructor(private readonly outer?: TypeTable) {
    this.slots = outer ? [...outer.slots] : [...primitives];
    this.nextId = outer ? outer.nextId : FIRST_DERIVED;
  }
  /** The type of pointers to `element`; made where no slot has it. */
  pointerTo(element: Type): Type {
    const known = this.pointers.get(element) ?? this.outer?.pointers.get(element);
    if (known) return known;
    const made = new Type("pointer", this.nextId++);
    made.elements = [element];
    this.pointers.set(element, made);
    return made;
  }
  /** The packed type of `length` elements; made where no slot has it. */
  packedOf(element: Type, length: number): Type {
    const known = this.all().find((t) => t.kind === "packed" && t.element === element && t.length === length);
    if (known) return known;
    const made = new Type("packed", this.nextId++);
    made.elements = [element];
    made.length = length;
    return made;
  }
  /** The slots of this table, and those of the one around it. */
  private all(): readonly Type[] {
    return this.outer ? [...this.slots, ...this.outer.slots] : this.slots;
  }
  get size(): number {
    return this.slots.length;
  }
  /** @throws {Damage} where the slot holds no type */
  at(slot: number, byte: number): Type {
    const type = this.slots[slot];
    if (!type) throw new Damage("bad-type", `there is no type ${slot}; the table has ${this.slots.length}`, byte);
    return type;
  }
  find(slot: number): Type | undefined {
    return this.slots[slot];
  }
  /** Every slot's type, from the first derived one on. */
  derived(): readonly Type[] {
    return this.slots.slice(FIRST_DERIVED);
  }
  /** A table with other types in the derived slots (a compaction table's). */
  withDerived(types: readonly Type[]): TypeTable {
    const table = new TypeTable(this);
    table.slots.length = FIRST_DERIVED;
    append(table.slots, types);
    return table;
  }

  /**
   * Gives the next slots to these records, links them, and makes one type of those of one structure.
   * A slot that nothing has becomes an opaque type; `report` is told.
   */
  link(rows: readonly TypeRow[], report: (row: TypeRow, slot: number) => void): void {
    const first = this.slots.length;
    for (const row of rows) {
      row.slot = this.slots.length;
      row.type = this.make(row);
      this.slots.push(row.type);
    }
    for (const row of rows) {
      row.type.elements = row.slots.map((slot) => {
        const type = this.slots[slot];
        if (!type) report(row, slot);
        return type ?? new Type("opaque", this.nextId++);
      });
    }
    new Unifier(this.slots.slice(0, first)).unify(rows);
    rows.forEach((row, i) => {
      this.slots[first + i] = row.type;
      if (row.type.slot < 0) row.type.slot = row.slot;
    });
    for (const { type } of rows) {
      if (type.kind === "pointer" && !this.pointers.has(type.element)) this.pointers.set(type.element, type);
    }
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

/** Makes one type of several with the same structure, those on cycles excepted: writers give each of them one slot. */
class Unifier {
  private readonly known = new Map<string, Type>();
  private readonly same = new Map<Type, Type>();
  constructor(outer: readonly Type[]) {
    for (const type of outer) {
      this.same.set(type, type);
      if (!isPrimitive(type) && type.kind !== "opaque") this.known.set(this.key(type), type);
    }
  }
  private key(type: Type): string {
    return `${type.kind} ${type.length} ${type.varargs ? 1 : 0} ${type.elements.map((e) => e.id).join(" ")}`;
  }

  /** Types are settled once their elements are; those that never are lie on a cycle or lead to one, and stay themselves. */
  unify(rows: readonly TypeRow[]): void {
    const users = new Map<Type, Type[]>();
    const missing = new Map<Type, number>();
    const ready: Type[] = [];
    for (const { type } of rows) {
      if (this.same.has(type) || missing.has(type)) continue;
      const open = type.elements.filter((e) => !this.same.has(e) && !isPrimitive(e));
      missing.set(type, open.length);
      if (open.length === 0) ready.push(type);
      for (const element of open) {
        const list = users.get(element);
        if (list) list.push(type);
        else users.set(element, [type]);
      }
    }
    for (let type = ready.pop(); type; type = ready.pop()) {
      this.settle(type);
      for (const user of users.get(type) ?? []) {
        const left = (missing.get(user) ?? 1) - 1;
        missing.set(user, left);
        if (left === 0) ready.push(user);
      }
    }
    for (const row of rows) {
      row.type = this.same.get(row.type) ?? row.type;
      row.type.elements = row.type.elements.map((e) => this.same.get(e) ?? e);
    }
  }

  private settle(type: Type): void {
    type.elements = type.elements.map((e) => this.same.get(e) ?? e);
    const key = this.key(type);
    const known = type.kind === "opaque" ? undefined : this.known.get(key);
    if (!known) this.known.set(key, type);
    this.same.set(type, known ?? type);
  }
}

/** Whether values of this type have their zero as slot 0 of their plane (Reader.cpp, hasImplicitNull). */
export function hasImplicitZero(type: Type, traits: Traits): boolean {
  if (type === VOID || type === LABEL || type.kind === "opaque") return false;
  return !traits.explicitPrimitiveZeros || !isPrimitive(type);
}
