/** Text that is made before what stands in front of it: types are known when functions have been read, and stand before them. */
import type { Piece } from "../../../document/byteText";

/** Most bytes that are held back; past them the rest of the types is looked for without printing. */
const MOST_HELD = 1 << 27;

/** Types that are looked for in functions as these are printed. */
export interface TypesOnTheWay {
  /** Whether all have been found. */
  readonly complete: boolean;
  /** Whether no function is open: the walk may go on by itself. */
  readonly isBetween: boolean;
}

/**
 * Prints `head` in front of `rest`, whose making finds the types that the head needs. Yields empty pieces for the sake of
 * those who wait as long as the text is held back.
 * @param finish ends the walk where the text has grown too long before all types were found
 */
export function* behindTypes(
  types: TypesOnTheWay,
  rest: Generator<Uint8Array, void, undefined>,
  finish: () => Generator<void, void, undefined>,
  head: () => string,
): Generator<Piece, void, undefined> {
  const held: Uint8Array[] = [];
  let length = 0;
  let step = rest.next();
  for (; !step.done; step = rest.next()) {
    if (types.isBetween && (types.complete || length > MOST_HELD)) break;
    held.push(step.value.slice());
    length += step.value.length;
    yield "";
  }
  const walk = finish();
  while (!walk.next().done) yield "";
  yield head();
  yield* held;
  for (; !step.done; step = rest.next()) yield step.value;
}
