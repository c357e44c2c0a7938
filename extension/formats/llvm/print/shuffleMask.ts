/** Prints the mask of a shuffle as llvm-dis writes it. */
import type { Sink } from "../../../document/sink";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { Constant } from "../ir/values";
import type { ConstantPrinting } from "./constantParts";

/** The first release in which a shuffle's mask is a list of numbers, not an operand. */
export const MASK_IS_NO_OPERAND: Release = 11;
/** The first release that prints an undefined element of a mask as `poison`. */
const MASK_POISON = 17;

/** Prints `, <4 x i32> <i32 0, i32 poison, …>`. Source: PrintShuffleMask. */
export function printShuffleMask(sink: Sink, mask: ValueId, context: ConstantPrinting): void {
  const { values } = context.module;
  const type = values.typeOf(mask);
  const value = values.at(mask);
  sink.put("punctuation", ", ");
  if (type?.kind !== "vector" || !value) return;
  const undefinedText = context.release >= MASK_POISON ? "poison" : "undef";
  context.putType(sink, type);
  const elements = maskElements(value as Constant, context);
  if (elements.every((e) => e === 0)) sink.put("keyword", " zeroinitializer");
  else if (elements.every((e) => e === undefined)) sink.put("keyword", ` ${undefinedText}`);
  else sink.put("number", ` <${elements.map((e) => `i32 ${e ?? undefinedText}`).join(", ")}>`);
}

function maskElements(value: Constant, context: ConstantPrinting): (number | undefined)[] {
  if (value.kind === "data") return Array.from(value.elements as ArrayLike<number>, (e) => Number(e) | 0);
  if (value.kind === "aggregate") return value.elements.map((id) => context.module.values.integerOf(id));
  // All zero or all undefined: one element represents all.
  return [value.kind === "null" ? 0 : undefined];
}
