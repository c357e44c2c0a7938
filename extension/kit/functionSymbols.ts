/** Symbols of what only one function names, in formats whose symbols for it begin with the function: `f3/%i2`. */
import type { SymbolId } from "../document/token";

/** The number of the function that has all uses of a symbol; undefined for any other symbol. */
export function functionAround(symbol: SymbolId): number | undefined {
  const owner = /^f(\d+)\//.exec(symbol)?.[1];
  return owner === undefined ? undefined : Number(owner);
}
