/** Prints calls as llvm-dis writes them: convention, attributes, callee, arguments, bundles. */
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { Sink } from "../../../document/sink";
import { putReady } from "../../../document/sink";
import type { FunctionBody, Instruction, OperandBundle } from "../ir/function";
import { NO_VALUE } from "../ir/function";
import { escaped } from "../ir/escape";
import type { AttributeSet } from "../ir/attributes";
import type { Type } from "../ir/types";
import { FUNCTION_INDEX } from "../attributes/reader";
import { conventionText } from "./conventions";
import type { ModulePrinting } from "./context";
import { NO_TYPE } from "./context";
import { EXPLAINED, explainedImmediates } from "./immediates";
import { EXPLICIT_TYPES } from "../ir/releases";

type Call = Extract<Instruction, { kind: "call" | "invoke" | "callbr" }>;

/** Prints the attributes of a return value, with a blank after them. */
export function printReturnAttributes(sink: Sink, set: AttributeSet, context: ModulePrinting): void {
  sink.of?.(set, 0);
  putReady(sink, "attribute", context.attributes.result(set));
}
/** Prints ` #3`: the attribute group of a function or a call. */
export function printFunctionAttributes(sink: Sink, set: AttributeSet, context: ModulePrinting): void {
  sink.of?.(set, FUNCTION_INDEX);
  sink.put("attribute", context.functionAttributes(set));
}

/** Prints ` fastcc noundef i32 @f(`: everything up to the arguments. */
export function printCallHead(sink: Sink, call: Call, context: ModulePrinting): void {
  sink.field?.("cc");
  sink.put("keyword", ` ${conventionText(call.callingConvention, context.release)}`);
  const returnSet = call.attributes?.returnSet;
  if (returnSet) printReturnAttributes(sink, returnSet, context);
  if (call.kind !== "callbr") sink.put("keyword", addressSpaceText(call.callee, context));
  context.printType(sink, calleeType(call, context));
  sink.put("text", " ");
  context.printOperand(sink, call.callee, false);
  sink.put("punctuation", "(");
}

/**
 * The type that is printed before the callee: only the result's if the rest follows from the arguments. Before explicit
 * types, a pointer to the whole function type was printed if the function is variadic or returns a pointer to a
 * function.
 */
function calleeType({ callee, functionType }: Call, context: ModulePrinting): Type {
  const { result, vararg } = functionType;
  if (context.release >= EXPLICIT_TYPES) return vararg ? functionType : result;
  const ambiguous = vararg || (result.kind === "pointer" && result.pointee?.kind === "function");
  return ambiguous ? (context.module.values.typeOf(callee) ?? functionType) : result;
}

/** A callee's address space, if it or the program's is not 0. The reference prints none for a callbr. */
function addressSpaceText(callee: ValueId, context: ModulePrinting): string {
  const type = context.module.values.typeOf(callee);
  const space = type?.kind === "pointer" ? type.addressSpace : 0;
  return space !== 0 || context.programAddressSpace !== 0 ? `addrspace(${space}) ` : "";
}

/** The first release that omits the comma before the ellipsis of a musttail call without arguments. */
const ELLIPSIS_ALONE = 16;

/** Prints arguments, attribute group and bundles. */
export function printCallTail(sink: Sink, call: Call, context: ModulePrinting): void {
  const immediates = immediatesOf(call, context);
  const { operands, attributes } = call;
  for (let i = 0; i < operands.length; i++) {
    const id = operands[i] as ValueId;
    if (i > 0) sink.put("punctuation", ", ");
    const immediate = immediates?.find(({ index }) => index === i || index === i - operands.length);
    const value = immediate && context.module.values.integerOf(id);
    if (value !== undefined) sink.put("comment", `/* ${immediate?.text(value) ?? ""} */ `);
    printArgument(sink, id, attributes?.paramSets[i], i, context);
  }
  if (call.kind === "call" && call.tail === "musttail" && isInVararg(context)) {
    const comma = call.operands.length > 0 || context.module.release < ELLIPSIS_ALONE;
    sink.put("punctuation", comma ? ", ..." : "...");
  }
  sink.put("punctuation", ")");
  const functionSet = attributes?.functionSet;
  if (functionSet) printFunctionAttributes(sink, functionSet, context);
  if (call.bundles.length > 0) printBundles(sink, call.bundles, context);
}

/** The immediates of a call that get a comment; undefined if it does not call an intrinsic that has some. */
function immediatesOf(
  { callee, functionType }: Call,
  context: ModulePrinting,
): ReturnType<typeof explainedImmediates> | undefined {
  if (context.release < EXPLAINED) return undefined;
  const { values } = context.module;
  const value = values.at(callee);
  if (value?.kind !== "function" || !values.isSameType(value.valueType, functionType)) return undefined;
  const immediates = explainedImmediates(value.name, context.release);
  return immediates.length > 0 ? immediates : undefined;
}

