/**
 * The instructions that most bodies consist of, as objects of two shapes: calls, and all others. Whoever walks over a body
 * finds an instruction's fields at the same places whatever its kind; fields that its kind does not have stay empty, and
 * its type does not show them. The rare kinds spread {@link InstructionContext.base}.
 */
import type { AttributeList } from "../../ir/attributes";
import type { Atomicity, Instruction, InstructionKind, OperandBundle } from "../../ir/function";
import { NO_VALUE } from "../../ir/function";
import type { Attachment, DebugRecord, MetadataId } from "../../ir/metadata";
import type { FunctionType, Type } from "../../ir/types";
import type { ValueId } from "../../ir/values";
import type { InstructionContext } from "./context";
import { NO_ATTACHMENTS } from "./context";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;

/** What both shapes begin with. */
class InstructionObject {
  readonly startBit: number;
  readonly endBit: number;
  readonly id: ValueId;
  location: MetadataId | undefined = undefined;
  attachments: readonly Attachment[] = NO_ATTACHMENTS;
  debugRecords: readonly DebugRecord[] = NO_ATTACHMENTS;
  blocks: readonly number[] | undefined = undefined;

  constructor(
    c: InstructionContext,
    readonly kind: InstructionKind,
    readonly opcode: string,
    readonly type: Type,
    readonly operands: readonly ValueId[],
    readonly flags: string,
  ) {
    const { record } = c;
    this.startBit = record.startBit;
    this.endBit = record.endBit;
    this.id = type.kind === "void" ? NO_VALUE : c.tables.values.length;
  }
}

/** An instruction that calls nothing. */
class Operation extends InstructionObject {
  predicate: string | undefined = undefined;
  sourceType: Type | undefined = undefined;
  allocatedType: Type | undefined = undefined;
  indices: readonly number[] | undefined = undefined;
  alignment = 0;
  addressSpace = 0;
  atomic: Atomicity | undefined = undefined;
}

/** An instruction of kind `plain`: nothing but operands. */
export function makePlain(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  flags = "",
): Of<"plain"> {
  return new Operation(c, "plain", opcode, type, operands, flags) as unknown as Of<"plain">;
}

/** A conversion of one operand to `type`. */
export function makeCast(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operand: ValueId,
  flags: string,
): Of<"cast"> {
  return new Operation(c, "cast", opcode, type, [operand], flags) as unknown as Of<"cast">;
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
  const made = new Operation(c, "compare", opcode, type, operands, flags);
  made.predicate = predicate;
  return made as unknown as Of<"compare">;
}

/** getelementptr over `sourceType`, with a result of `type`. */
export function makeGetElementPtr(
  c: InstructionContext,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  sourceType: Type,
): Of<"getelementptr"> {
  const made = new Operation(c, "getelementptr", "getelementptr", type, operands, flags);
  made.sourceType = sourceType;
  return made as unknown as Of<"getelementptr">;
}

/** extractvalue or insertvalue. */
export function makeAggregate(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  indices: readonly number[],
): Of<"aggregate"> {
  const made = new Operation(c, "aggregate", opcode, type, operands, "");
  made.indices = indices;
  return made as unknown as Of<"aggregate">;
}

/** A branch: `operands` hold its condition, if any. */
export function makeBranch(c: InstructionContext, operands: readonly ValueId[], blocks: readonly number[]): Of<"br"> {
  const made = new Operation(c, "br", "br", c.tables.interner.void, operands, "");
  made.blocks = blocks;
  return made as unknown as Of<"br">;
}

/** A switch: `operands` are the condition and the cases, `blocks` the default's and the cases'. */
export function makeSwitch(
  c: InstructionContext,
  operands: readonly ValueId[],
  blocks: readonly number[],
): Of<"switch"> {
  const made = new Operation(c, "switch", "switch", c.tables.interner.void, operands, "");
  made.blocks = blocks;
  return made as unknown as Of<"switch">;
}

/** A phi: `blocks` in the order of the operands. */
export function makePhi(
  c: InstructionContext,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  blocks: readonly number[],
): Of<"phi"> {
  const made = new Operation(c, "phi", "phi", type, operands, flags);
  made.blocks = blocks;
  return made as unknown as Of<"phi">;
}

/** An alloca: `operands` hold the number of elements. */
export function makeAlloca(
  c: InstructionContext,
  type: Type,
  size: ValueId,
  flags: string,
  allocated: Pick<Of<"alloca">, "allocatedType" | "alignment" | "addressSpace">,
): Of<"alloca"> {
  const made = new Operation(c, "alloca", "alloca", type, [size], flags);
  made.allocatedType = allocated.allocatedType;
  made.alignment = allocated.alignment;
  made.addressSpace = allocated.addressSpace;
  return made as unknown as Of<"alloca">;
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
  const made = new Operation(c, "load", "load", type, [pointer], flags);
  made.alignment = alignment;
  made.atomic = atomic;
  return made as unknown as Of<"load">;
}

/** A store: `operands` are the value and the pointer. */
export function makeStore(
  c: InstructionContext,
  operands: readonly ValueId[],
  flags: string,
  alignment: number,
  atomic: Atomicity | undefined,
): Of<"store"> {
  const made = new Operation(c, "store", "store", c.tables.interner.void, operands, flags);
  made.alignment = alignment;
  made.atomic = atomic;
  return made as unknown as Of<"store">;
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
  /** Where an invoke or callbr leads. */
  readonly blocks?: readonly number[];
}

/** An instruction that calls. */
class CallObject extends InstructionObject {
  readonly callee: ValueId;
  readonly functionType: FunctionType;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  readonly bundles: readonly OperandBundle[];
  readonly tail: Of<"call">["tail"];

  constructor(c: InstructionContext, kind: "call" | "invoke" | "callbr", parts: CallParts) {
    super(c, kind, kind, parts.functionType.result, parts.operands, parts.flags);
    this.blocks = parts.blocks;
    this.callee = parts.callee;
    this.functionType = parts.functionType;
    this.callingConvention = parts.callingConvention;
    this.attributes = parts.attributes;
    this.bundles = parts.bundles;
    this.tail = parts.tail;
  }
}

/** A call, invoke or callbr. */
export function makeCall<K extends "call" | "invoke" | "callbr">(
  c: InstructionContext,
  kind: K,
  parts: CallParts,
): Of<K> {
  return new CallObject(c, kind, parts) as unknown as Of<K>;
}
