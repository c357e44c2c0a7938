/**
 * The rows of a FlatBuffer's objects and of rodata: the fields as stored, and what the object says about the module.
 */
import type { ListingOptions } from "../../../document/section";
import { TokenSink } from "../../../document/sink";
import type { Token } from "../../../document/token";
import type { Analysis } from "../analysis";
import { byteCount, cString, escaped, hex, i32, u32 } from "../bytes";
import { byteString } from "../../../document/byteText";
import { vtableNumbers } from "../flatbuffer/leaves";
import type { MapObject } from "../flatbuffer/map";
import { readVtable, scalarAt, TableView } from "../flatbuffer/table";
import type { Module } from "../module";
import { functionName } from "../module";
import { printImport, printType } from "../print/assembly";
import { recognise } from "../rodata";
import type { StructSchema } from "../schema";
import { ordinalSymbol } from "../symbols";
import type { Tile } from "../tiles";
import type { LinesEntry } from "./entry";
import { detail, functionToken, isDetail, row, shownNumbers } from "./entry";

/** Most bytes of a string or blob in a row. */
const SHOWN_BYTES = 64;

function comment(text: string): Token {
  return { kind: "comment", text: `; ${text}` };
}

/** Makes the entries of tiles that are objects, structs or rodata. */
export class ObjectRows {
  constructor(private readonly analysis: Analysis) {}

  entry(tile: Tile, options: ListingOptions): LinesEntry {
    const { start, end } = tile;
    if (tile.kind === "rodata") return row(start, end, this.rodataRecord(tile), this.rodata(tile.index, true));
    if (tile.kind === "struct") return this.struct(tile);
    const object = this.analysis.objects()?.object(tile.index);
    if (!object) return row(start, end, [], []);
    const unread = this.unread(tile);
    if (unread !== undefined) return row(start, end, [], [unread]);
    const entry = this.objectRow(object, end, options);
    return isDetail(object) ? detail(entry) : entry;
  }
  /** Whether the row of a tile is a detail, without making it. */
  isDetail(tile: Tile): boolean {
    const object = tile.kind === "object" ? this.analysis.objects()?.object(tile.index) : undefined;
    return object !== undefined && isDetail(object) && this.unread(tile) === undefined;
  }

  private objectRow(object: MapObject, end: number, options: ListingOptions): LinesEntry {
    const { start, type } = object;
    switch (type.kind) {
      case "root": {
        const identifier = byteString(this.analysis.window.view(start + 4, end));
        return row(start, end, this.root(start), [comment(`file identifier "${identifier}"`)]);
      }
      case "vtable":
        return row(start, end, this.vtable(object), [comment(`vtable of ${this.ownerName(object)}`)]);
      case "table":
        return row(start, end, this.tableRecord(object, type.table), this.meaning(object, type.table));
      case "string":
        return row(start, end, [{ kind: "text", text: `string length=${end - start - 5}` }], this.text(object));
      case "vector": {
        const record = this.vectorRecord(object, end, options.full ?? false);
        return row(start, end, record, [comment(this.fieldName(object))]);
      }
      case "scalar":
      case "enum":
      case "struct":
      case "union":
        return row(start, end, [], []);
    }
  }

  /** The text for an object whose head could not be read: only its first 4 bytes are known to belong to it. */
  private unread({ start, end, index }: Tile): Token | undefined {
    const map = this.analysis.objects();
    const type = map?.object(index).type.kind;
    if (!map || (type !== "table" && type !== "string") || end - start > 4) return undefined;
    const fault = map.faults.find((f) => f.object === index);
    const table = type === "table" ? readVtable(map.buffer.window, map.buffer, start) : undefined;
    const message = fault?.message ?? (typeof table === "string" ? table : undefined);
    if (message === undefined) return undefined;
    return { kind: "problem", text: `; undecoded ${(end - start) * 8} bits: ${message}` };
  }

  /** The module, if there is one: a damaged root table still has objects around it. */
  private get module(): Module | undefined {
    return this.analysis.era?.module;
  }

