#!/usr/bin/env node
/**
 * Makes a table of ops from ODS files (`*.td`), as in Debian's libmlir-N-dev, a StableHLO checkout or a project of your own. The
 * table is for extension/formats/mlir/properties/data/ or for the setting `bitscope.dialects`. Adding a new release of MLIR takes
 * one command:
 *
 *   node tools/mlir-ods.mjs --release "MLIR 23" --tblgen llvm-tblgen-23 --include /usr/lib/llvm-23/include --td mlir \
 *     --base extension/formats/mlir/properties/data/mlir-22.json --out extension/formats/mlir/properties/data/mlir-23.json
 *
 * - `--include DIR` (repeatable) is a search path. The first one contains the folder given by `--td DIR`, in which op definitions
 *   are searched.
 * - `--dialects a,b` keeps only those dialects.
 * - `--brief` leaves out ops without properties: for compilers whose files are not checked against the numbers of operands.
 * - `--base FILE` writes only the differences from FILE, which may have a base itself.
 *
 * The output format is described in properties/tables.ts, the procedure in docs/new-dialect.md.
 */
import { readFileSync } from "node:fs";
import { baseLines, Interned, readBases, writeTable } from "./mlir-tables.mjs";
import { defaultText, enumOfClass, isEnum, isUnit } from "./mlir-ods-defaults.mjs";
import { isA, readOptions, tdFiles, tdRecords } from "./mlir-td.mjs";

const options = readOptions({ dialects: { type: "string" }, brief: { type: "boolean" } });

/** Files that tblgen refuses, with its message. */
const refused = new Map();

/** Whether an op has the trait, itself or through the interfaces its interfaces build upon. */
function hasTrait(records, op, matches) {
  const pending = op.traits.map((t) => records[t.def]);
  while (pending.length > 0) {
    const trait = pending.pop();
    if (!trait) continue;
    if (matches(trait)) return true;
    for (const list of ["baseInterfaces", "traits", "structuralOpTraits"]) {
      if (Array.isArray(trait[list])) pending.push(...trait[list].map((t) => records[t.def]));
    }
  }
  return false;
}

/**
 * The type of a native property, as properties/native.ts writes it; undefined if its bytecode hook is none that is known.
 * Properties of properties are told by the C++ type that stores them.
 */
