#!/usr/bin/env node
/**
 * Makes a table of how a release spells attributes and types of its dialects, from their assembly formats in ODS.
 *
 *   node tools/mlir-syntax.mjs --release "MLIR 23" --tblgen llvm-tblgen-23 --include /usr/lib/llvm-23/include --td mlir \
 *     --skip nvvm --used tools/mlir-syntax.txt --base extension/formats/mlir/attributes/data/syntax-22.json --out extension/formats/mlir/attributes/data/syntax-23.json
 *
 * The options are those of mlir-ods.mjs; `--skip` names dialects whose files this tblgen cannot read, and `--used` a file with
 * the names of attributes and types (`llvm.linkage`): of all others the table has only the name. The output is described in extension/formats/mlir/attributes/syntax/table.ts.
 */
import * as fs from "node:fs";
import { baseLines, Interned, readBases, writeTable } from "./mlir-tables.mjs";
import { isA, readOptions, tdFiles, tdRecords } from "./mlir-td.mjs";

const options = readOptions({ skip: { type: "string", multiple: true, default: [] }, used: { type: "string" } });
/** The attributes and types whose patterns are kept; all without a file. */
const used = options.used && new Set(fs.readFileSync(options.used, "utf8").trim().split("\n"));

/** Enums with more characters than this stay unchecked: the table would grow by a tenth for one of them. */
const LONGEST_ENUM = 5000;

/** The words of parameters that are read in a known way; `x` is any text with balanced brackets. */
const WORDS = [
  [/^(?:std::optional<)?(?:unsigned|int|u?int(?:8|16|32|64)_t|Level)>?$/, "i"],
  [/^(?:bool|BoolAttr|mlir::BoolAttr)$/, "b"],
  [/^(?:StringAttr|mlir::StringAttr|::llvm::StringRef)$/, "s"],
  [/^(?:::)?(?:mlir::)?Type$/, "t"],
  [/^(?:FlatSymbolRefAttr|SymbolRefAttr)$/, "y"],
  [/^::llvm::ArrayRef</, "r"],
];

/** All enums, by the name of their class. */
const enums = new Map();
function collectEnums(records) {
  for (const name of records["!instanceof"].EnumInfo ?? []) {
    const { cppNamespace, className, enumerants, separator } = records[name];
    const isSet = isA(records[name], "BitEnumBase");
    const cases = (enumerants ?? []).map(({ def }) => records[def].str).join(" ");
    const text = isSet ? `${separator?.trim() || "|"} ${cases}` : cases;
    if (text.length > LONGEST_ENUM) continue;
    enums.set(`${cppNamespace}::${className}`.replace(/^::/, ""), { isSet, text });
  }
}

/** One definition's pattern. */
class Pattern {
  constructor(records, definition) {
    this.records = records;
    this.namespace = records[definition.dialect.def].cppNamespace.replace(/^::/, "");
    this.parameters = new Map(
      (definition.parameters?.args ?? []).map(([value, name]) => [name, this.parameter(name, value)]),
    );
  }

  /** What a parameter is, and whether it may be missing. */
  parameter(name, value) {
    const record = typeof value === "string" ? undefined : this.records[value.def];
    const type = record?.cppType ?? value;
    const optional = record !== undefined && (record.defaultValue !== "" || isA(record, "OptionalParameter"));
    const isSelf = record !== undefined && isA(record, "AttributeSelfTypeParameter");
    return { name, word: isSelf ? "" : this.word(type, record), optional };
  }

  word(type, record) {
    const bare = type.replace(/^::/, "").replace(/^mlir::(?=[a-zA-Z_]+::)/, "");
    const names = [bare, `mlir::${bare}`, `${this.namespace}::${bare}`];
    // Some are in a namespace of their own: `cconv::CConv`, which the dialect's uses.
    names.push(...[...enums.keys()].filter((key) => key.startsWith(this.namespace) && key.endsWith(`::${bare}`)));
    const found = names.map((key) => enums.get(key)).find(Boolean);
    if (found && (!record?.parser || isA(record, "EnumParameter")))
      return `${found.isSet ? "E" : "e"}${texts.add(shortened(found.text))}`;
    if (record?.parser) return "x";
    return WORDS.find(([pattern]) => pattern.test(type))?.[1] ?? "x";
  }

