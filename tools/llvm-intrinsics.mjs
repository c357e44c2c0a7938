#!/usr/bin/env node
/**
 * Writes extension/formats/llvm/release/data/intrinsics.json: LLVM's intrinsics, and the attributes and signatures that they
 * have in certain releases. The input is the output of `llvm-tblgen -gen-intrinsic-impl` for a release's Intrinsics.td; Debian's llvm-N-dev has it
 * as /usr/include/llvm-N/llvm/IR/IntrinsicImpl.inc. A new release adds a column, and the other columns stay:
 *
 *   node tools/llvm-intrinsics.mjs N=FILE …
 *
 * `N=FILE` is the IntrinsicImpl.inc of LLVM N. A release that is already in the table is replaced.
 *
 * The output:
 * - releases: the release numbers, which are the columns of `rows`.
 * - lists: attribute lists, "PLACE:ATTRIBUTE ATTRIBUTE…;PLACE:…". PLACE is `0` for the result, `1` for the first parameter, `f` for
 *   the function. An attribute is its number in LLVMBitCodes.h, followed by `=VALUE` if it has one, or `=LOWER:UPPER` for a range.
 * - rows: for each release an index into `lists`, or -1 if the release does not have the intrinsic.
 * - signatures: as tools/llvm-iit.mjs writes them, with spaces between.
 * - forms: the index into `signatures` for the first release that has the intrinsic, and ` N:INDEX` for each later release N with
 *   another one.
 * - names: without "llvm.", grouped by the part before the first point if many names share it (usually a target), else under "".
 *   Each group is sorted, with one line per group; see nameLines.
 */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { signaturesOf } from "./llvm-iit.mjs";

const TABLE = path.join(import.meta.dirname, "../extension/formats/llvm/release/data/intrinsics.json");
const PREFIX = "llvm.";

/** The exports of extension/formats/llvm/attributes/kinds.ts, which has the attributes' numbers and spellings. */
async function importKinds() {
  const file = path.join(import.meta.dirname, "../extension/formats/llvm/attributes/kinds.ts");
  const built = await esbuild.build({ entryPoints: [file], bundle: true, format: "esm", write: false });
  return import(`data:text/javascript,${encodeURIComponent(built.outputFiles[0].text)}`);
}

/** Attribute kind number by spelling without underscores: NoUnwind is nounwind, NullPointerIsValid null_pointer_is_valid. */
async function kindNumbers() {
  const { kindName } = await importKinds();
  const numbers = new Map();
  for (let kind = 1; kindName(kind) !== undefined; kind++) numbers.set(kindName(kind).replaceAll("_", ""), kind);
  return numbers;
}

const kinds = await kindNumbers();

/** Attributes whose names in C++ and LLVM IR differ. */
const SPELLED_OTHERWISE = { Alignment: "align", StackAlignment: "alignstack" };

/** The number of the attribute named `name` in C++. */
function kindOf(name) {
  const kind = kinds.get(SPELLED_OTHERWISE[name] ?? name.toLowerCase());
  if (kind === undefined) throw new Error(`attributes/kinds.ts has no Attribute::${name}`);
  return kind;
}

/** The part of `text` between the first `from` and the `to` after it. */
function between(text, from, to) {
  const start = text.indexOf(from);
  const end = text.indexOf(to, start + from.length);
  if (start < 0 || end < 0) throw new Error(`no ${from} … ${to}`);
  return text.slice(start + from.length, end);
}

/** The content of each `case N:` of a switch in `text`, by N. */
function cases(text) {
  const parts = text.split(/\bcase (\d+):/);
  return new Map(parts.flatMap((part, i) => (i % 2 === 1 ? [[Number(part), parts[i + 1]]] : [])));
}

/** `get(number)`, which must exist. */
function need(map, number, what) {
  const value = map.get(number);
  if (value === undefined) throw new Error(`no ${what} ${number}`);
  return value;
}

/** The C++ expressions that make attributes since LLVM 16, and how the table writes each. */
const ATTRIBUTE_FORMS = [
  [/^Attribute::get\(C, Attribute::(\w+)\)$/, (name) => `${kindOf(name)}`],
  [/^Attribute::get\(C, Attribute::(\w+), (\d+)\)$/, (name, value) => `${kindOf(name)}=${value}`],
  [
    /^Attribute::get\(C, Attribute::(\w+), ConstantRange\(APInt\(BitWidth, (-?\d+)\b.*\), APInt\(BitWidth, (-?\d+)\b.*\)\)\)$/,
    (name, lower, upper) => `${kindOf(name)}=${lower}:${upper}`,
  ],
  [
    /^Attribute::getWithMemoryEffects\(C, MemoryEffects::createFromIntValue\((\d+)\)\)$/,
    (effects) => `${kindOf("Memory")}=${effects}`,
  ],
  [/^Attribute::getWithCaptureInfo\(C, CaptureInfo::none\(\)\)$/, () => `${kindOf("Captures")}=0`],
];

