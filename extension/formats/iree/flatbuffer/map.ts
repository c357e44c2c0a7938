/**
 * The position of everything in a FlatBuffer: a walk from the root by the schema that notes each table, vtable, vector
 * and string with its bytes, and every fault. Bytes that nothing refers to are padding, or are reported as
 * unreferenced.
 */
import type { Bytes } from "../bytes";
import { u32 } from "../bytes";
import { ChunkedWindow } from "../chunks";
import type { Field, FieldType, TableSchema } from "../schema";
import { inlineBytes, ROOT_TABLE } from "../schema";
import { IndexSet } from "../../../kit/indexSet";
import { Bits, Words } from "../../../kit/numbers";
import type { FlatBuffer } from "./table";
import { readVtable } from "./table";

/** The kind of an object. `root` is the first 8 bytes: the offset of the root table and the identifier. */
export type ObjectType = { readonly kind: "root" } | { readonly kind: "vtable" } | FieldType;

/** An object: its bytes, its type, and the object and field that referred to it first. */
export interface MapObject extends Bytes {
  readonly type: ObjectType;
  /** Number of the object that refers to it; -1 for the root. */
  readonly owner: number;
  readonly field: string;
  /** Its index in the vector that refers to it, otherwise -1. */
  readonly element: number;
}

/** A fault in the structure. */
export interface MapFault extends Bytes {
  readonly message: string;
  /** The object in which it was found. */
  readonly object: number;
}

/** Most faults to keep; a buffer with more is noise. */
const MOST_FAULTS = 64;

/** The type of every vtable. */
const VTABLE: ObjectType = { kind: "vtable" };

/** A growing list of values, few of which are different. */
class Numbered<V> {
  private readonly numbers = new Words();
  private readonly numberOf = new Map<V, number>();
  private readonly values: V[] = [];

  push(value: V): void {
    let number = this.numberOf.get(value);
    if (number === undefined) this.numberOf.set(value, (number = this.values.push(value) - 1));
    this.numbers.push(number);
  }
  /** The value at an index; undefined past the end. */
  at(index: number): V | undefined {
    return index < this.numbers.length ? this.values[this.numbers.data[index] ?? -1] : undefined;
  }
}

/** The walk. `step` may throw MissingBytes; nothing has changed then, and it can be called again. */
export class FlatBufferMap {
  readonly faults: MapFault[] = [];
  private readonly starts = new Bits();
  private readonly ends = new Bits();
  private readonly types = new Numbered<ObjectType>();
  /** One more than the number of the owner. */
  private readonly owners = new Words();
  private readonly fields = new Numbered<string>();
  /** One more than the index in a vector. */
  private readonly elements = new Words();
  private readonly byStart = new IndexSet((index) => this.starts.data[index] as number);
  /** For a vector of unions, the position of the vector with the kinds of its elements. */
  private readonly unionTypes = new Map<number, number>();
  private readonly tables = new Map<string, FieldType>();
  private next = 0;
  /** How many slots and elements may still be visited: overlapping objects must not cost more than their bytes. */
  private work: number;
  private readonly window: ChunkedWindow;

  constructor(readonly buffer: FlatBuffer) {
    this.window = new ChunkedWindow(buffer.window);
    this.work = 65536 + 2 * (buffer.end - buffer.start);
    this.add(buffer.start, Math.min(buffer.end, buffer.start + 8), { kind: "root" }, -1, "", -1);
  }

  /** The number of objects found so far. */
  get count(): number {
    return this.starts.length;
  }
  /** Whether the walk is over. */
  get done(): boolean {
    return this.next >= this.starts.length || this.work < 0;
  }
  /** An object by its index. */
  object(index: number): MapObject {
    return {
      start: this.starts.data[index] ?? 0,
      end: this.ends.data[index] ?? 0,
      type: this.types.at(index) ?? VTABLE,
      owner: (this.owners.data[index] ?? 0) - 1,
      field: this.fields.at(index) ?? "",
      element: (this.elements.data[index] ?? 0) - 1,
    };
  }
  /** The index of the object that starts at byte `at`. */
  objectAt(at: number): number | undefined {
    const { data } = this.starts;
    const index = this.byStart.find(at, (one) => data[one] === at);
    return index < 0 ? undefined : index;
  }
  /** Continues the walk for at most `budget` objects. */
  walk(budget = Infinity): void {
    try {
      for (let left = budget; left > 0 && !this.done && this.faults.length < MOST_FAULTS; left--) this.step();
    } finally {
      this.window.forget();
    }
  }

  /** Notes an object; returns the existing index if it is known. Two kinds at one position are a fault. */
  private add(start: number, end: number, type: ObjectType, owner: number, field: string, element: number): number {
    const known = this.objectAt(start);
    if (known !== undefined) {
      const kind = this.types.at(known)?.kind ?? "";
      if (kind !== type.kind) this.fault(start, start + 4, `a ${type.kind} and a ${kind} at the same position`, owner);
      return known;
    }
    const index = this.starts.length;
    this.starts.push(start);
    this.ends.push(end);
    this.types.push(type);
    this.owners.push(owner + 1);
    this.fields.push(field);
    this.elements.push(element + 1);
    this.byStart.add(index);
    return index;
  }

