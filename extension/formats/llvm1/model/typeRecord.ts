/** The records of types, and how a type is named by its slot. */
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { Row } from "./row";
import type { Traits } from "./traits";
import type { Type } from "./type";
import { DERIVED, FIRST_DERIVED, LABEL_SLOT, PRIMITIVES, VOID } from "./type";

/** In place of a type id: the id follows as a vbr (Reader.cpp, read_typeid). */
const ESCAPE = 0x00ffffff;

/** The record of a type, with slots still to be resolved. */
export interface TypeRow extends Row {
  readonly kind: "type";
  readonly typeId: number;
  /** The slots of its elements; empty once it is linked, since the type then has them. */
  slots: readonly number[];
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

/** The slots of a type that has none, and of one that is linked. */
export const NO_SLOTS: readonly number[] = [];

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
  const exact = slots.length === 0 ? NO_SLOTS : slots.slice();
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
