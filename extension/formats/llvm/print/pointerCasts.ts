/**
 * Casts between typed pointers that reading adds where a file lacks them. Source: ConstantExpr::getAddrSpaceCast,
 * FoldBitCast; BitcodeReader::resolveGlobalAndIndirectSymbolInits.
 */
import type { Sink } from "../../../document/sink";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { Constant, IndirectGlobal } from "../ir/values";
import type { ConstantPrinting } from "./constantParts";

type Expression = Extract<Constant, { kind: "expression" }>;

/** Since when a resolver's type is the pointer to a function that returns the ifunc's, whatever the file says. */
const RESOLVER_TYPE: Release = 14;

/** A value as a pointer of another type: the value itself below its bitcasts, and whether it has that type already. */
function below(id: ValueId, context: ConstantPrinting): ValueId {
  const { values } = context.module;
  let inner = id;
  for (let value = values.at(inner); value?.kind === "expression" && value.operation === "bitcast";) {
    const [operand = -1] = value.operands;
    // Operands that lead back to themselves are a damaged file's.
    if (operand === inner || operand === id) break;
    inner = operand;
    value = values.at(inner);
  }
  return inner;
}

/** How many indices of zero lead from a type to what stands first in it, or undefined where it does not. */
function stepsToFirst(from: Type, to: Type): number | undefined {
  let steps = 1;
  for (let type: Type | undefined = from; type; steps++) {
    if (type === to) return steps;
    if (type.kind === "array" || type.kind === "vector") type = type.element;
    else type = type.kind === "struct" ? type.elements?.[0] : undefined;
  }
  return undefined;
}

/** Prints a value with the type `wanted`, a pointer, through the cast that it needs. */
function printAs(sink: Sink, id: ValueId, wanted: string, pointee: Type | undefined, context: ConstantPrinting): void {
  const { values } = context.module;
  const inner = below(id, context);
  const from = values.typeOf(inner);
  if (from?.kind !== "pointer" || !from.pointee || context.typeText(from) === wanted) {
    context.printOperand(sink, inner, true);
    return;
  }
  const steps = pointee && stepsToFirst(from.pointee, pointee);
  sink.put("type", `${wanted} `);
  printCast(sink, inner, wanted, steps === undefined ? undefined : { source: from.pointee, steps }, context);
}

/** The leading element of an aggregate is a getelementptr, anything else a bitcast. */
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
 * Prints the operand of an addrspacecast between pointers of different types: it becomes a pointer of the new type first, in
 * its own address space.
 * @returns false where the cast changes the address space alone
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
 * Prints an ifunc's resolver that is of another type than the ifunc asks for.
 * @returns false where it is of that type
 */
export function printResolver(sink: Sink, global: IndirectGlobal, context: ConstantPrinting): boolean {
  if (global.kind !== "ifunc" || context.release < RESOLVER_TYPE || context.module.opaquePrinted) return false;
  const wanted = `${context.typeText(global.valueType)}* ()*`;
  const inner = below(global.target, context);
  const from = context.module.values.typeOf(inner);
  if (from?.kind !== "pointer" || context.typeText(from) === wanted) return false;
  printCast(sink, inner, wanted, undefined, context);
  return true;
}
