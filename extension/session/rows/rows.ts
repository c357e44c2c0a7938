/** Rows from an anchor, in both directions, under given folds. */
import type { Place, SectionId } from "../../document/section";
import type { NoiseKind } from "../../document/token";
import { asked } from "../../kit/continued";
import { countBefore } from "../../kit/sortedSearch";
import type { Arranged } from "./arranged";
import { rowSize, shownTitle, toRow } from "./display";
import type { FoldedView } from "./folds";
import type { EntryPages } from "./pages";
import { resolve, rowOfBit } from "./places";
import type { RowLayout } from "./rowLayout";
import type { Anchor, Folds, Row, RowPlace, RowsAnswer, RowsQuery, SectionInfo } from "../protocol";
import { PAGE_BYTES, PAGE_ROWS } from "../protocol";

/** The same folds, with those sections open that hide a row. */
function reveal(row: RowPlace, view: FoldedView): { folds: Folds; unfolded: readonly SectionId[] } {
  const unfolded = view.hidingRow(row);
  const toggled = new Set(view.folds.toggled);
  for (const section of unfolded) if (!toggled.delete(section)) toggled.add(section);
  return { folds: { ...view.folds, toggled: [...toggled] }, unfolded };
}

/** The row that an anchor is to show even if it is folded; undefined if the anchor means visible rows only. */
function meantRow(anchor: Anchor, view: FoldedView): RowPlace | undefined {
  if (anchor.kind === "bit") return rowOfBit(anchor.bit, view);
  return anchor.kind === "place" && view.entry(anchor.place) ? anchor.place : undefined;
}

/** The first of some ascending line numbers, from one on. */
function linesFrom(lines: readonly number[], from = 0, most: number): readonly number[] {
  const start = countBefore(lines.length, (i) => (lines[i] as number) >= from);
  return lines.slice(start, start + most);
}
/** The last of some ascending line numbers before one, last first. */
function linesBefore(lines: readonly number[], end = Infinity, most: number): readonly number[] {
  const count = countBefore(lines.length, (i) => (lines[i] as number) >= end);
  return lines.slice(Math.max(0, count - most), count).reverse();
}

/** Collects rows in one direction until there are enough or the page is full. */
class Collector {
  private size = 0;
  constructor(private readonly view: FoldedView) {}

  /** Rows from a place on in one direction, nearest first, in steps. `end`: the document ends there. */
  *take(
    from: RowPlace,
    wanted: number,
    direction: 1 | -1,
  ): Generator<void, { rows: readonly Row[]; end: boolean }, undefined> {
    const rows: Row[] = [];
    // After a row that fills a page alone, the next row is sent too; otherwise nobody could scroll past it.
    const least = direction > 0 ? 2 : 1;
    let place: Place | undefined = from;
    for (let first = true; place; place = yield* this.beside(place, direction)) {
      const at = { ...place, line: first ? from.line : undefined };
      // One more than wanted tells that the document does not end there.
      for (const row of yield* asked(() => this.entryRows(at, direction, wanted - rows.length + 1))) {
        if (rows.length >= wanted || (this.size > PAGE_BYTES && rows.length >= least)) return { rows, end: false };
        rows.push(row);
        this.size += rowSize(row);
      }
      first = false;
      yield;
    }
    return { rows, end: true };
  }
  private beside(place: Place, direction: 1 | -1): Generator<void, Place | undefined, undefined> {
    return asked(() => (direction > 0 ? this.view.next(place) : this.view.previous(place)));
  }
  /**
   * Rows of an entry, at most so many: it may have thousands. From a line on if one is given, backwards those before it.
   */
  private entryRows(from: Place & { line: number | undefined }, direction: 1 | -1, most: number): readonly Row[] {
    const { line: fromLine, ...place } = from;
    const entry = this.view.entry(place);
    if (!entry) return [];
    const level = this.view.pages.level(place.section);
    const lines = this.view.lines(entry, place);
    const [first] = lines;
    const wanted = direction > 0 ? linesFrom(lines, fromLine, most) : linesBefore(lines, fromLine, most);
    return wanted.flatMap((index) => {
      const line = entry.lines[index];
      const shown = line && { place: { ...place, line: index }, entry, line, isFirst: index === first };
      return shown ? [toRow(shown, this.view, level)] : [];
    });
  }
}

