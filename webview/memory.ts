/** The reader's place in a file: kept while the page is hidden, and until the file is opened again. */
import type { Remembered } from "../extension/session/protocol/hostApi";
import type { PlaceMemory, Row, RowPlace } from "../extension/session/protocol";
import type { Host } from "./base/connection";
import type { Cursor } from "./cursor/cursor";
import type { Folding } from "./folds/folding";
import type { Listing } from "./rows/listing";

/** A way back to a place. */
export interface Way {
  readonly to: Remembered;
  /** Where the editor was when the way was interrupted, or ended elsewhere: the place may not have been read yet. */
  interrupted?: { readonly jumps: number; readonly scrolls: number; readonly row: Row | undefined };
}

/** The parts of an editor that know the reader's place. */
export interface Whereabouts {
  readonly host: Host;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly folding: Folding;
  /** The way back to a place, until the editor is there; one that was interrupted is still on it until the reader goes on. */
  way: Way | undefined;
}

/**
 * The newest place that an editor has left itself, or else the last in the file. When a window is reloaded, VS Code may give
 * an older state of the page; but the last place in the file may be of another editor.
 * @param own the one in the state of the page
 * @param last the last one that an editor has left in the file
 */
export function newest(own: Remembered | undefined, last: Remembered | null): Remembered | undefined {
  if (!own || !last) return own ?? last ?? undefined;
  const isOwn = own.leftBy !== undefined && own.leftBy.editor === last.leftBy?.editor;
  return isOwn && last.leftBy.time > own.leftBy.time ? last : own;
}

/** A row, so that it can be found again. */
export function memoryOf(row: Row, { listing, folding }: Pick<Whereabouts, "listing" | "folding">): PlaceMemory {
  return {
    arrangement: folding.arrangement,
    place: { section: row.section, entry: row.entry, line: row.line },
    bit: row.startBit,
    title: listing.buffer.sections.get(row.section)?.title ?? "",
  };
}

/** Whether the reader has gone on, in rows as they are now, since the way back was interrupted. */
function hasGoneOn({ listing, cursor, way }: Whereabouts): boolean {
  const { interrupted } = way ?? {};
  if (!interrupted || listing.buffer.isOutdated) return false;
  const { jumps, scrolls, row } = interrupted;
  return listing.jumps !== jumps || listing.scrolls !== scrolls || cursor.row !== row;
}

/**
 * The present place, or the one that the editor is coming back to; undefined before the cursor has its first row, and while
 * rows of the other arrangement are on their way.
 */
export function whereabouts(editor: Whereabouts): Remembered | undefined {
  const { listing, cursor, folding } = editor;
  const { sections, isOutdated } = listing.buffer;
  const { arrangement } = folding;
  const { topRow } = listing;
  if (!topRow || !cursor.row) return undefined;
  // The rows, the cursor's among them, may be those of a file as it was.
  if (editor.way && !hasGoneOn(editor)) return editor.way.to;
  if (isOutdated) return undefined;
  return {
    arrangement,
    folds: folding.memory((section) => sections.get(section)?.startBit),
    top: memoryOf(topRow, editor),
    cursor: memoryOf(cursor.row, editor),
    token: cursor.tokenMemory,
  };
}

/** The row at a place, which may be far from the view. */
async function rowAt(
  place: RowPlace,
  { host, listing, folding }: Pick<Whereabouts, "host" | "listing" | "folding">,
): Promise<Row | undefined> {
  const known = listing.buffer.rows[listing.buffer.indexOfRow(place)];
  if (known) return known;
  const anchor = { kind: "place", place } as const;
  const answer = await host.rows({ anchor, before: 0, after: 0, folds: folding.now() });
  // The breadcrumb names the sections around it.
  listing.buffer.know(answer);
  return answer.unfolded.length === 0 ? answer.rows[answer.anchor] : undefined;
}

/**
 * Returns to a remembered place, though sections may have other ids now. A jump that the reader makes meanwhile is
 * later, and so it has the view; a row that the reader has clicked on meanwhile keeps the cursor.
 */
export async function comeBack(editor: Whereabouts, to: Remembered): Promise<void> {
  const way: Way = { to };
  editor.way = way;
  let isThere = false;
  try {
    isThere = await goThere(editor, to);
  } finally {
    const { jumps, scrolls } = editor.listing;
    if (!isThere) way.interrupted = { jumps, scrolls, row: editor.cursor.row };
    else if (editor.way === way) editor.way = undefined;
  }
}
/**
 * Returns whether it is where it had to go to, or the reader has gone elsewhere. Otherwise the section is not there: what a
 * section holds may only be known once the whole file is read, and then rows are asked for again.
 */
async function goThere({ host, listing, cursor, folding }: Whereabouts, to: Remembered): Promise<boolean> {
  folding.use(to.arrangement);
  listing.buffer.forget();
  const { jumps } = listing;
  const { row: left } = cursor;
  folding.restore(to.folds, await host.sectionsAt({ startBits: to.folds.toggledBits }));
  const place = await host.again(to.top);
  if (listing.jumps !== jumps) return true;
  const shown = await listing.show({ kind: "place", place }, "top");
  if (!shown) return true;
  folding.flip(shown.unfolded);
  const { row: chosen } = cursor;
  const memory = chosen && chosen !== left ? memoryOf(chosen, { listing, folding }) : to.cursor;
  const at = memory && (await host.again(memory));
  const row = (at && (await rowAt(at, { host, listing, folding }))) ?? listing.topRow ?? shown.row;
  const isLast = listing.jumps === jumps + 1 && cursor.row === chosen;
  const isThere = !isLast || memory !== to.cursor || isOf(row, to.cursor, listing);
  if (!isLast || cursor.renew(row)) return isThere;
  cursor.set(row);
  if (to.token && memory === to.cursor) cursor.comeBackTo(to.token);
  return isThere;
}
/** Whether a row is in the section of a remembered one, as far as its title tells. */
function isOf({ section }: Row, memory: PlaceMemory | null, { buffer: { sections } }: Listing): boolean {
  return memory === null || sections.get(section)?.title === memory.title;
}
