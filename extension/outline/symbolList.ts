/** The list of "Go to Symbol": the symbols that match what is typed, as they are found. */
import * as vscode from "vscode";
import type { EditorPanel } from "../editor/panel";
import { demangles } from "../editor/settings";
import type { SymbolItem } from "../session/protocol";
import { iconOf } from "./icons";

/** Most symbols shown at once; typing narrows them down. */
export const SHOWN = 500;

/** A symbol in the list. */
export interface SymbolPick extends vscode.QuickPickItem {
  readonly symbol: SymbolItem;
}

/** Fills a box whenever what is typed in it changes. */
export class SymbolList {
  /** Whether the list begins with what matches what is typed. */
  isCurrent = false;
  private last = new AbortController();

  /**
   * The symbol that Enter leads to. VS Code tells which one is active a moment after the list was set, and an Enter may come
   * before that: until then, it is the first.
   */
  get chosen(): SymbolPick | undefined {
    const { items, activeItems } = this.pick;
    return activeItems.find((active) => items.includes(active)) ?? items[0];
  }

  /** @param listed called when the list shows what matches what is typed */
  constructor(
    private readonly pick: vscode.QuickPick<SymbolPick>,
    private readonly panel: EditorPanel,
    private readonly listed: () => void,
  ) {}

  /** Searches for what is typed now; the box is busy until all is found. */
  async update(): Promise<void> {
    const { pick, panel } = this;
    this.last.abort();
    const { signal } = (this.last = new AbortController());
    this.isCurrent = false;
    pick.busy = true;
    const query = { text: pick.value, count: SHOWN, demangle: demangles() };
    const progress = (found: readonly SymbolItem[]): void => {
      if (!signal.aborted) this.show(found);
    };
    const symbols = await panel.document.api.symbols(query, { signal, progress }).catch(() => []);
    if (signal.aborted) return;
    pick.busy = false;
    this.show(symbols);
    if (symbols.length === 0)
      pick.placeholder = vscode.l10n.t("No symbol with that name. The file's names may have been stripped.");
  }

  /** Shows symbols; what follows those that are shown already does not move the reader's choice. */
  private show(symbols: readonly SymbolItem[]): void {
    const { pick } = this;
    const [active] = this.isCurrent ? pick.activeItems : [];
    pick.keepScrollPosition = active !== undefined;
    pick.items = symbols.map(pickOf);
    const same = active && pick.items.find(({ symbol }) => isSame(symbol, active.symbol));
    if (same) pick.activeItems = [same];
    this.isCurrent = true;
    this.listed();
  }
}

function pickOf(symbol: SymbolItem): SymbolPick {
  return {
    label: `$(${iconOf(symbol.kind)}) ${symbol.demangled ?? symbol.name}`,
    description: symbol.demangled === undefined ? symbol.detail : `${symbol.name}  ${symbol.detail}`,
    detail: "",
    // The worker has already filtered, also by prefixes that this box does not know.
    alwaysShow: true,
    symbol,
  };
}

function isSame(a: SymbolItem, b: SymbolItem): boolean {
  return a.startBit === b.startBit && a.kind === b.kind && a.name === b.name;
}
