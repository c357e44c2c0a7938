/** Names of what the flags of a summary say. Source: getLinkageName, getVisibilityName of AsmWriter.cpp. */

/** Linkage in the numbers of GlobalValue::LinkageTypes. */
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
/** By the number of GlobalValue::VisibilityTypes. */
export const VISIBILITIES = ["default", "hidden", "protected"];
