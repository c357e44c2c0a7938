/** Prints lists of operands and basic blocks in instructions. */
import type { Sink } from "../../../document/sink";
import type { ValueId } from "../ir/ids";
import type { ModulePrinting } from "./context";

/** Prints punctuation. */
export function text(sink: Sink, what: string): void {
  sink.put("punctuation", what);
}

/** Prints operands separated by commas. */
export function printAll(sink: Sink, ids: readonly ValueId[], withType: boolean, context: ModulePrinting): void {
  for (let i = 0; i < ids.length; i++) {
    if (i > 0) text(sink, ", ");
    context.printOperand(sink, ids[i] as ValueId, withType);
  }
}

/** Prints references to the basic blocks of a list, from index `from` on. */
export function printBlocks(sink: Sink, list: readonly number[], from: number, context: ModulePrinting): void {
  for (let i = from; i < list.length; i++) {
    if (i > from) text(sink, ", ");
    context.printBlock(sink, list[i] as number, true);
  }
}
