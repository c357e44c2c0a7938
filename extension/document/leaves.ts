/** Leaves that every format has: filler, bytes of foreign formats, and damage. */
import type { ElementSink, LeafKind } from "./element";
import type { ByteWindow } from "./window";

/** The most bytes of one leaf: longer runs become several leaves, so that no step needs them all at once. */
const PIECE_BYTES = 1 << 20;

/** The bits from `startBit` to `endBit`, at most 53 of them and within a few bytes, as a number. */
function bitsBetween(window: ByteWindow, startBit: number, endBit: number): number {
  const bytes = window.view(Math.floor(startBit / 8), Math.ceil(endBit / 8));
  let number = 0;
  for (let i = bytes.length - 1; i >= 0; i--) number = number * 256 + (bytes[i] ?? 0);
  return Math.floor(number / 2 ** (startBit % 8)) % 2 ** (endBit - startBit);
}

/**
 * Emits leaves over a range of any alignment whose content is not decoded further: `undecoded` with the reason as its
 * meaning, `opaque`, or `padding`.
 * @param range the bits to cover, from the document's first byte
 */
export function rawLeaves(
  sink: ElementSink,
  window: ByteWindow,
  leaf: { readonly kind: LeafKind; readonly name: string; readonly meaning?: string },
  range: { readonly startBit: number; readonly endBit: number },
): void {
  let bit = range.startBit;
  while (bit < range.endBit) {
    const aligned = bit % 8 === 0 && range.endBit - bit >= 8;
    const wholeEnd = aligned ? Math.floor(range.endBit / 8) * 8 : Math.min(range.endBit, Math.ceil((bit + 1) / 8) * 8);
    const endBit = Math.min(wholeEnd, bit + PIECE_BYTES * 8);
    if (aligned) {
      sink.leaf({ ...leaf, startBit: bit, endBit, encoding: { kind: "bytes" }, raw: window.view(bit / 8, endBit / 8) });
    } else {
      const raw = bitsBetween(window, bit, endBit);
      sink.leaf({ ...leaf, startBit: bit, endBit, encoding: { kind: "fixed" }, raw });
    }
    bit = endBit;
  }
}
