/** Recognises identity maps in the text of affine maps. */

const MAP = /^affine_map<\(([^()]*)\)(?:\[[^\]]*\])? -> \(([^()]*)\)>$/;

/** Whether the text is an affine map that maps each dimension to itself (AffineMap::isIdentity). */
export function isIdentityMap(text: string): boolean {
  const [, dimensions, results] = MAP.exec(text) ?? [];
  return dimensions !== undefined && dimensions === results;
}
