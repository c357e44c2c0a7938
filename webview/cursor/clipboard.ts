/** Copies the selection, in the form of the arrangement or in a requested one. */
import type { Place } from "../../extension/document/section";
import type { CopyKind, CopyPart, Folds } from "../../extension/session/protocol";
import { boxText } from "./box";
import type { Host } from "../base/connection";
import type { Selected } from "./selection";
import type { Notice } from "../base/notice";
import { t } from "../base/l10n";

/** Most characters to copy; longer text must be exported. */
const MOST = 64 * 1024 * 1024;
const NOTE = 4000;
/** After this long (ms) a note says that the copying still goes on: what is pasted before its end is something else. */
const LONG = 500;

/** How a selection is copied. */
export interface CopyForm {
  readonly kind: CopyKind | "selection";
  /** The form for complete records, unless another one was requested. */
  readonly whole: CopyKind;
  /** What is folded and what is left out. */
  readonly folds: Folds;
  /** Whether names are shown demangled: a box is copied as displayed. */
  readonly demangle: boolean;
}

/** Copies the selection: the selected characters as they are, or the selected records in a form. */
export async function copySelected(host: Host, selected: Selected, form: CopyForm, notice: Notice): Promise<void> {
  const copying = t("The selection is being copied…");
  const slow = setTimeout(() => notice.show(copying), LONG);
  try {
    const text = await textOf(host, selected, form);
    // Who pastes a part of the text may not see that it is one.
    if (text === undefined) notice.show(t("The selection is too large to copy. Export the file instead."), NOTE);
    // A single record is copied without its line end, since it is usually pasted into a line.
    else await host.writeClipboard(selected.count === 1 ? text.replace(/\n$/, "") : text);
  } finally {
    clearTimeout(slow);
    notice.hide(copying);
  }
}

/** The text of a selection; undefined if it is too long. */
async function textOf(
  host: Host,
  selected: Selected,
  { kind, whole, folds, demangle }: CopyForm,
): Promise<string | undefined> {
  if (selected.kind === "box" && kind === "selection") return boxText(host, folds, selected, demangle);
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
  return from ? undefined : text;
}

function pick({ section, entry, line, char }: CopyPart["from"]): CopyPart["from"] {
  return { section, entry, line, char };
}

/** The text selected by the browser in one of our boxes: a hover, a list. */
export function selectedOutside(rows: HTMLElement): string {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return "";
  const box = selection.anchorNode?.parentElement?.closest(".inset");
  if (!box?.contains(selection.focusNode) && selection.containsNode(rows, true)) return "";
  return selection.toString();
}