/** The sections of rows, and all sections around them. */
function sectionsOf(pages: EntryPages, rows: readonly Row[]): readonly SectionInfo[] {
  const found = new Map<SectionId, SectionInfo>();
  for (const row of rows) {
    for (let id: SectionId | undefined = row.section; id !== undefined && !found.has(id);) {
      const section = pages.section(id);
      if (!section) break;
      const { parent, kind, title, startBit, endBit } = section;
      found.set(id, { id, parent, kind, startBit, endBit, ...shownTitle(title) });
      id = parent;
    }
  }
  return [...found.values()];
}

/** The answer for a document without visible rows. */
const NOTHING: Omit<RowsAnswer, "revision"> = {
  rows: [],
  anchor: 0,
  line: 0,
  total: 0,
  exact: true,
  atStart: true,
  atEnd: true,
  sections: [],
  unfolded: [],
  unhidden: [],
};

/** The hidden noise that the anchor's row is, if the anchor asks to show it. */
function unhide(anchor: Anchor, folds: Folds, arranged: Arranged): readonly NoiseKind[] {
  if (anchor.kind !== "place" || !anchor.unhide || !folds.hidden?.length) return [];
  const { place, reveals } = anchor;
  const noise = arranged.view(folds).entry(place)?.lines[place.line]?.noise ?? [];
  return folds.hidden.filter((kind) => kind === reveals || noise.includes(kind));
}

/** Where rows begin, and the folds and noise under which they are shown. */
interface Beginning {
  readonly place: RowPlace | undefined;
  readonly view: FoldedView;
  readonly layout: RowLayout;
  readonly unfolded: readonly SectionId[];
  readonly unhidden: readonly NoiseKind[];
}

function* begin(query: RowsQuery, arranged: Arranged): Generator<void, Beginning, undefined> {
  const unhidden = yield* asked(() => unhide(query.anchor, query.folds, arranged));
  const hidden = query.folds.hidden?.filter((kind) => !unhidden.includes(kind)) ?? [];
  const folds = { ...query.folds, hidden };
  const layout = arranged.layout(folds);
  const folded = arranged.view(folds);
  const meant = yield* asked(() => meantRow(query.anchor, folded));
  const revealed = meant ? yield* asked(() => reveal(meant, folded)) : { folds, unfolded: [] };
  const view = arranged.view(revealed.folds);
  const place = yield* asked(() => resolve(query.anchor, view, layout));
  return { place, view, layout, unfolded: revealed.unfolded, unhidden };
}

/** Answers a query about an arrangement, in steps. May throw MissingBytes. */
export function* rowsFor(query: RowsQuery, arranged: Arranged): Generator<void, RowsAnswer, undefined> {
  const { revision } = arranged;
  const { place, view, layout, unfolded, unhidden } = yield* begin(query, arranged);
  if (!place) return { ...NOTHING, revision };
  const limit = (rows: number): number => Math.max(0, Math.min(PAGE_ROWS / 2, Math.floor(rows)));
  const after = yield* new Collector(view).take(place, limit(query.after) + 1, 1);
  const before = yield* new Collector(view).take(place, limit(query.before), -1);
  const rows = [...[...before.rows].reverse(), ...after.rows];
  const top = rows[0];
  return {
    rows,
    anchor: before.rows.length,
    line: top ? yield* asked(() => layout.lineOf(top, view)) : 0,
    total: yield* asked(() => layout.total(view)),
    exact: layout.exact,
    atStart: before.end,
    atEnd: after.end,
    sections: yield* asked(() => sectionsOf(view.pages, rows)),
    unfolded,
    unhidden,
    revision,
  };
}
