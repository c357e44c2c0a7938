/** Reads operators, casts, comparisons, and instructions on vectors and aggregates. */
import type { ValueId } from "../../ir/ids";
import type { Instruction } from "../../ir/function";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import { isFloating, scalarOf } from "../../ir/types";
import {
  binaryName,
  ADDRESS_CASTS,
  castName,
  checkedPredicate,
  fastMathText,
  gepFlagsText,
  integerFlagsText,
  predicateName,
} from "../../operations";
import { changesSpace, isValidCast } from "../castRules";
import { gepResult } from "../../ir/valueTable";
import type { InstructionContext, InstructionReader } from "./context";
import { makeAggregate, makeCast, makeCompare, makeGetElementPtr, makePlain, makeRare } from "./make";

/** The first releases that take flags of casts, and of comparisons of integers. */
const CAST_FLAGS: Release = 18;
const SAME_SIGN: Release = 21;
/** The first releases that know the flags of an operator; earlier ones pass over them. */
const FLAGS_SINCE: Readonly<Record<string, Release>> = {
  or: 18,
  trunc: 19,
  uitofp: 19,
  fptrunc: 21,
  fpext: 21,
  sitofp: 23,
  addrspacecast: 24,
};
/** The first releases with fast-math flags of uitofp, and with flags of getelementptr other than `inbounds`. */
const [FAST_UITOFP, ADDRESS_FLAGS]: readonly [Release, Release] = [23, 19];

function readBinary(c: InstructionContext): Instruction {
  const left = c.value();
  const type = c.type;
  const right = c.known(type);
  const floating = isFloating(scalarOf(type));
  if (!floating && scalarOf(type).kind !== "integer") c.fail("Invalid record: no numbers", "bad-type");
  const opcode = binaryName(c.raw(), floating) ?? c.fail("Invalid record: no such binary operator");
  const flags = knownFlags(c, opcode, c.optional());
  return makePlain(c, opcode, type, [left, right], floating ? fastMathText(flags) : integerFlagsText(opcode, flags));
}

function readUnary(c: InstructionContext): Instruction {
  const operand = c.value();
  const type = c.type;
  if (c.raw() !== 0) c.fail("Invalid record: no such unary operator");
  return makePlain(c, "fneg", type, [operand], fastMathText(c.optional()));
}

/** Those of an operator's flags that the release knows. */
function knownFlags(c: InstructionContext, opcode: string, flags: number): number {
  if (flags === 0) return 0;
  const since = FLAGS_SINCE[opcode];
  if (since !== undefined && !c.tables.isSince(since)) return 0;
  return opcode === "uitofp" && !c.tables.isSince(FAST_UITOFP) ? flags & 1 : flags;
}

/** Bit 0 of an uitofp's flags is `nneg`; its floating-point flags (since LLVM 23) are above it. */
function castFlagsText(opcode: string, flags: number, floating: boolean): string {
  if (opcode !== "uitofp") return floating ? fastMathText(flags) : integerFlagsText(opcode, flags);
  return [fastMathText(flags >> 1), integerFlagsText(opcode, flags & 1)].filter(Boolean).join(" ");
}

/** A bitcast to a pointer in another address space goes through an integer (UpgradeBitCastInst). */
function castThroughInteger(c: InstructionContext, operand: ValueId, type: Type): Instruction {
  const { i64 } = c.tables.interner;
  const address = c.tables.values.pushExtra({ kind: "instruction" }, i64);
  const added = { ...makeCast(c, "ptrtoint", i64, operand, ""), id: address };
  c.before.push(added);
  c.counted.push(added);
  return makeCast(c, "inttoptr", type, address, "");
}

function readCast(c: InstructionContext): Instruction {
  const operand = c.value();
  const from = c.type;
  const type = c.typeOperand();
  const cast = c.raw();
  const opcode = castName(cast) ?? c.fail("Invalid cast");
  if (opcode === "ptrtoaddr" && !c.tables.isSince(ADDRESS_CASTS)) c.fail("Invalid cast");
  if (opcode === "bitcast" && c.tables.castsSpacesByInteger && changesSpace(from, type))
    return castThroughInteger(c, operand, type);
  if (!isValidCast(cast, from, type)) c.fail("Invalid cast");
  const flags = knownFlags(c, opcode, c.optional(CAST_FLAGS));
  const text = castFlagsText(opcode, flags, isFloating(scalarOf(type)));
  return makeCast(c, opcode, type, operand, text);
}

