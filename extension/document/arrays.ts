/** Arrays of any length: a spread argument list ends at the engine's limit of arguments (some 100,000). */

/** Adds all items to the end of an array, however many there are. */
export function append<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}
