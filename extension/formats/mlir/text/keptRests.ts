/** The text after the operands of ops. Many ops share it, so it is kept from its second use on. */
import type { ByteText } from "../../../document/byteText";
import { byteString, Packed } from "../../../document/byteText";
import { SlotCache } from "../model/slots";

/** Texts kept, as a power of two, and the most bytes of each. */
const KEPT = 11;
const MOST_BYTES = 256;

/** Keeps texts by the key of an op's signature and that of its values (undefined if ops cannot be compared by it). */
export class KeptRests {
  /** `met`: used once so far. */
  private readonly texts = new SlotCache<Packed | "met">(KEPT);

  /** Prints the text if it is kept; returns whether it was. */
  print(out: ByteText, types: number, values: number | undefined): boolean {
    if (!isComparable(types, values)) return false;
    const known = this.texts.get(types, values);
    if (!(known instanceof Packed)) return false;
    out.packed(known);
    return true;
  }
  /** Notes what was printed from byte `from` on. */
  keep(out: ByteText, from: number, types: number, values: number | undefined): void {
    if (!isComparable(types, values) || out.length - from > MOST_BYTES) return;
    const text = this.texts.get(types, values) === "met" ? new Packed(byteString(out.since(from))) : "met";
    this.texts.set(text, types, values);
  }
}

function isComparable(types: number, values: number | undefined): values is number {
  return values !== undefined && types <= Number.MAX_SAFE_INTEGER;
}
