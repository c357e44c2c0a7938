/** The text of a hit's row as a list shows it. */
import { withSingleBlanks } from "../base/words";

/** Most characters in front of a hit. */
const BEFORE = 60;
/** As many are in front of it though there is no room for them. */
const LEAST = 8;

/** The text in front of a hit, the hit, and what follows. */
export type HitParts = readonly [before: string, hit: string, after: string];

/**
 * A row's text, cut in front of the hit so that the hit is in view.
 * @param room the characters that the line has room for
 */
export function hitParts(
  { text, start, end }: { readonly text: string; readonly start: number; readonly end: number },
  room: number,
): HitParts {
  const before = withSingleBlanks(text.slice(0, start)).trimStart();
  const most = Math.max(LEAST, Math.min(BEFORE, room - (end - start) - 1));
  const shown = before.length > most ? `…${before.slice(before.length - most)}` : before;
  return [shown, text.slice(start, end), withSingleBlanks(text.slice(end))];
}
