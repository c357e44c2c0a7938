/** Places that are not given by their section: remembered places, the beginnings of sections. */
import type { SectionId } from "../../document/section";
import { asked } from "../../kit/continued";
import type { Arranged } from "../rows/arranged";
import type { FoldedView } from "../rows/folds";
import { UNFOLDED } from "../rows/folds";
import { ancestors } from "../rows/pages";
import type { PlaceMemory, RowPlace } from "../protocol";
import { atBit } from "../rows/places";

/** Where a remembered place is after the document's content has changed. May throw MissingBytes. */
export function again({ place, bit, title }: PlaceMemory, arranged: Arranged): RowPlace {
  const view = arranged.view(UNFOLDED);
  // Section ids are stable as long as the file's structure is; the title tells whether this is still the same section.
  const named = arranged.sections.filter((id) => view.pages.section(id)?.title === title);
  const section = named.includes(place.section) ? place.section : named[0];
  const same = { ...place, section: section ?? place.section };
  if (section !== undefined && view.entry(same)) return same;
  return atBit(bit, view) ?? { section: 0, entry: 0, line: 0 };
}

/** The sections that begin at these bits, in steps: reading the sections around many of them takes long. */
export function* sectionsAt(
  startBits: readonly number[],
  arranged: Arranged,
): Generator<void, (SectionId | undefined)[], undefined> {
  const view = arranged.view(UNFOLDED);
  const found: (SectionId | undefined)[] = [];
  for (const startBit of startBits) {
    found.push(yield* asked(() => sectionAt(startBit, view)));
    yield;
  }
  return found;
}

function sectionAt(startBit: number, view: FoldedView): SectionId | undefined {
  const place = atBit(startBit, view);
  const around = place ? ancestors(view.pages, place.section) : [];
  return around.find((id) => view.pages.section(id)?.startBit === startBit);
}
