/** "Go to Symbol" and "Go to Position": VS Code's own input boxes; the listing follows what is typed. */
import * as vscode from "vscode";
import { formatPosition, parsePosition } from "../document/bits";
import { receiveTyping } from "../editor/inputs";
import type { EditorPanel } from "../editor/panel";
import { demangles } from "../editor/settings";
import type { SymbolItem } from "../session/protocol";
import { iconOf } from "./icons";

/** Most symbols shown at once; typing narrows them down. */
const SHOWN = 500;

interface SymbolPick extends vscode.QuickPickItem {
  readonly symbol: SymbolItem;
}

/** Lists symbols; the listing previews the active one. */
export async function goToSymbol(panel: EditorPanel): Promise<void> {
  const pick = vscode.window.createQuickPick<SymbolPick>();
  pick.placeholder = vscode.l10n.t(
    "Name; @ functions and globals, % types and blocks, ! metadata, # attributes, : sections",
  );
  pick.matchOnDescription = false;
  let asked = 0;
  const fill = async (): Promise<void> => {
    const turn = ++asked;
    pick.busy = true;
    const query = { text: pick.value, count: SHOWN, demangle: demangles() };
    const symbols = await panel.document.api.symbols(query).catch(() => []);
    if (turn !== asked) return;
    pick.busy = false;
    pick.items = symbols.map((symbol) => ({
      label: `$(${iconOf(symbol.kind)}) ${symbol.demangled ?? symbol.name}`,
      description: symbol.demangled === undefined ? symbol.detail : `${symbol.name}  ${symbol.detail}`,
      detail: "",
      // The worker has already filtered, also by prefixes that this box does not know.
      alwaysShow: true,
      symbol,
    }));
    if (symbols.length === 0)
      pick.placeholder = vscode.l10n.t("No symbol with that name. The file's names may have been stripped.");
  };
  let accepted = false;
  pick.onDidChangeValue(() => void fill());
  pick.onDidChangeActive(([active]) => {
    if (active && pick.value !== "") panel.tell({ kind: "show", bit: active.symbol.startBit, preview: true });
  });
  pick.onDidAccept(() => {
    const chosen = pick.activeItems[0];
    accepted = chosen !== undefined;
    pick.hide();
    if (chosen) panel.tell({ kind: "show", bit: chosen.symbol.startBit, preview: false });
  });
  pick.onDidHide(() => {
    if (!accepted) panel.tell({ kind: "endPreview" });
    pick.dispose();
  });
  receiveTyping(pick);
  pick.show();
  await fill();
}

/** Lists the siblings of the outline node at a bit, with that node first in view; goes to the chosen one. */
export async function goToBeside(panel: EditorPanel, bit: number): Promise<void> {
  const { api } = panel.document;
  const demangle = demangles();
  const node = (await api.outlineAt({ bit, demangle })).filter(({ kind }) => kind !== "group").at(-1);
  if (!node) return;
  const query = {
    path: node.path.slice(0, -1),
    from: 0,
    count: SHOWN,
    sort: "position",
    filter: "",
    demangle,
  } as const;
  const { items } = await api.outline(query);
  const picks = items.map((item) => ({
    label: `$(${iconOf(item.kind)}) ${item.demangled ?? item.name}`,
    description: item.detail ?? "",
    item,
  }));
  const pick = vscode.window.createQuickPick<(typeof picks)[number]>();
  pick.items = picks;
  pick.activeItems = picks.filter(({ item }) => item.startBit === node.startBit).slice(0, 1);
  pick.matchOnDescription = true;
  pick.onDidAccept(() => {
    const [chosen] = pick.activeItems;
    pick.hide();
    if (chosen) panel.tell({ kind: "show", bit: chosen.item.startBit, preview: false });
  });
  pick.onDidHide(() => pick.dispose());
  receiveTyping(pick);
  pick.show();
}

/** Asks for a position; the listing previews it while it is typed. */
export async function goToPosition(panel: EditorPanel): Promise<void> {
  const { bits } = await panel.document.opened;
  const box = vscode.window.createInputBox();
  const last = formatPosition(Math.max(0, bits - 1));
  box.prompt = vscode.l10n.t("Byte and bit (104:3), byte (0x68), bit (#835) or line (12); the file ends at {0}", last);
  box.placeholder = panel.cursor ? formatPosition(panel.cursor.startBit) : "0:0";
  const target = (): { bit: number } | { line: number } | undefined => {
    const text = box.value.trim();
    if (/^\d{1,15}$/.test(text)) return { line: Number(text) - 1 };
    const bit = parsePosition(text);
    return bit === undefined || bit >= bits ? undefined : { bit };
  };
  const tell = (preview: boolean): void => {
    const at = target();
    if (!at) return;
    panel.tell("bit" in at ? { kind: "show", ...at, preview } : { kind: "showLine", ...at, preview });
  };
  let accepted = false;
  const changed = (): void => {
    const wrong = box.value.trim() !== "" && target() === undefined;
    box.validationMessage = wrong ? vscode.l10n.t("Not a position in this file") : undefined;
    tell(true);
  };
  const accept = (): void => {
    if (!target()) return;
    accepted = true;
    box.hide();
    tell(false);
  };
  box.onDidChangeValue(changed);
  box.onDidAccept(accept);
  box.onDidHide(() => {
    if (!accepted) panel.tell({ kind: "endPreview" });
    box.dispose();
  });
  receiveTyping(box, changed, accept);
  box.show();
}
