/**
 * Makes instructions as objects of three shapes, in which the common fields have the same places, so that JavaScript
 * engines can optimise code that walks a body. Fields that a kind does not have stay empty and are not visible in its
 * type. More shapes would be smaller, but engines follow only four well.
 */
import type { MetadataId, ValueId } from "../../ir/ids";
import type { AttributeList } from "../../ir/attributes";
import type { Atomicity, Instruction, InstructionBase, InstructionKind, OperandBundle } from "../../ir/function";
import { NO_ATTACHMENTS, NO_VALUE } from "../../ir/function";
import type { Attachment, DebugRecord } from "../../ir/metadata";
import type { FunctionType, Type } from "../../ir/types";
import type { InstructionContext } from "./context";

type Of<K extends InstructionKind> = Extract<Instruction, { kind: K }>;

/**
 * What the frequent kinds need. The fields are only declared: a class field with an initial value would be assigned
 * twice.
 */
class InstructionObject {
  declare readonly kind: InstructionKind;
  declare readonly opcode: string;
  declare readonly type: Type;
  declare readonly operands: readonly ValueId[];
  declare readonly flags: string;
  declare readonly startBit: number;
  declare readonly endBit: number;
  declare readonly id: ValueId;
  declare location: MetadataId | undefined;
  declare attachments: readonly Attachment[];
  declare debugRecords: readonly DebugRecord[];
  declare blocks: readonly number[] | undefined;
  declare predicate: string | undefined;
  declare sourceType: Type | undefined;
  declare alignment: number;
  declare atomic: Atomicity | undefined;

  constructor(
    c: InstructionContext,
    kind: InstructionKind,
    opcode: string,
    type: Type,
    operands: readonly ValueId[],
    flags: string,
  ) {
    const { record } = c;
    this.kind = kind;
    this.opcode = opcode;
    this.type = type;
    this.operands = operands;
    this.flags = flags;
    this.startBit = record.startBit;
    this.endBit = record.endBit;
    this.id = type.kind === "void" ? NO_VALUE : c.tables.values.length;
    this.location = undefined;
    this.attachments = NO_ATTACHMENTS;
    this.debugRecords = NO_ATTACHMENTS;
    this.blocks = undefined;
    this.predicate = undefined;
    this.sourceType = undefined;
    this.alignment = 0;
    this.atomic = undefined;
  }
}

/** A call, invoke or callbr. */
class CallObject extends InstructionObject {
  declare readonly callee: ValueId;
  declare readonly functionType: FunctionType;
  declare readonly callingConvention: number;
  declare readonly attributes: AttributeList | undefined;
  declare readonly bundles: readonly OperandBundle[];
  declare readonly tail: Of<"call">["tail"];

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

/** An instruction of a rarer kind, with the fields that only these have. */
class RareObject extends InstructionObject {
  declare allocatedType: Type | undefined;
  declare addressSpace: number;
  declare indices: readonly number[] | undefined;
  declare failureOrdering: number;
  declare operation: string | undefined;
  declare cleanup: boolean;
  declare filters: readonly boolean[] | undefined;
  declare personality: ValueId | undefined;
  declare unwind: number | undefined;

