#!/usr/bin/env node
/**
 * Makes a table of ops from the Python bindings in a project's wheel (`dialects/_*_ops_gen.py`, written by mlir-tblgen). It is for
 * projects built with an MLIR whose ODS files are not available, such as nightly builds. With the table of the nearest release as
 * the base, it writes the changes since then:
 *
 *   node tools/mlir-python.mjs --release "MLIR 24 of October 2026" --python torch_mlir/dialects --dialects llvm,scf,arith \
 *     --base extension/formats/mlir/properties/data/mlir-23.json --out extension/formats/mlir/properties/data/mlir-24.json
 *
 * The bindings name an op's attributes, and state which are optional and how many segments its operands and results have. The rest
 * (classes, native properties, defaults) comes from the base: from the same op, or from one with an attribute of the same name. If
 * no default is found, the attribute is treated as optional and named on standard error. Ops without a binding stay as in the base.
 *
 * - `--python DIR` may be repeated; if two folders define an op, the first one is used.
 * - `--visibility` adds `sym_visibility` to ops with the trait Symbol that have no binding. Most have had it since October 2026,
 *   although ODS does not state it.
 * - `--changed` writes a line only if an attribute was added, removed or made optional.
 * - `--plain a,b` names dialects whose ops have attributes and no properties, as in many dialects before 2024.
 * - `--others a.json,b.json` leaves out each op that one of these tables lays out alike, and one that has no attributes: what
 *   remains are the layouts that only this version had.
 */
import * as fs from "node:fs";
import * as path from "node:path";
import { parseArgs } from "node:util";
import { baseLines, readBases, writeTable } from "./mlir-tables.mjs";

const { values: options } = parseArgs({
  options: {
    release: { type: "string" },
    python: { type: "string", multiple: true },
    dialects: { type: "string" },
    plain: { type: "string" },
    visibility: { type: "boolean" },
    changed: { type: "boolean" },
    others: { type: "string" },
    base: { type: "string" },
    out: { type: "string" },
  },
});

/** Letters for the classes of a binding's types; properties/kinds.ts has their meanings. */
const CLASSES = {
  bool: "u",
  BoolAttr: "b",
  StringAttr: "s",
  TypeAttr: "t",
  ArrayAttr: "a",
  DictAttr: "d",
  FlatSymbolRefAttr: "r",
  SymbolRefAttr: "R",
  AffineMapAttr: "m",
  DenseBoolArrayAttr: "1",
  DenseI8ArrayAttr: "2",
  DenseI16ArrayAttr: "3",
  DenseI32ArrayAttr: "4",
  DenseI64ArrayAttr: "5",
};

const SEGMENTS = { operandSegmentSizes: "@", resultSegmentSizes: "%" };

/** How many sizes a segment attribute has, by the list in the binding: 0 without one. */
const segmentsOf = (body, list) =>
  new RegExp(`${list} = \\[([^\\]]*)\\]`).exec(body)?.[1].split(",").filter(Boolean).length ?? 0;

/** The attributes of an op in its binding: name → whether it is optional, its default, its class. */
function attributesOf(body) {
  const attributes = new Map();
  for (const [, , type, getter] of body.matchAll(
    /property\n {2}def (\w+)\(self\)(?: -> ([^\n]*))?:\n((?: {4}.*\n)+)/g,
  )) {
    const unit = /return "([^"]+)" in self\.operation\.attributes/.exec(getter)?.[1];
    const name = unit ?? /operation\.attributes\["([^"]+)"\]/.exec(getter)?.[1];
    if (name === undefined || name in SEGMENTS) continue;
    // A name that is a keyword of Python has an underscore behind it there.
    const given = [name, `${name}_`].some((word) => body.includes(` if ${word} is not None: attributes["${name}"]`));
    const filled = given && !getter.includes("return None");
    const letter = CLASSES[unit ? "bool" : /_ods_ir\.(\w+)/.exec(type)?.[1]];
    const absent = unit !== undefined || getter.includes("return None");
    attributes.set(name, { absent, filled, letter, typed: type !== undefined });
  }
  return attributes;
}

/** Every op in the bindings of a folder: name → its binding's text. */
function bindings(folder, ops) {
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith("_ops_gen.py"))) {
    const text = fs.readFileSync(path.join(folder, file), "utf8");
    for (const [, body] of text.matchAll(/class \w+\(_ods_ir\.OpView\):([^]*?)(?=\nclass |$(?![^]))/g)) {
      const name = /OPERATION_NAME = "([^"]+)"/.exec(body)?.[1];
      if (name !== undefined && !ops.has(name)) ops.set(name, body);
    }
  }
}

