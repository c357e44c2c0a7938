/** Copying: text that is selected by mouse, else the records that are selected, in one of several forms. */
import type { Place } from "../extension/document/section";
import type { CopyKind } from "../extension/session/protocol";
import type { Host } from "./connection";
import type { Cursor } from "./cursor";
import type { Notice } from "./states";
import { t } from "./l10n";

/** Most characters that are copied: what is longer is a matter for export. */
const MOST = 16 * 1024 * 1024;
const NOTE = 2000;

/** Copies the selected records. */
export async function copyRecords(host: Host, cursor: Cursor, kind: CopyKind, notice: Notice): Promise<void> {
  const { selection } = cursor;
  if (!selection) return;
  let text = "";
  let from: Place | undefined = selection.from;
  while (from && text.length < MOST) {
    const page: { text: string; next?: Place } = await host.copy({ kind, from, to: selection.to });
    text += page.text;
    from = page.next;
  }
  // One record is copied without the line's end: it is pasted into a line more often than not.
  await host.writeClipboard(selection.count === 1 ? text.replace(/\n$/, "") : text);
  if (from) notice.show(t("The selection is too large to be copied whole; export the file instead."), NOTE * 2);
}

/** What is selected by mouse. */
export function selectedText(): string {
  const selection = getSelection();
  return selection && !selection.isCollapsed ? selection.toString() : "";
}
