/** Entries of lines. Positions are bytes from the file's first byte. */
import type { BitRange } from "../../../document/bits";
import type { Entry } from "../../../document/section";
import type { Line, Token } from "../../../document/token";

/** The bits of a range of bytes; without an end, none. */
export function bitsOf(startByte: number, endByte = startByte): BitRange {
  return { startBit: startByte * 8, endBit: endByte * 8 };
}

/** An entry that shows these lines. */
export function lines(startByte: number, endByte: number, drawn: readonly Line[]): Entry {
  return { kind: "lines", ...bitsOf(startByte, endByte), lines: drawn };
}

/** An entry for bytes that could not be decoded. */
export function undecoded(startByte: number, endByte: number, reason: string): Entry {
  const text = `; undecoded ${(endByte - startByte) * 8} bits: ${reason}`;
  const assembly: Token[] = [{ kind: "problem", text }];
  return lines(startByte, endByte, [{ kind: "row", positionBit: startByte * 8, record: [], assembly }]);
}
