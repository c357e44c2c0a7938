/** Blanks in front of what is nested. */

/** Levels that are indented in print; what is nested deeper has the blanks of this level, so that a file of nothing but nesting prints in proportion to its size. */
export const MOST_LEVELS = 512;
const made = Array.from({ length: MOST_LEVELS + 1 }, (_, level) => "  ".repeat(level));

/** Two blanks for each level, up to 512 levels. */
export function indentation(depth: number): string {
  return made[Math.min(depth, MOST_LEVELS)] ?? "";
}
