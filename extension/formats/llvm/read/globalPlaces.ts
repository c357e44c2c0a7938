/** Where the records that define globals have their fields, by the specification. */
import { MODULE } from "../codes";
import { MODULE as SPECIFIED } from "../spec/module";
import { placesOf } from "../spec/places";

/** Operands of global variables by their fields, counted from the first after the name. */
export const VARIABLE = placesOf(SPECIFIED[MODULE.GLOBALVAR], [
  "type",
  "isconst",
  "initid",
  "linkage",
  "alignment",
  "section",
  "visibility",
  "threadlocal",
  "unnamed_addr",
  "externally_initialized",
  "dllstorageclass",
  "comdat",
  "attributes",
  "preemptionspecifier",
  "partition_strtab_offset",
  "sanitizer",
  "code_model",
]);
/** The same of functions. */
export const FUNCTION = placesOf(SPECIFIED[MODULE.FUNCTION], [
  "type",
  "callingconv",
  "isproto",
  "linkage",
  "paramattrs",
  "alignment",
  "section",
  "visibility",
  "gc",
  "unnamed_addr",
  "prologuedata",
  "dllstorageclass",
  "comdat",
  "prefixdata",
  "personalityfn",
  "preemptionspecifier",
  "addrspace",
  "partition_strtab_offset",
  "prefalignment",
]);
const INDIRECT_NEEDED = ["type", "linkage", "visibility", "preemptionspecifier"] as const;
const INDIRECT_OPTIONAL = [
  "addrspace",
  "dllstorageclass",
  "threadlocal",
  "unnamed_addr",
  "partition_strtab_offset",
] as const;
const indirect = (code: number, target: "aliasee val#" | "resolver val#") => ({
  ...placesOf(SPECIFIED[code], INDIRECT_NEEDED, INDIRECT_OPTIONAL),
  target: placesOf(SPECIFIED[code], [target])[target],
});
/** Of aliases and ifuncs; what a record does not have is absent. */
export const ALIAS = indirect(MODULE.ALIAS, "aliasee val#");
/** Of aliases of before explicit value types. */
export const ALIAS_OLD = indirect(MODULE.ALIAS_OLD, "aliasee val#");
/** Of ifuncs, which have least. */
export const IFUNC = indirect(MODULE.IFUNC, "resolver val#");
/** Where an alias or ifunc has what it may have. */
export type IndirectPlaces = typeof ALIAS;
