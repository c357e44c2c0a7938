/** A module's tables by name, independent of the schema's revision. */
import type { Bytes } from "./bytes";
import { u16, u32 } from "./bytes";
import type { Container } from "./container";
import { DebugDatabase } from "./debug";
import { Mentions } from "./flatbuffer/mentions";
import type { FlatBuffer, TableView } from "./flatbuffer/table";
import { rootTable } from "./flatbuffer/table";
import type { Revision } from "./schema";
import { ROOT_TABLE } from "./schema";

/** A key and a value, such as `iree.abi.declaration`. */
export interface Attribute {
  /** The position of its table; undefined if the vector's element is invalid. */
  readonly at: number | undefined;
  readonly key: string | undefined;
  readonly value: string | undefined;
}

/** The arguments and results of a function. */
export interface Signature {
  readonly at: number;
  /** `0rii_r`, since 2020-09; see print/cconv.ts. */
  readonly convention: string | undefined;
  /** Undefined if the table has no such field. */
  readonly attributes: readonly Attribute[] | undefined;
  /** Type ordinals, until 2022-06. */
  readonly argumentTypes: readonly number[];
  readonly resultTypes: readonly number[];
}

/** An imported function (ImportFunctionDef); `at` is the position of its table in bytes. */
export interface Import {
  readonly at: number;
  readonly name: string | undefined;
  readonly signature: Signature | undefined;
  readonly optional: boolean;
}

/**
 * An exported function (ExportFunctionDef); `at` and `ordinalAt` are the positions of its table and of its ordinal in
 * bytes.
 */
export interface Export {
  readonly at: number;
  readonly name: string | undefined;
  /** Of the function that it exports. */
  readonly ordinal: number;
  readonly ordinalAt: number | undefined;
  readonly signature: Signature | undefined;
}

/** A module that must be present (ModuleDependencyDef); `at` is the position of its table in bytes. */
export interface Dependency {
  readonly at: number;
  readonly name: string | undefined;
  readonly minimumVersion: number;
  readonly optional: boolean;
}

/** A FunctionDescriptor, and the position of its code. */
export interface FunctionDef {
  readonly ordinal: number;
  /** The descriptor's first byte. */
  readonly at: number;
  readonly offset: number;
  readonly length: number;
  readonly i32Registers: number;
  readonly refRegisters: number;
  /** Blocks and feature bits, since 2023-03. */
  readonly blocks: number | undefined;
  readonly requirements: number;
  /** The code within the document, clamped to bytecode_data. */
  readonly code: Bytes;
  /** Whether offset and length lie within bytecode_data. */
  readonly inside: boolean;
}

/** A rodata segment. */
export interface Rodata {
  readonly ordinal: number;
  readonly at: number;
  /** The bytes in the document, clamped to it; undefined if the segment has none. */
  readonly data: Bytes | undefined;
  /** Offset and length of an external segment, as stored. */
  readonly external: { readonly offset: number | bigint; readonly length: number | bigint } | undefined;
  /** Whether the data lie within the document. */
  readonly inside: boolean;
  /** The kind of compression: 1 is "uncompressed", 0 is none. */
  readonly compression: number;
}

/** The module's tables. If a field is absent and the dump shows that, it is undefined. */
export interface Module {
  readonly root: TableView;
  readonly revision: Revision;
  readonly name: string;
  readonly version: number;
  readonly requirements: number | undefined;
  readonly attributes: readonly Attribute[] | undefined;
  readonly types: readonly (string | undefined)[] | undefined;
  readonly dependencies: readonly Dependency[] | undefined;
  readonly imports: readonly Import[] | undefined;
  readonly exports: readonly Export[] | undefined;
  readonly functions: readonly FunctionDef[] | undefined;
  readonly signatures: readonly (Signature | undefined)[] | undefined;
  /** Names of internal functions, until 2021-09. */
  readonly internalNames: readonly (string | undefined)[];
  readonly rodata: readonly Rodata[] | undefined;
  readonly rwdata: readonly number[] | undefined;
  readonly state: { readonly bytes: number; readonly refs: number } | undefined;
  readonly bytecode: Bytes | undefined;
  /** Major and minor of bytecode_version, since 2022-05. */
  readonly bytecodeVersion: { readonly major: number; readonly minor: number } | undefined;
  readonly debug: DebugDatabase | undefined;
  /** Tells whether long names and tables that are mentioned often were cut. */
  readonly mentions: Mentions;
}

/** Whether the runtimes of its time verify the module's code before they run it: since 2023-03 (bytecode/verifier.c). */
export function isVerified({ revision }: Module): boolean {
  return revision.name >= "S24";
}

/** How many times functions, or rodata segments, may cover the same bytes; more is damage, and the rest is ignored. */
const SHARED = 4;

/** Bit 1 of an import's or dependency's flags. */
const OPTIONAL = 2;