  /** Notes a fault; its range is clamped to the buffer. */
  private fault(start: number, end: number, message: string, object: number): void {
    if (this.faults.length >= MOST_FAULTS) return;
    const last = this.buffer.end;
    this.faults.push({ start: Math.min(start, last), end: Math.min(Math.max(end, start), last), message, object });
  }

  /** Counts work; a buffer whose objects overlap many times is not walked further. */
  private spend(work: number, at: number, object: number): boolean {
    this.work -= work;
    if (this.work >= 0) return false;
    this.fault(at, at + 4, "more objects than the FlatBuffer has room for: they overlap", object);
    return true;
  }

  private step(): void {
    const index = this.next;
    const type = this.types.at(index);
    const at = this.starts.data[index] ?? 0;
    switch (type?.kind) {
      case "root":
        this.readRoot(index, at);
        break;
      case "table":
        this.readTable(index, at, this.buffer.revision.tables.get(type.table));
        break;
      case "vector":
        this.readVector(index, at, type.of);
        break;
      case "string":
        this.readString(index, at);
        break;
      default:
        break;
    }
    this.next = index + 1;
  }

  /** The root offset leads to the module's table. */
  private readRoot(index: number, at: number): void {
    if (at + 8 > this.buffer.end) return this.fault(at, this.buffer.end, "no room for a root offset", index);
    this.refer(at, u32(this.window.view(at, at + 4), 0), { kind: "table", table: ROOT_TABLE }, index, "root", -1);
  }

  /** Notes the object `offset` bytes after the offset at byte `at`. */
  private refer(at: number, offset: number, type: FieldType, owner: number, field: string, element: number): number {
    const target = at + offset;
    if (offset < 4 || target + 4 > this.buffer.end) {
      this.fault(at, at + 4, `the offset ${offset} of ${field} points outside the FlatBuffer`, owner);
      return -1;
    }
    if ((target - this.buffer.start) % 4 !== 0) this.fault(at, at + 4, `${field} is misaligned`, owner);
    return this.add(target, target, type, owner, field, element);
  }

  /**
   * Follows a table: its vtable, then each field that the vtable contains. Slots that the revision does not have are
   * faults.
   */
  private readTable(index: number, at: number, schema: TableSchema | undefined): void {
    const vtable = readVtable(this.window, this.buffer, at);
    if (typeof vtable === "string" || !schema) {
      this.ends.data[index] = Math.min(at + 4, this.buffer.end);
      this.fault(at, at + 4, typeof vtable === "string" ? vtable : "a table of no known kind", index);
      return;
    }
    const bytes = this.window.view(at, at + vtable.tableBytes);
    if (this.spend(vtable.slots.length, at, index)) return;
    this.ends.data[index] = at + vtable.tableBytes;
    this.add(vtable.start, vtable.end, VTABLE, index, "vtable", -1);
    for (let slot = 0; slot < vtable.slots.length; slot++) {
      const offset = vtable.slots[slot] ?? 0;
      if (offset === 0) continue;
      const entry = vtable.start + 4 + 2 * slot;
      const field = schema.bySlot.get(slot);
      if (!field) this.fault(entry, entry + 2, `${schema.name} has no field in slot ${slot}`, index);
      else this.readField(index, at, bytes, offset, slot, field, entry);
    }
    this.checkRequired(index, at, schema, vtable.slots);
  }

  /** `name` of the module is the only required field in the schema. */
  private checkRequired(index: number, at: number, schema: TableSchema, slots: Uint16Array): void {
    if (schema.name === ROOT_TABLE && !slots[0])
      this.fault(at, at + 4, "the module has no name, which is required", index);
  }

  /**
   * Follows a field. Everything is aligned to its size, here at most to 4: 8-byte scalars are aligned counting from the
   * size prefix.
   */
  private readField(
    index: number,
    at: number,
    bytes: Uint8Array,
    offset: number,
    slot: number,
    field: Field,
    entry: number,
  ): void {
    const isUnionType = slot === field.typeSlot;
    const size = isUnionType && field.type.kind === "union" ? 1 : inlineBytes(field.type, this.buffer.revision);
    if (offset < 4 || offset + size > bytes.length)
      return this.fault(entry, entry + 2, `${field.name} is outside its table`, index);
    if (offset % Math.min(size, 4) !== 0) return this.fault(entry, entry + 2, `${field.name} is misaligned`, index);
    const value = u32(bytes, offset);
    const place = at + offset;
    if (isUnionType) {
      if (field.type.kind === "vector") this.refer(place, value, unionNumbers, index, `${field.name}_type`, -1);
      return;
    }
    switch (field.type.kind) {
      case "scalar":
      case "enum":
      case "struct":
        return;
      case "union":
        return this.readUnion(index, at, place, value, field);
      case "vector":
        this.referVector(index, at, place, value, field);
        return;
      case "string":
      case "table":
        this.refer(place, value, field.type, index, field.name, -1);
    }
  }

