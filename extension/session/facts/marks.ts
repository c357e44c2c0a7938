/** Where functions, problems and bookmarks are among all rows: the marks of the overview ruler. */
import type { BitRange } from "../../document/bits";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { asked } from "../../kit/continued";
import { problemsOf } from "./problems";
import type { Folds, Marks, SharesQuery } from "../protocol";
import { Slice } from "../transport/slices";

/** Most marks on the overview ruler: it has no more pixels than this. */
const MARKS = 1000;

/** Most functions that are marked: more marks would cover the ruler and say nothing. */
const FUNCTIONS = 64;

/**
 * The marks as far as lines are counted. Runs in short steps, since each fold asks for them.
 * @param functions bits of the functions, largest first, from the outline; asked for if there are heads that they may be
 */
export async function marks(
  core: Core,
  arranged: Arranged,
  folds: Folds,
  functions: () => Generator<void, readonly BitRange[], undefined>,
  signal: AbortSignal,
): Promise<Marks> {
  const starts = await core.sliced(() => functionShares(arranged, folds, functions), signal);
  const found = problemsOf(core.document);
  const problems = await sharesOf(core, arranged, folds, found.length, (i) => found[i]?.startBit ?? 0, signal);
  return { functions: starts, problems };
}

/** Where bits are, as far as lines are counted; without those past the end of the file. */
export function shares(
  core: Core,
  arranged: Arranged,
  { bits, ...folds }: SharesQuery,
  signal: AbortSignal,
): Promise<readonly number[]> {
  // A file that has become shorter has no place for the last bookmarks.
  const inside = bits.filter((bit) => bit < core.document.bits);
  return sharesOf(core, arranged, folds, inside.length, (i) => inside[i] ?? 0, signal);
}

/** Where some of the bits are. @param bitAt gives each by its index below `count` */
async function sharesOf(
  core: Core,
  arranged: Arranged,
  folds: Folds,
  count: number,
  bitAt: (index: number) => number,
  signal: AbortSignal,
): Promise<readonly number[]> {
  const slice = new Slice(signal);
  const shares = new Set<number>();
  const stride = Math.ceil(count / MARKS);
  for (let i = 0; i < count; i += stride) {
    const bit = Math.min(bitAt(i), core.document.bits - 1);
    const share = await core.step(() => {
      const place = arranged.arrangement.placeOf(bit);
      return place && arranged.share(place, folds);
    }, signal);
    if (share !== undefined) shares.add(rounded(share));
    if (slice.due) await slice.pause();
  }
  return [...shares];
}

/**
 * The heads of those sections that are the functions to be marked, in steps: their lines are counted without reading a
 * body.
 */
function* functionShares(
  arranged: Arranged,
  folds: Folds,
  functions: () => Generator<void, readonly BitRange[], undefined>,
): Generator<void, readonly number[], undefined> {
  const layout = arranged.layout(folds);
  if (layout.sections.length === 0) return [];
  const marked = (yield* functions()).slice(0, FUNCTIONS);
  const shares = new Set<number>();
  for (const { startBit, endBit } of marked) {
    yield;
    const found = yield* asked(() => layout.sectionFrom(startBit));
    if (found && found.startBit < endBit)
      shares.add(rounded(yield* asked(() => arranged.share({ section: found.section, entry: 0 }, folds))));
  }
  return [...shares];
}

function rounded(share: number): number {
  return Math.round(Math.min(1, share) * MARKS) / MARKS;
}
