/**
 * Reads a FlatBuffer by the schema. Offsets are bytes of the document. Nothing is trusted: what lies outside the buffer
 * reads as absent (format: flatbuffers docs, "FlatBuffer Internals").
 */
import type { ByteWindow } from "../../../document/window";
import type { Bytes } from "../bytes";
import { i32, signed, u16, u32, unsigned } from "../bytes";
import { byteString } from "../../../document/byteText";
import type { Field, FieldType, Revision, TableSchema } from "../schema";
import { inlineBytes } from "../schema";

/** A FlatBuffer within a document: its bytes, and its schema. */
export interface FlatBuffer extends Bytes {
  readonly window: ByteWindow;
  readonly revision: Revision;
  readonly strings: StringCache;
}

/** Strings by position. Each is read once, and their total size is limited to what a valid buffer can contain. */
export class StringCache {
  private readonly known = new Map<number, string>();
  private left: number;
  constructor(bytes: number) {
    this.left = 2 * bytes + 65536;
  }
  /** The bytes of a string; empty once damaged offsets have made strings overlap many times. */
  read(window: ByteWindow, { start, end }: Bytes): string {
    const found = this.known.get(start);
    if (found !== undefined) return found;
    if (end - start > this.left) return "";
    const text = byteString(window.view(start, end));
    this.left -= end - start;
    this.known.set(start, text);
    return text;
  }
}

/** A FlatBuffer of a document. */
export function flatBuffer(window: ByteWindow, revision: Revision, { start, end }: Bytes): FlatBuffer {
  return { window, revision, start, end, strings: new StringCache(end - start) };
}

/**
 * A table's vtable: its position, the size of the table, and for each slot the field's offset in the table (0: absent).
 */
export interface Vtable extends Bytes {
  readonly tableBytes: number;
  readonly slots: Uint16Array;
}

/** The vtable of the table at `at`, or an explanation why there is none; only its first `mostSlots` slots. */
export function readVtable(window: ByteWindow, buffer: Bytes, at: number, mostSlots = Infinity): Vtable | string {
  if (at < buffer.start || at + 4 > buffer.end) return "the table is outside the FlatBuffer";
  const start = at - i32(window.view(at, at + 4), 0);
  if (start < buffer.start || start + 4 > buffer.end) return "the vtable is outside the FlatBuffer";
  if ((start - buffer.start) % 2 !== 0) return "the vtable is at an odd offset";
  const head = window.view(start, start + 4);
  const [bytes, tableBytes] = [u16(head, 0), u16(head, 2)];
  if (bytes < 4 || bytes % 2 !== 0) return `the vtable says that it has ${bytes} bytes`;
  if (start + bytes > buffer.end) return `the vtable of ${bytes} bytes passes the end of the FlatBuffer`;
  if (tableBytes < 4 || at + tableBytes > buffer.end) return `the vtable gives the table ${tableBytes} bytes`;
  const slots = new Uint16Array(Math.min((bytes - 4) / 2, mostSlots));
  const entries = window.view(start + 4, start + 4 + 2 * slots.length);
  for (let slot = 0; slot < slots.length; slot++) slots[slot] = u16(entries, 2 * slot);
  return { start, end: start + bytes, tableBytes, slots };
}

/** A table of the buffer, read by field names, whatever their slots in the buffer's revision. */
export class TableView {
  private found: Vtable | undefined | null = null;
  constructor(
    readonly buffer: FlatBuffer,
    readonly schema: TableSchema,
    /** The table's first byte. */
    readonly at: number,
  ) {}

  /** Read when first needed, so that a vector of tables costs only the positions of those that are used. */
  private get vtable(): Vtable | undefined {
    if (this.found === null) {
      const vtable = readVtable(this.buffer.window, this.buffer, this.at, this.schema.slotCount);
      this.found = typeof vtable === "string" ? undefined : vtable;
    }
    return this.found;
  }

  /** Whether the table has the field. */
  has(name: string): boolean {
    return this.fieldAt(name) !== undefined;
  }

  /** The field and the position of its value; undefined if it is absent or outside the table. */
  fieldAt(name: string): { readonly field: Field; readonly at: number } | undefined {
    const field = this.schema.fields.find((f) => f.name === name);
    if (!field || !this.vtable) return undefined;
    const offset = this.vtable.slots[field.slot] ?? 0;
    if (offset === 0 || offset + inlineBytes(field.type, this.buffer.revision) > this.vtable.tableBytes)
      return undefined;
    return { field, at: this.at + offset };
  }

