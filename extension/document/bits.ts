/** Positions and ranges. Everything in Bitscope counts bits from the first byte of its document. */

/** A half-open range of bits from the document's first byte: `startBit` is in it, `endBit` is not. */
export interface BitRange {
  readonly startBit: number;
  readonly endBit: number;
}

/**
 * A bit position as `B:N` (byte, bit in that byte), the spelling of pnacl-bcdis.
 * @param bit bits from the document's first byte
 */
export function formatPosition(bit: number): string {
  return `${Math.floor(bit / 8)}:${bit % 8}`;
}

/**
 * The bit that a user means by `104:3` (byte:bit), `0x68` (byte, hexadecimal), `#835` (bit) or `104` (byte).
 * @returns bits from the document's first byte, or undefined if the text is none of these
 */
export function parsePosition(text: string): number | undefined {
  const trimmed = text.trim();
  const byteBit = /^(\d{1,15}):([0-7])$/.exec(trimmed);
  if (byteBit) return Number(byteBit[1]) * 8 + Number(byteBit[2]);
  if (/^0x[0-9a-f]{1,12}$/i.test(trimmed)) return Number(trimmed) * 8;
  if (/^#\d{1,15}$/.test(trimmed)) return Number(trimmed.slice(1));
  if (/^\d{1,15}$/.test(trimmed)) return Number(trimmed) * 8;
  return undefined;
}

/** The range of a record or of anything else that has one, alone: a reader may use the record itself again. */
export function rangeOf({ startBit, endBit }: BitRange): BitRange {
  return { startBit, endBit };
}
