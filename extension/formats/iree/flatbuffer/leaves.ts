/**
 * The leaves of a FlatBuffer's objects: every slot, offset, scalar, count, byte string and padding byte, named by its
 * field.
 */
import type { ElementSink, LeafKind } from "../../../document/element";
import { formatPosition } from "../../../document/bits";
import type { Bytes } from "../bytes";
import { allZero, byteCount, quoted, u16, unsigned } from "../bytes";
import { byteString } from "../../../document/byteText";
import type { Field, FieldType, StructSchema, TableSchema } from "../schema";
import { inlineBytes } from "../schema";
import type { FlatBufferMap, MapObject } from "./map";
import type { FlatBuffer } from "./table";
import { readVtable } from "./table";

/**
 * Returns the meaning of a number, in words; undefined if it explains itself.
 * @param path table or struct, and field: `ExportFunctionDef.internal_ordinal`
 * @param holder the table, or the vector, that contains the number
 */
export type FieldWords = (path: string, type: FieldType, raw: number | bigint, holder: MapObject) => string | undefined;

/** Elements emitted between two yields. */
const AT_ONCE = 2048;

/** Emits the leaves of one object. `end` is the end of its tile; for the vector of a blob, the end of the count. */
export class ObjectLeaves {
  constructor(
    private readonly sink: ElementSink,
    private readonly map: FlatBufferMap,
    /** Undefined if nobody reads the meanings. */
    private readonly words: FieldWords | undefined,
  ) {}

  /** The FlatBuffer of the objects. */
  private get buffer(): FlatBuffer {
    return this.map.buffer;
  }

  /** Emits an object's leaves up to `end` (a byte of the document). Yields within long vectors. */
  *emit(object: MapObject, end: number): Generator<void, void, undefined> {
    const { type, start } = object;
    switch (type.kind) {
      case "root":
        return this.root(start, end);
      case "vtable":
        return this.vtable(object, end);
      case "table":
        return this.table(object, end, this.buffer.revision.tables.get(type.table));
      case "string":
        return this.text(start, end);
      case "vector":
        return yield* this.vector(object, end, type.of);
      case "scalar":
      case "enum":
      case "struct":
      case "union":
        return this.rest(start, end);
    }
  }

  /** A struct within a table, or an element of a vector of structs. */
  struct(schema: StructSchema, start: number, end: number, holder: MapObject): void {
    let at = start;
    for (const { name, offset, type } of schema.fields) {
      const from = start + offset;
      this.padding(at, Math.min(from, end));
      at = Math.min(end, from + inlineBytes(type, this.buffer.revision));
      if (at > from) this.scalar(name, `${schema.name}.${name}`, type, from, at - from, holder);
    }
    this.padding(at, end);
  }

  /** Bytes that are emitted as they are. */
  private leafAt(kind: LeafKind, name: string, start: number, end: number, meaning?: string): void {
    if (end <= start) return;
    const raw = this.buffer.window.view(start, end);
    const range = { startBit: start * 8, endBit: end * 8 };
    this.sink.leaf({
      kind,
      name,
      ...range,
      encoding: { kind: "bytes" },
      raw,
      ...(meaning === undefined ? {} : { meaning }),
    });
  }
  /** A little-endian number of `bytes` bytes, with its meaning or how it follows from the number. */
  private number(
    name: string,
    at: number,
    bytes: number,
    means?: string | ((raw: number | bigint) => string | undefined),
  ): void {
    const raw = unsigned(this.buffer.window.view(at, at + bytes), 0, bytes);
    const meaning = typeof means === "function" ? means(raw) : means;
    this.sink.leaf({
      kind: "decoded",
      name,
      startBit: at * 8,
      endBit: (at + bytes) * 8,
      encoding: { kind: "fixed" },
      raw,
      ...(meaning === undefined ? {} : { meaning }),
    });
  }
  /** A number of the schema, with its meaning. */
  private scalar(name: string, path: string, type: FieldType, at: number, bytes: number, holder: MapObject): void {
    const { words } = this;
    this.number(name, at, bytes, words && ((raw) => words(path, type, raw, holder)));
  }
  /** An offset, with its target. */
  private offset(name: string, at: number): void {
    this.number(name, at, 4, (raw) => `at ${formatPosition((at + Number(raw)) * 8)}`);
  }
  /** Bytes between fields: zeros are padding, anything else is marked as unreferenced. */
  private padding(start: number, end: number): void {
    if (end <= start) return;
    const zero = allZero(this.buffer.window.view(start, end));
    this.leafAt(zero ? "padding" : "opaque", zero ? "padding" : "unreferenced bytes", start, end);
  }
  /** The rest of an object whose head could not be read. */
  private rest(start: number, end: number): void {
    this.leafAt("undecoded", "bytes", start, end, "the object could not be read");
  }

