/** Enumerations and flags that several records share (LLVMBitCodes.h, BitcodeReader.cpp's getDecoded…). */
import type { Form } from "./form";
import { field, flag, names, packed, unused } from "./form";

/** Linkage of a summary, in the numbers of GlobalValue::LinkageTypes (AsmWriter.cpp, getLinkageName). */
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
/** By the number of GlobalValue::VisibilityTypes (getVisibilityName). */
export const VISIBILITIES = ["default", "hidden", "protected"];

/** getDecodedLinkage; 5 and 6 stand for external with a DLL storage class, 1, 4, 10 and 11 for those with a comdat. */
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
export const visibility: Form = names(VISIBILITIES, "default");
export const dllStorage: Form = names(["default", "dllimport", "dllexport"], "default");
export const threadLocal: Form = names(
  ["not thread local", "general dynamic", "local dynamic", "initial exec", "local exec"],
  "general dynamic",
);
export const unnamedAddress: Form = names(["none", "unnamed_addr", "local_unnamed_addr"], "none");
export const preemption: Form = names(["dso_preemptable", "dso_local"], "dso_local");
export const comdatKind: Form = names(["any", "any", "exactmatch", "largest", "nodeduplicate", "samesize"], "any");
export const ordering: Form = names([
  "not atomic",
  "unordered",
  "monotonic",
  "acquire",
  "release",
  "acq_rel",
  "seq_cst",
]);

/** [strtab_offset, strtab_size] in front of a global's record, from module version 2 on. */
export const strtabName = [
  field("strtab_offset", { kind: "slice" }),
  field("strtab_size", { kind: "number", unit: "bytes" }),
];
/** Where the partition that a global is in is named. */
export const partition = [
  field("partition_strtab_offset", { kind: "slice" }, { since: 9 }),
  field("partition_strtab_size", { kind: "number", unit: "bytes" }, { since: 9 }),
];

/** OverflowingBinaryOperator and the like are told by the operator: `operationFlags`. GEPNoWrapFlags: */
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
export const functionFlags: Form = packed(
  flag("readNone"),
  flag("readOnly"),
  flag("noRecurse"),
  flag("returnDoesNotAlias"),
  flag("noInline"),
  flag("alwaysInline"),
  flag("noUnwind"),
  flag("mayThrow"),
  flag("hasUnknownCall"),
  flag("mustBeUnreachable"),
);
export const variableFlags: Form = packed(flag("readonly"), flag("writeonly"), flag("constant"), {
  name: "vcall_visibility",
  width: 2,
  names: ["public", "linkage unit", "translation unit"],
});
/** Hotness of a call in its lowest bits, then whether it is a tail call. */
export const hotness: Form = packed(
  { name: "hotness", width: 3, names: ["unknown", "cold", "none", "hot", "critical"] },
  flag("hasTailCall"),
);
/** A block frequency relative to the entry's, then whether it is a tail call. */
export const relativeFrequency: Form = packed({ name: "relblockfreq", width: 28 }, flag("hasTailCall"));

/** Distinct in the lowest bit of a node's first operand, what else it says above. */
export function head(...bits: readonly (string | { readonly name: string; readonly width: number })[]): Form {
  return packed(flag("distinct"), ...bits.map((b) => (typeof b === "string" ? (b === "" ? unused(1) : flag(b)) : b)));
}
