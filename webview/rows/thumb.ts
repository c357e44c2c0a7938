/** Where a scrollbar's thumb is, and what a place on its track means. Lengths are in pixels of the track. */

/** Smallest length of the thumb. */
const SHORTEST = 20;

/** What a scrollbar shows: the first unit in view, the number of units in view, the number of all units. */
export interface Extent {
  readonly value: number;
  readonly page: number;
  readonly total: number;
}

/** The thumb on a track; `free` is how far it can move, or 1 if it cannot. */
export interface Thumb {
  readonly size: number;
  readonly offset: number;
  readonly free: number;
}

/** The units that can be scrolled. */
const spanOf = ({ page, total }: Extent): number => Math.max(0, total - page);

/** The thumb of a track of this length; a value past the end puts it at the end. */
export function thumbOf(track: number, extent: Extent): Thumb {
  const size = Math.max(SHORTEST, (track * extent.page) / Math.max(1, extent.total));
  const free = track > size ? track - size : 1;
  const offset = (free * extent.value) / Math.max(1, spanOf(extent));
  return { size, free, offset: Math.min(track - size, offset) };
}

/** The value at which the middle of the thumb is at a place on the track. */
export function valueAt(place: number, track: number, extent: Extent): number {
  const { size, free } = thumbOf(track, extent);
  return ((place - size / 2) / free) * spanOf(extent);
}

/** How much the value changes if the thumb is dragged so far. */
export function dragged(by: number, track: number, extent: Extent): number {
  return (by / thumbOf(track, extent).free) * spanOf(extent);
}
