#!/usr/bin/env node
/**
 * Writes extension/formats/tileir/data/operations.json from NVIDIA's dialect definition. The input is the output of LLVM's
 * tablegen:
 *
 *   llvm-tblgen --dump-json -I MLIR/include -I cuda-tile/include \
 *     cuda-tile/include/cuda_tile/Dialect/CudaTile/IR/BytecodeOpcodes.td | node tools/tileir-ops.mjs
 */
import { readFileSync, writeFileSync } from "node:fs";

const records = JSON.parse(readFileSync(0, "utf8"));
const superclasses = (name) => records[name]["!superclasses"];
const is = (name, superclass) => superclasses(name).includes(superclass);
const squeeze = (text) => text.replace(/\s+/g, " ").trim();

/** The version that introduced an argument or result, if its decorators tell. */
function sinceOf(record) {
  for (const decorator of record.decorators ?? []) {
    const { majorVersion, minorVersion, version, sinceVersion } = records[decorator.def];
    const found = sinceVersion ?? version;
    if (typeof found === "string") return found;
    if (majorVersion !== undefined) return `${majorVersion}.${minorVersion}`;
  }
  return undefined;
}

/** How the bytecode stores an attribute, by the C++ type of its accessor (BytecodeWriter.cpp, writeOpAttribute). */
function attributeKind(name) {
  const record = records[name];
  const base = record.baseAttr ? record.baseAttr.def : name;
  const storage = squeeze(records[base].storageType ?? "");
  const given = squeeze(record.returnType ?? "").replace(/^::std::optional<\s*(.*?)\s*>$/, "$1");
  if (storage.includes("UnitAttr")) return { kind: "unit" };
  if (is(base, "EnumAttrInfo") || is(base, "EnumAttr")) {
    const info = is(base, "EnumAttrInfo") ? base : records[base].enum.def;
    return { kind: "enum", enum: info.replace(/^CudaTile_|Attr$/g, "").replace(/Attr$/, ""), bare: info === base };
  }
  if (given === "bool") return { kind: "bool" };
  if (given.includes("StringRef"))
    return { kind: storage.includes("FlatSymbolRef") || base === "SymbolNameAttr" ? "symbol" : "string" };
  if (given.includes("ArrayRef<int32_t>")) return { kind: "array32" };
  if (given === "uint64_t" || given === "uint32_t") return { kind: "integer" };
  if (storage.includes("ArrayAttr")) return { kind: "attributes" };
  if (storage.includes("DenseIntOrFP")) return { kind: "constant" };
  if (storage.includes("AssumePredicate")) return { kind: "attribute" };
  if (storage.includes("OptimizationHints")) return { kind: "hints" };
  if (storage.includes("TypeAttr")) return { kind: "type" };
  throw new Error(`${name}: no kind for storage ${storage}, value ${given}`);
}

function defaultOf(name) {
  const value = records[name].defaultValue;
  return value ? value.replace(/^.*::/, "") : undefined;
}

function operation(opcode, name) {
  const record = records[name];
  const operands = [];
  const attributes = [];
  for (const [{ def }, argument] of record.arguments.args) {
    const constraint = (records[def].constraint ?? records[def].type).def;
    const since = sinceOf(records[def]);
    const version = since && since !== record.operationVersion ? { since } : {};
    if (is(constraint, "AttrConstraint")) {
      const fallback = defaultOf(constraint);
      attributes.push({
        name: argument,
        ...attributeKind(constraint),
        ...(records[constraint].isOptional ? { optional: true } : {}),
        ...(fallback ? { default: fallback } : {}),
        ...version,
      });
    } else {
      const count = is(constraint, "Optional") ? "optional" : is(constraint, "Variadic") ? "variadic" : undefined;
      operands.push({ name: argument, ...(count ? { count } : {}), ...version });
    }
  }
  const results = record.results.args.map(([{ def }, result]) => {
    const since = sinceOf(records[def]);
    const variadic = is((records[def].constraint ?? records[def].type).def, "Variadic");
    return {
      name: result,
      ...(variadic ? { count: "variadic" } : {}),
      ...(since && since !== record.operationVersion ? { since } : {}),
    };
  });
  const traits = record.traits.map(({ printable }) => printable);
  return {
    opcode,
    name: record.opName,
    since: record.operationVersion,
    ...(traits.includes("AttrSizedOperandSegments") ? { segments: true } : {}),
    results,
    attributes,
    operands,
    regions: record.regions.args.map(([, region]) => region),
    ...(record.assemblyFormat ? { format: squeeze(record.assemblyFormat) } : {}),
  };
}

const enums = Object.fromEntries(
  records["!instanceof"].EnumAttrInfo.filter((name) => name.startsWith("CudaTile_")).map((name) => [
    name.replace(/^CudaTile_/, "").replace(/Attr$/, ""),
    records[name].enumerants.map(({ def }) => [records[def].symbol, records[def].str]),
  ]),
);
const operations = records["!instanceof"].BytecodeOpcode.map((name) => [
  records[name].opcodeValue,
  records[name].operation.def,
])
  .sort(([a], [b]) => a - b)
  .map(([opcode, name]) => operation(opcode, name));
const target = new URL("../extension/formats/tileir/data/operations.json", import.meta.url);
writeFileSync(target, JSON.stringify({ enums, operations }, null, 1));
