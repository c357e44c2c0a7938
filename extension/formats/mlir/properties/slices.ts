/**
 * What MLIR's verifier reports about offsets, sizes and strides (mlir::OffsetSizeAndStrideOpInterface): for
 * `memref.subview` and every other op with the three lists, which need a dynamic value for each entry that is not
 * static.
 */
import type { OpStructure, Release } from "../model/module";
import { DYNAMIC } from "../model/node";

const WORDS = ["offset", "size", "stride"] as const;
/** Ops whose slice must lie within their first operand, since MLIR 22. */
const BOUNDED = new Set(["memref.subview", "tensor.extract_slice"]);

/** The fault in the reference's words; undefined if there is none, or if the op has no such lists. */
export function sliceFault(name: string, op: OpStructure, release: Release): string | undefined {
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
  return release >= 22 && BOUNDED.has(name) ? boundsFault(offsets, sizes, strides, op.shape(0)) : undefined;
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

/** Checks that a slice starts and ends within its source, as far as everything is static. */
function boundsFault(
  offsets: readonly bigint[],
  sizes: readonly bigint[],
  strides: readonly bigint[],
  shape: readonly bigint[] | undefined,
): string | undefined {
  for (const [i, whole] of shape?.entries() ?? []) {
    const [offset = DYNAMIC, size = DYNAMIC, stride = DYNAMIC] = [offsets[i], sizes[i], strides[i]];
    if (whole === DYNAMIC || offset === DYNAMIC) continue;
    if (offset >= whole) return `offset ${i} is out-of-bounds: ${offset} >= ${whole}`;
    if (size === DYNAMIC || stride === DYNAMIC) continue;
    const last = offset + (size - 1n) * stride;
    if (last >= whole) return `slice along dimension ${i} runs out-of-bounds: ${last} >= ${whole}`;
  }
  return undefined;
}