/** The table's text for `Attribute::get…(…)`. */
function attributeText(code) {
  for (const [form, textOf] of ATTRIBUTE_FORMS) {
    const match = form.exec(code);
    if (match) return textOf(...match.slice(1));
  }
  throw new Error(`an attribute made by ${code}`);
}

/** The attribute sets that a function makes from their numbers: number → attributes. */
function attributeSets(source, functionName) {
  const sets = new Map();
  for (const [number, code] of cases(between(source, `static AttributeSet ${functionName}(`, "\n}"))) {
    const made = between(code, "AttributeSet::get(C, {", "});");
    const lines = made.split("\n").map((line) => line.trim().replace(/,$/, ""));
    const attributes = lines.filter((line) => line !== "" && !line.startsWith("//")).map(attributeText);
    sets.set(number, attributes.join(" "));
  }
  return sets;
}

/** The sets of parameters (and the result), and those of functions, which LLVM 16 and later number separately. */
function bothSets(source) {
  return {
    Arg: attributeSets(source, "getIntrinsicArgAttributeSet"),
    Fn: attributeSets(source, "getIntrinsicFnAttributeSet"),
  };
}

/** The place in a table's list for an index into AttributeList. */
function placeOf(index) {
  if (/^\d+$/.test(index)) return index;
  if (index === "AttributeList::FunctionIndex") return "f";
  if (index === "AttributeList::ReturnIndex") return "0";
  throw new Error(`attributes at ${index}`);
}

/** Up to LLVM 15: a list from arrays of kinds, and of values if a kind has one (otherwise 0). */
function listOfArrays(code) {
  const arrays = new Map();
  for (const [, name, elements] of code.matchAll(/(\w+)\[\]\s*=\s*\{(.*?)\}/g)) {
    arrays.set(name, elements.split(","));
  }
  const parts = [];
  for (const [, index, kindsName, valuesName] of code.matchAll(
    /AttributeList::get\(C, ([\w:]+), (\w+)(?:, (\w+))?\)/g,
  )) {
    const numbers = need(arrays, kindsName, "array").map((kind) => kindOf(kind.replace("Attribute::", "").trim()));
    const values = valuesName === undefined ? [] : need(arrays, valuesName, "array").map(Number);
    parts.push(`${placeOf(index)}:${numbers.map((kind, i) => (values[i] ? `${kind}=${values[i]}` : kind)).join(" ")}`);
  }
  return parts.join(";");
}

/** LLVM 16 and later: a list from numbered sets. */
function listOfSets(code, sets) {
  const pairs = code.matchAll(/AS\[\d+\] = \{([\w:]+), getIntrinsic(Arg|Fn)AttributeSet\(C, (\d+)\)\}/g);
  return [...pairs]
    .map(([, index, which, set]) => `${placeOf(index)}:${need(sets[which], Number(set), "set")}`)
    .join(";");
}

/**
 * The attribute list of each intrinsic if a switch makes it from the list's number. `rows` are the lines of the map.
 */
function listsBySwitch(source, rows) {
  const sets = source.includes("getIntrinsicArgAttributeSet") ? bothSets(source) : undefined;
  const made = between(source, "switch(IntrinsicsToAttributesMap[id - 1]) {", "return AttributeList::get(C, ");
  const lists = new Map();
  for (const [number, code] of cases(made)) {
    const list = sets ? listOfSets(code, sets) : listOfArrays(code);
    const count = Number(/NumAttrs = (\d+);/.exec(code)?.[1] ?? 0);
    if (list.split(";").filter(Boolean).length !== count) throw new Error(`attribute list ${number}: ${code}`);
    lists.set(number, list);
  }
  return new Map(rows.map(({ name, value }) => [name, need(lists, Number(value), "attribute list")]));
}

/**
 * The attribute list of each intrinsic if the map packs the function's set with the number of a list (LLVM 20 and 21):
 * `FUNCTION SET << 8 | LIST`.
 */
function listsByPackedId(source, rows) {
  const sets = bothSets(source);
  const lists = cases(between(source, "switch(PackedID & 0xFF) {", "\n}"));
  return new Map(
    rows.map(({ name, value }) => {
      const [, fn, list] = /^(\d+) << 8 \| (\d+)$/.exec(value).map(Number);
      const code = need(lists, list, "attribute list");
      const places = [...code.matchAll(/\{(\d+), getIntrinsicArgAttributeSet\(C, (\d+), [^}]*\}/g)];
      const parts = places.map(([, place, set]) => `${place}:${need(sets.Arg, Number(set), "set")}`);
      if (code.includes("getIntrinsicFnAttributeSet")) parts.push(`f:${need(sets.Fn, fn, "set")}`);
      return [name, parts.join(";")];
    }),
  );
}