  /** The object read as a table, whatever its slots in this revision. */
  private view(object: MapObject, table: string): TableView | undefined {
    const buffer = this.analysis.era?.buffer;
    const schema = buffer?.revision.tables.get(table);
    return buffer && schema && new TableView(buffer, schema, object.start);
  }

  /** The first four bytes: the offset of the root table. */
  private root(start: number): readonly Token[] {
    const target = start + u32(this.analysis.window.view(start, start + 4), 0);
    return [
      { kind: "attribute", text: "root=" },
      { kind: "number", text: `@${target}`, targetBit: target * 8 },
    ];
  }

  /** A vtable: its own size, the size of its table, then each slot's offset in the table (0: absent). */
  private vtable(object: MapObject): readonly Token[] {
    const buffer = this.analysis.era?.buffer;
    const [size = 0, table = 0, ...slots] = buffer ? vtableNumbers(buffer, object) : [];
    return [{ kind: "text", text: `vtable size=${size} table=${table} slots=${shownNumbers(slots, true)}` }];
  }

  /** The table that referred to a vtable first; others may share it. */
  private ownerName({ owner }: MapObject): string {
    const type = this.analysis.objects()?.object(owner).type;
    return type?.kind === "table" ? type.table : "?";
  }

  /** `imported_functions[3].signature` */
  private fieldName(object: MapObject): string {
    const map = this.analysis.objects();
    let name = "";
    for (let at: MapObject | undefined = object; at && at.owner > 0 && name.length < 200; at = map?.object(at.owner)) {
      // An element of a vector has the vector's field name, which the vector shows.
      if (at.element >= 0) name = `[${at.element}]${name === "" || name.startsWith("[") ? "" : "."}${name}`;
      else name = `${at.field}${name === "" || name.startsWith("[") ? "" : "."}${name}`;
    }
    return name;
  }

  /** A table's name and its fields as stored: numbers, and targets of offsets. */
  private tableRecord(object: MapObject, table: string): readonly Token[] {
    const view = this.view(object, table);
    if (!view) return [];
    const { window } = this.analysis;
    const tokens: Token[] = [{ kind: "type", text: table }];
    for (const [i, field] of view.schema.fields.entries()) {
      const found = view.fieldAt(field.name);
      if (!found) continue;
      tokens.push({ kind: "attribute", text: ` ${field.name}=` });
      if (field.type.kind === "scalar" || field.type.kind === "enum")
        tokens.push({ kind: "number", text: String(view.number(field.name)), operand: i });
      else {
        const target = found.at + u32(window.view(found.at, found.at + 4), 0);
        tokens.push({ kind: "number", text: `@${target}`, targetBit: target * 8, operand: i });
      }
    }
    return tokens;
  }

  /** A vector: its count; for a vector of numbers also the numbers, the first sixteen unless shown in full. */
  private vectorRecord(object: MapObject, end: number, full: boolean): readonly Token[] {
    const { window } = this.analysis;
    const of = object.type.kind === "vector" ? object.type.of : undefined;
    const count = u32(window.view(object.start, object.start + 4), 0);
    const name = !of ? "" : "name" in of ? of.name : "table" in of ? of.table : "struct" in of ? of.struct : of.kind;
    const head: Token = { kind: "text", text: `[${name}] count=${count}` };
    const scalar = of?.kind === "scalar" && of.bytes === 4 && end - object.start > 4;
    if (!scalar) return [head];
    const bytes = window.view(object.start + 4, full ? end : Math.min(end, object.start + 4 + 4 * 17));
    const shown = Array.from({ length: bytes.length >> 2 }, (_, i) => i32(bytes, 4 * i));
    return [head, { kind: "number", text: ` ${shownNumbers(shown, full)}` }];
  }

