/** What the indices in a file refer to: strings, types, a function's arguments. */
import { byteString } from "../../document/byteText";
import type { Names } from "./attributes";
import type { Bytes, TileModule, Value } from "./model";
import { TypeSpelling } from "./types";

/** The text of a string in the table. */
export function stringOf(
  module: { readonly bytes: Uint8Array; readonly strings: readonly Bytes[] },
  index: number,
): string {
  const range = module.strings[index];
  return range ? byteString(module.bytes, range.startByte, range.endByte) : `<string ${index}>`;
}

/** Names for what numbers refer to in a file. A float attribute in a table before the type table has no width yet. */
export function namesOf(module: TileModule): Names {
  const spelling = new TypeSpelling(module.types);
  return {
    string: (index) => stringOf(module, index),
    type: (index) => spelling.spell(index),
    width: (index) => spelling.width(index),
  };
}
/** The names while the tables are still being read. */
export const NO_NAMES: Names = { string: () => "", type: () => "", width: () => 64 };

/** A function's arguments, from its type. */
export function argumentsOf(module: TileModule | undefined, type: number): readonly Value[] {
  const node = module?.types[type];
  return node?.kind === "function" ? node.inputs.map((type, index) => ({ type, index })) : [];
}