/** GEP [flags, type, V…]. */
function readGetElementPtr(c: InstructionContext): Instruction {
  const bits = c.raw();
  const flags = gepFlagsText(c.tables.isSince(ADDRESS_FLAGS) ? bits : Math.min(bits, 1));
  // If there is no such type, it is what the pointer points to, as in the old records.
  return getElementPtr(c, flags, c.looseType());
}

/** The old GEPs [V…], whose type is the pointee of the first value. @param stated the type of the current GEP */
function getElementPtr(c: InstructionContext, flags: string, stated?: Type): Instruction {
  const pointer = c.value();
  const base = scalarOf(c.type);
  if (stated) c.checkPointee(base, stated, "gep type does not match pointee type of pointer operand");
  const sourceType = stated ?? c.pointeeOf(base, pointer);
  const operands = c.valuesAfter(pointer);
  const type = c.tables.opaque
    ? opaqueResult(c, operands)
    : (gepResult(sourceType, operands, c.tables.values, c.tables.interner) ?? withoutPointee(c, operands));
  return makeGetElementPtr(c, type ?? c.fail("Invalid gep record"), operands, flags, sourceType);
}

/** The result of indices that fit no type: without pointees, the reference does not look at them. */
function withoutPointee(c: InstructionContext, operands: readonly number[]): Type | undefined {
  const { values, interner } = c.tables;
  const type = values.erasesPointees ? opaqueResult(c, operands) : undefined;
  if (type?.kind === "pointer") return interner.pointer(undefined, type.addressSpace);
  if (type?.kind !== "vector" || type.element.kind !== "pointer") return undefined;
  return interner.vector(interner.pointer(undefined, type.element.addressSpace), type.count, type.scalable);
}

/** The result's type without following the indices, which do not matter for opaque pointers. */
function opaqueResult(c: InstructionContext, operands: readonly number[]): Type | undefined {
  const { values, interner } = c.tables;
  const base = values.typeOf(operands[0] as number);
  if (base === undefined) return undefined;
  if (base.kind === "vector") return base;
  for (let i = 1; i < operands.length; i++) {
    const type = values.typeOf(operands[i] as number);
    if (type?.kind === "vector") return interner.vector(base, type.count, type.scalable);
  }
  return base.kind === "pointer" ? base : undefined;
}

/** The predicate of a comparison. Up to LLVM 17 it may be any, and one that nobody knows has the name "unknown". */
function predicateOf(c: InstructionContext, code: number, floating: boolean): string {
  const { predicates } = c.tables;
  if (predicates !== undefined) return predicateName(code % predicates) ?? "unknown";
  return checkedPredicate(code, floating) ?? c.fail(`Invalid ${floating ? "fcmp" : "icmp"} predicate`);
}

function readCompare(c: InstructionContext): Instruction {
  const left = c.value();
  const type = c.type;
  const right = c.known(type);
  const floating = isFloating(scalarOf(type));
  const predicate = predicateOf(c, c.raw(), floating);
  const bits = c.optional(floating ? undefined : SAME_SIGN);
  const flags = floating ? fastMathText(bits) : bits & 1 ? "samesign" : "";
  const result = c.tables.interner.comparisonOf(type);
  return makeCompare(c, floating ? "fcmp" : "icmp", result, [left, right], flags, predicate);
}

/** SELECT [V, v, i1 v]; VSELECT [V, v, V condition, fast-math flags]. */
function readSelect(c: InstructionContext, conditionType?: Type): Instruction {
  const yes = c.value();
  const type = c.type;
  const no = c.known(type);
  const condition = conditionType ? c.known(conditionType) : c.value();
  if (!conditionType && scalarOf(c.type) !== c.tables.interner.i1) c.fail("Invalid type for value", "bad-type");
  const flags = c.takesFastMath(type) ? fastMathText(c.optional()) : "";
  return makePlain(c, "select", type, [condition, yes, no], flags);
}

function readExtractElement(c: InstructionContext): Instruction {
  const vector = c.value();
  const type = c.type.kind === "vector" ? c.type.element : c.fail("Invalid record: no vector", "bad-type");
  return makePlain(c, "extractelement", type, [vector, c.value()]);
}

function readInsertElement(c: InstructionContext): Instruction {
  const vector = c.value();
  const type = c.type;
  const element = c.known(type.kind === "vector" ? type.element : c.fail("Invalid record: no vector", "bad-type"));
  return makePlain(c, "insertelement", type, [vector, element, c.value()]);
}

