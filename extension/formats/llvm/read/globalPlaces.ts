/** Operand indices of the fields in records that define globals, by the specification. */
import { MODULE } from "../codes";
import { MODULE as SPECIFIED } from "../spec/module";
import { placesOf } from "../spec/places";

/** Operand indices of a global variable's fields, counted from the first operand after the name. */
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
/** Operand indices of a function's fields, counted likewise. */
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
/** Operand indices of an alias's fields; optional fields that the record does not have are absent. */
export const ALIAS = indirect(MODULE.ALIAS, "aliasee val#");
/** Operand indices of an alias from before explicit value types. */
export const ALIAS_OLD = indirect(MODULE.ALIAS_OLD, "aliasee val#");
/** Operand indices of an ifunc, which has the fewest fields. */
export const IFUNC = indirect(MODULE.IFUNC, "resolver val#");
/** Operand indices of an alias or ifunc. */
export type IndirectPlaces = typeof ALIAS;
