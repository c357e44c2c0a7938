/**
 * The meaning of numbers in the FlatBuffer: flags and ordinals by name, offsets as positions (bytecode_module_def.fbs).
 */
import { formatPosition } from "../../document/bits";
import type { Analysis } from "./analysis";
import { byteCount, signed } from "./bytes";
import type { FieldWords } from "./flatbuffer/leaves";
import type { MapObject } from "./flatbuffer/map";
import type { Module } from "./module";
import { functionName } from "./module";

/** Returns the meaning of a number in a module; `table` contains the number, or its vector. */
type Meaning = (raw: number, module: Module, table: MapObject) => string | undefined;

function position(byte: number | undefined): string | undefined {
  return byte === undefined ? undefined : `at ${formatPosition(8 * byte)}`;
}
const typeName: Meaning = (raw, { types }) => types?.[raw];
const location: Meaning = (raw, { debug }) => debug?.describe(raw);
const size: Meaning = byteCount;

/** By table or struct and field. Fields whose number explains itself, such as counts, are not here. */
const meanings: Readonly<Record<string, Meaning>> = {
  "BytecodeModuleDef.bytecode_version": (raw) => `version ${raw >>> 16}.${raw & 0xffff}`,
  "ExportFunctionDef.internal_ordinal": (raw, module) => `function ${raw}: @${functionName(module, raw)}`,
  "FunctionSignatureDef.argument_types": typeName,
  "FunctionSignatureDef.result_types": typeName,
  "FunctionDescriptor.bytecode_offset": (raw, { bytecode }) => position(bytecode && bytecode.start + raw),
  "FunctionDescriptor.bytecode_length": size,
  "RodataSegmentDef.external_data_length": size,
  "RwdataSegmentDef.byte_size": size,
  // A location in a function's source map counts from the function's first byte.
  "BytecodeLocationDef.bytecode_offset": (raw, { functions }, sourceMap) => {
    const code = functions?.[sourceMap.element]?.code;
    return position(code && code.start + raw);
  },
  "BytecodeLocationDef.location": location,
  "CallSiteLocDef.callee": location,
  "CallSiteLocDef.caller": location,
  "FusedLocDef.locations": location,
  "NameLocDef.child_location": location,
};

/** The names of the set bits of an enumeration. */
function flagNames(names: readonly string[], raw: number): string {
  const set = names.filter((_, bit) => ((raw >>> bit) & 1) === 1);
  return set.length === 0 ? "none" : set.join(" | ");
}

/** The meanings of the numbers in a module's FlatBuffer; undefined if it is of no known era. */
export function fieldMeaning(analysis: Analysis): FieldWords | undefined {
  const module = analysis.era?.module;
  return (
    module &&
    ((path, type, stored, holder) => {
      if (type.kind === "union") return module.revision.unions.get(type.union)?.[Number(stored)];
      const raw = Number(stored);
      if (type.kind === "enum") return flagNames(type.values, raw);
      if (type.kind !== "scalar") return undefined;
      const value = type.signed ? Number(signed(stored, type.bytes)) : raw;
      const table = holder.type.kind === "vector" ? analysis.objects()?.object(holder.owner) : holder;
      return (table && meanings[path]?.(value, module, table)) ?? (value < 0 ? String(value) : undefined);
    })
  );
}