/** The pairs `{A, B}` of a C++ table. */
function pairsOf(source, table) {
  return [...between(source, `${table}[] = {`, "};").matchAll(/\{(\d+), (\d+)\}/g)].map(([, a, b]) => [+a, +b]);
}

/**
 * The attribute list of each intrinsic if it is in tables (LLVM 22): `FUNCTION SET << BITS | RUN OF PARAMETER SETS`.
 */
function listsByTable(source, rows) {
  const sets = bothSets(source);
  const places = pairsOf(source, "ArgAttrIdTable");
  const runs = pairsOf(source, "ArgAttributesInfoTable");
  const none = Number(between(source, "if (FnAttrID != ", ")"));
  return new Map(
    rows.map(({ name, value }) => {
      const [, fn, run] = /^(\d+) << \d+ \| (\d+)$/.exec(value).map(Number);
      const [start, count] = runs[run];
      const parts = places.slice(start, start + count).map(([place, set]) => `${place}:${need(sets.Arg, set, "set")}`);
      if (fn !== none) parts.push(`f:${need(sets.Fn, fn, "set")}`);
      return [name, parts.join(";")];
    }),
  );
}

/** The target of an intrinsic, if its name has one: `llvm.TARGET.…`. */
const targetOf = (name) => name.split(".", 2)[1];

/**
 * The intrinsics that the release finds by name. Those of no target come first; the release looks for `llvm.TARGET.…` only
 * among the target's own, so it does not find those that LLVM 18 has among the others by mistake.
 */
function foundByName(names) {
  const end = names.findIndex((name, i) => i > 0 && name < names[i - 1]);
  const targets = new Set(names.slice(end).map(targetOf));
  return names.filter((name, i) => i >= end || !targets.has(targetOf(name)));
}

/** The content of a release's IntrinsicImpl.inc: attribute list and signature by name. */
function readRelease(file, release) {
  const source = readFileSync(file, "utf8");
  const map = between(source, "IntrinsicsToAttributesMap[] = {", "};");
  const rows = [...map.matchAll(/^\s*(.+), \/\/ (llvm\.\S+)$/gm)].map(([, value, name]) => ({ value, name }));
  if (rows.length !== map.trim().split("\n").length)
    throw new Error(`${file}: a line of the map that names no intrinsic`);
  const all = source.includes("ArgAttrIdTable")
    ? listsByTable(source, rows)
    : source.includes("switch(PackedID & 0xFF)")
      ? listsByPackedId(source, rows)
      : listsBySwitch(source, rows);
  const names = rows.map(({ name }) => name);
  const signatures = signaturesOf(source, release);
  const found = new Set(foundByName(names));
  return {
    lists: new Map([...all].filter(([name]) => found.has(name))),
    signatures: new Map(names.flatMap((name, i) => (found.has(name) ? [[name, signatures[i]]] : []))),
  };
}

/** Numbers keys in order of first occurrence. */
class Numbered {
  values = [];
  numbers = new Map();
  add(value, key = value) {
    if (!this.numbers.has(key)) this.numbers.set(key, this.values.push(value) - 1);
    return this.numbers.get(key);
  }
}

/** Most characters that a name can share with the previous one: the character of the count is then still ASCII. */
const MAX_SHARED = 90;

/** How many leading characters two names share. */
function sharedLength(a, b) {
  let length = 0;
  while (length < Math.min(a.length, b.length, MAX_SHARED) && a[length] === b[length]) length++;
  return length;
}

/**
 * The lines of the names: a character of code 35 + the number of characters shared with the name before, the rest of the name,
 * and, each where it is another than before, a space with the index of its row, and a `/` with that of its form.
 */
function nameLines(entries) {
  let before = { stem: "", row: undefined, form: undefined };
  return entries.map(({ name, row, form }) => {
    const stem = name.slice(PREFIX.length);
    const shared = sharedLength(stem, before.stem);
    const changed = (row === before.row ? "" : ` ${row}`) + (form === before.form ? "" : `/${form}`);
    before = { stem, row, form };
    return `${String.fromCharCode(35 + shared)}${stem.slice(shared)}${changed}`;
  });
}

/** The form of an intrinsic: the numbers of its signatures and since when it has them. */
function formOf(name, releases, signatures) {
  let before;
  const parts = [];
  for (const { release, signatures: known } of releases) {
    const number = known.has(name) ? signatures.add(known.get(name)) : before;
    if (number !== before) parts.push(before === undefined ? `${number}` : `${release}:${number}`);
    before = number;
  }
  return parts.join(" ");
}

