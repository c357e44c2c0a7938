/** The numbers of an op's parts, as a key. */
import type { Op } from "./op";

/** Limit of each count that is packed into one number. */
const MOST_COUNTED = 1 << 12;

/** The counts of an op's parts as one number; -1: too large to be packed. */
export function countsOf({ operands, results, regions, successors }: Op): number {
  if (Math.max(operands.length, results.length, regions, successors.length) >= MOST_COUNTED) return -1;
  const values = operands.length * MOST_COUNTED + results.length;
  return (values * MOST_COUNTED + regions) * MOST_COUNTED + successors.length;
}
