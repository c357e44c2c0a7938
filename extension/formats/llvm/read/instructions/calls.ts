/** Reads call, invoke and callbr, and the operand bundles that come before them. */
import type { Instruction, OperandBundle } from "../../ir/function";
import { LAST_CONVENTION } from "../../ir/function";
import type { FunctionType, Type } from "../../ir/types";
import { fastMathText } from "../../operations";
import type { InstructionContext, InstructionReader } from "./context";
import { METADATA_MARK } from "./context";
import { makeCall } from "./make";

/** Bits of a CALL's flags (LLVMBitCodes.h, CallMarkersFlags). */
const TAIL = 1;
const MUST_TAIL = 1 << 14;
const EXPLICIT_TYPE = 1 << 15;
const NO_TAIL = 1 << 16;
const FAST_MATH = 1 << 17;
/** Bit of an INVOKE's calling convention: the record contains the function type. */
const INVOKE_EXPLICIT_TYPE = 1 << 13;

/** The first release that reads nodes in bundles. */
const METADATA_OPERANDS = 21;

interface Callee {
  readonly callee: number;
  readonly functionType: FunctionType;
}

/** [function type if explicit, V callee]; in an old record the type is that of the callee's pointer. */
function readCallee(c: InstructionContext, explicit: boolean, what: string): Callee {
  const stated = explicit ? c.typeOperand() : undefined;
  if (stated && stated.kind !== "function") c.fail(`Explicit ${what} type is not a function type`, "bad-type");
  const callee = c.value();
  const pointer: Type = c.type;
  if (pointer.kind !== "pointer") c.fail("Callee is not a pointer", "bad-type");
  if (stated) c.checkPointee(pointer, stated, `${what} type does not match pointee type of callee operand`);
  const functionType = stated ?? c.pointeeOf(pointer, callee);
  if (functionType.kind !== "function") return c.fail("Callee is not of pointer to function type", "bad-type");
  return { callee, functionType };
}

function fixedArgument(c: InstructionContext, param: Type): number {
  return param.kind === "label" ? c.blockOperand(c.block()) : c.known(param);
}
/**
 * Reads the fixed arguments. Most functions have few parameters, for which these array literals have exactly the needed
 * size; push() over-allocates.
 */
function fixedArguments(c: InstructionContext, params: readonly Type[]): number[] {
  const first = params[0];
  const second = params[1];
  const third = params[2];
  if (!first) return [];
  if (!second) return [fixedArgument(c, first)];
  if (!third) return [fixedArgument(c, first), fixedArgument(c, second)];
  const operands = [fixedArgument(c, first), fixedArgument(c, second), fixedArgument(c, third)];
  for (let i = 3; i < params.length; i++) operands.push(fixedArgument(c, params[i] as Type));
  return operands;
}

/** Reads the arguments: fixed ones have no type in the record, variable arguments have. */
function readArguments(c: InstructionContext, type: FunctionType): number[] {
  const operands = fixedArguments(c, type.params);
  if (!type.vararg && c.left > 0) c.fail("Invalid record: too many arguments");
  while (c.left > 0) operands.push(c.value());
  return operands;
}

/** The bundle that must have an operand since LLVM 15; without one, the reader drops it (UpgradeOperandBundles). */
const ATTACHED_CALL = "clang.arc.attachedcall";
const NO_BUNDLES: readonly OperandBundle[] = [];

function takeBundles(c: InstructionContext): readonly OperandBundle[] {
  const bundles = c.bundles;
  if (bundles.length === 0) return NO_BUNDLES;
  c.bundles = [];
  return bundles;
}

function readCall(c: InstructionContext): Instruction {
  const attributesNumber = c.raw();
  const flags = c.raw();
  const fastMath = flags & FAST_MATH ? fastMathText(c.raw()) : "";
  if (flags & FAST_MATH && fastMath === "") c.fail("Fast math flags indicator set for call with no FMF");
  const { callee, functionType } = readCallee(c, (flags & EXPLICIT_TYPE) !== 0, "call");
  const operands = readArguments(c, functionType);
  if (fastMath !== "" && !c.takesFastMath(functionType.result))
    c.fail("Fast-math-flags specified for call without floating-point scalar or vector return type");
  return makeCall(c, "call", {
    operands,
    flags: fastMath,
    callee,
    functionType,
    callingConvention: (flags & 0x7ff) >> 1,
    attributes: c.callAttributes(attributesNumber, functionType, callee, operands),
    bundles: takeBundles(c),
    tail: flags & MUST_TAIL ? "musttail" : flags & NO_TAIL ? "notail" : flags & TAIL ? "tail" : "",
  });
}

/** [attributes, convention, normal block, unwind block, function type, V callee, arguments]. */
function readInvoke(c: InstructionContext): Instruction {
  const attributesNumber = c.raw();
  const flags = c.raw();
  const blocks = [c.block(), c.block()];
  const explicit = (flags & INVOKE_EXPLICIT_TYPE) !== 0;
  return readBranchingCall(c, {
    kind: "invoke",
    attributesNumber,
    explicit,
    convention: flags & LAST_CONVENTION,
    blocks,
  });
}

/** [attributes, convention, fallthrough block, count, blocks, function type, V callee, arguments]. */
function readCallBranch(c: InstructionContext): Instruction {
  const attributesNumber = c.raw();
  const flags = c.raw();
  const blocks = [c.block()];
  for (let count = c.raw(); count > 0; count--) blocks.push(c.block());
  const explicit = (flags & EXPLICIT_TYPE) !== 0;
  return readBranchingCall(c, { kind: "callbr", attributesNumber, explicit, convention: (flags & 0x7ff) >> 1, blocks });
}

/** What an invoke or callbr has before its callee. */
interface BranchingCall {
  readonly kind: "invoke" | "callbr";
  readonly attributesNumber: number;
  readonly explicit: boolean;
  readonly convention: number;
  readonly blocks: readonly number[];
}

/** Reads the rest of an invoke or callbr: [function type, V callee, arguments]. */
function readBranchingCall(c: InstructionContext, head: BranchingCall): Instruction {
  const { kind, blocks } = head;
  const { callee, functionType } = readCallee(c, head.explicit, kind);
  const operands = readArguments(c, functionType);
  const attributes = c.callAttributes(head.attributesNumber, functionType, callee, operands);
  const callingConvention = head.convention;
  const bundles = takeBundles(c);
  const parts = {
    operands,
    flags: "",
    callee,
    functionType,
    callingConvention,
    attributes,
    bundles,
    tail: "",
    blocks,
  } as const;
  return makeCall(c, kind, parts);
}

/** Reads OPERAND_BUNDLE [tag, V…] and keeps it for the call that follows. */
export function readBundle(c: InstructionContext): void {
  const tag = c.tables.bundleTags[c.raw()] ?? c.fail("Invalid bundle tag", "bad-reference");
  const operands: number[] = [];
  while (c.left > 0) {
    if (c.record.value(c.at) === METADATA_MARK && c.left > 1) {
      if (!c.tables.isSince(METADATA_OPERANDS)) c.fail("Invalid record: no such value", "bad-reference");
      c.raw();
      operands.push(c.metadataOperand(c.raw()));
    } else operands.push(c.value());
  }
  if (tag === ATTACHED_CALL && operands.length === 0 && c.tables.dropsEmptyBundles) return;
  c.bundles.push({ tag, operands });
}

/** Readers by the name of the record's code. */
export const CALLS: Readonly<Record<string, InstructionReader>> = {
  INST_INVOKE: readInvoke,
  INST_CALL_OLD: readCall,
  INST_CALL: readCall,
  INST_CALLBR: readCallBranch,
};