  /** A string in quotes (its beginning if it is long), and the field whose value it is. */
  private text(object: MapObject): readonly Token[] {
    const { start, end } = object;
    const shown = byteString(this.analysis.window.view(start + 4, Math.min(end - 1, start + 4 + SHOWN_BYTES)));
    const more = end - 5 - start > SHOWN_BYTES ? "..." : "";
    return [
      { kind: "string", text: `"${escaped(shown)}"${more}` },
      { kind: "comment", text: `  ; ${this.fieldName(object)}` },
    ];
  }

  /** A struct of a vector: FunctionDescriptor or BytecodeLocationDef, field by field. */
  private struct({ start, end, index, owner }: Tile): LinesEntry {
    const object = this.analysis.objects()?.object(owner);
    const of = object?.type.kind === "vector" ? object.type.of : undefined;
    const buffer = this.analysis.era?.buffer;
    const schema = of?.kind === "struct" ? buffer?.revision.structs.get(of.struct) : undefined;
    if (!schema || !buffer || !object) return row(start, end, [], []);
    const numbers = structNumbers(schema, start, end, (type, at) => Number(scalarAt(buffer, type, at)));
    const record: Token[] = [{ kind: "type", text: schema.name }];
    for (const [i, { name, value }] of numbers.entries()) {
      record.push({ kind: "attribute", text: ` ${name}=` }, { kind: "number", text: String(value), operand: i });
    }
    return row(start, end, record, this.structMeaning(schema.name, index, object, numbers));
  }

  /** The function of a descriptor; for an entry of a source map, the location from its bytecode offset on. */
  private structMeaning(
    name: string,
    index: number,
    object: MapObject,
    numbers: readonly { readonly value: number }[],
  ): readonly Token[] {
    const { module } = this;
    if (name === "FunctionDescriptor" && module)
      return [{ kind: "text", text: `  function ${index}: ` }, functionToken(functionName(module, index), index)];
    if (name !== "BytecodeLocationDef") return [];
    const [pc, location] = numbers.map((n) => n.value);
    const function_ = this.analysis.objects()?.object(object.owner).element ?? -1;
    const place = module?.debug?.describe(location ?? -1) ?? "?";
    return [
      { kind: "text", text: `  fn${function_} [${hex(pc ?? 0, 8)}] ` },
      { kind: "comment", text: place },
    ];
  }

  /** What a table says about the module. */
  private meaning(object: MapObject, table: string): readonly Token[] {
    const view = this.view(object, table);
    const { module } = this;
    if (!view || !module) return [];
    const sink = new TokenSink();
    const string = (field: string): string => cString(view.string(field) ?? "");
    switch (table) {
      case "BytecodeModuleDef":
        return [
          { kind: "keyword", text: "vm.module" },
          { kind: "global", text: ` @${cString(module.name)}` },
        ];
      case "TypeDef":
        printType(sink, object.element, view.string("full_name") ?? "");
        return sink.take();
      case "ImportFunctionDef": {
        const item = module.imports?.[object.element];
        if (item) printImport(sink, module, object.element, item);
        return sink.take();
      }
      case "ExportFunctionDef":
        return this.exported(view);
      case "InternalFunctionDef":
        return [
          { kind: "text", text: `function ${object.element}: ` },
          functionToken(string("local_name"), object.element),
        ];
      case "FunctionSignatureDef":
        return [
          { kind: "string", text: `"${string("calling_convention")}"` },
          { kind: "comment", text: `  ; ${this.fieldName(object)}` },
        ];
      case "AttrDef":
      case "ReflectionAttrDef":
        return [
          { kind: "attribute", text: `${string("key")}: ` },
          { kind: "string", text: string("value") },
        ];
      case "ModuleDependencyDef":
        return [{ kind: "text", text: `depends on ${string("name")}, version >= ${view.int("minimum_version")}` }];
      case "RodataSegmentDef":
        return this.segment(object.element);
      case "RwdataSegmentDef":
        return [{ kind: "text", text: `vm.rwdata[${object.element}] = ${byteCount(view.int("byte_size"))}` }];
      case "ModuleStateDef":
        return [{ kind: "text", text: stateText(view) }];
      default:
        return this.debugMeaning(object, table, module);
    }
  }

