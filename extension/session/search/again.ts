/** Places that are not given by their section: remembered places, the beginnings of sections. */
import type { SectionId } from "../../document/section";
import type { Line } from "../../document/token";
import { asked } from "../../kit/continued";
import type { Arranged } from "../rows/arranged";
import type { FoldedView } from "../rows/folds";
import { UNFOLDED } from "../rows/folds";
import { ancestors } from "../rows/pages";
import type { PlaceMemory, RowPlace } from "../protocol";
import { atBit } from "../rows/places";

/** Pages of lines that are counted before the sections found with them are looked at. */
const PAGES = 64;

/** Where a remembered place is after the document's content has changed, in steps. */
export function* again(memory: PlaceMemory, arranged: Arranged): Generator<void, RowPlace, undefined> {
  const section = yield* sectionAgain(memory, arranged);
  return yield* asked(() => {
    const view = arranged.view(UNFOLDED);
    const same = { ...memory.place, section: section ?? memory.place.section };
    if (section !== undefined && view.entry(same)) return same;
    return atBit(memory.bit, view) ?? { section: 0, entry: 0, line: 0 };
  });
}

/**
 * Its section by its present id, in steps. Ids are stable as long as the file's structure is, and the title tells whether it
 * still is; otherwise sections are found by counting lines.
 */
function* sectionAgain(
  { place, title }: PlaceMemory,
  arranged: Arranged,
): Generator<void, SectionId | undefined, undefined> {
  const { pages } = arranged.view(UNFOLDED);
  const isIt = (id: SectionId): boolean => pages.section(id)?.title === title;
  if (yield* asked(() => isIt(place.section))) return place.section;
  const layout = arranged.layout({ ...UNFOLDED, detail: false });
  let seen = 0;
  for (let more = true; more; yield) {
    for (let page = 0; page < PAGES && more; page++) more = yield* asked(() => layout.measurePage());
    const found = layout.sections.slice(seen);
    for (const id of found) if (yield* asked(() => isIt(id))) return id;
    seen += found.length;
  }
  return undefined;
}

/**
 * The position of a remembered row after the document's content has changed, in steps; if its section has fewer rows now, of
 * the last that shows a position. Undefined if the section is no longer there.
 */
export function* bitAgain(memory: PlaceMemory, arranged: Arranged): Generator<void, number | undefined, undefined> {
  const section = yield* sectionAgain(memory, arranged);
  return section === undefined ? undefined : yield* asked(() => bitIn(section, memory.place, arranged));
}

function bitIn(section: SectionId, { entry, line }: RowPlace, arranged: Arranged): number | undefined {
  const view = arranged.view(UNFOLDED);
  const isThere = view.entry({ section, entry }) !== undefined;
  for (let at = isThere ? entry : Math.min(entry, view.pages.count(section)) - 1; at >= 0; at--) {
    const lines = view.entry({ section, entry: at })?.lines ?? [];
    const shown = lines[line]?.positionBit === undefined ? lines.findLast(isPositioned) : lines[line];
    if (shown?.positionBit !== undefined) return shown.positionBit;
  }
  return undefined;
}

function isPositioned({ positionBit }: Line): boolean {
  return positionBit !== undefined;
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
