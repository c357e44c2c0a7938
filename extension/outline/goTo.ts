/** "Go to Symbol", "Go to Bookmark" and "Go to Position": VS Code's own input boxes; the listing follows what is typed. */
import * as vscode from "vscode";
import { formatPosition, parsePosition } from "../document/bits";
import type { BookmarkPick, Bookmarks } from "../editor/bookmarks";
import { bookmarkBox } from "../editor/bookmarks";
import { receiveTyping } from "../editor/inputs";
import type { EditorPanel } from "../editor/panel";
import { demangles } from "../editor/settings";
import type { OutlineItem } from "../session/protocol";
import { iconOf } from "./icons";
import type { SymbolPick } from "./symbolList";
import { SHOWN, SymbolList } from "./symbolList";

/** Lists symbols; the listing previews the active one. */
export async function goToSymbol(panel: EditorPanel): Promise<void> {
  const pick = vscode.window.createQuickPick<SymbolPick>();
  pick.placeholder = vscode.l10n.t(
    "Name; @ functions and globals, % types and blocks, ! metadata, # attributes, $ comdats, : sections",
  );
  pick.matchOnDescription = false;
  const show = ({ symbol }: SymbolPick, preview: boolean): void =>
    panel.tell({ kind: "show", bit: symbol.startBit, preview, toName: true });
  // Enter may come before the symbols that match what was typed: it chooses the first of them, once it is found.
  let isAwaited = false;
  const list = new SymbolList(pick, panel, () => {
    if (isAwaited) accept();
  });
  const changed = (): void => void list.update();
  pick.onDidChangeValue(changed);
  pick.onDidChangeActive(([active]) => {
    if (active && pick.value !== "") show(active, true);
  });
  const accept = endPreviewUnlessAccepted(pick, panel, () => {
    const { chosen } = list;
    isAwaited = !list.isCurrent || (!chosen && pick.busy);
    return chosen && !isAwaited ? () => show(chosen, false) : undefined;
  });
  receiveTyping(pick, changed, accept);
  pick.show();
  await list.update();
}

/**
 * Closes a box on Enter and goes to the target, if there is one; closed otherwise, it leaves the reader where he was.
 * @param target what Enter leads to now
 * @returns what Enter does
 */
function endPreviewUnlessAccepted(
  box: vscode.QuickInput & Pick<vscode.InputBox, "onDidAccept">,
  panel: EditorPanel,
  target: () => (() => void) | undefined,
): () => void {
  let accepted = false;
  const accept = (): void => {
    const go = target();
    if (!go) return;
    accepted = true;
    box.hide();
    go();
  };
  box.onDidAccept(accept);
  box.onDidHide(() => {
    if (!accepted) panel.tell({ kind: "endPreview" });
    box.dispose();
  });
  return accept;
}

/** Lists the bookmarks of a file; the listing previews the active one. */
export function goToBookmark(panel: EditorPanel, bookmarks: Bookmarks): void {
  const box = bookmarkBox(bookmarks, panel.uri);
  if (box.items.length === 0) box.placeholder = vscode.l10n.t("This file has no bookmarks.");
  const show = ({ bookmark: { bit } }: BookmarkPick, preview: boolean): void =>
    panel.tell({ kind: "show", bit, preview });
  box.onDidChangeActive(([active]) => active && show(active, true));
  endPreviewUnlessAccepted(box, panel, () => {
    const [chosen] = box.activeItems;
    return chosen && (() => show(chosen, false));
  });
  receiveTyping(box);
  box.show();
}

/** Lists the siblings of the outline node at a bit, with that node first in view; goes to the chosen one. */
export async function goToBeside(panel: EditorPanel, bit: number): Promise<void> {
  const { items, startBit } = await besideOf(panel, bit);
  if (startBit === undefined) return;
  const picks = items.map((item) => ({
    label: `$(${iconOf(item.kind)}) ${item.demangled ?? item.name}`,
    description: item.detail ?? "",
    item,
  }));
  const pick = vscode.window.createQuickPick<(typeof picks)[number]>();
  pick.items = picks;
  pick.activeItems = picks.filter(({ item }) => item.startBit === startBit).slice(0, 1);
  pick.matchOnDescription = true;
  pick.onDidAccept(() => {
    const [chosen] = pick.activeItems;
    pick.hide();
    if (chosen) panel.tell({ kind: "show", bit: chosen.item.startBit, preview: false, toName: true });
  });
  pick.onDidHide(() => pick.dispose());
  receiveTyping(pick);
  pick.show();
}

/** The outline node at a bit, and its siblings. */
async function besideOf(
  { document: { api } }: EditorPanel,
  bit: number,
): Promise<{ readonly items: readonly OutlineItem[]; readonly startBit?: number }> {
  const demangle = demangles();
  const node = (await api.outlineAt({ bit, demangle })).filter(({ kind }) => kind !== "group").at(-1);
  if (!node) return { items: [] };
  const path = node.path.slice(0, -1);
  const { items } = await api.outline({ path, from: 0, count: SHOWN, sort: "position", filter: "", demangle });
  return { items, startBit: node.startBit };
}

/** Asks for a position; the listing previews it while it is typed. */
export async function goToPosition(panel: EditorPanel): Promise<void> {
  const { bits } = await panel.document.opened;
  const box = vscode.window.createInputBox();
  const last = formatPosition(Math.max(0, bits - 1));
  box.prompt = vscode.l10n.t(
    "Byte and bit (104:3), byte (0x68), bit (#835) or line of the text (12); the file ends at {0}",
    last,
  );
  box.placeholder = panel.cursor ? formatPosition(panel.cursor.startBit) : "0:0";
  const tell = (preview: boolean): (() => void) | undefined => {
    const at = placeTyped(box.value, bits);
    return at && (() => panel.tell({ ...at, preview }));
  };
  const changed = (): void => {
    const go = tell(true);
    const wrong = box.value.trim() !== "" && !go;
    box.validationMessage = wrong ? vscode.l10n.t("Not a position in this file") : undefined;
    if (go) go();
    else panel.tell({ kind: "endPreview" });
  };
  box.onDidChangeValue(changed);
  const accept = endPreviewUnlessAccepted(box, panel, () => tell(false));
  receiveTyping(box, changed, accept);
  box.show();
}

/** The bit or line that a text means, in a file of so many bits. */
function placeTyped(
  typed: string,
  bits: number,
): { readonly kind: "showLine"; readonly line: number } | { readonly kind: "show"; readonly bit: number } | undefined {
  const text = typed.trim();
  if (/^\d{1,15}$/.test(text)) return { kind: "showLine", line: Number(text) - 1 };
  const bit = parsePosition(text);
  return bit === undefined || bit >= bits ? undefined : { kind: "show", bit };
}
