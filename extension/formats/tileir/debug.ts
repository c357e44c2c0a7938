/** Reads the entries of the debug info section (DebugInfoWriter of BytecodeWriter.cpp). */
import type { Names } from "./attributes";
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { Version } from "./model";
import { has } from "./model";

/** Since this version a subprogram has flags. */
const SUBPROGRAM_FLAGS_SINCE = "13.5";

/** The fields of each entry, by its tag: indices of strings or of other entries, and numbers. */
const ENTRIES: readonly (readonly [name: string, fields: readonly string[]])[] = [
  ["unknown", []],
  ["compile unit", ["entry file"]],
  ["file", ["string name", "string directory"]],
  ["lexical block", ["entry scope", "entry file", "line", "column"]],
  ["location", ["entry scope", "string file name", "line", "column"]],
  ["subprogram", ["entry file", "line", "string name", "string linkage name", "entry compile unit", "scope line"]],
  ["call site", ["entry callee", "entry caller"]],
];

/** The entry at the cursor. */
export function readDebugEntry(cursor: Cursor, version: Version, names: Names): void {
  const start = cursor.at;
  const tag = cursor.varint("debug tag", (value) => ENTRIES[value]?.[0]);
  const entry = ENTRIES[tag];
  if (!entry) throw new Damage(start, `debug tag ${tag} is not known`);
  const flags = entry[0] === "subprogram" && has(version, SUBPROGRAM_FLAGS_SINCE) ? ["flags"] : [];
  for (const field of [...entry[1], ...flags]) {
    const string = field.startsWith("string ");
    cursor.varint(field.replace(/^(?:string|entry) /, ""), string ? (index) => names.string(index) : undefined);
  }
}
