/** Reads the debug info section (DebugInfoWriter of BytecodeWriter.cpp). Format: docs/formats/tileir.md, "Debug info". */
import type { Names } from "./attributes";
import type { Cursor } from "./cursor";
import { Damage } from "./cursor";
import type { DebugEntry, DebugInfo, Version } from "./model";
import { has } from "./model";
import { readEntries, readOffsets } from "./tables";

/** Since this version a subprogram has flags. */
const SUBPROGRAM_FLAGS_SINCE = "13.5";

/** The fields of each entry, by its tag: indices of strings or of other entries, and numbers. */
const ENTRIES: readonly (readonly [name: DebugEntry["kind"], fields: readonly string[]])[] = [
  ["unknown", []],
  ["compile unit", ["entry file"]],
  ["file", ["string name", "string directory"]],
  ["lexical block", ["entry scope", "entry file", "line", "column"]],
  ["location", ["entry scope", "string file name", "line", "column"]],
  ["subprogram", ["entry file", "line", "string name", "string linkage name", "entry compile unit", "scope line"]],
  ["call site", ["entry callee", "entry caller"]],
];

/** The meaning of the number of an entry, which counts from 1. */
export const debugEntry = (number: number): string => (number === 0 ? "none" : `debug attribute ${number - 1}`);

/** An entry in words: its kind, and its fields with the strings that they refer to. */
export function debugText({ kind, values }: DebugEntry, string: (index: number) => string): string {
  const fields = ENTRIES.find(([name]) => name === kind)?.[1] ?? [];
  const words = fields.map((field) => {
    const name = nameOf(field);
    const value = values.get(name) ?? 0;
    if (field.startsWith("string ")) return `${name} ${JSON.stringify(string(value))}`;
    return `${name} ${field.startsWith("entry ") ? debugEntry(value) : value}`;
  });
  return [kind, words.join(", ")].join(" ").trimEnd();
}
const nameOf = (field: string): string => field.replace(/^(?:string|entry) /, "");

/** The entry at the cursor. */
function readDebugEntry(cursor: Cursor, version: Version, names: Names): DebugEntry {
  const start = cursor.at;
  const tag = cursor.varint("debug tag", (value) => ENTRIES[value]?.[0]);
  const entry = ENTRIES[tag];
  if (!entry) throw new Damage(start, `debug tag ${tag} is not known`);
  const [kind, fields] = entry;
  const values = new Map<string, number>();
  for (const field of fields) {
    const name = nameOf(field);
    const meaning = field.startsWith("string ")
      ? (index: number) => names.string(index)
      : field.startsWith("entry ")
        ? debugEntry
        : undefined;
    values.set(name, cursor.varint(name, meaning));
  }
  if (kind === "subprogram" && has(version, SUBPROGRAM_FLAGS_SINCE)) cursor.varint("flags", () => "none are known");
  return { kind, values };
}

/** The content of the section, up to byte `end`. @throws {Damage} */
export function readDebugInfo(cursor: Cursor, end: number, version: Version, names: Names): DebugInfo {
  const origin = cursor.at;
  const functions = cursor.count("number of functions with locations");
  cursor.align(4, origin);
  const starts = readOffsets(cursor, functions, 4);
  const count = cursor.count("number of locations");
  cursor.align(8, origin);
  const locations: number[] = [];
  for (let i = 0; i < count; i++) locations.push(cursor.fixed(8, `location ${i}`, debugEntry));
  const entryCount = cursor.count("number of debug attributes");
  cursor.align(4, origin);
  const entries = readEntries(cursor, readOffsets(cursor, entryCount, 4), end, "debug attribute", () =>
    readDebugEntry(cursor, version, names),
  );
  return { starts, locations, entries };
}
