/**
 * Specifies the records of MODULE_BLOCK and of the small blocks in and around it (LLVMBitCodes.h, ModuleCodes and
 * following).
 */
import type { BlockSpecification, Part } from "./form";
import {
  absolute,
  alignment,
  attributeList,
  boolean,
  characters,
  convention,
  counted,
  field,
  flag,
  hex,
  names,
  node,
  nodeAt,
  number,
  optionalValue,
  packed,
  record,
  rest,
  times,
  type,
  when,
} from "./form";
import {
  comdatKind,
  dllStorage,
  linkage,
  partition,
  preemption,
  strtabName,
  threadLocal,
  unnamedAddress,
  visibility,
} from "./names";

/** Since module version 2, names are in STRTAB. */
const named: Part = when({ version: 2 }, strtabName);
const addressSpace = field("addrspace", number);
const comdat = field("comdat", { kind: "entry", of: "comdat", plusOne: true }, { since: 3 });
const section = field("section", { kind: "entry", of: "section", plusOne: true });
const dsoLocal = field("preemptionspecifier", preemption, { since: 6 });
const storage = field("dllstorageclass", dllStorage, { since: 3 });

/** What an alias has after its type. */
const aliased: readonly Part[] = [
  absolute("aliasee val#"),
  field("linkage", linkage),
  field("visibility", visibility),
  storage,
  field("threadlocal", threadLocal),
  field("unnamed_addr", unnamedAddress),
  dsoLocal,
];
/** MODULE_BLOCK. */
export const MODULE: BlockSpecification = {
  1: record("VERSION", field("version#", names(["absolute value ids", "relative value ids", "names in STRTAB"]))),
  2: record("TRIPLE", characters()),
  3: record("DATALAYOUT", characters()),
  4: record("ASM", characters()),
  5: record("SECTIONNAME", characters()),
  6: record("DEPLIB", characters()),
  7: record(
    "GLOBALVAR",
    named,
    field("type", type),
    field("isconst", packed(flag("constant"), flag("explicitType"), { name: "addrspace", width: 30 })),
    optionalValue("initid"),
    field("linkage", linkage),
    field("alignment", alignment),
    section,
    field("visibility", visibility),
    field("threadlocal", threadLocal),
    field("unnamed_addr", unnamedAddress),
    field("externally_initialized", boolean),
    storage,
    comdat,
    field("attributes", attributeList, { since: 5 }),
    dsoLocal,
    ...partition,
    field(
      "sanitizer",
      packed(
        flag("no_sanitize_address"),
        flag("no_sanitize_hwaddress"),
        flag("sanitize_memtag"),
        flag("sanitize_address_dyninit"),
      ),
      { since: 15 },
    ),
    field(
      "code_model",
      { kind: "names", plusOne: true, names: ["tiny", "small", "kernel", "medium", "large"] },
      {
        since: 18,
      },
    ),
  ),
  8: record(
    "FUNCTION",
    named,
    field("type", type),
    field("callingconv", convention),
    field("isproto", boolean),
    field("linkage", linkage),
    field("paramattrs", attributeList),
    field("alignment", alignment),
    section,
    field("visibility", visibility),
    field("gc", { kind: "entry", of: "gc", plusOne: true }),
    field("unnamed_addr", unnamedAddress),
    optionalValue("prologuedata"),
    storage,
    comdat,
    optionalValue("prefixdata"),
    optionalValue("personalityfn"),
    dsoLocal,
    addressSpace,
    ...partition,
    field("prefalignment", alignment, { since: 23 }),
  ),
  9: record("ALIAS_OLD", field("type", type), ...aliased),
  10: record("PURGEVALS", field("numvals", counted("values"))),
  11: record("GCNAME", characters()),
  12: record(
    "COMDAT",
    when(
      { version: 2 },
      [...strtabName, field("selection_kind", comdatKind)],
      [field("selection_kind", comdatKind), field("size", counted("characters")), characters()],
    ),
  ),
  13: record("VSTOFFSET", field("offset", { kind: "wordOffset" })),
  14: record("ALIAS", named, field("type", type), addressSpace, ...aliased, ...partition),
  15: record("METADATA_VALUES_UNUSED", rest(field("value", number))),
  16: record("SOURCE_FILENAME", characters("namechar")),
  17: record("HASH", rest(field("hash", hex))),
  18: record(
    "IFUNC",
    named,
    field("type", type),
    addressSpace,
    absolute("resolver val#"),
    field("linkage", linkage),
    field("visibility", visibility),
    dsoLocal,
    ...partition,
  ),
  19: record("ASM_PROPERTY", { part: "string", name: "key" }, characters("value")),
  20: record("GUIDLIST", rest(field("guid high", hex), field("guid low", hex))),
};

/** IDENTIFICATION_BLOCK. */
export const IDENTIFICATION: BlockSpecification = {
  1: record("STRING", characters()),
  2: record("EPOCH", field("epoch#", number)),
};

/** VALUE_SYMTAB_BLOCK. In a module with a STRTAB, its records have no names. */
export const VALUE_SYMTAB: BlockSpecification = {
  1: record("ENTRY", absolute("valueid"), characters("namechar")),
  2: record("BBENTRY", field("bbid", { kind: "block" }), characters("namechar")),
  3: record("FNENTRY", absolute("valueid"), field("offset", { kind: "wordOffset" }), characters("namechar")),
  5: record("COMBINED_ENTRY", field("valueid", number), field("refguid", hex)),
};

/** TYPE_SYMTAB_BLOCK, used before LLVM 3.0. */
export const TYPE_SYMTAB: BlockSpecification = { 1: record("ENTRY", field("typeid", type), characters("namechar")) };