  constructor(
    c: InstructionContext,
    kind: InstructionKind,
    opcode: string,
    type: Type,
    operands: readonly ValueId[],
    flags: string,
  ) {
    super(c, kind, opcode, type, operands, flags);
    this.allocatedType = undefined;
    this.addressSpace = 0;
    this.indices = undefined;
    this.failureOrdering = 0;
    this.operation = undefined;
    this.cleanup = false;
    this.filters = undefined;
    this.personality = undefined;
    this.unwind = undefined;
  }
}

/** The fields of a kind that not all instructions have. */
type OwnFields<K extends InstructionKind> = Omit<Of<K>, keyof InstructionBase | "kind">;

/** An instruction of one of the rarer kinds. */
export function makeRare<K extends InstructionKind>(
  c: InstructionContext,
  kind: K,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  fields: OwnFields<K>,
  flags = "",
): Of<K> {
  return Object.assign(new RareObject(c, kind, opcode, type, operands, flags), fields) as unknown as Of<K>;
}

/** An instruction of kind `plain`, which has only operands. */
export function makePlain(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  flags = "",
): Of<"plain"> {
  return new InstructionObject(c, "plain", opcode, type, operands, flags) as unknown as Of<"plain">;
}

/** A conversion of one operand to `type`. */
export function makeCast(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operand: ValueId,
  flags: string,
): Of<"cast"> {
  return new InstructionObject(c, "cast", opcode, type, [operand], flags) as unknown as Of<"cast">;
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
  const instruction = new InstructionObject(c, "compare", opcode, type, operands, flags);
  instruction.predicate = predicate;
  return instruction as unknown as Of<"compare">;
}

/** getelementptr over `sourceType`, with a result of `type`. */
export function makeGetElementPtr(
  c: InstructionContext,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  sourceType: Type,
): Of<"getelementptr"> {
  const instruction = new InstructionObject(c, "getelementptr", "getelementptr", type, operands, flags);
  instruction.sourceType = sourceType;
  return instruction as unknown as Of<"getelementptr">;
}

/** An extractvalue or insertvalue. */
export function makeAggregate(
  c: InstructionContext,
  opcode: string,
  type: Type,
  operands: readonly ValueId[],
  indices: readonly number[],
): Of<"aggregate"> {
  const instruction = new RareObject(c, "aggregate", opcode, type, operands, "");
  instruction.indices = indices;
  return instruction as unknown as Of<"aggregate">;
}

/** A branch; `operands` is empty or contains the condition. */
export function makeBranch(c: InstructionContext, operands: readonly ValueId[], blocks: readonly number[]): Of<"br"> {
  const instruction = new InstructionObject(c, "br", "br", c.tables.interner.void, operands, "");
  instruction.blocks = blocks;
  return instruction as unknown as Of<"br">;
}

/** A switch: `operands` are the condition and the case values, `blocks` the default and the cases' blocks. */
export function makeSwitch(
  c: InstructionContext,
  operands: readonly ValueId[],
  blocks: readonly number[],
): Of<"switch"> {
  const instruction = new InstructionObject(c, "switch", "switch", c.tables.interner.void, operands, "");
  instruction.blocks = blocks;
  return instruction as unknown as Of<"switch">;
}

/** A phi; `blocks` are in the order of the operands. */
export function makePhi(
  c: InstructionContext,
  type: Type,
  operands: readonly ValueId[],
  flags: string,
  blocks: readonly number[],
): Of<"phi"> {
  const instruction = new InstructionObject(c, "phi", "phi", type, operands, flags);
  instruction.blocks = blocks;
  return instruction as unknown as Of<"phi">;
}

/** An alloca of `size` elements. */
export function makeAlloca(
  c: InstructionContext,
  type: Type,
  size: ValueId,
  flags: string,
  allocated: Pick<Of<"alloca">, "allocatedType" | "alignment" | "addressSpace">,
): Of<"alloca"> {
  const instruction = new RareObject(c, "alloca", "alloca", type, [size], flags);
  instruction.allocatedType = allocated.allocatedType;
  instruction.alignment = allocated.alignment;
  instruction.addressSpace = allocated.addressSpace;
  return instruction as unknown as Of<"alloca">;
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
  const instruction = new InstructionObject(c, "load", "load", type, [pointer], flags);
  instruction.alignment = alignment;
  instruction.atomic = atomic;
  return instruction as unknown as Of<"load">;
}

/** A store: `operands` are the value and the pointer. */
export function makeStore(
  c: InstructionContext,
  operands: readonly ValueId[],
  flags: string,
  alignment: number,
  atomic: Atomicity | undefined,
): Of<"store"> {
  const instruction = new InstructionObject(c, "store", "store", c.tables.interner.void, operands, flags);
  instruction.alignment = alignment;
  instruction.atomic = atomic;
  return instruction as unknown as Of<"store">;
}

/** What a call has beyond other instructions. */
export interface CallParts {
  readonly operands: readonly ValueId[];
  readonly flags: string;
  readonly callee: ValueId;
  readonly functionType: FunctionType;
  readonly callingConvention: number;
  readonly attributes: AttributeList | undefined;
  readonly bundles: readonly OperandBundle[];
  readonly tail: Of<"call">["tail"];
  /** The destinations of an invoke or callbr. */
  readonly blocks?: readonly number[];
}

/** A call, invoke or callbr. */
export function makeCall<K extends "call" | "invoke" | "callbr">(
  c: InstructionContext,
  kind: K,
  parts: CallParts,
): Of<K> {
  return new CallObject(c, kind, parts) as unknown as Of<K>;
}
