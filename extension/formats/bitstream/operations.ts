/** Numbers of casts and predicates, which LLVM bitcode and PNaCl share (LLVMBitCodes.h, InstrTypes.h). */

/** Casts by number (CastOpcodes). PNaCl has no pointers, so it uses none of 9, 10 and 12 on. */
export const CASTS: readonly string[] = [
  "trunc",
  "zext",
  "sext",
  "fptoui",
  "fptosi",
  "uitofp",
  "sitofp",
  "fptrunc",
  "fpext",
  "ptrtoint",
  "inttoptr",
  "bitcast",
  "addrspacecast",
  "ptrtoaddr",
];

/** Floating-point predicates by number. */
export const FLOAT_PREDICATES: readonly string[] = [
  "false",
  "oeq",
  "ogt",
  "oge",
  "olt",
  "ole",
  "one",
  "ord",
  "uno",
  "ueq",
  "ugt",
  "uge",
  "ult",
  "ule",
  "une",
  "true",
];

/** Integer predicates from {@link FIRST_INTEGER_PREDICATE} on. */
export const INTEGER_PREDICATES: readonly string[] = [
  "eq",
  "ne",
  "ugt",
  "uge",
  "ult",
  "ule",
  "sgt",
  "sge",
  "slt",
  "sle",
];
/** The first number of the integer predicates (CmpInst::FIRST_ICMP_PREDICATE). */
export const FIRST_INTEGER_PREDICATE = 32;
