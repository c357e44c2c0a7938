/** Arrays of any length: a spread argument list ends at the engine's limit of arguments (some 100,000). */

/** Adds all items at the end of an array, however many they are. */
export function append<T>(target: T[], items: Iterable<T>): void {
  for (const item of items) target.push(item);
}