  /** An export with its function, which F12 leads to. */
  private exported(view: TableView): readonly Token[] {
    const ordinal = view.int("internal_ordinal");
    const name = view.string("local_name") ?? "";
    return [
      { kind: "keyword", text: "vm.export " },
      functionToken(name, ordinal),
      { kind: "comment", text: `  ; function ${ordinal}` },
    ];
  }

  /** The tables of the debug database; a table of unknown purpose is named by its path. */
  private debugMeaning(object: MapObject, table: string, { debug }: Module): readonly Token[] {
    if (!debug) return [comment(this.fieldName(object))];
    if (table === "DebugDatabaseDef")
      return [comment(`debug database: ${debug.locationCount} locations, ${debug.functionCount} functions`)];
    if (table === "FunctionSourceMapDef") {
      const name = cString(debug.functionName(object.element) ?? "");
      return [comment(`source map of function ${object.element}${name === "" ? "" : `: ${name}`}`)];
    }
    if (object.field !== "location_table") return [comment(this.fieldName(object))];
    return [
      { kind: "text", text: `  location ${object.element}: ` },
      { kind: "comment", text: debug.describe(object.element) },
    ];
  }

  /** A segment's bytes: their number, and the first eight. */
  private rodataRecord({ index, start, end }: Tile): readonly Token[] {
    const bytes = this.analysis.window.view(start, Math.min(end, start + 8));
    const shown = [...bytes].map((b) => hex(b, 2)).join(" ");
    return [
      { kind: "text", text: `rodata ${index} ${byteCount(end - start)} ${shown}${end - start > 8 ? "..." : ""}` },
    ];
  }

  /** The table of a segment. The row of its bytes shows the content; that of external segments is not read here. */
  private segment(ordinal: number): readonly Token[] {
    const segment = this.module?.rodata?.[ordinal];
    if (!segment?.data || !segment.external) return this.rodata(ordinal, false);
    const { start, end } = segment.data;
    return [
      { kind: "keyword", text: "vm.rodata[" },
      { kind: "global", text: String(ordinal), symbol: ordinalSymbol("rodata", ordinal) },
      { kind: "keyword", text: "]" },
      { kind: "text", text: ` = ${byteCount(end - start)}` },
      { kind: "comment", text: `  ; external, at byte ${start}`, targetBit: start * 8 },
    ];
  }

  private rodata(ordinal: number, definition: boolean): readonly Token[] {
    const data = this.module?.rodata?.[ordinal]?.data;
    const found = data && recognise(this.analysis.window, data);
    const entries = found && found.entryPoints.length > 0 ? `, entry points ${found.entryPoints.join(", ")}` : "";
    return [
      { kind: "keyword", text: "vm.rodata[" },
      { kind: "global", text: String(ordinal), symbol: ordinalSymbol("rodata", ordinal), definition },
      { kind: "keyword", text: "]" },
      { kind: "text", text: ` = ${data ? byteCount(data.end - data.start) : "nothing"}` },
      { kind: "comment", text: `  ; ${found?.text ?? ""}${entries}` },
    ];
  }
}

/** A struct's fields with their values. */
export function structNumbers(
  schema: StructSchema,
  start: number,
  end: number,
  read: (type: StructSchema["fields"][number]["type"], at: number) => number,
): readonly { readonly name: string; readonly value: number; readonly at: number; readonly bytes: number }[] {
  return schema.fields
    .filter(({ offset }) => start + offset < end)
    .map(({ name, offset, type }) => {
      const bytes = type.kind === "scalar" || type.kind === "enum" ? type.bytes : 4;
      return { name, value: read(type, start + offset), at: start + offset, bytes };
    });
}

/** Globals: `global_bytes_capacity` is a number of bytes since 2020-07-20, before that a number of i32 globals. */
function stateText(view: TableView): string {
  return `module state: ${byteCount(view.int("global_bytes_capacity"))} of globals, ${view.int("global_ref_count")} refs`;
}
