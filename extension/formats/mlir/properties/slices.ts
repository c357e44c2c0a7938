/**
 * What MLIR's verifier reports about offsets, sizes and strides (mlir::OffsetSizeAndStrideOpInterface): for
 * `memref.subview` and every other op with the three lists, which need a dynamic value for each entry that is not
 * static.
 */
import type { OpStructure, Release } from "../model/module";
import { DYNAMIC } from "../model/node";

const WORDS = ["offset", "size", "stride"] as const;

/** The fault in the reference's words; undefined if there is none, or if the op has no such lists. */
export function sliceFault(op: OpStructure, release: Release): string | undefined {
  const list = (property: string): readonly bigint[] | undefined => {
    const found = op.properties.find((p) => p.name === property);
    return found && op.integers(found.value);
  };
  const [offsets, sizes, strides] = WORDS.map((word) => list(`static_${word}s`));
  const segments = list("operandSegmentSizes")?.slice(-WORDS.length);
  if (!offsets || !sizes || !strides || !segments) return undefined;
  const fault = countFault([offsets, sizes, strides], segments, release);
  if (fault !== undefined) return fault;
  const negative = (values: readonly bigint[]): bigint | undefined => values.find((v) => v < 0n && v !== DYNAMIC);
  for (const [word, values] of [["offsets", offsets] as const, ["sizes", sizes] as const]) {
    const found = negative(values);
    if (found !== undefined) return `expected ${word} to be non-negative, but got ${found}`;
  }
  return undefined;
}

/** Checks that each dynamic entry of a list has a value. */
function countFault(
  lists: readonly (readonly bigint[])[],
  segments: readonly bigint[],
  release: Release,
): string | undefined {
  for (const [i, word] of WORDS.entries()) {
    const dynamic = (lists[i] ?? []).filter((value) => value === DYNAMIC).length;
    const values = Number(segments[i]);
    if (dynamic === values) continue;
    return release < 22
      ? `expected ${dynamic} dynamic ${word} values`
      : `expected the number of '${word}s' to match the number of dynamic entries in 'static_${word}s' (${values} vs ${dynamic})`;
  }
  return undefined;
}
