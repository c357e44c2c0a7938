/** Binary search. */

/**
 * How many of the indexes 0 to `length` (exclusive) come before the first for which `isBehind` holds.
 * @param isBehind must hold for every index after one for which it holds
 */
export function countBefore(length: number, isBehind: (index: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high;) {
    const middle = (low + high) >> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