/** USELIST_BLOCK: the place of each use in the use-list that the reader builds. */
export const USELIST: BlockSpecification = {
  1: record("USELIST_CODE_DEFAULT", rest(when({ left: 2 }, [field("index", number)], [absolute("value-id")]))),
  2: record("USELIST_CODE_BB", rest(when({ left: 2 }, [field("index", number)], [field("bb-id", { kind: "block" })]))),
};

/**
 * METADATA_ATTACHMENT_BLOCK: an attachment belongs to an instruction if the number of operands is odd, else to the
 * function.
 */
export const METADATA_ATTACHMENT: BlockSpecification = {
  11: record(
    "ATTACHMENT",
    when({ odd: "length" }, [field("instruction", { kind: "number" })]),
    rest(field("kind", { kind: "entry", of: "metadataKind" }), nodeAt("mdnode")),
  ),
};

/** METADATA_KIND_BLOCK. */
export const METADATA_KIND: BlockSpecification = { 6: record("KIND", field("n", number), characters("name")) };
/** OPERAND_BUNDLE_TAGS_BLOCK: a record's index is the tag's number. */
export const OPERAND_BUNDLE_TAGS: BlockSpecification = { 1: record("OPERAND_BUNDLE_TAG", characters()) };
/** SYNC_SCOPE_NAMES_BLOCK: a record's index is the scope's number. */
export const SYNC_SCOPE_NAMES: BlockSpecification = { 1: record("SYNC_SCOPE_NAME", characters()) };
/** STRTAB_BLOCK. */
export const STRTAB: BlockSpecification = {
  1: { ...record("BLOB"), blob: "names, which other records give by offset and length" },
};
/** SYMTAB_BLOCK. */
export const SYMTAB: BlockSpecification = {
  1: { ...record("BLOB"), blob: "the symbol table for linkers, in words of 32 bits (irsymtab)" },
};
/** MODULE_STRTAB_BLOCK of a combined summary index. */
export const MODULE_STRTAB: BlockSpecification = {
  1: record("ENTRY", field("modid", number), characters("namechar")),
  2: record("HASH", rest(field("hash", hex))),
};

/** BLOCKINFO_BLOCK (BitCodes.h, BlockInfoCodes). */
export const BLOCKINFO: BlockSpecification = {
  1: record("SETBID", field("blockid#", number)),
  2: record("BLOCKNAME", characters("name")),
  3: record("SETRECORDNAME", field("recordid#", number), characters("name")),
};

/** The records of METADATA_BLOCK that are not debug info nodes. */
export const METADATA_TABLE: BlockSpecification = {
  1: record("STRING_OLD", characters("values")),
  2: record("VALUE", field("ty", type), absolute("value", "ty")),
  3: record("NODE", rest(node("n"))),
  4: record("NAME", characters("values")),
  5: record("DISTINCT_NODE", rest(node("n"))),
  6: record("KIND", field("n", number), characters("name")),
  8: record("OLD_NODE", rest(field("ty", type), field("value", { kind: "oldOperand" }))),
  9: record("OLD_FN_NODE", rest(field("ty", type), field("value", { kind: "oldOperand" }))),
  10: record("NAMED_NODE", rest(nodeAt("mdnode"))),
  35: {
    ...record("STRINGS", field("count", counted("strings")), field("offset", counted("bytes of lengths"))),
    blob: "the lengths of the strings as vbr6, then their characters",
  },
  36: record(
    "GLOBAL_DECL_ATTACHMENT",
    absolute("valueid"),
    rest(field("kind", { kind: "entry", of: "metadataKind" }), nodeAt("mdnode")),
  ),
  38: record("INDEX_OFFSET", field("offset low", counted("bits")), field("offset high", number)),
  39: record("INDEX", rest(field("bitpos", counted("bits after the one before")))),
  46: record("ARG_LIST", rest(nodeAt("n"))),
};

const isPacked = field("ispacked", boolean);
const elements = rest(field("eltty", type));
/** TYPE_BLOCK_ID_NEW. */
export const TYPE: BlockSpecification = {
  1: record("NUMENTRY", field("numentries", counted("types"))),
  2: record("VOID"),
  3: record("FLOAT"),
  4: record("DOUBLE"),
  5: record("LABEL"),
  6: record("OPAQUE", isPacked),
  7: record("INTEGER", field("width", counted("bits"))),
  8: record("POINTER", field("pointee type", type), field("address space", number)),
  9: record(
    "FUNCTION_OLD",
    field("vararg", boolean),
    field("attrid", attributeList),
    field("retty", type),
    rest(field("paramty", type)),
  ),
  10: record("HALF"),
  11: record("ARRAY", field("numelts", counted("elements")), field("eltty", type)),
  12: record("VECTOR", field("numelts", counted("elements")), field("eltty", type), field("scalable", boolean)),
  13: record("X86_FP80"),
  14: record("FP128"),
  15: record("PPC_FP128"),
  16: record("METADATA"),
  17: record("X86_MMX"),
  18: record("STRUCT_ANON", isPacked, elements),
  19: record("STRUCT_NAME", characters()),
  20: record("STRUCT_NAMED", isPacked, elements),
  21: record("FUNCTION", field("vararg", boolean), field("retty", type), rest(field("paramty", type))),
  22: record("TOKEN"),
  23: record("BFLOAT"),
  24: record("X86_AMX"),
  25: record("OPAQUE_POINTER", field("addrspace", number)),
  26: record(
    "TARGET_TYPE",
    field("NumTy", counted("types")),
    times("NumTy", field("Ty", type)),
    rest(field("Int", number)),
  ),
  27: record("BYTE", field("width", counted("bits"))),
};
/** The type table used before LLVM 3.0, where code 10 is a struct. */
export const TYPE_OLD: BlockSpecification = { ...TYPE, 10: record("STRUCT_OLD", isPacked, elements) };
