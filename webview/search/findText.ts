/** What the find widget says of its hits, and what it takes of a text that is pasted. */
import { numberText, t } from "../base/l10n";

/** How far a search is: the number of the current hit (0: none is), how many were found, and the share of the file. */
interface Searched {
  readonly number: number;
  readonly total: number;
  readonly share: number;
  readonly done: boolean;
}

/** `3 of 17`, and while the search goes on how far it is. */
export function countText({ number, total, share, done }: Searched): string {
  // 100 % only when the search has ended, a moment after its last entry.
  const percent = Math.min(99, Math.floor(share * 100));
  if (total === 0) return done ? t("No results") : t("searching… {0} %", percent);
  const at = number > 0 ? numberText(number) : "?";
  return done ? t("{0} of {1}", at, numberText(total)) : t("{0} of {1} ({2} %)", at, `${numberText(total)}+`, percent);
}

/** Pastes the first line of several: no hit goes beyond its row. */
export function pasteLine(event: ClipboardEvent): void {
  const lines = event.clipboardData?.getData("text/plain").split(/\r?\n/) ?? [];
  const line = lines.find((text) => text.trim() !== "");
  if (lines.length < 2 || line === undefined) return;
  event.preventDefault();
  // As typing does, this replaces what is selected, and can be undone.
  document.execCommand("insertText", false, line);
}
