/**
 * The revisions of IREE's module schema (bytecode_module_def.fbs), from data/schema.json; tools/iree-data.mjs describes
 * its origin.
 */
import data from "./data/schema.json";

/** Names of the scalars that the schema uses. */
export type ScalarName = "bool" | "int8" | "uint8" | "int16" | "uint16" | "int32" | "uint32" | "int64" | "uint64";

/** The type of a field or of a vector's element. */
export type FieldType =
  | { readonly kind: "scalar"; readonly name: string; readonly bytes: number; readonly signed: boolean }
  | { readonly kind: "enum"; readonly name: string; readonly bytes: number; readonly values: readonly string[] }
  | { readonly kind: "string" }
  | { readonly kind: "table"; readonly table: string }
  | { readonly kind: "struct"; readonly struct: string }
  | { readonly kind: "union"; readonly union: string }
  | { readonly kind: "vector"; readonly of: FieldType };

/** A field of a table; a union has a second slot with the kind of its member. */
export interface Field {
  readonly name: string;
  readonly slot: number;
  readonly typeSlot: number | undefined;
  readonly type: FieldType;
  /** The value of an absent scalar. */
  readonly absent: number;
}

/** A table: its fields, and the field of each slot. */
export interface TableSchema {
  readonly name: string;
  readonly fields: readonly Field[];
  readonly bySlot: ReadonlyMap<number, Field>;
  readonly slotCount: number;
}

/** A struct: fields at fixed byte offsets. */
export interface StructSchema {
  readonly name: string;
  readonly bytes: number;
  readonly align: number;
  readonly fields: readonly { readonly name: string; readonly offset: number; readonly type: FieldType }[];
}

/** One revision of the schema. */
export interface Revision {
  /** `S24` */
  readonly name: string;
  /** Date of the commit that introduced it, and of the one that replaced it. */
  readonly from: string;
  readonly until: string | undefined;
  readonly commit: string;
  readonly identifier: string;
  /** First and last major bytecode_version written with it; undefined before there was such a field. */
  readonly versions: readonly [number, number] | undefined;
  readonly tables: ReadonlyMap<string, TableSchema>;
  readonly structs: ReadonlyMap<string, StructSchema>;
  /** Members of each union by number; 0 is NONE. */
  readonly unions: ReadonlyMap<string, readonly string[]>;
}

/** Name of the schema's root table. */
export const ROOT_TABLE = "BytecodeModuleDef";

const scalarBytes: Readonly<Record<ScalarName, number>> = {
  bool: 1,
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  int64: 8,
  uint64: 8,
};

/** The meaning of the fields' type names in one revision. */
interface Names {
  readonly tables: Readonly<Record<string, readonly string[]>>;
  readonly structs: Readonly<Record<string, StructData>>;
  readonly enums: Readonly<Record<string, readonly string[]>>;
  readonly unions: Readonly<Record<string, readonly string[]>>;
}

interface StructData {
  readonly size: number;
  readonly align: number;
  readonly fields: readonly string[];
}

function isScalar(name: string): name is ScalarName {
  return name in scalarBytes;
}

/** A type by its name in the schema: `[T]` is a vector. */
function parseType(text: string, names: Names): FieldType {
  if (text.startsWith("[")) return { kind: "vector", of: parseType(text.slice(1, -1), names) };
  if (text === "string") return { kind: "string" };
  if (isScalar(text)) return { kind: "scalar", name: text, bytes: scalarBytes[text], signed: text.startsWith("int") };
  const values = names.enums[text];
  if (values) return { kind: "enum", name: text, bytes: 4, values };
  if (text in names.unions) return { kind: "union", union: text };
  if (text in names.structs) return { kind: "struct", struct: text };
  return { kind: "table", table: text };
}

/** A field from `SLOT[/TYPE-SLOT] NAME TYPE[ = DEFAULT]`; a default is a flag's name, whose value is its bit. */
function parseField(text: string, names: Names): Field {
  const [slots = "", name = "", typeName = "", , fallback] = text.split(" ");
  const [slot, typeSlot] = slots.split("/").map(Number);
  const type = parseType(typeName, names);
  const absent = fallback !== undefined && type.kind === "enum" ? 1 << type.values.indexOf(fallback) : 0;
  return { name, slot: slot ?? 0, typeSlot, type, absent };
}

/** A table from the texts of its fields. */
function tableSchema(name: string, texts: readonly string[], names: Names): TableSchema {
  const fields = texts.map((text) => parseField(text, names));
  const bySlot = new Map(fields.map((f) => [f.slot, f]));
  for (const field of fields) if (field.typeSlot !== undefined) bySlot.set(field.typeSlot, field);
  return { name, fields, bySlot, slotCount: 1 + Math.max(-1, ...bySlot.keys()) };
}

/** A struct from the texts of its fields. */
function structSchema(name: string, { size, align, fields }: StructData, names: Names): StructSchema {
  const parsed = fields.map((text) => {
    const [offset = "", field = "", type = ""] = text.split(" ");
    return { name: field, offset: Number(offset), type: parseType(type, names) };
  });
  return { name, bytes: size, align, fields: parsed };
}

/** `before` with the replacements in `changes`, and without the keys that it sets to null. */
function changed<T>(before: Readonly<Record<string, T>>, changes: object): Readonly<Record<string, T>> {
  const kept = Object.entries({ ...before, ...changes }).filter((entry) => entry[1] !== null);
  return Object.fromEntries(kept) as Record<string, T>;
}

/** Applies each revision's changes to the previous one. */
function allRevisions(): readonly Revision[] {
  let names: Names = { tables: {}, structs: {}, enums: {}, unions: {} };
  return data.map((entry) => {
    names = {
      tables: changed(names.tables, entry.tables),
      structs: changed(names.structs, entry.structs),
      enums: changed(names.enums, entry.enums),
      unions: changed(names.unions, entry.unions),
    };
    const now = names;
    const [first, last] = entry.versions ?? [];
    return {
      name: entry.name,
      from: entry.from,
      until: entry.until ?? undefined,
      commit: entry.commit,
      identifier: entry.identifier,
      versions: first === undefined || last === undefined ? undefined : ([first, last] as const),
      tables: new Map(Object.entries(now.tables).map(([name, f]) => [name, tableSchema(name, f, now)])),
      structs: new Map(Object.entries(now.structs).map(([name, s]) => [name, structSchema(name, s, now)])),
      unions: new Map(Object.entries(now.unions).map(([name, members]) => [name, ["NONE", ...members]])),
    };
  });
}

let made: readonly Revision[] | undefined;

/** Every revision, oldest first; made when first asked for. */
export function revisions(): readonly Revision[] {
  return (made ??= allRevisions());
}

/** Bytes that a value of this type takes in a table or a vector (offsets are 4). */
export function inlineBytes(type: FieldType, revision: Revision): number {
  switch (type.kind) {
    case "scalar":
    case "enum":
      return type.bytes;
    case "struct":
      return revision.structs.get(type.struct)?.bytes ?? 0;
    case "string":
    case "table":
    case "union":
    case "vector":
      return 4;
  }
}
