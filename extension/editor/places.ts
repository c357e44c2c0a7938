/**
 * The reader's place in a file whose format changes: a branch may have another kind of file there for a while, after which
 * the reader comes back to the first.
 */
import type { Remembered } from "../session/protocol/hostApi";

/** A place, with that in the file of another format that was there before. */
export interface KeptPlace extends Remembered {
  readonly before?: Remembered;
}

/** The place to keep: the newest, with the last one of another format. */
export function withBefore(last: KeptPlace | undefined, place: Remembered): KeptPlace {
  const { before, ...own } = last ?? {};
  const other = last && last.format !== place.format ? (own as Remembered) : before;
  return other && other.format !== place.format ? { ...place, before: other } : place;
}

/** The place that was kept for a format; that of an earlier version may be of any. */
export function placeFor(kept: KeptPlace | undefined, format: string): Remembered | undefined {
  return [kept, kept?.before].find((place) => place && (place.format ?? format) === format);
}
