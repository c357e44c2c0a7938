/** Hits of find and references: showing them in the listing, and their text in the list. */
import { sectionText } from "../extension/document/labels";
import type { ViewSettings } from "../extension/session/protocol/hostApi";
import type { Hit, RowPlace } from "../extension/session/protocol";
import type { Host } from "./base/connection";
import type { Cursor } from "./cursor/cursor";
import type { Folding } from "./folds/folding";
import type { Listing } from "./rows/listing";
import type { HitPosition } from "./search/foundHits";
import type { ListedHit, Said } from "./search/hitList";
import type { Navigation } from "./navigation";
import { t } from "./base/l10n";
import { shownPart } from "./base/words";
import { shownText } from "./rows/columnText";

/** The parts of an editor that show hits. */
export interface ShowsHits {
  readonly host: Host;
  readonly folding: Folding;
  readonly cursor: Cursor;
  readonly navigation: Navigation;
  readonly settings: ViewSettings;
  say(text: string): void;
}

/** Where the cursor is among hits: its row, and the character of its token there. */
export function placeAmongHits({
  cursor,
  listing: { buffer },
}: {
  readonly cursor: Cursor;
  readonly listing: Listing;
}): (HitPosition & RowPlace) | undefined {
  const { ownRow: row, column } = cursor;
  if (!row) return undefined;
  const { section, entry, line } = row;
  const at = { section, entry, line, column: column === "record" ? column : "assembly", start: cursor.char } as const;
  // Shares of different estimates cannot be compared.
  return { ...row, share: buffer.exact ? buffer.shareOf(row) : undefined, at };
}

/** Shows a hit, with the cursor on its token. */
export async function showHit(editor: ShowsHits, hit: Hit): Promise<void> {
  const { navigation, cursor } = editor;
  const row = await navigation.reveal(hit);
  if (!row) return;
  let at = 0;
  const token = row[hit.column].findIndex((t) => (at += t.text.length) > hit.start);
  cursor.set(row, hit.column, token < 0 ? undefined : { line: row.line, token });
  const before = at - (row[hit.column][token]?.text.length ?? 0);
  const part = { start: hit.start - before, end: hit.end - before };
  const isPlain = editor.settings.demangle && row[hit.column][token]?.plain !== undefined;
  cursor.comeAcross(isPlain ? hit.plain : part);
  if (hit.end === hit.start) return;
  editor.say(shownText(row[hit.column], editor.settings.demangle));
}

/** The text of a hit's row, and the hit's range in it. */
export async function rowOfHit({ host, folding, settings }: ShowsHits, hit: ListedHit): Promise<Said> {
  const { noise } = hit;
  const anchor = { kind: "place", place: hit, unhide: true, ...(noise ? { reveals: noise } : {}) } as const;
  const { rows, sections } = await host.rows({ anchor, before: 0, after: 0, folds: folding.now() });
  const section = sections.find(({ id }) => id === hit.section);
  const { demangle } = settings;
  const container = sectionText((demangle ? section?.plain : undefined) ?? section?.title ?? "", t);
  return { ...shownPart(rows[0]?.[hit.column] ?? [], hit, demangle), container };
}
