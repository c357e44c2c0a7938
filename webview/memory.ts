/** Where a reader is in a file: kept while the page is hidden, and until the file is opened again. */
import type { Remembered } from "../extension/session/hostApi";
import type { PlaceMemory, Row } from "../extension/session/protocol";
import type { Host } from "./connection";
import type { Cursor } from "./cursor";
import type { Folding } from "./folding";
import type { Listing } from "./listing";

/** The parts of an editor that say where one is. */
export interface Whereabouts {
  readonly host: Host;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly folding: Folding;
}

/** Where one is now; undefined before the first rows. */
export function whereabouts({ listing, cursor, folding }: Whereabouts): Remembered | undefined {
  const { sections } = listing.buffer;
  const { arrangement } = folding;
  const memory = (row: Row): PlaceMemory => ({
    arrangement,
    place: { section: row.section, entry: row.entry, line: row.line },
    bit: row.startBit,
    title: sections.get(row.section)?.title ?? "",
  });
  const { topRow } = listing;
  if (!topRow) return undefined;
  return {
    arrangement,
    folds: folding.memory((section) => sections.get(section)?.startBit),
    top: memory(topRow),
    cursor: cursor.row ? memory(cursor.row) : null,
  };
}

/** Goes back to where one was, though sections may be named otherwise now. */
export async function comeBack({ host, listing, cursor, folding }: Whereabouts, to: Remembered): Promise<void> {
  folding.use(to.arrangement);
  listing.buffer.forget();
  folding.restore(to.folds, await host.sectionsAt({ startBits: to.folds.toggledBits }));
  const shown = await listing.show({ kind: "place", place: await host.again(to.top) }, "top");
  if (!shown) return;
  folding.flip(shown.unfolded);
  const place = to.cursor && (await host.again(to.cursor));
  const row = place ? listing.buffer.rows[listing.buffer.indexOfRow(place)] : undefined;
  cursor.set(row ?? listing.topRow ?? shown.row);
}
