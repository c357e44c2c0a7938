#!/usr/bin/env node
/**
 * Makes extension/formats/iree/data/{schema,opcodes}.json: every revision of IREE's module schema and of its VM opcode tables,
 * without repetition.
 *
 * Usage: node tools/iree-data.mjs FOLDER
 *   FOLDER/schema/slots.json     an array of schema revisions, oldest first: tables with their slots, structs with their offsets
 *   FOLDER/opcodes/T*.json       one opcode table each, derived from iree-org/iree at the commit named in the file
 *
 * schema.json: a revision lists only the tables and structs that differ from the previous revision (null: removed). A field is
 *   "SLOT NAME TYPE[ = DEFAULT]", or "SLOT/TYPE-SLOT NAME TYPE" for a union. A struct's field is "OFFSET NAME TYPE".
 * opcodes.json: an op is one line "TABLES SET OPCODE SYMBOL MNEMONIC FIELD…"; TABLES are the tables with exactly this op
 *   (T05-T08,T10). A field is NAME:KIND, or >NAME:BANK for a register that is written. KIND is a register bank (i32 i64 f32 f64 ref
 *   any), attr.TYPE, global, type, rodata, func, str, target, remap (a list of pairs) or cases (br_table). A star marks a counted
 *   list of registers or integers.
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error("usage: node tools/iree-data.mjs FOLDER");
  process.exit(2);
}
const out = path.join(import.meta.dirname, "../extension/formats/iree/data");
const read = (file) => JSON.parse(readFileSync(path.join(folder, file), "utf8"));

/** Major bytecode versions that each schema revision was written with; earlier ones had no version field. */
const schemaVersions = {
  S18: [0, 2],
  S19: [2, 3],
  S20: [3, 4],
  S21: [4, 5],
  S22: [4, 6],
  S23: [7, 13],
  S24: [14, 16],
  S27: [17, 17],
};

function tableFields(fields) {
  return fields.map((f) => {
    const slot = f.type_slot === undefined ? f.slot : `${f.slot}/${f.type_slot}`;
    return `${slot} ${f.name} ${f.type}${f.default === null || f.default === "0" ? "" : ` = ${f.default}`}`;
  });
}

/** Of `now`, the entries that differ from `before`; those that are gone are null. */
function changes(now, before) {
  const changed = {};
  for (const [name, value] of Object.entries(now))
    if (JSON.stringify(value) !== JSON.stringify(before[name])) changed[name] = value;
  for (const name of Object.keys(before)) if (!(name in now)) changed[name] = null;
  return changed;
}

function schema() {
  let before = { tables: {}, structs: {}, enums: {}, unions: {} };
  return read("schema/slots.json").map((revision) => {
    const tables = Object.fromEntries(Object.entries(revision.tables).map(([name, f]) => [name, tableFields(f)]));
    const structs = Object.fromEntries(
      Object.entries(revision.structs).map(([name, s]) => [
        name,
        { size: s.size, align: s.align, fields: s.fields.map((f) => `${f.offset} ${f.name} ${f.type}`) },
      ]),
    );
    const enums = Object.fromEntries(Object.entries(revision.enums).map(([name, e]) => [name, e.values]));
    const now = { tables, structs, enums, unions: revision.unions };
    const { rev, date, until, commit, file_identifier } = revision;
    const entry = {
      name: rev,
      from: date,
      until,
      commit: commit.slice(0, 10),
      identifier: file_identifier,
      versions: schemaVersions[rev] ?? null,
      tables: changes(tables, before.tables),
      structs: changes(structs, before.structs),
      enums: changes(enums, before.enums),
      unions: changes(revision.unions, before.unions),
    };
    before = now;
    return entry;
  });
}

function fieldText(f) {
  const name = f.access === "write" ? `>${f.name}` : f.name;
  switch (f.kind) {
    case "reg":
      return `${name}:${f.bank}`;
    case "attr":
      return `${name}:attr.${f.type}`;
    case "reg_list":
      return `${name}:${f.bank}*`;
    case "int_list":
      return `${name}:int*`;
    case "remap_list":
      return `${name}:remap`;
    case "branch_target":
      return `${name}:target`;
    case "branch_table":
      return `${name}:cases`;
    default:
      return `${name}:${f.kind}`;
  }
}

/** `T05-T08,T10` for the numbers of the tables that have an op. */
function ranges(numbers) {
  const label = (n) => `T${String(n).padStart(2, "0")}`;
  const parts = [];
  for (let i = 0; i < numbers.length; i++) {
    const first = numbers[i];
    while (numbers[i + 1] === numbers[i] + 1) i++;
    parts.push(first === numbers[i] ? label(first) : `${label(first)}-${label(numbers[i])}`);
  }
  return parts.join(",");
}

function padding(text) {
  if (text === "none") return "none";
  return text.includes("not counted") ? "outside" : "counted";
}

function opcodes() {
  const files = readdirSync(path.join(folder, "opcodes")).filter((f) => /^T\d/.test(f));
  const sources = files.sort().map((f) => read(`opcodes/${f}`));
  const found = new Map();
  const tables = sources.map((t, i) => {
    for (const op of t.opcodes.filter((o) => !o.marker)) {
      const number = op.opcode.toString(16).toUpperCase().padStart(2, "0");
      const line = [op.set, number, op.symbol, op.mnemonic, ...op.fields.map(fieldText)].join(" ");
      found.set(line, [...(found.get(line) ?? []), i + 1]);
    }
    const majors = [...(t.bytecode_version ?? "").matchAll(/(\d+)\.0/g)].map((m) => Number(m[1]));
    return {
      name: t.table,
      from: t.valid_from,
      until: t.valid_until,
      commit: t.source_commit.slice(0, 10),
      versions: majors.length === 0 ? null : [Math.min(...majors), Math.max(...majors)],
      registerBytes: t.register.width_bytes,
      listAlignment: t.list_alignment,
      padding: padding(t.function_padding),
      blockMarker: t.block_marker,
      prefixes: t.prefixes,
    };
  });
  return { tables, ops: [...found].map(([line, numbers]) => `${ranges(numbers)} ${line}`) };
}

/** JSON with one entry of the outer arrays a line, so that a change shows as a line. */
function lines(value) {
  if (Array.isArray(value)) return `[\n${value.map((v) => `  ${JSON.stringify(v)}`).join(",\n")}\n]`;
  return `{\n${Object.entries(value)
    .map(([k, v]) => `"${k}": ${lines(v)}`)
    .join(",\n")}\n}`;
}

mkdirSync(out, { recursive: true });
writeFileSync(path.join(out, "schema.json"), lines(schema()) + "\n");
writeFileSync(path.join(out, "opcodes.json"), lines(opcodes()) + "\n");
