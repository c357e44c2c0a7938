/** Shapes of types. */
import { DYNAMIC } from "../model/node";
import type { Dimension, TypeNode } from "../model/node";

/** The dimensions of a ranked shaped type. */
export function shapeOf(type: TypeNode): readonly Dimension[] | undefined {
  switch (type.kind) {
    case "tensor":
    case "vector":
    case "memref":
      return type.shape;
    default:
      return undefined;
  }
}

/** The element type (its entry) of a shaped type. */
export function elementTypeOf(type: TypeNode): number | undefined {
  switch (type.kind) {
    case "tensor":
    case "vector":
    case "memref":
    case "unrankedTensor":
    case "unrankedMemref":
      return type.element;
    default:
      return undefined;
  }
}

/** How many elements a value of the type has; undefined without a static shape or past 2^53. */
export function elementCount(type: TypeNode): number | undefined {
  const shape = shapeOf(type);
  return shape && countOf(shape);
}

/** The product of the dimensions; undefined if one is dynamic or the product exceeds 2^53. */
export function countOf(shape: readonly Dimension[]): number | undefined {
  let count = 1;
  for (const size of shape) {
    if (typeof size === "bigint" || size < 0) return undefined;
    count *= size;
  }
  return Number.isSafeInteger(count) ? count : undefined;
}

/** The text of a dimension: `?` for a dynamic one. */
export function dimension(size: Dimension): string {
  return typeof size === "bigint" && size === DYNAMIC ? "?" : String(size);
}

/**
 * The dimensions as `2x?x4x`, each followed by `x`.
 * @param scalable of a vector, which of them are scalable: those are in brackets. A vector has no `?`: it prints the number.
 */
export function spellShape(shape: readonly Dimension[], scalable?: readonly boolean[]): string {
  return shape
    .map((size, i) => {
      const text = scalable ? String(size) : dimension(size);
      return scalable?.[i] ? `[${text}]x` : `${text}x`;
    })
    .join("");
}