function nativeType(property) {
  const writer = property.writeToMlirBytecode;
  if (isA(property, "EnumProperty")) return "e";
  if (!/write(OwnedBool|VarInt|OwnedString)\(/.test(writer)) return undefined;
  return storedType(property, property.storageType.replaceAll(/\s|::(?=llvm|std|mlir)/g, ""));
}

/** The type of what a C++ type stores, which is a property or a part of it. */
function storedType(property, storage) {
  const converter = property.convertToAttribute ?? "";
  const [, template, inner] = /^(?:std::)?(optional|(?:llvm::)?SmallVector)<(.*?)(?:,\d+)?>$/.exec(storage) ?? [];
  const dense = /DenseI(\d+)ArrayAttr/.exec(converter);
  if (template && dense) return `n${dense[1]}`;
  if (template) return `${template === "optional" ? "o" : "l"}${storedType(property, inner)}`;
  if (storage === "bool") return isUnit(property) ? "u" : "b";
  if (/^std::string$/.test(storage)) return "s";
  const bits = /^u?int(\d+)_t$/.exec(storage) ?? /IntegerType::get\(\$_ctxt, (\d+)\)/.exec(converter);
  return !bits || bits[1] === "64" ? "v" : `v${bits[1]}`;
}

/** The enum of an attribute or property whose stored value is a plain number; undefined if there is none. */
function enumOf(records, record) {
  for (let r = record; r; r = records[r.baseAttr?.def ?? r.baseProperty?.def]) {
    if (isEnum(r)) return r;
    if (isA(r, "EnumProp")) return records[r.enum?.def];
    if (isA(r, "EnumProperty")) return enumOfClass(records, r.interfaceType);
  }
  return undefined;
}

const bases = readBases(options.base);
const defaults = new Interned(bases.flatMap((base) => base.defaults));
const enums = new Interned(bases.flatMap((base) => base.enums));
/** What is missing in the table although it should be there. */
const warnings = [];

/**
 * Thrown for an op with a property of no type that is known: the op is left out, so it is shown as bytes, with a
 * notice.
 */
class Unwritable extends Error {}

/** `~N`, the enum's index, if the value is stored as a number. */
function enumSuffix(records, record) {
  const info = enumOf(records, record);
  if (!info?.enumerants) return "";
  const cases = info.enumerants.map(({ def }) => `${records[def].str || records[def].symbol}=${records[def].value}`);
  const bits = info["!superclasses"].some((name) => /^BitEnum(Attr)?(Base)?$/.test(name)) ? "|" : "";
  return `~${enums.add(`${bits}${cases.join(" ")}`).toString(36)}`;
}

/** `=N`, the index of the text for an absent value, if creating the op sets one. */
function defaultSuffix(records, record, where) {
  if (record.isOptional || (!record.defaultValue && !isA(record, "EnumProperty"))) return "";
  const text = defaultText(records, record);
  if (text === undefined)
    warnings.push(`${where}: left out, default ${record.defaultValue} by ${record.constBuilderCall}`);
  return text ? `=${defaults.add(text).toString(36)}` : "";
}

/**
 * Letters for the builtin classes that an attribute may be required to have; properties/kinds.ts has their meanings.
 */
const CLASSES = {
  IntegerAttr: "i",
  BoolAttr: "b",
  FloatAttr: "f",
  StringAttr: "s",
  UnitAttr: "u",
  TypeAttr: "t",
  ArrayAttr: "a",
  DictionaryAttr: "d",
  FlatSymbolRefAttr: "r",
  SymbolRefAttr: "R",
  AffineMapAttr: "m",
  DenseIntElementsAttr: "n",
  DenseBoolArrayAttr: "1",
  DenseI8ArrayAttr: "2",
  DenseI16ArrayAttr: "3",
  DenseI32ArrayAttr: "4",
  DenseI64ArrayAttr: "5",
};

/** `^C`, the class as which the attribute's C++ reads it, if it is a builtin one. */
function classSuffix(record) {
  const letter = CLASSES[/^\s*(?:::)?mlir::(\w+)\s*$/.exec(record.storageType ?? "")?.[1]];
  return letter ? `^${letter}` : "";
}

/** Whether an op's attributes are properties: up to MLIR 17 a dialect could leave them in the dictionary. */
const hasProperties = (records, op) => records[op.opDialect.def].usePropertiesForAttributes !== 0;

/** An op's line in the table. */
function opLine(records, op, name) {
  const attributes = [];
  const natives = [];
  for (const [arg, argName] of hasProperties(records, op) ? op.arguments.args : []) {
    let record = records[arg.def];
    if (record["!superclasses"].includes("OpVariable")) record = records[record.constraint.def];
    const where = `${op.opDialect.def} ${name}.${argName}`;
    if (isA(record, "Attr") && !isA(record, "DerivedAttr")) {
      const filled = defaultSuffix(records, record, where);
      const optional = filled === "" && (record.isOptional || record.defaultValue) ? "?" : "";
      attributes.push({
        argName,
        text: `${argName}${classSuffix(record)}${optional}${filled}${enumSuffix(records, record)}`,
      });
    } else if (isA(record, "Property")) {
      const type = nativeType(record);
      if (!type) throw new Unwritable(`${where}: a property written by ${record.writeToMlirBytecode.trim()}`);
      const text = `${argName}:${type}`;
      natives.push(`${text}${defaultSuffix(records, record, where)}${enumSuffix(records, record)}`);
    }
  }
  attributes.sort((a, b) => (a.argName < b.argName ? -1 : 1));
  const traitNamed = (trait) => hasTrait(records, op, (t) => t.trait === trait);
  const segments = hasProperties(records, op) && [
    traitNamed("AttrSizedOperandSegments") && `@${groups(records, op.arguments)}`,
    traitNamed("AttrSizedResultSegments") && `%${groups(records, op.results)}`,
  ];
  const symbol = hasTrait(records, op, (t) => t["!name"] === "Symbol" || t.cppInterfaceName === "SymbolOpInterface");
  const flags = [
    [symbol, "S"],
    [traitNamed("SymbolTable"), "T"],
    [traitNamed("IsIsolatedFromAbove"), "I"],
  ];
  const flagText = flags.map(([set, letter]) => (set ? letter : "")).join("");
  const head = [flagText ? `${name}/${flagText}` : name, `#${arity(records, op)}`];
  return [...head, ...attributes.map((a) => a.text), ...natives, ...(segments || []).filter(Boolean)].join(" ");
}

/** The numbers of an op's operands, results, regions and successors: `2,1,0,0`; `1+` is one or more. */
function arity(records, op) {
  const lists = [op.arguments, op.results, op.regions, op.successors];
  const kinds = ["operands", "results", "regions", "successors"];
  return lists.map((dag, i) => range(records, i < 2 ? values(records, dag) : dag.args, kinds[i])).join(",");
}

/** The number of members in a list; only those that are not variadic or optional are required. */
function range(records, members, kind) {
  const fixed = members.filter(([arg]) => {
    let record = records[arg.def];
    if (isA(record, "OpVariable")) record = records[record.constraint.def];
    const open = { regions: ["VariadicRegion"], successors: ["VariadicSuccessor"] }[kind];
    return !(open ?? ["Variadic", "Optional", "VariadicOfVariadic"]).some((name) => isA(record, name));
  }).length;
  return `${fixed}${fixed < members.length ? "+" : ""}`;
}

/** The number of operand or result groups in a dag of arguments: one segment size each. */
const groups = (records, dag) => values(records, dag).length;

/** The operands or results of a dag of arguments. */
function values(records, dag) {
  return dag.args.filter(([arg]) => {
    let record = records[arg.def];
    if (isA(record, "OpVariable")) record = records[record.constraint.def];
    return !isA(record, "Attr") && !isA(record, "Property") && !isA(record, "Successor") && !isA(record, "Region");
  });
}

/** Ops that are defined but not registered by their dialect. */
const UNREGISTERED = new Set(["vcix.v.iv", "vcix.v.sv"]);

/** Warns of refused files that seem to define ops which no other file defines. */
function warn(definitions) {
  for (const [file, message] of refused) {
    const names = [...readFileSync(file, "utf8").matchAll(/^def (\w+Op)\s*:/gm)].map(([, name]) => name);
    const lost = names.filter((name) => !definitions.has(name));
    if (lost.length > 0) console.warn(`${lost.join(", ")} left out: ${message.split("\n")[0]}`);
  }
}

function addOp(ops, records, op) {
  try {
    ops.set(op.opName, opLine(records, op, op.opName));
  } catch (error) {
    if (!(error instanceof Unwritable)) throw error;
    warnings.push(error.message);
  }
}

/** dialect → op name → line, from all files below `--td`. */
function collect() {
  const dialects = new Map();
  const definitions = new Set();
  const wanted = options.dialects?.split(",");
  for (const file of tdFiles(options)) {
    const records = tdRecords(options, file, (message) => refused.set(file, message));
    if (!records) continue;
    for (const name of records["!instanceof"].Op ?? []) {
      definitions.add(name);
      const op = records[name];
      const dialect = records[op.opDialect.def].name;
      if (wanted ? !wanted.includes(dialect) : dialect.startsWith("test")) continue;
      if (UNREGISTERED.has(`${dialect}.${op.opName}`)) continue;
      const ops = dialects.get(dialect) ?? new Map();
      dialects.set(dialect, ops);
      if (!ops.has(op.opName)) addOp(ops, records, op);
    }
  }
  warn(definitions);
  return dialects;
}

const dialects = collect();
for (const warning of new Set(warnings)) console.warn(warning);
writeTable(options, dialects, { known: baseLines(bases), defaults: defaults.added, enums: enums.added });