/** The words of a line that are attributes: name → word. */
const attributeWords = (words) =>
  new Map(
    words.filter((word) => !/^[#@%]/.test(word) && !word.includes(":")).map((word) => [/^\w*/.exec(word)[0], word]),
  );

/** How an attribute of a dialect's ops is written in the base: name → the words, most frequent first. */
function usage(ops) {
  const counts = new Map();
  for (const line of ops.values())
    for (const [name, word] of attributeWords(line.split(" ").slice(1))) {
      const words = counts.get(name) ?? new Map();
      counts.set(name, words.set(word, (words.get(word) ?? 0) + 1));
    }
  return new Map(
    [...counts].map(([name, words]) => [name, [...words].sort((a, b) => b[1] - a[1]).map(([word]) => word)]),
  );
}

const isFilled = (word) => word.includes("=");

/** The word of an attribute that the base does not have for this op. */
function attributeWord(op, name, { absent, filled, letter }, used) {
  const alike = (used.get(name) ?? []).find((word) =>
    filled ? isFilled(word) : word.includes("?") === absent && !isFilled(word),
  );
  if (alike) return alike;
  if (filled) console.warn(`${op} ${name}: its default is not known`);
  return `${name}${letter ? `^${letter}` : ""}${absent || filled ? "?" : ""}`;
}

/** Whether the base's word for an attribute agrees with its binding. */
const agrees = (word, { absent, filled }) =>
  filled ? isFilled(word) : isFilled(word) || word.includes("?") === absent;

/** An op's line: the base's, if nothing changed. */
function opLine(op, body, old, used) {
  const attributes = attributesOf(body);
  const words = (old ?? op.slice(op.indexOf(".") + 1)).split(" ");
  const known = attributeWords(words.slice(1));
  const changed = [...attributes].some(([name, is]) => !known.has(name) || !agrees(known.get(name), is));
  // Bindings before 2025 do not tell an attribute's class; it may differ from the base's.
  const typed = options.changed || [...attributes.values()].every((is) => is.typed);
  const segments = [
    `@${segmentsOf(body, "_ODS_OPERAND_SEGMENTS")}`,
    `%${segmentsOf(body, "_ODS_RESULT_SEGMENTS")}`,
  ].filter((word) => !/^.0$/.test(word));
  const sameSegments = segments.join() === words.filter((word) => /^[@%]/.test(word)).join();
  const same = !changed && sameSegments && [...known.keys()].every((name) => attributes.has(name));
  if (old !== undefined && typed && same) return old;
  const kept = (name, is) => (known.has(name) && agrees(known.get(name), is) ? known.get(name) : undefined);
  const texts = [...attributes.keys()]
    .sort()
    .map((name) => kept(name, attributes.get(name)) ?? attributeWord(op, name, attributes.get(name), used))
    .map((word) => (typed || attributes.get(/^\w*/.exec(word)[0]).typed ? word : word.replace(/\^./, "")));
  const symbol = attributes.has("sym_name") && old === undefined ? "/S" : "";
  const head = [`${words[0]}${symbol}`, ...words.slice(1).filter((word) => word.startsWith("#"))];
  const natives = words.slice(1).filter((word) => word.includes(":"));
  return [...head, ...texts, ...natives, ...segments].join(" ");
}

/** The line of a symbol that no binding has, with a visibility if it has a name and no visibility yet. */
function withVisibility(line) {
  const words = line.split(" ");
  if (!/\/\w*S/.test(words[0]) || !/ sym_name\^s/.test(line) || line.includes(" sym_visibility")) return line;
  const later = words.findIndex(
    (word, i) => i > 0 && (/^[@%]/.test(word) || word.includes(":") || word > "sym_visibility"),
  );
  words.splice(later < 0 ? words.length : later, 0, "sym_visibility^s?");
  return words.join(" ");
}

const known = baseLines(readBases(options.base));
const dialects = new Map([...known].map(([name, ops]) => [name, new Map(ops)]));
const found = new Map();
for (const folder of options.python) bindings(folder, found);
const wanted = options.dialects?.split(",");
for (const [op, body] of found) {
  const dialect = op.slice(0, op.indexOf("."));
  if (wanted && !wanted.includes(dialect)) continue;
  const ops = dialects.get(dialect) ?? new Map();
  dialects.set(dialect, ops);
  const name = op.slice(op.indexOf(".") + 1);
  ops.set(name, opLine(op, body, ops.get(name), usage(known.get(dialect) ?? new Map())));
}
if (options.visibility)
  for (const [dialect, ops] of dialects)
    for (const [name, line] of ops) if (!found.has(`${dialect}.${name}`)) ops.set(name, withVisibility(line));
/** A line without attributes, which are in the op's dictionary. */
const plainLine = (line) =>
  line
    .split(" ")
    .filter((word, i) => i === 0 || word.startsWith("#"))
    .join(" ");

/** What decides how a line's record is read: its attributes, whether each may be absent, and its segments. */
const shape = (line) =>
  line
    .split(" ")
    .slice(1)
    .filter((word) => !word.startsWith("#"))
    .map((word) => (/^[@%]/.test(word) ? word : `${/^\w*/.exec(word)[0]}${/[?=]/.test(word) ? "?" : ""}`))
    .sort()
    .join(" ");

/** Puts back the base's line of each op that another table lays out alike, or that has no record. */
function keepOnlyNew(files) {
  const others = files.map((file) => baseLines(readBases(file)));
  for (const [dialect, ops] of dialects)
    for (const [name, line] of ops) {
      const lines = [known, ...others].flatMap((table) => table.get(dialect)?.get(name) ?? []);
      if (shape(line) !== "" && !lines.some((other) => shape(other) === shape(line))) continue;
      const old = known.get(dialect)?.get(name);
      if (old === undefined) ops.delete(name);
      else ops.set(name, old);
    }
}

for (const dialect of options.plain?.split(",") ?? [])
  for (const [name, line] of dialects.get(dialect) ?? []) dialects.get(dialect).set(name, plainLine(line));
if (options.others) keepOnlyNew(options.others.split(","));
writeTable(options, dialects, { known, defaults: [], enums: [] });
