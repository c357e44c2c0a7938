/** What the reference's verifier refuses in lists of ranges. Source: Verifier's verifyRangeLikeMetadata. */
import type { MetadataId } from "../../ir/ids";
import type { Release } from "../../ir/releases";
import type { Type } from "../../ir/types";
import type { NodeInteger, VerifiedNodes } from "./nodes";

/** The type of what is in the ranges, if it is known, and whether a range may have all its values. */
interface Ranged {
  readonly type: Type | undefined;
  readonly takesAll: boolean;
}
/** A range from one number up to another, which is not in it; it may go past the greatest number. */
interface Range {
  readonly low: NodeInteger;
  readonly high: NodeInteger;
}

/** The first release that wants two different numbers. */
const DIFFERENT: Release = 17;

/** What is wrong with a list of pairs; undefined if nothing. */
export function brokenRanges(
  operands: readonly (MetadataId | undefined)[],
  nodes: VerifiedNodes,
  ranged: Ranged,
): string | undefined {
  if (operands.length % 2 !== 0) return "Unfinished range!";
  if (operands.length === 0) return "It should have at least one range!";
  const ranges: Range[] = [];
  for (let i = 0; i < operands.length; i += 2) {
    const [low, high] = [nodes.integer(operands[i]), nodes.integer(operands[i + 1])];
    if (!low || !high) return "The limits must be integers!";
    const fault = brokenRange({ low, high }, nodes.release, ranged) ?? brokenOrder({ low, high }, ranges.at(-1));
    if (fault !== undefined) return fault;
    ranges.push({ low, high });
  }
  const [first, last] = [ranges[0], ranges.at(-1)];
  return ranges.length > 2 && first && last ? brokenPair(first, last) : undefined;
}
function brokenRange({ low, high }: Range, release: Release, { type, takesAll }: Ranged): string | undefined {
  if (low.bits !== high.bits) return "Range pair types must match!";
  if (type && (type.kind !== "integer" || type.width !== low.bits)) return "Range types must match instruction type!";
  if (low.value !== high.value) return undefined;
  // From the greatest number up to itself is the range of all numbers, from 0 up to itself that of none.
  const isAll = low.value === -1n;
  const isNone = low.value === 0n;
  if (!isAll && !isNone)
    return release >= DIFFERENT ? "The upper and lower limits cannot be the same value" : undefined;
  return isNone || !takesAll ? "Range must not be empty!" : undefined;
}
function brokenOrder(range: Range, last: Range | undefined): string | undefined {
  if (!last) return undefined;
  return (
    (contains(range, last.low.value) || contains(last, range.low.value) ? "Intervals are overlapping" : undefined) ??
    (range.low.value <= last.low.value ? "Intervals are not in order" : undefined) ??
    brokenPair(range, last)
  );
}
function brokenPair(one: Range, other: Range): string | undefined {
  if (contains(one, other.low.value) || contains(other, one.low.value)) return "Intervals are overlapping";
  return one.high.value === other.low.value || one.low.value === other.high.value
    ? "Intervals are contiguous"
    : undefined;
}
function contains({ low, high }: Range, value: bigint): boolean {
  const width = BigInt.asUintN(low.bits, high.value - low.value);
  return BigInt.asUintN(low.bits, value - low.value) < width;
}
