/** The dialect section: dialects with their versions, and the names of ops (BytecodeFormat.md, "Dialect Section"). */
import type { Blob } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { OpName, Release } from "../model/module";
import { readSectionHeader, SectionKind } from "./sections";

/** A dialect of the file, and its bytes in the section. `version`: the bytes that it wrote about its version. */
export interface Dialect extends Blob {
  readonly name: string;
  readonly string: number;
  readonly version: Blob | undefined;
}

/** The name of an op, as it stands in the section. */
export interface ListedOpName extends OpName, Blob {
  /** Index of the string that is its name within the dialect. */
  readonly string: number;
}

/** Dialects and op names, in file order. */
export interface DialectTable {
  readonly dialects: Dialect[];
  readonly opNames: ListedOpName[];
}

/** How the section is read. */
export interface DialectContext {
  readonly version: number;
  readonly release: Release;
  string(index: number): string;
}

/** Reads the section into `table`, which keeps what was read before any damage. @throws Damage */
export function readDialects(cursor: MlirCursor, context: DialectContext, table: DialectTable): void {
  const count = cursor.count("dialect count");
  for (let i = 0; i < count; i++) {
    cursor.open("dialect", `${i}`);
    table.dialects.push(readDialect(cursor, context));
    cursor.close();
  }
  if (context.version >= 4) cursor.varint("op name count");
  while (!cursor.atEnd) readGroup(cursor, context, table);
}

function readDialect(cursor: MlirCursor, context: DialectContext): Dialect {
  const start = cursor.position;
  if (context.version < 1) {
    const index = cursor.string("name");
    const place = { startByte: start, endByte: cursor.position };
    return { name: context.string(index), string: index, version: undefined, ...place };
  }
  const both = cursor.varint("name, has version");
  const index = Math.floor(both / 2);
  checkString(cursor, index, start);
  cursor.note({ table: "string", index });
  const blob = both % 2 === 1 ? readVersion(cursor) : undefined;
  const place = { startByte: start, endByte: cursor.position };
  return { name: context.string(index), string: index, version: blob, ...place };
}

/** A dialect's version is a section of its own; what is in it is the dialect's business. */
function readVersion(cursor: MlirCursor): Blob {
  const start = cursor.position;
  cursor.open("section", "DialectVersions");
  const { id, length } = readSectionHeader(cursor);
  if (id !== SectionKind.dialectVersion)
    throw new Damage("bad-section", "expected dialect version section", start, cursor.position);
  const blob = cursor.skip("dialect version", length, "opaque");
  cursor.close();
  return blob;
}

function checkString(cursor: MlirCursor, index: number, startByte: number): void {
  if (index < cursor.sizes.strings) return;
  const exact = new MlirCursor(cursor.window, startByte, cursor.endByte, cursor.sizes).varint64("");
  const shown = typeof exact === "bigint" ? exact >> 1n : Math.floor(exact / 2);
  throw new Damage("bad-reference", `invalid string index: ${shown}`, startByte, cursor.position);
}

function readGroup(cursor: MlirCursor, context: DialectContext, table: DialectTable): void {
  const { version, release } = context;
  cursor.open("op names", "");
  const group = cursor.index("dialect", "dialect", table.dialects.length, "dialect");
  const dialect = table.dialects[group]?.name ?? "";
  const count = cursor.count("count");
  for (let i = 0; i < count; i++) {
    const start = cursor.position;
    const raw = version < 5 ? cursor.string("op name") : cursor.varint("op name, is registered");
    const index = version < 5 ? raw : Math.floor(raw / 2);
    if (version >= 5) checkString(cursor, index, start);
    cursor.note({ table: "string", index });
    const own = context.string(index);
    // An op without a dot in its name has an empty own name, and is called as its dialect is; MLIR 16 adds the dot.
    const name = own === "" && release !== 16 ? dialect : `${dialect}.${own}`;
    const registered = version < 5 ? undefined : raw % 2 === 1;
    table.opNames.push({ dialect, name, registered, string: index, startByte: start, endByte: cursor.position });
  }
  cursor.close();
}