  /**
   * Root offset and file identifier (flatbuffers, "FlatBuffer Internals": the identifier follows the root offset).
   */
  private root(start: number, end: number): void {
    if (end - start < 8) return this.rest(start, end);
    this.offset("root", start);
    this.leafAt("decoded", "file identifier", start + 4, end, byteString(this.buffer.window.view(start + 4, end)));
  }

  /** A vtable: two sizes of 16 bits, then a 16-bit offset for each slot. */
  private vtable({ start, owner }: MapObject, end: number): void {
    if (end - start < 4) return this.rest(start, end);
    const { type } = this.map.object(owner);
    const schema = type.kind === "table" ? this.buffer.revision.tables.get(type.table) : undefined;
    this.number("vtable size", start, 2);
    this.number("table size", start + 2, 2);
    for (let at = start + 4; at + 2 <= end; at += 2) {
      const slot = (at - start - 4) / 2;
      const field = schema?.bySlot.get(slot);
      this.number(`slot ${slot}`, at, 2, field && slotName(field, slot));
    }
  }

  /** A table: the signed offset back to its vtable, then its fields in whatever order the writer chose. */
  private table(object: MapObject, end: number, schema: TableSchema | undefined): void {
    const { start } = object;
    const { window, revision } = this.buffer;
    const vtable = readVtable(window, this.buffer, start);
    if (typeof vtable === "string" || !schema || start + vtable.tableBytes > end) return this.rest(start, end);
    this.number("vtable offset", start, 4, `vtable at ${formatPosition(vtable.start * 8)}`);
    const inline = [...vtable.slots.entries()].filter(([, offset]) => offset !== 0).sort((a, b) => a[1] - b[1]);
    let at = start + 4;
    for (const [slot, offset] of inline) {
      const field = schema.bySlot.get(slot);
      const from = start + offset;
      const isKind = field !== undefined && slot === field.typeSlot;
      const bytes =
        field === undefined ? 0 : isKind && field.type.kind === "union" ? 1 : inlineBytes(field.type, revision);
      // The walk has reported a field that overlaps another or exceeds the table; its bytes count once.
      if (field === undefined || from < at || from + bytes > end) continue;
      this.padding(at, from);
      this.field(schema, field, slot, from, bytes, object);
      at = from + bytes;
    }
    this.padding(at, end);
  }

  /** A field's bytes within its table: a scalar, a struct, or the offset of something elsewhere. */
  private field(table: TableSchema, field: Field, slot: number, at: number, bytes: number, holder: MapObject): void {
    const { type } = field;
    const name = slotName(field, slot);
    switch (type.kind) {
      case "scalar":
      case "enum":
        return this.scalar(name, `${table.name}.${name}`, type, at, bytes, holder);
      case "struct": {
        const schema = this.buffer.revision.structs.get(type.struct);
        return schema ? this.struct(schema, at, at + bytes, holder) : this.rest(at, at + bytes);
      }
      case "union":
        return bytes === 1 ? this.scalar(name, name, type, at, 1, holder) : this.offset(name, at);
      case "string":
      case "table":
      case "vector":
        return this.offset(name, at);
    }
  }

  /** A string: its length, its bytes, and a NUL that the length does not include. */
  private text(start: number, end: number): void {
    if (end - start < 5) return this.rest(start, end);
    this.number("string length", start, 4);
    const shown = this.words && quoted(this.buffer.window.view(start + 4, end - 1));
    this.leafAt("decoded", "string", start + 4, end - 1, shown);
    this.number("NUL", end - 1, 1);
  }

  /** A vector: its count, then its elements; of tables, strings and unions their offsets. */
  private *vector(object: MapObject, end: number, of: FieldType): Generator<void, void, undefined> {
    const { start } = object;
    if (end - start < 4) return this.rest(start, end);
    this.number("count", start, 4);
    const size = inlineBytes(of, this.buffer.revision);
    if (size === 1) return this.leafAt("decoded", "elements", start + 4, end, byteCount(end - start - 4));
    const scalar = of.kind === "scalar" || of.kind === "enum";
    const owner = this.map.object(object.owner);
    const path = owner.type.kind === "table" ? `${owner.type.table}.${object.field}` : object.field;
    for (let at = start + 4, i = 0; at + size <= end; at += size, i++) {
      if (scalar) this.scalar(`element ${i}`, path, of, at, size, object);
      else this.offset(`element ${i}`, at);
      if (i % AT_ONCE === AT_ONCE - 1) yield;
    }
  }
}

/** A slot's name; a union has two slots. */
export function slotName({ name, typeSlot }: Field, slot: number): string {
  return slot === typeSlot ? `${name} type` : name;
}

/** The numbers of a vtable, for a row of the listing: sizes, then slots. */
export function vtableNumbers(buffer: FlatBuffer, { start, end }: Bytes): readonly number[] {
  const bytes = buffer.window.view(start, end);
  return Array.from({ length: bytes.length >> 1 }, (_, i) => u16(bytes, 2 * i));
}
