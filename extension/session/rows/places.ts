/** The places of rows under given folds: of an anchor, of a bit, the first and the last. */
import type { Place } from "../../document/section";
import type { Anchor, RowPlace } from "../protocol";
import type { FoldedView } from "./folds";
import type { RowLayout } from "./rowLayout";

/** The place that an anchor means, without regard to folds. */
export function resolve(anchor: Anchor, view: FoldedView, layout: RowLayout): RowPlace | undefined {
  switch (anchor.kind) {
    case "line":
      return layout.placeAt(anchor.line, view);
    case "bit":
      return atBit(anchor.bit, view);
    case "end":
      return lastRow(view);
    case "shown": {
      const place = resolve({ kind: "place", place: anchor.place }, view, layout);
      return place && { line: 0, ...view.unhidden(place) };
    }
    case "place":
      return shownAt(anchor.place, view) ?? near(anchor.place, view);
  }
}

/** The row of the entry that contains a bit, folded or not. */
export function rowOfBit(bit: number, view: FoldedView): RowPlace | undefined {
  const { arrangement, bits } = view.pages;
  const place = arrangement.placeOf(Math.max(0, Math.min(bit, bits - 1)));
  const entry = place && view.entry(place);
  if (!entry) return place && { ...place, line: 0 };
  // If an entry wraps, its first line has the entry's position; later lines may have their own.
  let line = 0;
  entry.lines.forEach((l, i) => {
    if (l.positionBit !== undefined && l.positionBit <= bit && l.positionBit >= entry.startBit) line = i;
  });
  return { ...place, line };
}

/** The row of the entry that contains a bit; for a bit before the first or past the last entry, that entry. */
export function atBit(bit: number, view: FoldedView): RowPlace | undefined {
  const row = rowOfBit(bit, view);
  if (!row) return firstRow(view);
  return view.entry(row) ? (withLine(row, row.line, view) ?? lastRow(view)) : near(row, view);
}

/** The first visible row. */
export function firstRow(view: FoldedView): RowPlace | undefined {
  return withLine(view.first(), 0, view);
}
/** The last visible row. */
function lastRow(view: FoldedView): RowPlace | undefined {
  for (let at = view.last(); at; at = view.previous(at)) {
    const entry = view.entry(at);
    const line = entry && view.lines(entry, at).at(-1);
    if (line !== undefined) return { ...at, line };
  }
  return undefined;
}

/** The row itself if it is visible, otherwise the nearest visible line of its entry. */
function shownAt(place: RowPlace, view: FoldedView): RowPlace | undefined {
  const entry = view.entry(place);
  const shown = entry ? view.lines(entry, place) : [];
  const line = shown.find((index) => index >= place.line) ?? shown.at(-1);
  return line === undefined ? undefined : { ...place, line };
}

/**
 * The nearest existing row, for places past the end of a document that became shorter and for entries that are
 * sections.
 */
function near(place: RowPlace, view: FoldedView): RowPlace | undefined {
  const last = view.pages.count(place.section) - 1;
  const entry = Math.max(0, Math.min(place.entry, last));
  return rowFrom(view.next({ section: place.section, entry: entry - 1 }) ?? view.last(), view);
}

/** The first visible row of an entry or, if it shows none, of those after it; the last visible row if none of them does. */
export function rowFrom(place: Place | undefined, view: FoldedView): RowPlace | undefined {
  return withLine(place, 0, view) ?? lastRow(view);
}

/** A place with a visible line; if nothing of the entry is visible, the first line of a neighbour. */
function withLine(place: Place | undefined, line: number, view: FoldedView): RowPlace | undefined {
  for (let at = place; at; at = view.next(at)) {
    const entry = view.entry(at);
    const shown = entry ? view.lines(entry, at) : [];
    const found = shown.find((index) => index >= line) ?? shown.at(-1);
    if (found !== undefined) return { section: at.section, entry: at.entry, line: found };
    line = 0;
  }
  return undefined;
}
