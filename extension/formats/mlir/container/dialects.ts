/** The dialect section: dialects with their versions, and the names of ops (BytecodeFormat.md, "Dialect Section"). */
import type { Blob } from "../model/cursor";
import { MlirCursor } from "../model/cursor";
import { Damage } from "../model/damage";
import type { OpName } from "../model/module";
import { isBeforeRecords, releaseOf } from "../model/release";
import { readSectionHeader, SectionKind } from "./sections";

/** A dialect of the file. `version`: the bytes that encode its version. */
export interface Dialect {
  readonly name: string;
  readonly string: number;
  readonly version: Blob | undefined;
}

/** An item of the section: a dialect, the head of a group of op names, or an op's name. */
export interface DialectRow extends Blob {
  readonly kind: "dialect" | "group" | "opName";
  /** The index of the dialect or op name; for a group, of its dialect. */
  readonly index: number;
}

/** Dialects and op names, and all items in file order. */
export interface DialectTable {
  readonly dialects: Dialect[];
  readonly opNames: OpName[];
  readonly rows: DialectRow[];
}

/** An empty table. */
export function noDialects(): DialectTable {
  return { dialects: [], opNames: [], rows: [] };
}

/** What reading the section needs. */
export interface DialectContext {
  readonly version: number;
  readonly producer: string;
  string(index: number): string;
}

/** Reads the section into `table`, which keeps what was read before any damage. @throws Damage */
export function readDialects(cursor: MlirCursor, context: DialectContext, table: DialectTable): void {
  const count = cursor.count("dialect count");
  for (let i = 0; i < count; i++) {
    cursor.open("dialect", `${i}`);
    const startByte = cursor.position;
    table.dialects.push(readDialect(cursor, context));
    table.rows.push({ kind: "dialect", index: i, startByte, endByte: cursor.position });
    cursor.close();
  }
  if (context.version >= 4) cursor.varint("op name count");
  while (!cursor.atEnd) readGroup(cursor, context, table);
}

/** Reads a dialect's name and version. @throws Damage */
export function readDialect(cursor: MlirCursor, context: DialectContext): Dialect {
  if (context.version < 1) {
    const index = cursor.string("name");
    return { name: context.string(index), string: index, version: undefined };
  }
  const start = cursor.position;
  const both = cursor.varint("name, has version");
  const index = Math.floor(both / 2);
  checkString(cursor, index, start);
  cursor.refer("string", index);
  const blob = both % 2 === 1 ? readVersion(cursor) : undefined;
  return { name: context.string(index), string: index, version: blob };
}

/** A dialect's version is a section of its own; only the dialect knows its content. */
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
  cursor.open("op names", "");
  const startByte = cursor.position;
  const { dialect: index, count } = readGroupHead(cursor, table.dialects.length);
  table.rows.push({ kind: "group", index, startByte, endByte: cursor.position });
  const dialect = table.dialects[index]?.name ?? "";
  for (let i = 0; i < count; i++) {
    const at = cursor.position;
    table.opNames.push(readOpName(cursor, context, dialect));
    table.rows.push({ kind: "opName", index: table.opNames.length - 1, startByte: at, endByte: cursor.position });
  }
  cursor.close();
}

/** Reads the head of a group of op names, attributes or types: the dialect and the number of entries. @throws Damage */
export function readGroupHead(cursor: MlirCursor, dialects: number): { dialect: number; count: number } {
  const dialect = cursor.index("dialect", "dialect", dialects, "dialect");
  return { dialect, count: cursor.count("count") };
}

/** Reads the name of an op of a dialect. @throws Damage */
export function readOpName(cursor: MlirCursor, context: DialectContext, dialect: string): OpName {
  const { version, producer } = context;
  const old = releaseOf(producer, () => true) <= 16 || isBeforeRecords(context);
  const start = cursor.position;
  const raw = version < 5 ? cursor.string("op name") : cursor.varint("op name, is registered");
  const index = version < 5 ? raw : Math.floor(raw / 2);
  if (version >= 5) checkString(cursor, index, start);
  cursor.refer("string", index);
  const own = context.string(index);
  // An op without a dot in its name has an empty name of its own and is printed as its dialect; MLIR 16 adds the dot.
  const name = own === "" && !old ? dialect : `${dialect}.${own}`;
  return { dialect, name, registered: version < 5 ? undefined : raw % 2 === 1 };
}
