/** Affine maps and integer sets: bytecode holds them as assembly text. */

const MAP = /^affine_map<\(([^()]*)\)(?:\[[^\]]*\])? -> \(([^()]*)\)>$/;

/** Whether the text is an affine map that gives each dimension at its own place (AffineMap::isIdentity). */
export function isIdentityMap(text: string): boolean {
  const [, dimensions, results] = MAP.exec(text) ?? [];
  return dimensions !== undefined && dimensions === results;
}