function readShuffle(c: InstructionContext): Instruction {
  const first = c.value();
  const type = c.type.kind === "vector" ? c.type : c.fail("Invalid record: no vector", "bad-type");
  const second = c.known(type);
  const mask = c.value();
  const shape = c.type.kind === "vector" ? c.type : c.fail("Invalid record: no vector", "bad-type");
  return makePlain(c, "shufflevector", c.tables.interner.vector(type.element, shape.count, shape.scalable), [
    first,
    second,
    mask,
  ]);
}

function indicesLeft(c: InstructionContext): number[] {
  const indices: number[] = [];
  while (c.left > 0) indices.push(c.wide());
  return indices;
}

function readExtractValue(c: InstructionContext): Instruction {
  const aggregate = c.value();
  let type: Type = c.type;
  const indices = indicesLeft(c);
  if (indices.length === 0) c.fail("EXTRACTVAL: Invalid instruction with 0 indices");
  for (const index of indices) type = memberOf(c, type, index, "EXTRACTVAL");
  return makeAggregate(c, "extractvalue", type, [aggregate], indices);
}

function readInsertValue(c: InstructionContext): Instruction {
  const aggregate = c.value();
  const type = c.type;
  const value = c.value();
  const indices = indicesLeft(c);
  if (indices.length === 0) c.fail("INSERTVAL: Invalid instruction with 0 indices");
  let member: Type = type;
  for (const index of indices) member = memberOf(c, member, index, "INSERTVAL");
  const { values } = c.tables;
  if (!values.isSameType(values.typeOf(value), member))
    c.fail("Inserted value type doesn't match aggregate type", "bad-type");
  return makeAggregate(c, "insertvalue", type, [aggregate, value], indices);
}

function memberOf(c: InstructionContext, type: Type, index: number, what: string): Type {
  if (type.kind === "array") return index < type.count ? type.element : c.fail(`${what}: Invalid array index`);
  if (type.kind !== "struct") return c.fail(`${what}: Invalid type`, "bad-type");
  return type.elements?.[index] ?? c.fail(`${what}: Invalid struct index`);
}

function readVaArg(c: InstructionContext): Instruction {
  const listType = c.typeOperand();
  const list = c.known(listType);
  return makeRare(c, "vaarg", "va_arg", c.typeOperand(), [list], {});
}

/** A part of a number of a byte type: BITINSERT [V number, V part, V offset]. */
function readBitInsert(c: InstructionContext): Instruction {
  const number = c.value();
  const { type } = c;
  if (type.kind !== "byte") c.fail("Invalid bitinsert record", "bad-type");
  return makePlain(c, "bitinsert", type, [number, c.value(), c.value()]);
}
/** BITEXTRACT [type, V number, V offset]. */
function readBitExtract(c: InstructionContext): Instruction {
  const type = c.typeOperand();
  const number = c.value();
  if (c.type.kind !== "byte") c.fail("Invalid bitextract record", "bad-type");
  return makePlain(c, "bitextract", type, [number, c.value()]);
}

function readFreeze(c: InstructionContext): Instruction {
  const operand = c.value();
  return makePlain(c, "freeze", c.type, [operand]);
}

/** Readers by the name of the record's code. */
export const ARITHMETIC: Readonly<Record<string, InstructionReader>> = {
  INST_BINOP: readBinary,
  INST_CAST: readCast,
  INST_GEP_OLD: (c) => getElementPtr(c, ""),
  INST_INBOUNDS_GEP_OLD: (c) => getElementPtr(c, "inbounds"),
  INST_GEP: readGetElementPtr,
  INST_SELECT: (c) => readSelect(c, c.tables.interner.i1),
  INST_VSELECT: (c) => readSelect(c),
  INST_EXTRACTELT: readExtractElement,
  INST_INSERTELT: readInsertElement,
  INST_SHUFFLEVEC: readShuffle,
  INST_CMP: readCompare,
  INST_CMP2: readCompare,
  INST_VAARG: readVaArg,
  // Up to LLVM 2.3 it selected one of several results; it is extractvalue with one index.
  INST_GETRESULT: readExtractValue,
  INST_EXTRACTVAL: readExtractValue,
  INST_INSERTVAL: readInsertValue,
  INST_UNOP: readUnary,
  INST_FREEZE: readFreeze,
  INST_BITINSERT: readBitInsert,
  INST_BITEXTRACT: readBitExtract,
};
