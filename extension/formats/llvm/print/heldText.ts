/**
 * Delays text until the text before it is known: the definitions of types come before the functions that have to be
 * read to find the types.
 */
import type { Piece } from "../../../document/byteText";

/** The most bytes that are held back; past that, the remaining types are searched for without printing. */
const MOST_HELD = 1 << 27;

/** The search for types in functions while these are printed. */
export interface TypeSearch {
  /** Whether all types have been found. */
  isComplete(): boolean;
  /** Whether no function is open, so that the search may continue on its own. */
  isBetween(): boolean;
}

/**
 * Prints `head` before `rest`; printing the rest finds the types that the head needs. While the text is held back it
 * yields empty pieces, so that others get their turn.
 * @param finish completes the search if the text got too long before all types were found
 */
export function* afterTypes(
  types: TypeSearch,
  rest: Generator<Uint8Array, void, undefined>,
  finish: () => Generator<void, void, undefined>,
  head: () => Generator<string, void, undefined>,
): Generator<Piece, void, undefined> {
  const held: Uint8Array[] = [];
  let length = 0;
  let step = rest.next();
  for (; !step.done; step = rest.next()) {
    if (types.isBetween() && (types.isComplete() || length > MOST_HELD)) break;
    held.push(step.value.slice());
    length += step.value.length;
    yield "";
  }
  const walk = finish();
  while (!walk.next().done) yield "";
  yield* head();
  yield* held;
  for (; !step.done; step = rest.next()) yield step.value;
}
