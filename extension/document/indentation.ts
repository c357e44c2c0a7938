/** Indentation of nested text. */

/**
 * The deepest level that is indented further. Deeper nesting gets the blanks of this level, so that the text of a file
 * of nothing but nesting stays in proportion to its size.
 */
export const MOST_LEVELS = 512;
const BLANKS = Array.from({ length: MOST_LEVELS + 1 }, (_, level) => "  ".repeat(level));

/** Two blanks for each level, up to 512 levels. */
export function indentation(depth: number): string {
  return BLANKS[Math.min(depth, MOST_LEVELS)] ?? "";
}