  /** The pattern of a format; undefined if there is none. */
  of(format) {
    this.rest = format.match(/`[^`]*`|\$\w+|\w+<\w+>|\w+|\S/g) ?? [];
    return this.sequence([]).trim().replace(/\s+/g, " ");
  }

  /** The words up to one of these characters, which is not taken. */
  sequence(ends) {
    let made = "";
    while (this.rest.length > 0 && !ends.includes(this.rest[0])) made += ` ${this.element()}`;
    return made;
  }

  element() {
    const token = this.rest.shift();
    if (token.startsWith("`")) return token.slice(1, -1).trim().replace("\\n", "");
    if (token.startsWith("$")) return this.value(this.parameters.get(token.slice(1)));
    if (token === "params") return this.all([...this.parameters.values()]);
    if (token === "struct") return this.struct();
    if (token === "(") return this.group();
    if (token === "^") return "";
    const inner = this.enclosed();
    return token === "qualified" ? this.value(this.parameters.get(inner[0].slice(1))) : "$r";
  }

  value({ word }) {
    return word === "" ? "" : `$${word}`;
  }
  all(parameters) {
    const words = parameters.filter(({ word }) => word !== "");
    return words.some(({ optional }) => optional) ? "$r" : words.map((one) => this.value(one)).join(" , ");
  }

  /** The tokens of the parentheses that come next. */
  enclosed() {
    const tokens = [];
    for (let depth = 0; ;) {
      const token = this.rest.shift();
      depth += token === "(" ? 1 : token === ")" ? -1 : 0;
      if (depth === 0) return tokens.slice(1);
      tokens.push(token);
    }
  }

  struct() {
    const names = this.enclosed().filter((token) => token !== ",");
    const taken =
      names[0] === "params" ? [...this.parameters.values()] : names.map((n) => this.parameters.get(n.slice(1)));
    return `$( ${taken
      .filter(({ word }) => word !== "")
      .map(({ name, word, optional }) => `${name}${optional ? "?" : "="}${word}`)
      .join(" ")} $)`;
  }

  group() {
    const first = this.sequence([")"]);
    this.rest.shift();
    let other = "";
    if (this.rest[0] === ":") {
      this.rest.splice(0, 2);
      other = this.sequence([")"]);
      this.rest.shift();
    }
    this.rest.shift();
    return `$[ ${first} $| ${other} $]`;
  }
}

const bases = readBases(options.base);
const texts = new Interned(bases.flatMap((base) => base.enums));

/** The cases of an enum, as the differences from one of the base that is nearly the same: `=7 added -removed`. */
function shortened(text) {
  if (texts.indices.has(text)) return text;
  const cases = text.split(" ");
  for (const [old, index] of [...texts.indices].slice(0, texts.known)) {
    const before = old.split(" ");
    const removed = before.filter((one) => !cases.includes(one));
    if (before.length - removed.length < Math.max(4, 0.8 * cases.length)) continue;
    return [`=${index}`, ...cases.filter((one) => !before.includes(one)), ...removed.map((one) => `-${one}`)].join(" ");
  }
  return text;
}

/** A definition's line: its name and its pattern. */
function lineOf(records, definition, name, full) {
  const { assemblyFormat, hasCustomAssemblyFormat, parameters } = definition;
  const custom = hasCustomAssemblyFormat === 1 || (!assemblyFormat && parameters?.args?.length > 0);
  if (custom || (assemblyFormat && !full)) return name;
  return `${name} ${assemblyFormat ? new Pattern(records, definition).of(assemblyFormat) : ""}`;
}

const files = tdFiles(options).map((file) => tdRecords(options, file) ?? { "!instanceof": {} });
files.forEach(collectEnums);
const dialects = new Map();
for (const records of files)
  for (const [kind, sigil] of [
    ["TypeDef", "!"],
    ["AttrDef", "#"],
  ])
    for (const definition of (records["!instanceof"][kind] ?? []).map((name) => records[name])) {
      const { dialect, mnemonic } = definition;
      const { name: owner } = records[dialect.def];
      if (owner === "builtin" || !mnemonic || options.skip.includes(owner)) continue;
      const lines = dialects.get(owner) ?? new Map();
      dialects.set(owner, lines);
      const name = sigil + mnemonic;
      const full = !used || used.has(`${owner}.${mnemonic}`);
      if (!lines.has(name)) lines.set(name, lineOf(records, definition, name, full));
    }
const known = baseLines(bases);
for (const skipped of options.skip) {
  known.delete(skipped);
  dialects.set(skipped, new Map([["-", "-"]]));
}
writeTable(options, dialects, { known, defaults: [], enums: texts.added });
