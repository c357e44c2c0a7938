/** Numbers of blocks and records, by their names in LLVMBitCodes.h. */
import type { Release } from "./ir/releases";

/** Block ids within an IR file (LLVMBitCodes.h, BlockIDs). */
export const BLOCK = {
  MODULE: 8,
  PARAMATTR: 9,
  /** Before LLVM 3.0 the type table. */
  PARAMATTR_GROUP: 10,
  CONSTANTS: 11,
  FUNCTION: 12,
  /** Before LLVM 3.0 the names of types. */
  IDENTIFICATION: 13,
  VALUE_SYMTAB: 14,
  METADATA: 15,
  METADATA_ATTACHMENT: 16,
  TYPE: 17,
  USELIST: 18,
  MODULE_STRTAB: 19,
  GLOBALVAL_SUMMARY: 20,
  OPERAND_BUNDLE_TAGS: 21,
  METADATA_KIND: 22,
  STRTAB: 23,
  FULL_LTO_GLOBALVAL_SUMMARY: 24,
  SYMTAB: 25,
  SYNC_SCOPE_NAMES: 26,
} as const;

/** MODULE_BLOCK records. */
export const MODULE = {
  VERSION: 1,
  TRIPLE: 2,
  DATALAYOUT: 3,
  ASM: 4,
  SECTIONNAME: 5,
  GLOBALVAR: 7,
  FUNCTION: 8,
  ALIAS_OLD: 9,
  GCNAME: 11,
  COMDAT: 12,
  VSTOFFSET: 13,
  ALIAS: 14,
  SOURCE_FILENAME: 16,
  HASH: 17,
  IFUNC: 18,
  /** Describes the ASM record after it (LLVM 23). */
  ASM_PROPERTY: 19,
  GUIDLIST: 20,
} as const;

/** TYPE_BLOCK records. */
export const TYPE = {
  NUMENTRY: 1,
  VOID: 2,
  FLOAT: 3,
  DOUBLE: 4,
  LABEL: 5,
  OPAQUE: 6,
  INTEGER: 7,
  POINTER: 8,
  FUNCTION_OLD: 9,
  HALF: 10,
  ARRAY: 11,
  VECTOR: 12,
  X86_FP80: 13,
  FP128: 14,
  PPC_FP128: 15,
  METADATA: 16,
  X86_MMX: 17,
  STRUCT_ANON: 18,
  STRUCT_NAME: 19,
  STRUCT_NAMED: 20,
  FUNCTION: 21,
  TOKEN: 22,
  BFLOAT: 23,
  X86_AMX: 24,
  OPAQUE_POINTER: 25,
  TARGET_TYPE: 26,
  BYTE: 27,
} as const;

/** VALUE_SYMTAB records. */
export const VST = { ENTRY: 1, BBENTRY: 2, FNENTRY: 3, COMBINED_ENTRY: 5 } as const;

/** Records of FUNCTION blocks that are not instructions (LLVMBitCodes.h, FunctionCodes). */
export const FUNCTION_CODE = {
  /** The first record of a block. */
  DECLAREBLOCKS: 1,
  DEBUG_LOC_AGAIN: 33,
  DEBUG_LOC: 35,
  OPERAND_BUNDLE: 55,
  BLOCKADDR_USERS: 60,
} as const;

/** Record code of the producer in IDENTIFICATION. */
export const IDENTIFICATION_STRING = 1;
/** Record code of the epoch in IDENTIFICATION. */
export const IDENTIFICATION_EPOCH = 2;
/** The record code of STRTAB's blob. */
export const STRTAB_BLOB = 1;

/**
 * Kinds of metadata that every context has, by number; each release knows a prefix of the list
 * (FixedMetadataKinds.def).
 */
export const FIXED_KINDS: readonly string[] = (
  "dbg tbaa prof fpmath range tbaa.struct invariant.load alias.scope noalias nontemporal llvm.mem.parallel_loop_access" +
  " nonnull dereferenceable dereferenceable_or_null make.implicit unpredictable invariant.group align llvm.loop type" +
  " section_prefix absolute_symbol associated callees irr_loop llvm.access.group callback llvm.preserve.access.index" +
  " vcall_visibility noundef annotation nosanitize func_sanitize exclude memprof callsite kcfi_type pcsections DIAssignID" +
  " coro.outside.frame mmra noalias.addrspace callee_type nofree captures alloc_token implicit.ref" +
  " nofpclass call_target inline_history elf_section_properties guid mem.cache_hint block.uniformity.profile callgraph" +
  " metadata_section_kind atomic.ignore.denormal.mode"
).split(" ");

/** The kind `nofree` has another name since LLVM 24. */
const NOFREE_KIND = FIXED_KINDS.indexOf("nofree");
const RENAMED = "nofreeobj";

/** Whether some release gives an attachment kind this name from the start. */
export function isFixedKind(number: number, name: string): boolean {
  return name === FIXED_KINDS[number] || (number === NOFREE_KIND && name === RENAMED);
}

/** The names of the attachment kinds that a release of LLVM knows the first `count` of. */
export function fixedKinds(release: Release, count: number): string[] {
  const names = FIXED_KINDS.slice(0, count);
  if (release >= 24) names[NOFREE_KIND] = RENAMED;
  return names;
}