/** What an attribute or a type of a signature takes of the room for mentions, besides its strings. */
const PART = 16;

/** Attributes, until 2022-06 named `reflection_attrs`. */
function attributes(table: TableView, mentions: Mentions): readonly Attribute[] | undefined {
  const found = table.tables("attrs") ?? table.tables("reflection_attrs");
  if (found && !mentions.take(PART * found.length, table.at)) return [];
  return found?.map((a) => ({ at: a?.at, key: mentions.string(a, "key"), value: mentions.string(a, "value") }));
}

const NO_INTEGERS: readonly number[] = [];

/** A vector of 32-bit integers. */
function integers(table: TableView, name: string, mentions: Mentions): readonly number[] {
  const range = table.bytes(name);
  if (!range || !mentions.take((range.end - range.start) * (PART / 4), table.at)) return NO_INTEGERS;
  const bytes = table.buffer.window.view(range.start, range.end);
  return Array.from({ length: bytes.length >> 2 }, (_, i) => u32(bytes, 4 * i));
}

/** A FunctionSignatureDef: type ordinals until 2022-06, a calling convention since 2020-09. */
function signature(table: TableView | undefined, mentions: Mentions): Signature | undefined {
  if (!table) return undefined;
  return mentions.table(table, () => ({
    at: table.at,
    convention: mentions.string(table, "calling_convention"),
    attributes: attributes(table, mentions),
    argumentTypes: integers(table, "argument_types", mentions),
    resultTypes: integers(table, "result_types", mentions),
  }));
}

/** The valid elements. */
function present<T>(items: readonly (T | undefined)[] | undefined): readonly T[] | undefined {
  return items?.filter((item) => item !== undefined);
}

/** imported_functions; flags since 2022-04. */
function readImports(root: TableView, mentions: Mentions): readonly Import[] | undefined {
  return present(root.tables("imported_functions"))?.map((table) => ({
    at: table.at,
    name: mentions.string(table, "full_name"),
    signature: signature(table.table("signature"), mentions),
    optional: (table.int("flags") & OPTIONAL) !== 0,
  }));
}

/** exported_functions; until 2023-03 each has a signature of its own, since then that of its function. */
function readExports(
  root: TableView,
  signatures: readonly (Signature | undefined)[] | undefined,
  mentions: Mentions,
): readonly Export[] | undefined {
  return present(root.tables("exported_functions"))?.map((table) => {
    const ordinal = table.int("internal_ordinal");
    return {
      at: table.at,
      name: mentions.string(table, "local_name"),
      ordinal,
      ordinalAt: table.fieldAt("internal_ordinal")?.at,
      signature: signature(table.table("signature"), mentions) ?? signatures?.[ordinal],
    };
  });
}

/** function_descriptors: 12 bytes each until 2023-03 (counts of one byte until 2020-03), 20 since. */
function readFunctions(root: TableView, bytecode: Bytes | undefined): readonly FunctionDef[] | undefined {
  const range = root.bytes("function_descriptors");
  const struct = root.buffer.revision.structs.get("FunctionDescriptor");
  if (!range || !struct) return undefined;
  const bytes = root.buffer.window.view(range.start, range.end);
  const room = bytecode ?? { start: 0, end: 0 };
  const functions: FunctionDef[] = [];
  let left = SHARED * (room.end - room.start) + 65536;
  for (let at = 0; at + struct.bytes <= bytes.length; at += struct.bytes) {
    const value = (name: string): number => {
      const field = struct.fields.find((f) => f.name === name);
      if (!field || field.type.kind === "struct") return 0;
      const size = "bytes" in field.type ? field.type.bytes : 4;
      if (size === 1) return bytes[at + field.offset] ?? 0;
      return size === 2 ? u16(bytes, at + field.offset) : u32(bytes, at + field.offset);
    };
    const [offset, length] = [value("bytecode_offset"), value("bytecode_length")];
    const start = Math.min(room.start + offset, room.end);
    const end = Math.min(start + length, room.end);
    left -= end - start;
    functions.push({
      ordinal: functions.length,
      at: range.start + at,
      offset,
      length,
      i32Registers: value("i32_register_count"),
      refRegisters: value("ref_register_count"),
      blocks: struct.bytes === 20 ? value("block_count") : undefined,
      requirements: value("requirements"),
      code: { start, end: left < 0 ? start : end },
      inside: left >= 0 && room.start + offset + length <= room.end,
    });
  }
  return functions;
}

