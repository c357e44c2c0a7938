/** Binary search. */

/**
 * The first index from 0 on for which `isReached` holds, or `length` if there is none.
 * @param isReached once it holds, it must hold for all later indices
 */
export function countBefore(length: number, isReached: (index: number) => boolean): number {
  let low = 0;
  for (let high = length; low < high;) {
    const middle = (low + high) >> 1;
    if (isReached(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