  /** The byte in a slot (a union's kind); 0 if it is absent. */
  byteInSlot(slot: number): number {
    const offset = this.vtable?.slots[slot] ?? 0;
    if (!this.vtable || offset === 0 || offset >= this.vtable.tableBytes) return 0;
    return this.buffer.window.view(this.at + offset, this.at + offset + 1)[0] ?? 0;
  }

  /** The kinds of a union vector's elements, one byte each. */
  unionKinds(name: string): Bytes | undefined {
    const slot = this.schema.fields.find((f) => f.name === name)?.typeSlot;
    const offset = slot === undefined ? 0 : (this.vtable?.slots[slot] ?? 0);
    if (!this.vtable || offset === 0 || offset + 4 > this.vtable.tableBytes) return undefined;
    const at = this.follow(this.at + offset);
    if (at === undefined) return undefined;
    const end = at + 4 + u32(this.buffer.window.view(at, at + 4), 0);
    return end <= this.buffer.end ? { start: at + 4, end } : undefined;
  }

  /** A scalar's value, or its default if it is absent. A bigint past 53 bits. */
  number(name: string): number | bigint {
    const found = this.fieldAt(name);
    if (!found) return this.schema.fields.find((f) => f.name === name)?.absent ?? 0;
    return scalarAt(this.buffer, found.field.type, found.at);
  }

  /** A scalar of at most 32 bits. */
  int(name: string): number {
    return Number(this.number(name));
  }

  /** A string's bytes; undefined if it is absent. */
  string(name: string): string | undefined {
    const range = this.bytes(name);
    return range && this.buffer.strings.read(this.buffer.window, range);
  }

  /** The bytes of a string or of a vector's elements. */
  bytes(name: string): Bytes | undefined {
    const found = this.fieldAt(name);
    if (!found) return undefined;
    const at = this.follow(found.at);
    if (at === undefined) return undefined;
    const { type } = found.field;
    const size = type.kind === "vector" ? inlineBytes(type.of, this.buffer.revision) : 1;
    const end = at + 4 + u32(this.buffer.window.view(at, at + 4), 0) * size;
    return end <= this.buffer.end ? { start: at + 4, end } : undefined;
  }

  /** A field that is a table. */
  table(name: string): TableView | undefined {
    const found = this.fieldAt(name);
    const type = found?.field.type;
    return found && type?.kind === "table" ? this.tableAt(type.table, found.at) : undefined;
  }

  /** The tables of a vector; undefined if it is absent. An invalid element is undefined. */
  tables(name: string): readonly (TableView | undefined)[] | undefined {
    const type = this.fieldAt(name)?.field.type;
    const range = this.bytes(name);
    if (!range || type?.kind !== "vector" || type.of.kind !== "table") return undefined;
    const { table } = type.of;
    const views: (TableView | undefined)[] = [];
    for (let at = range.start; at < range.end; at += 4) views.push(this.tableAt(table, at));
    return views;
  }

  /** The table to which the offset at byte `at` points. */
  tableAt(name: string, at: number): TableView | undefined {
    const schema = this.buffer.revision.tables.get(name);
    const target = this.follow(at);
    return schema && target !== undefined ? new TableView(this.buffer, schema, target) : undefined;
  }

  private follow(at: number): number | undefined {
    if (at + 4 > this.buffer.end) return undefined;
    const target = at + u32(this.buffer.window.view(at, at + 4), 0);
    return target > at && target + 4 <= this.buffer.end ? target : undefined;
  }
}

/** The scalar of a type at byte `at`. */
export function scalarAt({ window }: FlatBuffer, type: FieldType, at: number): number | bigint {
  if (type.kind !== "scalar" && type.kind !== "enum") return 0;
  const raw = unsigned(window.view(at, at + type.bytes), 0, type.bytes);
  return type.kind === "scalar" && type.signed ? signed(raw, type.bytes) : raw;
}

/** The root table; undefined if its offset points outside. */
export function rootTable(buffer: FlatBuffer, name: string): TableView | undefined {
  if (buffer.end - buffer.start < 8) return undefined;
  const schema = buffer.revision.tables.get(name);
  const at = buffer.start + u32(buffer.window.view(buffer.start, buffer.start + 4), 0);
  return schema && at + 4 <= buffer.end ? new TableView(buffer, schema, at) : undefined;
}
