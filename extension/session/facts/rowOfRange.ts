/** The row of a range of bits: the row of its record, or the row that tells what could not be read there. */
import type { BitRange } from "../../document/bits";
import type { Place } from "../../document/section";
import type { Line } from "../../document/token";
import type { FoldedView, LinesEntry } from "../rows/folds";
import { UNFOLDED } from "../rows/folds";
import type { Arranged } from "../rows/arranged";
import type { RowPlace } from "../protocol";
import { atBit } from "../rows/places";

/** How many entries after the one before the range's first bit are searched for its row. */
const NEAR = 4;

/**
 * The row of bits in an arrangement; undefined if it has none: an assembly has no row for what could not be read, nor
 * for records that it spells out where they are used. May throw MissingBytes.
 * @param records the records: rows of another arrangement may tell only where theirs start
 */
export function rowOfRange(range: BitRange, arranged: Arranged, records: Arranged): RowPlace | undefined {
  const view = arranged.view(UNFOLDED);
  const start = atBit(range.startBit, view);
  if (!start) return undefined;
  let place: Place | undefined = start;
  for (let tried = 0; place && tried < NEAR; tried++, place = view.next(place)) {
    const entry = view.entry(place);
    const line = entry && lineOf(range, entry, view, place);
    if (line !== undefined) return { ...place, line };
  }
  const recordBit = recordAround(range, records);
  return recordBit === undefined ? undefined : rowFrom(recordBit, start, view);
}

/** The first bit of the record that contains a range. */
function recordAround(range: BitRange, records: Arranged): number | undefined {
  const view = records.view(UNFOLDED);
  const place = atBit(range.startBit, view);
  const entry = place && view.entry(place);
  return entry && entry.startBit < range.startBit && range.endBit <= entry.endBit ? entry.startBit : undefined;
}
/** The row at a place if its record starts at this bit. */
function rowFrom(recordBit: number, place: Place, view: FoldedView): RowPlace | undefined {
  const entry = view.entry(place);
  const line = entry && view.lines(entry, place).find((index) => entry.lines[index]?.positionBit === recordBit);
  return line === undefined ? undefined : { section: place.section, entry: place.entry, line };
}

/** The line of an entry that shows a range, or tells a problem with it. */
function lineOf(range: BitRange, entry: LinesEntry, view: FoldedView, place: Place): number | undefined {
  const shown = view.lines(entry, place);
  const at = ({ positionBit = entry.startBit }: Line): number => positionBit;
  const said = shown.find((index) => {
    const line = entry.lines[index];
    return line && saysProblem(line) && at(line) >= range.startBit && at(line) <= range.endBit;
  });
  if (said !== undefined) return said;
  const { startBit } = range;
  const own = shown.find((index) => entry.lines[index]?.positionBit === startBit);
  if (own !== undefined) return own;
  const holds = entry.startBit <= startBit && startBit < entry.endBit && range.endBit <= entry.endBit;
  // A label contains everything in its block, so only a line with a record's position counts.
  return holds ? shown.find((index) => entry.lines[index]?.positionBit !== undefined) : undefined;
}

/** Whether a line is a problem's message. */
function saysProblem({ kind, assembly }: Line): boolean {
  return kind === "message" || assembly.some((token) => token.kind === "problem");
}
