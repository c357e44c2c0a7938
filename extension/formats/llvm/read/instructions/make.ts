/**
 * The instructions that most bodies consist of, each written out as one literal: a literal that spreads another object
 * takes several times as long to make. The rare ones spread {@link InstructionContext.base}.
 */
import type { AttributeList } from "../../ir/attributes";
import type { Atomicity, Instruction, InstructionKind, OperandBundle } from "../../ir/function";
import type { FunctionType, Type } from "../../ir/types";
import type { ValueId } from "../../ir/values";
import type { InstructionContext } from "./context";
import { NO_ATTACHMENTS } from "./context";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;

/** An instruction of kind `plain`: nothing but operands. */
export function makePlain(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  flags = "",
): Of<"plain"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "plain",
    startBit,
    endBit,
    opcode,
    type,
    id: c.idOf(type),
    operands,
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
  };
}

/** A conversion of one operand to `type`. */
export function makeCast(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operand: ValueId,
  flags: string,
): Of<"cast"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "cast",
    startBit,
    endBit,
    opcode,
    type,
    id: c.idOf(type),
    operands: [operand],
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
  };
}

/** icmp or fcmp. */
export function makeCompare(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  predicate: string,
): Of<"compare"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "compare",
    startBit,
    endBit,
    opcode,
    type,
    id: c.idOf(type),
    operands,
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    predicate,
  };
}

/** getelementptr over `sourceType`, with a result of `type`. */
export function makeGetElementPtr(
  c: InstructionContext,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  sourceType: Type,
): Of<"getelementptr"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "getelementptr",
    startBit,
    endBit,
    opcode: "getelementptr",
    type,
    id: c.idOf(type),
    operands,
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    sourceType,
  };
}

/** extractvalue or insertvalue. */
export function makeAggregate(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  indices: readonly number[],
): Of<"aggregate"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "aggregate",
    startBit,
    endBit,
    opcode,
    type,
    id: c.idOf(type),
    operands,
    flags: "",
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    indices,
  };
}

/** A branch: `operands` hold its condition, if any. */
export function makeBranch(c: InstructionContext, operands: readonly ValueId[], blocks: readonly number[]): Of<"br"> {
  const { startBit, endBit } = c.record;
  const type = c.tables.interner.void;
  return {
    kind: "br",
    startBit,
    endBit,
    opcode: "br",
    type,
    id: c.idOf(type),
    operands,
    flags: "",
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    blocks,
  };
}

/** A phi: `blocks` in the order of the operands. */
export function makePhi(
  c: InstructionContext,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  blocks: readonly number[],
): Of<"phi"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "phi",
    startBit,
    endBit,
    opcode: "phi",
    type,
    id: c.idOf(type),
    operands,
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    blocks,
  };
}

/** A load of a value of `type`. */
export function makeLoad(
  c: InstructionContext,
  type: Type,
  pointer: ValueId,
  flags: string,
  alignment: number,
  atomic: Atomicity | undefined,
): Of<"load"> {
  const { startBit, endBit } = c.record;
  return {
    kind: "load",
    startBit,
    endBit,
    opcode: "load",
    type,
    id: c.idOf(type),
    operands: [pointer],
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    alignment,
    atomic,
  };
}

/** A store: `operands` are the value and the pointer. */
export function makeStore(
  c: InstructionContext,
  operands: readonly ValueId[],
  flags: string,
  alignment: number,
  atomic: Atomicity | undefined,
): Of<"store"> {
  const { startBit, endBit } = c.record;
  const type = c.tables.interner.void;
  return {
    kind: "store",
    startBit,
    endBit,
    opcode: "store",
    type,
    id: c.idOf(type),
    operands,
    flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    alignment,
    atomic,
  };
}

/** What a call has that other instructions have not. */
export interface CallParts {
  readonly operands: readonly ValueId[];
  readonly flags: string;
  readonly callee: ValueId;
  readonly functionType: FunctionType;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  readonly bundles: readonly OperandBundle[];
  readonly tail: Of<"call">["tail"];
}

/** A call that ends no block. */
export function makeCall(c: InstructionContext, parts: CallParts): Of<"call"> {
  const { startBit, endBit } = c.record;
  const type = parts.functionType.result;
  return {
    kind: "call",
    startBit,
    endBit,
    opcode: "call",
    type,
    id: c.idOf(type),
    operands: parts.operands,
    flags: parts.flags,
    location: undefined,
    attachments: NO_ATTACHMENTS,
    debugRecords: NO_ATTACHMENTS,
    callee: parts.callee,
    functionType: parts.functionType,
    callingConvention: parts.callingConvention,
    attributes: parts.attributes,
    bundles: parts.bundles,
    tail: parts.tail,
  };
}
