/**
 * Adds casts between typed pointers that a file lacks, as the reference's reader does. Source:
 * ConstantExpr::getAddrSpaceCast, FoldBitCast; BitcodeReader::resolveGlobalAndIndirectSymbolInits.
 */
import type { Sink } from "../../../document/sink";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { Constant, IndirectGlobal } from "../ir/values";
import { changesSpace, SPACES_BY_INTEGER } from "../read/castRules";
import type { ConstantPrinting } from "./constantParts";

type Expression = Extract<Constant, { kind: "expression" }>;

/**
 * The first release that requires a resolver to be a pointer to a function that returns a pointer to the ifunc's type.
 */
const RESOLVER_TYPE: Release = 14;
/** The first release that takes a resolver in any address space as it is; before, it becomes a pointer in space 0. */
const RESOLVERS_ANYWHERE: Release = 16;

/** The value without its outer bitcasts. */
function withoutBitcasts(id: ValueId, context: ConstantPrinting): ValueId {
  const { values } = context.module;
  let inner = id;
  for (let value = values.at(inner); value?.kind === "expression" && value.operation === "bitcast";) {
    const [operand = -1] = value.operands;
    // In a damaged file, operands may form a cycle.
    if (operand === inner || operand === id) break;
    inner = operand;
    value = values.at(inner);
  }
  return inner;
}

/** The number of zero indices that lead from a type to its first element of type `to`; undefined if there is none. */
function stepsToFirst(from: Type, to: Type): number | undefined {
  let steps = 1;
  for (let type: Type | undefined = from; type; steps++) {
    if (type === to) return steps;
    if (type.kind === "array" || type.kind === "vector") type = type.element;
    else type = type.kind === "struct" ? type.elements?.[0] : undefined;
  }
  return undefined;
}

/** Prints a value with the pointer type `wanted`, with a cast if necessary. */
function printAs(sink: Sink, id: ValueId, wanted: string, pointee: Type | undefined, context: ConstantPrinting): void {
  const { values } = context.module;
  const inner = withoutBitcasts(id, context);
  const from = values.typeOf(inner);
  if (from?.kind !== "pointer" || !from.pointee || context.typeText(from) === wanted) {
    context.printOperand(sink, inner, true);
    return;
  }
  const steps = pointee && stepsToFirst(from.pointee, pointee);
  sink.put("type", `${wanted} `);
  printCast(sink, inner, wanted, steps === undefined ? undefined : { source: from.pointee, steps }, context);
}

/** Prints a getelementptr for the leading element of an aggregate, otherwise a bitcast. */
function printCast(
  sink: Sink,
  id: ValueId,
  wanted: string,
  first: { readonly source: Type; readonly steps: number } | undefined,
  context: ConstantPrinting,
): void {
  if (first) {
    sink.put("keyword", "getelementptr inbounds ");
    sink.put("punctuation", "(");
    context.printType(sink, first.source);
    sink.put("punctuation", ", ");
    context.printOperand(sink, id, true);
    sink.put("number", ", i32 0".repeat(first.steps));
  } else {
    sink.put("keyword", "bitcast ");
    sink.put("punctuation", "(");
    context.printOperand(sink, id, true);
    sink.put("keyword", " to ");
    sink.put("type", wanted);
  }
  sink.put("punctuation", ")");
}

/**
 * Prints the operand of an addrspacecast between pointers with different pointees: it is first cast to the new pointee
 * in its own address space.
 * @returns false if only the address space changes
 */
export function printSpaceCastOperand(sink: Sink, cast: Expression, context: ConstantPrinting): boolean {
  const [operand = -1] = cast.operands;
  const from = context.module.values.typeOf(operand);
  const { type: to } = cast;
  if (context.module.opaquePrinted || from?.kind !== "pointer" || to.kind !== "pointer") return false;
  if (!from.pointee || !to.pointee || from.pointee === to.pointee) return false;
  const space = from.addressSpace === 0 ? "" : ` addrspace(${from.addressSpace})`;
  printAs(sink, operand, `${context.typeText(to.pointee)}${space}*`, to.pointee, context);
  return true;
}

/**
 * Prints a bitcast to a pointer in another address space as the casts through an integer that it is read as.
 * @returns false if it is another expression
 */
export function printCastThroughInteger(sink: Sink, cast: Expression, context: ConstantPrinting): boolean {
  const [operand = -1] = cast.operands;
  const from = context.module.values.typeOf(operand);
  if (cast.operation !== "bitcast" || context.release < SPACES_BY_INTEGER || !changesSpace(from, cast.type))
    return false;
  sink.put("keyword", "inttoptr ");
  sink.put("punctuation", "(");
  sink.put("type", "i64 ");
  sink.put("keyword", "ptrtoint ");
  sink.put("punctuation", "(");
  context.printOperand(sink, withoutBitcasts(operand, context), true);
  sink.put("keyword", " to ");
  sink.put("type", "i64");
  sink.put("punctuation", ")");
  sink.put("keyword", " to ");
  context.putType(sink, cast.type);
  sink.put("punctuation", ")");
  return true;
}

/** Prints a resolver in another address space than 0 with a cast. @returns false if it is left as it is */
function printMoved(sink: Sink, resolver: ValueId, context: ConstantPrinting): boolean {
  const type = context.module.values.typeOf(resolver);
  if (context.release >= RESOLVERS_ANYWHERE || type?.kind !== "pointer" || type.addressSpace === 0) return false;
  printCast(sink, resolver, "ptr", undefined, context);
  return true;
}

/**
 * Prints an ifunc's resolver that is not stored with the required type: with a cast to that type, or without the cast
 * from it.
 * @returns false if it is stored with the required type
 */
export function printResolver(sink: Sink, global: IndirectGlobal, context: ConstantPrinting): boolean {
  if (global.kind !== "ifunc" || context.release < RESOLVER_TYPE) return false;
  if (context.module.opaquePrinted) return printMoved(sink, global.target, context);
  const wanted = `${context.typeText(global.valueType)}* ()*`;
  const inner = withoutBitcasts(global.target, context);
  const from = context.module.values.typeOf(inner);
  if (from?.kind !== "pointer") return false;
  if (context.typeText(from) !== wanted) printCast(sink, inner, wanted, undefined, context);
  else if (inner === global.target) return false;
  else context.printOperand(sink, inner, true);
  return true;
}
