/**
 * How many operands a record of METADATA_BLOCK may have: as few as the oldest writers wrote, as many as a release knows.
 * Source: the checks in parseOneMetadata of each release.
 */
import type { Release } from "../ir/releases";
import { Code } from "../spec/metadataCodes";

/** The fewest and the most operands, both included. */
type Lengths = readonly [least: number, most: number];
/** Lengths by the first release that takes them; before the first one, any that are not less. */
type LengthsByRelease = Readonly<Partial<Record<Release, readonly Lengths[]>>>;

const LENGTHS: Readonly<Record<number, LengthsByRelease>> = {
  [Code.STRINGS]: { 9: [[2, 2]] },
  [Code.LOCATION]: {
    9: [[5, 6]],
    21: [
      [5, 6],
      [8, 8],
    ],
    24: [
      [5, 6],
      [8, 9],
    ],
  },
  [Code.GENERIC_DEBUG]: { 9: [[4, Infinity]] },
  [Code.ENUMERATOR]: { 9: [[3, 3]], 11: [[3, Infinity]] },
  [Code.BASIC_TYPE]: { 9: [[6, 7]], 21: [[6, 8]], 22: [[6, 9]], 23: [[6, 12]] },
  [Code.STRING_TYPE]: { 13: [[8, 8]], 14: [[8, 9]], 24: [[8, 10]] },
  [Code.DERIVED_TYPE]: { 9: [[12, 13]], 14: [[12, 14]], 19: [[12, 15]] },
  [Code.SUBRANGE_TYPE]: { 21: [[13, 13]] },
  [Code.FIXED_POINT_TYPE]: { 21: [[11, Infinity]] },
  [Code.COMPOSITE_TYPE]: { 9: [[16, 17]], 11: [[16, 18]], 13: [[16, 21]], 14: [[16, 22]], 21: [[16, 26]] },
  [Code.SUBROUTINE_TYPE]: { 9: [[3, 4]] },
  [Code.MODULE]: { 9: [[6, 6]], 11: [[5, 8]], 13: [[5, 9]] },
  [Code.FILE]: {
    9: [
      [3, 3],
      [5, 6],
    ],
  },
  [Code.COMPILE_UNIT]: { 9: [[14, 19]], 11: [[14, 22]], 22: [[14, 23]], 23: [[14, 24]] },
  [Code.SUBPROGRAM]: { 9: [[18, 21]], 21: [[18, 22]] },
  [Code.LEXICAL_BLOCK]: { 9: [[5, 5]] },
  [Code.LEXICAL_BLOCK_FILE]: { 9: [[4, 4]] },
  [Code.COMMON_BLOCK]: { 9: [[6, Infinity]] },
  [Code.NAMESPACE]: {
    9: [
      [3, 3],
      [5, 5],
    ],
  },
  [Code.TEMPLATE_TYPE]: { 9: [[3, 3]], 11: [[3, 4]] },
  [Code.TEMPLATE_VALUE]: { 9: [[5, 5]], 11: [[5, 6]] },
  [Code.GLOBAL_VAR]: { 9: [[11, 13]] },
  [Code.LOCAL_VAR]: { 9: [[8, 10]] },
  [Code.LABEL]: { 9: [[5, 5]], 21: [[5, 7]] },
  [Code.EXPRESSION]: { 9: [[1, Infinity]] },
  [Code.GLOBAL_VAR_EXPR]: { 9: [[3, 3]] },
  [Code.OBJC_PROPERTY]: { 9: [[8, 8]] },
  [Code.IMPORTED_ENTITY]: { 9: [[6, 7]], 14: [[6, Infinity]], 15: [[6, 8]] },
  [Code.MACRO]: { 9: [[5, 5]] },
  [Code.MACRO_FILE]: { 9: [[5, 5]] },
  [Code.ASSIGN_ID]: { 16: [[1, 1]] },
  [Code.PROPERTY]: { 24: [[6, 6]] },
  [Code.LAYER_LOC]: { 24: [[5, 5]] },
  [Code.LAYER_LOC_LIST]: { 24: [[1, Infinity]] },
};

/** The lengths that a release takes, once it has been asked for them; by code. */
const known = new Map<Release, Map<number, readonly Lengths[]>>();

function lengthsOf(code: number, release: Release): readonly Lengths[] {
  let byCode = known.get(release);
  if (!byCode) known.set(release, (byCode = new Map()));
  let lengths = byCode.get(code);
  if (!lengths) byCode.set(code, (lengths = lengthsIn(LENGTHS[code] ?? {}, release)));
  return lengths;
}
function lengthsIn(byRelease: LengthsByRelease, release: Release): readonly Lengths[] {
  const entries = Object.entries(byRelease);
  const [first] = entries;
  const taken = entries.filter(([since]) => Number(since) <= release).at(-1);
  return taken?.[1] ?? [[first?.[1][0]?.[0] ?? 0, Infinity]];
}

/** Whether a release refuses a record for the number of its operands. */
export function isOfWrongLength(code: number, length: number, release: Release): boolean {
  return !lengthsOf(code, release).some(([least, most]) => length >= least && length <= most);
}
