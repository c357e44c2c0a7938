/** Copying: what is selected, in the form of the arrangement or in one that was asked for. */
import type { Place } from "../../extension/document/section";
import type { CopyKind, CopyPart, Folds } from "../../extension/session/protocol";
import { boxText } from "./box";
import type { Host } from "../base/connection";
import type { Selected } from "./selection";
import type { Notice } from "../base/states";
import { t } from "../base/l10n";

/** Most characters that are copied: what is longer is a matter for export. */
const MOST = 16 * 1024 * 1024;
const NOTE = 4000;

/** How a selection is copied. */
export interface CopyForm {
  readonly kind: CopyKind | "selection";
  /** What whole records are copied as, where nothing else was asked for. */
  readonly whole: CopyKind;
  /** What is folded and left out. */
  readonly folds: Folds;
  /** Whether names are seen as programmers write them: a box is copied as it is seen. */
  readonly demangle: boolean;
}

/** Copies what is selected: as it stands, or the records that it is in, in a form. */
export async function copySelected(
  host: Host,
  selected: Selected,
  { kind, whole, folds, demangle }: CopyForm,
  notice: Notice,
): Promise<void> {
  if (selected.kind === "box" && kind === "selection")
    return void (await host.writeClipboard(await boxText(host, folds, selected, demangle)));
  let text = "";
  const part: CopyPart | undefined =
    selected.kind === "text" && kind === "selection"
      ? { from: pick(selected.from), to: pick(selected.to), column: selected.column }
      : undefined;
  const place = ({ section, entry }: Place): Place => ({ section, entry });
  const { hidden = [] } = folds;
  let from = selected.from && place(selected.from);
  do {
    const page: { text: string; next?: Place } = await host.copy({
      kind: kind === "selection" ? whole : kind,
      hidden,
      ...(from ? { from } : {}),
      ...(selected.to ? { to: place(selected.to) } : {}),
      ...(part ? { part } : {}),
    });
    text += page.text;
    from = page.next;
  } while (from && text.length < MOST);
  // One record is copied without the line's end: it is pasted into a line more often than not.
  await host.writeClipboard(selected.count === 1 ? text.replace(/\n$/, "") : text);
  if (from) notice.show(t("The selection is too large to copy. Export the file instead."), NOTE);
}

function pick({ section, entry, line, char }: CopyPart["from"]): CopyPart["from"] {
  return { section, entry, line, char };
}

/** What is selected in a box of ours that the browser selects in: a hover, a list. */
export function selectedOutside(rows: HTMLElement): string {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return "";
  const box = selection.anchorNode?.parentElement?.closest(".inset");
  if (!box?.contains(selection.focusNode) && selection.containsNode(rows, true)) return "";
  return selection.toString();
}
