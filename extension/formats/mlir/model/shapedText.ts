/** Shaped types of dialects that a file stores as text. */

/** The parts of such a type. */
export interface ShapedText {
  readonly shape: readonly number[];
  readonly complex: boolean;
  /** The name of the builtin type of its elements, or of the parts of a complex. */
  readonly element: string;
}

/**
 * Reads a dialect's shaped type with a static shape: `!emitc.array<2xindex>`, `!spirv.arm.tensor<2xi32>`,
 * `!spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>`; undefined for any other text.
 */
export function shapedText(text: string): ShapedText | undefined {
  const [, dimensions, complex, element] =
    /^![\w$.]+<((?:\d+x)+)(?:(complex)<)?([A-Za-z]\w*)>?(?:, .*)?>$/.exec(text) ?? [];
  if (dimensions === undefined || element === undefined) return undefined;
  return { shape: dimensions.split("x").slice(0, -1).map(Number), complex: complex !== undefined, element };
}
