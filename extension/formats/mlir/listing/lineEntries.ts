/** Entries of lines. Positions are bytes from the file's first byte. */
import type { Entry } from "../../../document/section";
import type { Line, Token } from "../../../document/token";

/** An entry that shows these lines. */
export function lines(startByte: number, endByte: number, drawn: readonly Line[]): Entry {
  return { kind: "lines", startBit: startByte * 8, endBit: endByte * 8, lines: drawn };
}

/** An entry for bytes that could not be decoded. */
export function undecoded(startByte: number, endByte: number, reason: string): Entry {
  const text = `; undecoded ${(endByte - startByte) * 8} bits: ${reason}`;
  const assembly: Token[] = [{ kind: "problem", text }];
  return lines(startByte, endByte, [{ kind: "row", positionBit: startByte * 8, record: [], assembly }]);
}
