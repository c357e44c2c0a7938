/** Enumerations and flags that several records use (LLVMBitCodes.h, BitcodeReader.cpp's getDecoded…). */
import type { Form } from "./form";
import { field, flag, names, packed, unused } from "./form";

/** Linkages by number of GlobalValue::LinkageTypes, as summaries store them (AsmWriter.cpp, getLinkageName). */
export const LINKAGES = [
  "external",
  "available_externally",
  "linkonce",
  "linkonce_odr",
  "weak",
  "weak_odr",
  "appending",
  "internal",
  "private",
  "extern_weak",
  "common",
];
/** Visibilities by number of GlobalValue::VisibilityTypes (getVisibilityName). */
export const VISIBILITIES = ["default", "hidden", "protected"];

/**
 * Linkages as MODULE records store them (getDecodedLinkage). 5 and 6 mean external with a DLL storage class; 1, 4, 10
 * and 11 mean the linkage with a comdat.
 */
export const linkage: Form = names(
  [
    "external",
    "weak_any (with comdat)",
    "appending",
    "internal",
    "linkonce_any (with comdat)",
    "external, dllimport",
    "external, dllexport",
    "extern_weak",
    "common",
    "private",
    "weak_odr (with comdat)",
    "linkonce_odr (with comdat)",
    "available_externally",
    "private (linker_private)",
    "private (linker_private_weak)",
    "external (linkonce_odr_auto_hide)",
    "weak_any",
    "weak_odr",
    "linkonce_any",
    "linkonce_odr",
  ],
  "external",
);
/** Visibility of a global (getDecodedVisibility). */
export const visibility: Form = names(VISIBILITIES, "default");
/** DLL storage class of a global. */
export const dllStorage: Form = names(["default", "dllimport", "dllexport"], "default");
/** Thread-local model of a variable. */
export const threadLocal: Form = names(
  ["not thread local", "general dynamic", "local dynamic", "initial exec", "local exec"],
  "general dynamic",
);
/** `unnamed_addr` of a global. */
export const unnamedAddress: Form = names(["none", "unnamed_addr", "local_unnamed_addr"], "none");
/** Whether a global is `dso_local`. */
export const preemption: Form = names(["dso_preemptable", "dso_local"], "dso_local");
/** Selection kind of a comdat. */
export const comdatKind: Form = names(["any", "any", "exactmatch", "largest", "nodeduplicate", "samesize"], "any");
/** Memory ordering. */
export const ordering: Form = names([
  "not atomic",
  "unordered",
  "monotonic",
  "acquire",
  "release",
  "acq_rel",
  "seq_cst",
]);

/** The name of a global or comdat in STRTAB, at the start of its record since module version 2. */
export const strtabName = [
  field("strtab_offset", { kind: "slice" }),
  field("strtab_size", { kind: "number", unit: "bytes" }),
];
/** The name of the partition that a global is in. */
export const partition = [
  field("partition_strtab_offset", { kind: "slice" }, { since: 9 }),
  field("partition_strtab_size", { kind: "number", unit: "bytes" }, { since: 9 }),
];

/** Flags of a getelementptr (GEPNoWrapFlags). The flags of other operators depend on the operator: `operationFlags`. */
export const gepFlags: Form = packed(flag("inbounds"), flag("nusw"), flag("nuw"));

/** Flags of a summary (getDecodedGVSummaryFlags). */
export const summaryFlags: Form = packed(
  { name: "linkage", width: 4, names: LINKAGES },
  flag("notEligibleToImport"),
  flag("live"),
  flag("dsoLocal"),
  flag("canAutoHide"),
  { name: "visibility", width: 2, names: VISIBILITIES },
  { name: "importType", width: 1, names: ["definition", "declaration"] },
  flag("noRenameOnPromotion"),
);
/** Flags of a function summary by bit (getDecodedFFlags). */
export const FUNCTION_FLAGS = [
  "readNone",
  "readOnly",
  "noRecurse",
  "returnDoesNotAlias",
  "noInline",
  "alwaysInline",
  "noUnwind",
  "mayThrow",
  "hasUnknownCall",
  "mustBeUnreachable",
];
/** Flags of a function summary. */
export const functionFlags: Form = packed(...FUNCTION_FLAGS.map(flag));
/** Flags of a variable summary (getDecodedGVarFlags). */
export const variableFlags: Form = packed(flag("readonly"), flag("writeonly"), flag("constant"), {
  name: "vcall_visibility",
  width: 2,
  names: ["public", "linkage unit", "translation unit"],
});
/** CalleeInfo::HotnessType by number (getHotnessName). */
export const HOTNESS = ["unknown", "cold", "none", "hot", "critical"];
/** The hotness of a call in the lowest bits, then whether it is a tail call. */
export const hotness: Form = packed({ name: "hotness", width: 3, names: HOTNESS }, flag("hasTailCall"));
/** A block frequency relative to the entry block's, then whether it is a tail call. */
export const relativeFrequency: Form = packed({ name: "relblockfreq", width: 28 }, flag("hasTailCall"));

/** The first operand of a metadata node: `distinct` in the lowest bit, further bits above it. */
export function head(...bits: readonly (string | { readonly name: string; readonly width: number })[]): Form {
  return packed(flag("distinct"), ...bits.map((b) => (typeof b === "string" ? (b === "" ? unused(1) : flag(b)) : b)));
}
