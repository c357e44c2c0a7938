/** What the records of IR files hold, one line each: for hovers and for the names of leaves. Source: LLVMBitCodes.h. */

/** `NAME [operand, operand, …]` by block id and record code. The last operand's name stands for all that follow. */
export const RECORDS: Readonly<Record<number, Readonly<Record<number, string>>>> = {
  8: {
    1: "VERSION [number]: 0 absolute value ids, 1 relative ones, 2 names in STRTAB",
    2: "TRIPLE [characters]",
    3: "DATALAYOUT [characters]",
    4: "ASM [characters]",
    5: "SECTIONNAME [characters]",
    7: "GLOBALVAR [name offset, name length, type, is constant | explicit type << 1 | address space << 2, initializer + 1, linkage, log2 alignment + 1, section, visibility, thread local, unnamed_addr, externally initialized, DLL storage, comdat, attributes, dso_local, partition offset, partition length, sanitizers, code model + 1]",
    8: "FUNCTION [name offset, name length, type, calling convention, is declaration, linkage, attributes, log2 alignment + 1, section, visibility, collector, unnamed_addr, prologue + 1, DLL storage, comdat, prefix + 1, personality + 1, dso_local, address space, partition offset, partition length]",
    11: "GCNAME [characters]",
    12: "COMDAT [name offset, name length, kind]",
    13: "VSTOFFSET [word offset]",
    14: "ALIAS [name offset, name length, type, address space, aliasee, linkage, visibility, DLL storage, thread local, unnamed_addr, dso_local, partition offset, partition length]",
    16: "SOURCE_FILENAME [characters]",
    17: "HASH [five words]",
    18: "IFUNC [name offset, name length, type, address space, resolver, linkage, visibility, dso_local, partition offset, partition length]",
  },
  9: {
    1: "CODE_ENTRY_OLD [place and bits]",
    2: "CODE_ENTRY [groups]",
  },
  10: {
    3: "GRP_CODE_ENTRY [group, place, attributes]",
  },
  11: {
    1: "SETTYPE [type]",
    2: "NULL",
    3: "UNDEF",
    4: "INTEGER [signed value]",
    5: "WIDE_INTEGER [signed words]",
    6: "FLOAT [bits]",
    7: "AGGREGATE [values]",
    8: "STRING [bytes]",
    9: "CSTRING [bytes without the final zero]",
    10: "CE_BINOP [operation, left, right, flags]",
    11: "CE_CAST [operation, type, value]",
    12: "CE_GEP_OLD [source type, type and value pairs]",
    20: "CE_INBOUNDS_GEP [source type, type and value pairs]",
    21: "BLOCKADDRESS [function type, function, block]",
    22: "DATA [elements]",
    26: "POISON",
    32: "CE_GEP [source type, flags, type and value pairs]",
  },
  12: {
    1: "DECLAREBLOCKS [blocks]",
    2: "INST_BINOP [value, value, operation, flags]",
    3: "INST_CAST [value, type, operation, flags]",
    10: "INST_RET [value]",
    11: "INST_BR [block if true, block if false, condition]",
    12: "INST_SWITCH [type, condition, default block, case and block pairs]",
    13: "INST_INVOKE [attributes, calling convention, normal block, unwind block, function type, callee, arguments]",
    15: "INST_UNREACHABLE",
    16: "INST_PHI [type, signed value and block pairs]",
    19: "INST_ALLOCA [allocated type, size type, size, flags, address space]",
    20: "INST_LOAD [pointer, type, log2 alignment + 1, volatile]",
    26: "INST_EXTRACTVAL [aggregate, indices]",
    27: "INST_INSERTVAL [aggregate, value, indices]",
    28: "INST_CMP2 [value, value, predicate, flags]",
    29: "INST_VSELECT [value if true, value if false, condition, flags]",
    33: "DEBUG_LOC_AGAIN",
    34: "INST_CALL [attributes, flags, function type, callee, arguments]",
    35: "DEBUG_LOC [line, column, scope + 1, inlined at + 1, implicit code, atom group, atom rank]",
    36: "INST_FENCE [ordering, scope]",
    39: "INST_RESUME [value]",
    41: "INST_LOADATOMIC [pointer, type, log2 alignment + 1, volatile, ordering, scope]",
    43: "INST_GEP [flags, source type, values]",
    44: "INST_STORE [pointer, value, log2 alignment + 1, volatile]",
    45: "INST_STOREATOMIC [pointer, value, log2 alignment + 1, volatile, ordering, scope]",
    46: "INST_CMPXCHG [pointer, compared value, new value, volatile, success ordering, scope, failure ordering, weak, log2 alignment + 1]",
    47: "INST_LANDINGPAD [type, is cleanup, clauses, kind and value pairs]",
    55: "OPERAND_BUNDLE [tag, values]",
    56: "INST_UNOP [value, operation, flags]",
    58: "INST_FREEZE [value]",
    59: "INST_ATOMICRMW [pointer, value, operation, volatile, ordering, scope, log2 alignment + 1]",
    61: "DEBUG_RECORD_VALUE [location, variable, expression, value]",
    62: "DEBUG_RECORD_DECLARE [location, variable, expression, value]",
    64: "DEBUG_RECORD_VALUE_SIMPLE [location, variable, expression, value]",
    65: "DEBUG_RECORD_LABEL [location, label]",
  },
  13: {
    1: "STRING [characters]",
    2: "EPOCH [number]",
  },
  14: {
    1: "ENTRY [value, characters]",
    2: "BBENTRY [block, characters]",
    3: "FNENTRY [value, word offset, characters]",
  },
  15: {
    2: "VALUE [type, value]",
    3: "NODE [nodes + 1]",
    4: "NAME [characters]",
    5: "DISTINCT_NODE [nodes + 1]",
    6: "KIND [number, characters]",
    7: "LOCATION [distinct, line, column, scope, inlined at + 1, implicit code, atom group, atom rank]",
    10: "NAMED_NODE [nodes]",
    35: "STRINGS [strings, offset of the characters]",
    36: "GLOBAL_DECL_ATTACHMENT [value, kind and node pairs]",
    38: "INDEX_OFFSET [low word, high word]",
    39: "INDEX [bit offsets]",
    46: "ARG_LIST [nodes]",
  },
  16: {
    11: "ATTACHMENT [instruction, kind and node pairs]",
  },
  17: {
    1: "NUMENTRY [types]",
    7: "INTEGER [width]",
    8: "POINTER [pointee, address space]",
    11: "ARRAY [elements, element type]",
    12: "VECTOR [elements, element type, scalable]",
    18: "STRUCT_ANON [packed, element types]",
    19: "STRUCT_NAME [characters]",
    20: "STRUCT_NAMED [packed, element types]",
    21: "FUNCTION [vararg, result type, parameter types]",
    25: "OPAQUE_POINTER [address space]",
    26: "TARGET_TYPE [type parameters, parameters]",
  },
  18: {
    1: "DEFAULT [order, value]",
    2: "BB [order, block]",
  },
  22: {
    6: "KIND [number, characters]",
  },
  23: {
    1: "BLOB",
  },
  25: {
    1: "BLOB",
  },
};

/** The record's description, or undefined for one that is not described here. */
export function recordDescription(block: number, code: number): string | undefined {
  return RECORDS[block]?.[code];
}

const namesByRecord = new Map<string, readonly string[]>();

/** The names of a record's operands; the last stands for all that follow. */
function operandNames(block: number, code: number): readonly string[] {
  const key = `${block}/${code}`;
  let names = namesByRecord.get(key);
  if (!names) {
    const list = /\[(.*)\]/.exec(recordDescription(block, code) ?? "")?.[1];
    namesByRecord.set(key, (names = list === undefined ? [] : list.split(", ")));
  }
  return names;
}

/** What the operand at an index is called by the record's description. */
export function operandName(block: number, code: number, operand: number): string | undefined {
  const names = operandNames(block, code);
  return names[Math.min(operand, names.length - 1)];
}
