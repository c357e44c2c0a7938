/** Record codes of METADATA_BLOCK, METADATA_KIND_BLOCK and METADATA_ATTACHMENT_ID (LLVMBitCodes.h, MetadataCodes). */
export const Code = {
  STRING_OLD: 1,
  VALUE: 2,
  NODE: 3,
  NAME: 4,
  DISTINCT_NODE: 5,
  KIND: 6,
  LOCATION: 7,
  OLD_NODE: 8,
  OLD_FN_NODE: 9,
  NAMED_NODE: 10,
  ATTACHMENT: 11,
  GENERIC_DEBUG: 12,
  SUBRANGE: 13,
  ENUMERATOR: 14,
  BASIC_TYPE: 15,
  FILE: 16,
  DERIVED_TYPE: 17,
  COMPOSITE_TYPE: 18,
  SUBROUTINE_TYPE: 19,
  COMPILE_UNIT: 20,
  SUBPROGRAM: 21,
  LEXICAL_BLOCK: 22,
  LEXICAL_BLOCK_FILE: 23,
  NAMESPACE: 24,
  TEMPLATE_TYPE: 25,
  TEMPLATE_VALUE: 26,
  GLOBAL_VAR: 27,
  LOCAL_VAR: 28,
  EXPRESSION: 29,
  OBJC_PROPERTY: 30,
  IMPORTED_ENTITY: 31,
  MODULE: 32,
  MACRO: 33,
  MACRO_FILE: 34,
  STRINGS: 35,
  GLOBAL_DECL_ATTACHMENT: 36,
  GLOBAL_VAR_EXPR: 37,
  INDEX_OFFSET: 38,
  INDEX: 39,
  LABEL: 40,
  STRING_TYPE: 41,
  COMMON_BLOCK: 44,
  GENERIC_SUBRANGE: 45,
  ARG_LIST: 46,
  ASSIGN_ID: 47,
  SUBRANGE_TYPE: 48,
  FIXED_POINT_TYPE: 49,
  PROPERTY: 50,
  LAYER_LOC: 51,
  LAYER_LOC_LIST: 52,
} as const;

/** Record codes of LLVM 2.7; LLVM 2.8 renumbered them. */
export const OldCode = { NODE: 2, FN_NODE: 3, NAMED_NODE: 5, ATTACHMENT: 7 } as const;

/** Whether a record defines an entry of the metadata table (STRINGS defines several). */
export function definesNode(code: number): boolean {
  return DEFINING.has(code);
}
const DEFINING: ReadonlySet<number> = new Set(
  Object.entries(Code)
    .filter(
      ([name]) => !/^(NAME|NAMED_NODE|KIND|ATTACHMENT|STRINGS|GLOBAL_DECL_ATTACHMENT|INDEX|INDEX_OFFSET)$/.test(name),
    )
    .map(([, code]) => code),
);

/** The present code of a record of LLVM 2.7. */
export function codeOfToday(code: number): number {
  switch (code) {
    case OldCode.NODE:
      return Code.OLD_NODE;
    case OldCode.FN_NODE:
      return Code.OLD_FN_NODE;
    case OldCode.NAMED_NODE:
      return Code.NAMED_NODE;
    default:
      return code;
  }
}
