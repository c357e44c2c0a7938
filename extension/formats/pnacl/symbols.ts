/** The forms of symbols. */
import type { SymbolId } from "../../document/token";

/** An abbreviation that BLOCKINFO defines for a kind of block. */
export const SHARED = /^k(\d+)\/@a(\d+)$/;
/** A function, global or type of the module. */
export const GLOBAL = /^@([fgt])(\d+)$/;
/**
 * A name of a block's own: an abbreviation, basic block, constant, parameter or value. An abbreviation that a misplaced
 * BLOCKINFO defines has a negative number.
 */
export const LOCAL = /^(\d+)\/%([abcpv])(-?\d+)$/;

/** Only such a symbol begins with a number: that of its section. */
const [ZERO, NINE] = [0x30, 0x39];
/** Whether all uses of a symbol are in one section. */
export function isLocal(symbol: SymbolId): boolean {
  const first = symbol.charCodeAt(0);
  return first >= ZERO && first <= NINE;
}
/** Whether a symbol is that of a basic block. */
export function isLabel(symbol: SymbolId): boolean {
  return symbol.includes("/%b");
}
