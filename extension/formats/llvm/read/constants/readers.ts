/** The readers of constants by the codes of their records (LLVMBitCodes.h, ConstantsCodes). */
import type { Constant } from "../../ir/values";
import { CONSTANTS } from "../../spec/constants";
import { readersByCode } from "../../spec/fieldReader";
import { RecordFault } from "../../stream/blocks";
import * as expressions from "./expressions";
import { GEP_READERS } from "./getElementPtr";
import { makeNumber } from "./make";
import { checkInteger, readFloat, readInteger, readWideInteger } from "./numbers";
import { readBlockAddress, readDsoLocalEquivalent, readInlineAsm, readNoCfi, readPtrAuth } from "./references";
import type { ConstantScope } from "./scope";
import { checkAggregate, checkData, checkString, readAggregate, readData, readString } from "./sequences";

/** Reads the constant that a record defines. Throws a RecordFault if the record is invalid. */
type ReadConstant = (scope: ConstantScope) => Constant;

/** Readers by code; SETTYPE defines no constant. */
export const CONSTANT_READERS = readersByCode<ReadConstant>(CONSTANTS, {
  NULL: (scope) => {
    checkNull(scope);
    return makeNumber(scope, "null");
  },
  UNDEF: (scope) => makeNumber(scope, "undef"),
  POISON: (scope) => makeNumber(scope, "poison"),
  INTEGER: (scope) => readInteger(scope, "integer", "intval"),
  BYTE: (scope) => readInteger(scope, "byte", "byteval"),
  WIDE_INTEGER: (scope) => readWideInteger(scope, "integer"),
  WIDE_BYTE: (scope) => readWideInteger(scope, "byte"),
  FLOAT: readFloat,
  AGGREGATE: readAggregate,
  DATA: readData,
  STRING: (scope) => readString(scope, ""),
  CSTRING: (scope) => readString(scope, "\0"),
  CE_BINOP: expressions.readBinary,
  CE_UNOP: expressions.readUnary,
  CE_CAST: expressions.readCast,
  CE_CMP: expressions.readCompare,
  CE_SELECT: expressions.readSelect,
  CE_EXTRACTELT: expressions.readExtractElement,
  CE_INSERTELT: expressions.readInsertElement,
  CE_SHUFFLEVEC: expressions.readShuffleVector,
  CE_SHUFVEC_EX: expressions.readShuffleVector,
  ...GEP_READERS,
  BLOCKADDRESS: readBlockAddress,
  DSO_LOCAL_EQUIVALENT: readDsoLocalEquivalent,
  NO_CFI_VALUE: readNoCfi,
  PTRAUTH: readPtrAuth,
  PTRAUTH2: readPtrAuth,
  INLINEASM_OLD: readInlineAsm,
  INLINEASM_OLD2: readInlineAsm,
  INLINEASM_OLD3: readInlineAsm,
  INLINEASM: readInlineAsm,
});

/** Functions and labels have no zero (Constant::getNullValue). */
function checkNull({ type }: ConstantScope): void {
  if (type.kind !== "function" && type.kind !== "label") return;
  throw new RecordFault("bad-type", "Invalid type for a constant null value");
}

/** How many operands of a record {@link CONSTANT_CHECKS} need; a record's length is that of all of them. */
export const CHECKED_OPERANDS = 4;
function isValid(): void {
  // Nothing in the record can be wrong.
}
/**
 * Checks by code, for the codes whose readers find a fault, if there is one, without most operands. Throws a RecordFault
 * as the reader does.
 */
export const CONSTANT_CHECKS = readersByCode<(scope: ConstantScope) => unknown>(CONSTANTS, {
  NULL: checkNull,
  UNDEF: isValid,
  POISON: isValid,
  INTEGER: (scope) => checkInteger(scope, "integer"),
  BYTE: (scope) => checkInteger(scope, "byte"),
  AGGREGATE: checkAggregate,
  DATA: checkData,
  STRING: checkString,
  CSTRING: checkString,
});

/** The constant that a record defines; undef for one that is damaged or unknown, as in the reference. */
export function constantOf(scope: ConstantScope): Constant {
  try {
    return CONSTANT_READERS[scope.record.code]?.(scope) ?? makeNumber(scope, "undef");
  } catch (thrown) {
    if (!(thrown instanceof RecordFault)) throw thrown;
    return makeNumber(scope, "undef");
  }
}