/** rodata_segments: `data` until 2022-05, then `embedded_data` or an external range counted from `rodataBase`. */
function readRodata(root: TableView, { rodataBase }: Container): readonly Rodata[] | undefined {
  const limit = root.buffer.window.length;
  let left = SHARED * limit + 65536;
  const share = (range: Bytes): Bytes => {
    left -= range.end - range.start;
    return left < 0 ? { start: range.start, end: range.start } : range;
  };
  return root.tables("rodata_segments")?.map((table, ordinal) => {
    const data = table?.bytes("embedded_data") ?? table?.bytes("data");
    const at = table?.at ?? 0;
    const compression = readUnionKind(table);
    if (!table || data || rodataBase === undefined)
      return { ordinal, at, data: data && share(data), external: undefined, inside: left >= 0, compression };
    const [offset, length] = [table.number("external_data_offset"), table.number("external_data_length")];
    const start = rodataBase + Number(offset);
    const end = start + Number(length);
    return {
      ordinal,
      at,
      data: share({ start: Math.min(start, limit), end: Math.min(end, limit) }),
      external: { offset, length },
      inside: left >= 0 && end <= limit,
      compression,
    };
  });
}

/** The kind of compression; only "uncompressed" was ever written. */
function readUnionKind(table: TableView | undefined): number {
  const field = table?.schema.fields.find((f) => f.name === "compression_type");
  return table && field?.typeSlot !== undefined ? table.byteInSlot(field.typeSlot) : 0;
}

/** Reads the module's tables by a revision; undefined if the root offset is invalid. */
export function readModule(buffer: FlatBuffer, container: Container): Module | undefined {
  const root = rootTable(buffer, ROOT_TABLE);
  if (!root) return undefined;
  const mentions = new Mentions(buffer.end - buffer.start);
  const signatures = root.tables("function_signatures")?.map((table) => signature(table, mentions));
  const internal = root.tables("internal_functions");
  const bytecode = root.bytes("bytecode_data");
  const state = root.table("module_state");
  const version = root.int("bytecode_version");
  const debug = root.table("debug_database");
  return {
    root,
    revision: buffer.revision,
    name: mentions.string(root, "name") ?? "",
    version: root.int("version"),
    requirements: root.has("requirements") ? root.int("requirements") : undefined,
    attributes: attributes(root, mentions),
    types: root.tables("types")?.map((t) => mentions.string(t, "full_name")),
    dependencies: present(root.tables("dependencies"))?.map((d) => ({
      at: d.at,
      name: mentions.string(d, "name"),
      minimumVersion: d.int("minimum_version"),
      optional: (d.int("flags") & OPTIONAL) !== 0,
    })),
    imports: readImports(root, mentions),
    exports: readExports(root, signatures, mentions),
    functions: readFunctions(root, bytecode),
    signatures: signatures ?? internal?.map((f) => signature(f?.table("signature"), mentions)),
    internalNames: internal?.map((f) => mentions.string(f, "local_name")) ?? [],
    rodata: readRodata(root, container),
    rwdata: root.tables("rwdata_segments")?.map((t) => t?.int("byte_size") ?? 0),
    state: state && { bytes: state.int("global_bytes_capacity"), refs: state.int("global_ref_count") },
    bytecode,
    bytecodeVersion: buffer.revision.versions ? { major: version >>> 16, minor: version & 0xffff } : undefined,
    debug: debug && new DebugDatabase(debug),
    mentions,
  };
}

/** The name of an internal function in the debug database, or until 2021-09 in the module; undefined if it has none. */
export function internalName(module: Module, ordinal: number): string | undefined {
  const name = module.internalNames[ordinal] ?? module.debug?.functionName(ordinal);
  return name === "" ? undefined : name;
}

const exportsByModule = new WeakMap<Module, ReadonlyMap<number, readonly Export[]>>();

/** The exports of each function, by its ordinal. */
export function exportsOf(module: Module): ReadonlyMap<number, readonly Export[]> {
  const known = exportsByModule.get(module);
  if (known) return known;
  const found = new Map<number, Export[]>();
  for (const item of module.exports ?? []) {
    const list = found.get(item.ordinal);
    if (list) list.push(item);
    else found.set(item.ordinal, [item]);
  }
  exportsByModule.set(module, found);
  return found;
}

/**
 * A function's name in the disassembly: its first export, otherwise the name in the debug database, otherwise `fn3`.
 */
export function functionName(module: Module, ordinal: number): string {
  const exported = exportsOf(module).get(ordinal)?.[0]?.name;
  if (exported !== undefined && exported !== "") return exported;
  return internalName(module, ordinal) ?? `fn${ordinal}`;
}

/** The declaration in the source language that the compiler stored with a signature (iree.abi.declaration, since 2023). */
export function declarationIn(signature: Signature | undefined): string | undefined {
  return signature?.attributes?.find(({ key }) => key === "iree.abi.declaration")?.value;
}

/** A function's signature: from the table of signatures, otherwise from one of its exports. */
export function functionSignature(module: Module, ordinal: number): Signature | undefined {
  return module.signatures?.[ordinal] ?? exportsOf(module).get(ordinal)?.[0]?.signature;
}
