/** Arrays of any length. */

/**
 * Adds all items to the end of an array, however many there are: a spread argument list ends at the engine's limit of
 * arguments (some 100,000).
 */
export function append<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}

/** The numbers `0`, `1`, … below `count`. */
export function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