/** The number of the signature that a form has in a release. */
function signatureIn(form, release) {
  const [first, ...later] = form.split(" ").map((part) => part.split(":").map(Number));
  return later.findLast(([since]) => since <= release)?.[1] ?? first[0];
}

/** The table of all releases. */
function table(releases) {
  const lists = new Numbered();
  const rows = new Numbered();
  const signatures = new Numbered();
  const forms = new Numbered();
  const names = [...new Set(releases.flatMap((r) => [...r.lists.keys()]))].sort();
  const entries = names.map((name) => {
    const row = releases.map((r) => (r.lists.has(name) ? lists.add(r.lists.get(name)) : -1));
    return { name, row: rows.add(row, row.join()), form: forms.add(formOf(name, releases, signatures)) };
  });
  return {
    lists: lists.values,
    rows: rows.values,
    signatures: signatures.values,
    forms: forms.values,
    names: groupsOf(entries),
  };
}

/** From this number of names on, those with the same first part form a group. */
const MANY = 100;

/** The lines of the names by group: a file uses intrinsics of one target, and only its group is unpacked. */
function groupsOf(entries) {
  const beginnings = new Map();
  for (const entry of entries) {
    const beginning = entry.name.slice(PREFIX.length).split(".", 1)[0];
    beginnings.set(beginning, [...(beginnings.get(beginning) ?? []), entry]);
  }
  const own = [...beginnings].filter(([, { length }]) => length >= MANY);
  const others = [...beginnings.values()].filter(({ length }) => length < MANY).flat();
  return Object.fromEntries([["", others], ...own].map(([group, names]) => [group, nameLines(names).join("\n")]));
}

/** The table as JSON with a line for each list and each row, formatted as prettier does. */
function json(releases, { lists, rows, signatures, forms, names }) {
  const inLine = (numbers) => `[${numbers.join(", ")}]`;
  const block = (lines) => `[\n${lines.map((line) => `    ${line}`).join(",\n")}\n  ]`;
  const entries = [
    `"releases": ${inLine(releases)}`,
    `"lists": ${block(lists.map((list) => JSON.stringify(list)))}`,
    `"rows": ${block(rows.map(inLine))}`,
    `"signatures": ${JSON.stringify(signatures.join(" "))}`,
    `"forms": ${block(forms.map((form) => JSON.stringify(form)))}`,
    `"names": {\n${Object.entries(names)
      .map((entry) => `    ${entry.map((text) => JSON.stringify(text)).join(": ")}`)
      .join(",\n")}\n  }`,
  ];
  return `{\n${entries.map((entry) => `  ${entry}`).join(",\n")}\n}\n`;
}

/** The releases in an existing table: attribute list and signature by name. */
function releasesOf({ releases, lists, rows, signatures, forms, names }) {
  const found = releases.map((release) => ({ release, lists: new Map(), signatures: new Map() }));
  const texts = signatures.split(" ");
  let stem = "";
  let row = [];
  let form = "";
  // A group's first name shares nothing with the previous name, and has the indices of its row and form.
  for (const line of Object.values(names).flatMap((group) => group.split("\n"))) {
    const [, suffix, newRow, newForm] = /^.([^ /]*)(?: (\d+))?(?:\/(\d+))?$/.exec(line);
    if (newRow !== undefined) row = rows[Number(newRow)];
    if (newForm !== undefined) form = forms[Number(newForm)];
    stem = stem.slice(0, line.charCodeAt(0) - 35) + suffix;
    for (const [column, list] of row.entries()) {
      if (list < 0) continue;
      found[column].lists.set(PREFIX + stem, lists[list]);
      found[column].signatures.set(PREFIX + stem, texts[signatureIn(form, releases[column])]);
    }
  }
  return found;
}

/** The inputs of the command line. */
function inputs(args) {
  const matches = args.map((arg) => /^(\d+)=(.+)$/.exec(arg));
  if (args.length > 0 && matches.every((match) => match)) {
    return matches.map(([, release, file]) => ({ release: Number(release), file }));
  }
  console.error("usage: node tools/llvm-intrinsics.mjs N=FILE …");
  return process.exit(2);
}

const given = inputs(process.argv.slice(2)).map(({ release, file }) => ({ release, ...readRelease(file, release) }));
const kept = releasesOf(JSON.parse(readFileSync(TABLE, "utf8"))).filter(
  ({ release }) => !given.some((other) => other.release === release),
);
const all = [...kept, ...given].sort((a, b) => a.release - b.release);
const numbers = all.map(({ release }) => release);
writeFileSync(TABLE, json(numbers, table(all)));
