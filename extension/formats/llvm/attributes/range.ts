/** Reads a constant range, of an attribute or of a constant (`constantRange` in spec/attributes.ts). */
import type { ConstantRange } from "../ir/attributes";
import type { FieldReader } from "../spec/fieldReader";
import { RecordFault, signedBig } from "../stream/blocks";

const TOO_SHORT = "the record ends within a range";
/** The widest range that is read: no integer type is wider. */
const WIDEST_RANGE = 1 << 23;

/** A bound of a range of more than 64 bits: signed words, the lowest first. */
function wide(words: readonly bigint[], bits: number): bigint {
  let value = 0n;
  words.forEach((word, i) => (value |= BigInt.asUintN(64, signedBig(word)) << BigInt(64 * i)));
  return BigInt.asIntN(bits, value);
}

/**
 * A range of `bits` bits.
 * @throws {RecordFault} if no integer type is that wide, or the record ends within the range
 */
export function readRange(fields: FieldReader, bits: number): ConstantRange {
  if (bits > WIDEST_RANGE) throw new RecordFault("bad-record", "a range is wider than any integer type");
  if (bits <= 64) {
    const lower = BigInt.asIntN(bits, fields.signed("lower"));
    return { bits, lower, upper: BigInt.asIntN(bits, fields.signed("upper")) };
  }
  const words = fields.packed("words");
  const lower = fields.bigs("lower word");
  const upper = fields.bigs("upper word");
  if (lower.length !== words.get("lower") || upper.length !== words.get("upper"))
    throw new RecordFault("bad-record", TOO_SHORT);
  return { bits, lower: wide(lower, bits), upper: wide(upper, bits) };
}