const RELOCATE = "llvm.experimental.gc.relocate.";
/** The first releases that print relocations of no statepoint: of an undefined token, and of none. */
const OF_UNDEFINED = 15;
const OF_NONE = 18;
/** The first release in which a call by another type than the intrinsic's is one of it. */
const BY_ANY_TYPE: Release = 21;
/** The first release with a word for an index past the statepoint's values. */
const INVALID = 23;

/**
 * Prints ` ; (base, derived)` after a relocation: the values of its statepoint that its two indices refer to. Source:
 * printGCRelocateComment, GCProjectionInst::getStatepoint.
 */
export function printRelocateComment(sink: Sink, call: Call, context: ModulePrinting): void {
  const { values } = context.module;
  const callee = values.at(call.callee);
  if (callee?.kind !== "function" || !callee.name.startsWith(RELOCATE)) return;
  if (context.release < BY_ANY_TYPE && !values.isSameType(callee.valueType, call.functionType)) return;
  const [token, ...indices] = call.operands;
  if (token === undefined) return;
  if (isNoStatepoint(token, context)) {
    sink.put("comment", " ; (undef, undef)");
    return;
  }
  const statepoint = statepointOf(token, context);
  if (!statepoint) return;
  const live = statepoint.bundles.find((bundle) => bundle.tag === "gc-live")?.operands ?? statepoint.operands;
  sink.put("comment", " ; (");
  indices.forEach((index, i) => {
    if (i > 0) sink.put("comment", ", ");
    const id = live[values.integerOf(index) ?? -1];
    if (id === undefined) sink.put("comment", context.release < INVALID ? "<badref>" : "invalid");
    else context.printOperand(sink, id, false);
  });
  sink.put("comment", ")");
}

/** Whether a token is a constant, as where a statepoint was removed. */
function isNoStatepoint(token: ValueId, { module, release }: ModulePrinting): boolean {
  const kind = module.values.at(token)?.kind;
  if (kind === "undef" || kind === "poison") return release >= OF_UNDEFINED;
  return kind === "null" && release >= OF_NONE;
}

/** Those of the bodies that are being printed, which may have as many relocations as other instructions. */
const statepoints = new WeakMap<FunctionBody, ReadonlyMap<ValueId, Call>>();

/** The statepoint that produces this token; for the token of a landing pad, the invoke that unwinds to it. */
function statepointOf(token: ValueId, { body }: ModulePrinting): Call | undefined {
  if (!body) return undefined;
  let found = statepoints.get(body);
  if (!found) statepoints.set(body, (found = statepointsIn(body)));
  return found.get(token);
}
function statepointsIn({ blocks }: FunctionBody): ReadonlyMap<ValueId, Call> {
  const unwinding = new Map<number, Call>();
  for (const { instructions } of blocks) {
    const last = instructions.at(-1);
    const pad = last?.kind === "invoke" ? last.blocks[1] : undefined;
    if (last?.kind === "invoke" && pad !== undefined && !unwinding.has(pad)) unwinding.set(pad, last);
  }
  const found = new Map<ValueId, Call>();
  for (const [index, { instructions }] of blocks.entries())
    for (const instruction of instructions) {
      const isCalled = instruction.kind === "call" || instruction.kind === "invoke";
      const statepoint = isCalled ? instruction : unwinding.get(index);
      if (statepoint && instruction.id !== NO_VALUE) found.set(instruction.id, statepoint);
    }
  return found;
}

function isInVararg(context: ModulePrinting): boolean {
  const type = context.body?.function.valueType;
  return type?.kind === "function" && type.vararg;
}

/** Prints an argument: `i32 noundef %x`. */
function printArgument(
  sink: Sink,
  id: ValueId,
  set: AttributeSet | undefined,
  index: number,
  context: ModulePrinting,
): void {
  if (!set) {
    context.printOperand(sink, id, true);
    return;
  }
  const type = context.module.values.typeOf(id);
  if (type) context.putType(sink, type);
  else sink.put("type", NO_TYPE);
  sink.of?.(set, index + 1);
  putReady(sink, "attribute", context.attributes.argument(set));
  context.printOperand(sink, id, false);
}

function printBundles(sink: Sink, bundles: readonly OperandBundle[], context: ModulePrinting): void {
  sink.put("punctuation", " [ ");
  bundles.forEach((bundle, i) => {
    if (i > 0) sink.put("punctuation", ", ");
    sink.put("string", `"${escaped(bundle.tag, context.release)}"`);
    sink.put("punctuation", "(");
    bundle.operands.forEach((id, at) => {
      if (at > 0) sink.put("punctuation", ", ");
      context.printOperand(sink, id, true);
    });
    sink.put("punctuation", ")");
  });
  sink.put("punctuation", " ]");
}