  /** Follows a vector. For a vector of unions it also notes the vector of their kinds, which has a slot of its own. */
  private referVector(index: number, at: number, place: number, value: number, field: Field): void {
    const vector = this.refer(place, value, field.type, index, field.name, -1);
    if (vector < 0 || field.typeSlot === undefined) return;
    const vtable = readVtable(this.window, this.buffer, at);
    const offset = typeof vtable === "string" ? 0 : (vtable.slots[field.typeSlot] ?? 0);
    if (offset === 0) return this.fault(place, place + 4, `${field.name} has no types`, index);
    this.unionTypes.set(vector, at + offset + u32(this.window.view(at + offset, at + offset + 4), 0));
  }

  /** Follows a union: the byte in its first slot tells to which member its second slot points. */
  private readUnion(index: number, at: number, place: number, value: number, field: Field): void {
    const vtable = readVtable(this.window, this.buffer, at);
    const offset = typeof vtable === "string" ? 0 : (vtable.slots[field.typeSlot ?? 0] ?? 0);
    const number = offset === 0 ? 0 : (this.window.view(at + offset, at + offset + 1)[0] ?? 0);
    this.referMember(index, place, value, field.name, field.type, number, -1);
  }

  /** Follows a member of a union by its kind. */
  private referMember(
    index: number,
    place: number,
    value: number,
    name: string,
    type: FieldType,
    number: number,
    element: number,
  ): void {
    const members = type.kind === "union" ? this.buffer.revision.unions.get(type.union) : undefined;
    // NONE, for example an unknown source location: there is nothing to follow, and no offset.
    if (number === 0 && value === 0) return;
    const member = number === 0 ? undefined : members?.[number];
    if (member === undefined)
      return this.fault(place, place + 4, `${name} is of kind ${number}, which the union does not have`, index);
    this.refer(place, value, this.tableOf(member), index, name, element);
  }

  /** The type of a table, one object for each. */
  private tableOf(table: string): FieldType {
    let type = this.tables.get(table);
    if (!type) this.tables.set(table, (type = { kind: "table", table }));
    return type;
  }

  /** Follows a vector's elements. Numbers, structs and bytes need not be followed and are not read. */
  private readVector(index: number, at: number, of: FieldType): void {
    const count = u32(this.window.view(at, at + 4), 0);
    const size = inlineBytes(of, this.buffer.revision);
    const end = at + 4 + count * size;
    const name = this.fields.at(index) ?? "";
    if (end > this.buffer.end) {
      this.ends.data[index] = Math.min(at + 4, this.buffer.end);
      return this.fault(at, at + 4, `${name} has ${count} elements, which exceed the FlatBuffer`, index);
    }
    const referring = of.kind === "table" || of.kind === "string" || of.kind === "union";
    if (referring && !this.spend(count, at, index)) this.readElements(index, at, count, of, name);
    this.ends.data[index] = end;
  }

  /** Follows each element's offset, which counts from the element itself. */
  private readElements(index: number, at: number, count: number, of: FieldType, name: string): void {
    const elements = this.window.view(at + 4, at + 4 + 4 * count);
    const types = this.unionTypes.get(index);
    const numbers = types === undefined ? undefined : this.window.view(types, types + 4 + count);
    if (numbers && u32(numbers, 0) !== count)
      return this.fault(at, at + 4, `${name} has ${count} elements and ${u32(numbers, 0)} types`, index);
    for (let i = 0; i < count; i++) {
      const place = at + 4 + 4 * i;
      const offset = u32(elements, 4 * i);
      if (of.kind === "union") this.referMember(index, place, offset, name, of, numbers?.[4 + i] ?? 0, i);
      else this.refer(place, offset, of, index, name, i);
    }
  }

  /** A string is its length, its bytes and a NUL; its bytes are not examined. */
  private readString(index: number, at: number): void {
    const length = u32(this.window.view(at, at + 4), 0);
    const end = at + 4 + length + 1;
    if (end > this.buffer.end) {
      this.ends.data[index] = Math.min(at + 4, this.buffer.end);
      return this.fault(at, at + 4, `a string of ${length} bytes passes the end of the FlatBuffer`, index);
    }
    if (this.window.view(end - 1, end)[0] !== 0) this.fault(end - 1, end, "the string has no NUL after it", index);
    this.ends.data[index] = end;
  }
}

/** The vector with the kinds of a union vector's elements. */
const unionNumbers: FieldType = {
  kind: "vector",
  of: { kind: "scalar", name: "uint8", bytes: 1, signed: false },
};
