/** What all printers of constants use: the module and its names, and lists of parts. */
import type { Sink } from "../../../document/sink";
import type { ValueId } from "../ir/ids";
import type { Release } from "../ir/releases";
import type { Type } from "../ir/types";
import type { ValueTable } from "../ir/valueTable";
import type { ConstantRoom } from "./room";

/** The context that constants are printed in. */
export interface ConstantPrinting {
  readonly release: Release;
  readonly module: { readonly values: ValueTable; readonly opaquePrinted: boolean };
  readonly types: { same(a: Type, b: Type): boolean };
  /** Limits how much is printed of constants. */
  readonly room: ConstantRoom;
  typeText(type: Type): string;
  printType(sink: Sink, type: Type): void;
  putType(sink: Sink, type: Type): void;
  printOperand(sink: Sink, id: ValueId, withType: boolean): void;
  /** The name of a basic block of any function. */
  readonly blockOfFunction: (function_: ValueId, block: number) => string;
}

/** Prints the parts of a constant, as many as the room allows. */
export function printParts(
  sink: Sink,
  parts: readonly ValueId[],
  context: ConstantPrinting,
  part: (id: ValueId, index: number) => void,
): void {
  for (let i = 0; i < parts.length; i++) {
    if (i > 0) sink.put("punctuation", ", ");
    const { rest } = context.room;
    if (rest !== undefined) {
      sink.put(...rest);
      return;
    }
    part(parts[i] as ValueId, i);
  }
}

/** Prints values with their types. */
export function printList(sink: Sink, ids: readonly ValueId[], context: ConstantPrinting): void {
  printParts(sink, ids, context, (id) => {
    context.printOperand(sink, id, true);
  });
}
