/** Draws rows again after the folds have changed, without moving what the user looks at. */
import type { Row, RowPlace } from "../extension/session/protocol";
import type { Cursor } from "./cursor/cursor";
import type { Find } from "./search/find";
import type { Listing } from "./rows/listing";

/** The parts of an editor that folds affect. */
export interface Refolded {
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly find: Find;
  /** Where the ruler's marks are depends on the folds. */
  readonly ruler: { update(): Promise<void> };
}

/** Draws again; the row `keep` stays at its position on the screen. */
export async function refold(editor: Refolded, keep: RowPlace | undefined): Promise<void> {
  const { listing, cursor, find } = editor;
  const place = keep ?? listing.topRow;
  if (!place) return;
  const view = listing.viewOf(place);
  const offset = view ? Math.round(view.element.getBoundingClientRect().top / listing.height) : undefined;
  const shown = await listing.show({ kind: "shown", place }, "top");
  if (shown) leaveFolded(editor, shown.row);
  // If the cursor's row is left out now, the cursor goes to the next visible row.
  if (shown && place === cursor.row && listing.buffer.indexOf(place) < 0) cursor.set(shown.row);
  if (offset !== undefined && shown) {
    const now = listing.viewOf(shown.row)?.element.getBoundingClientRect().top ?? 0;
    listing.scrollBy(Math.round(now / listing.height) - offset);
  }
  find.again();
  void editor.ruler.update();
}

/** If the cursor is in a section that is folded now, moves it to the section's head. */
function leaveFolded({ cursor, listing }: Refolded, head: Row): void {
  const { row } = cursor;
  if (!row || head.fold !== "closed" || (row.section === head.section && row.entry === 0)) return;
  if (listing.buffer.path(row).some(({ id }) => id === head.section)) cursor.set(head);
}
