/** The view "Bitcode Outline": follows the active editor, shows a node in the editor on a click, sorts and filters. */
import { append } from "../document/arrays";
import * as vscode from "vscode";
import { sizeOf } from "../document/outline";
import { briefName } from "../document/briefName";
import { formatPosition } from "../document/bits";
import { labelText, phraseText } from "../document/labels";
import type { EditorPanel } from "../editor/panel";
import type { Editors } from "../editor/provider";
import { demangles } from "../editor/settings";
import { openMember } from "../editor/members";
import { tabOf } from "../editor/tabs";
import type { OutlineItem, OutlineQuery } from "../session/protocol";
import { PAGE_ROWS } from "../session/protocol";
import type { Change, Changes } from "./changes";
import { changeItem } from "./changes";
import { grouped, withGroups } from "./grouped";
import { iconOf } from "./icons";

/** The view's id in package.json. */
export const OUTLINE_VIEW = "bitscope.outline";
/** Most children of a node that are fetched at once; "… more" then represents the rest. */
const CHUNK = 2000;

/** The first node of an outline is open at first if it is a module, or if there are at most so many nodes in it. */
const OPEN = 500;

/** Longer demangled names are shortened, in characters; the tooltip has the full name. */
const ROOM = 40;

/** The key that tells whether the view was opened for the user once. */
const OPENED = "outline.opened";

/** A node of the view: a node of the outline, the line for those not fetched yet, or a change of a comparison. */
export interface OutlineElement {
  readonly item: OutlineItem | undefined;
  readonly parent: OutlineElement | undefined;
  /** For "… more": the number of nodes not fetched yet. */
  readonly more?: number;
  readonly change?: Change;
}

/** Whether a node is what readers look for first: a module's functions, or the module with them. */
function isFirst({ path, kind, detail }: OutlineItem): boolean {
  return path.length === 1 && path[0] === 0 && (kind === "module" || (kind === "group" && Number(detail) <= OPEN));
}

/** Its name in the file; of a group, which none has there, in the user's language. */
function nameOf({ kind, name }: OutlineItem): string {
  return kind === "group" ? labelText(name, vscode.l10n.t) : name;
}

/**
 * What tells a node from others: its place and the names around it. VS Code keeps what is selected and what is open by this,
 * and after a file has changed on disk another function may be in the place.
 */
function idOf({ item, parent }: OutlineElement): readonly string[] {
  return item ? [...(parent ? idOf(parent) : []), `${item.path.at(-1) ?? ""} ${item.name}`] : [];
}

function revealing(element: OutlineElement): vscode.Command {
  return { command: "bitscope.revealOutlineItem", title: vscode.l10n.t("Reveal"), arguments: [element] };
}

/** The data of the view. */
export class OutlineTree implements vscode.TreeDataProvider<OutlineElement>, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<OutlineElement | undefined>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<OutlineElement>;
  private readonly elements = new Map<string, OutlineElement>();
  private readonly limits = new Map<string, number>();
  private panel: EditorPanel | undefined;
  /** The comparison that is shown; while there is one, its changes are listed. */
  private changes: Changes | undefined;
  /** Whether an offer is shown in place of the items. */
  private givesWay = false;
  private readonly configured: vscode.Disposable;
  private followed: vscode.Disposable | undefined;
  private sort: OutlineQuery["sort"] = "position";
  private filter = "";

  constructor(
    private readonly editors: Editors,
    private readonly memory: vscode.Memento,
  ) {
    this.view = vscode.window.createTreeView(OUTLINE_VIEW, { treeDataProvider: this, showCollapseAll: true });
    this.view.onDidChangeVisibility(() => this.panel && void this.follow(this.panel));
    this.configured = vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("bitscope.demangle")) this.refresh();
    });
    editors.onActive((panel) => {
      this.show(panel);
      if (panel) this.openOnce(panel).catch(() => undefined);
    });
    this.show(editors.active);
  }
  dispose(): void {
    this.followed?.dispose();
    this.configured.dispose();
    this.view.dispose();
    this.changed.dispose();
  }

  /**
   * VS Code adds a view to the Explorer collapsed, below its own views, so it is opened when the first file is read.
   */
  private async openOnce(panel: EditorPanel): Promise<void> {
    if (this.memory.get(OPENED, false)) return;
    await panel.document.opened;
    const [first] = await this.getChildren();
    // A side of a diff has no tab of its own; whoever opens one in Source Control must not be led to the Explorer.
    if (!first || this.panel !== panel || !tabOf(panel.uri)) return;
    await this.memory.update(OPENED, true);
    await this.view.reveal(first, { select: false, focus: false });
  }

  /** The children of a node. */
  async getChildren(parent?: OutlineElement): Promise<OutlineElement[]> {
    const { panel, changes } = this;
    if (this.givesWay) return [];
    if (changes) return parent ? [] : this.listChanges(changes);
    if (!panel) return [];
    const path = parent?.item?.path ?? [];
    const limit = this.limits.get(path.join(".")) ?? CHUNK;
    const found: OutlineElement[] = [];
    let total = Infinity;
    try {
      while (found.length < Math.min(limit, total)) {
        const { sort, filter } = this;
        const query = { path, from: found.length, count: PAGE_ROWS, sort, filter, demangle: demangles() };
        const page = await panel.document.api.outline(query);
        total = page.total;
        if (page.items.length === 0) break;
        append(
          found,
          page.items.map((item) => this.element(item, parent)),
        );
      }
    } catch {
      // The document was closed, or could not be opened; the editor shows that.
      return [];
    }
    if (path.length === 0) this.say(found.length, (await panel.document.opened).format);
    if (total > found.length) found.push({ item: undefined, parent, more: total - found.length });
    return found;
  }
  getParent(element: OutlineElement): OutlineElement | undefined {
    return element.parent;
  }
  getTreeItem(element: OutlineElement): vscode.TreeItem {
    const { item, change } = element;
    if (change) return Object.assign(changeItem(change), { command: revealing(element) });
    if (!item) return this.moreItem(element);
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const opens = isFirst(item) || (item.kind === "group" && this.filter !== "");
    const tree = new vscode.TreeItem(
      item.demangled === undefined ? nameOf(item) : briefName(item.demangled, ROOM),
      item.expandable ? (opens ? Expanded : Collapsed) : None,
    );
    tree.id = [this.panel?.uri.toString() ?? "", this.filter, ...idOf(element)].join("\n");
    const mangled = item.demangled === undefined ? undefined : item.name;
    const { language } = vscode.env;
    const detail = item.detail === undefined ? undefined : withGroups(phraseText(item.detail, vscode.l10n.t), language);
    const beside = [mangled, detail].filter((text) => text !== undefined);
    if (beside.length > 0) tree.description = beside.join("  ");
    tree.iconPath = new vscode.ThemeIcon(iconOf(item.kind));
    const bits = sizeOf(item);
    const size =
      bits % 8 === 0
        ? vscode.l10n.t("{0} bytes", grouped(bits / 8, language))
        : vscode.l10n.t("{0} bits", grouped(bits, language));
    const where = `${formatPosition(item.startBit)} … ${formatPosition(item.endBit)}`;
    const names = item.demangled === undefined ? nameOf(item) : `${item.demangled}\n${item.name}`;
    const called = `${names}${detail === undefined ? "" : `  ${detail}`}`;
    // The range of a group is that of all around it.
    tree.tooltip = item.kind === "group" ? called : `${called}\n${where} (${size})`;
    tree.contextValue = item.derived === undefined ? item.kind : "derived";
    // A click on a group only opens it.
    if (item.kind !== "group") tree.command = revealing(element);
    return tree;
  }

  /** Shows a node in the editor. "… more" fetches further nodes. */
  async reveal(element: OutlineElement): Promise<void> {
    if (element.change) return element.change.go();
    if (element.more !== undefined) {
      const key = (element.parent?.item?.path ?? []).join(".");
      this.limits.set(key, (this.limits.get(key) ?? CHUNK) + CHUNK);
      this.changed.fire(element.parent);
      return;
    }
    const { panel } = this;
    if (!panel || !element.item) return;
    const { kind, startBit, endBit, unpackedBits, symbol } = element.item;
    if (kind === "problem") await this.editors.showProblem(panel.uri, { startBit, endBit });
    else if (unpackedBits === undefined) await this.editors.show(panel.uri, startBit, { toName: true });
    else await this.editors.show(panel.uri, startBit, { symbol });
  }
  /** Opens the document inside this one that belongs to a node. */
  async openMember(element: OutlineElement): Promise<void> {
    if (this.panel && element.item?.derived !== undefined) await openMember(this.panel.document, element.item.derived);
  }
  /** Lists the changes of a comparison, until an editor becomes active or the comparison is closed (undefined). */
  showChanges(changes: Changes | undefined): void {
    if (changes?.key === this.changes?.key) return;
    this.changes = changes;
    this.view.message = "";
    this.refresh();
  }
  /** Shows the offer to open the file of the active tab in place of the items of another file, or ends that. */
  giveWay(offers: boolean): void {
    if (offers === this.givesWay) return;
    this.givesWay = offers;
    if (offers) this.view.message = "";
    this.refresh();
  }
  private async listChanges(changes: Changes): Promise<OutlineElement[]> {
    const all = await changes.list().catch(() => []);
    const wanted = this.filter.toLowerCase();
    const shown = all.filter(({ name }) => name.toLowerCase().includes(wanted));
    if (this.changes !== changes) return [];
    if (all.length === 0) this.view.message = vscode.l10n.t("No function differs.");
    else this.say(shown.length);
    return shown.map((change) => ({ item: undefined, parent: undefined, change }));
  }
  setSort(sort: OutlineQuery["sort"]): void {
    this.sort = sort;
    this.refresh();
  }
  /** Asks for a text and shows only nodes that contain it; filters while the user types. */
  async askFilter(): Promise<void> {
    const box = vscode.window.createInputBox();
    box.placeholder = vscode.l10n.t("Show only items that contain this text");
    box.value = this.filter;
    const before = this.filter;
    box.onDidChangeValue((text) => this.setFilter(text));
    await new Promise<void>((resolve) => {
      let accepted = false;
      box.onDidAccept(() => {
        accepted = true;
        box.hide();
      });
      box.onDidHide(() => {
        if (!accepted) this.setFilter(before);
        resolve();
      });
      box.show();
    });
    box.dispose();
  }
  setFilter(text: string): void {
    this.filter = text.trim();
    void vscode.commands.executeCommand("setContext", "bitscope.outlineFiltered", this.filter !== "");
    this.refresh();
  }

  private refresh(): void {
    // The welcome text must not be shown while a file is being read.
    const isFilled = !this.givesWay && (this.panel !== undefined || this.changes !== undefined);
    void vscode.commands.executeCommand("setContext", "bitscope.outlineFilled", isFilled);
    this.elements.clear();
    this.limits.clear();
    this.changed.fire(undefined);
  }
  private element(item: OutlineItem, parent: OutlineElement | undefined): OutlineElement {
    const key = item.path.join(".");
    const known = this.elements.get(key);
    if (known) return known;
    const element = { item, parent };
    this.elements.set(key, element);
    return element;
  }
  private moreItem(element: OutlineElement): vscode.TreeItem {
    const tree = new vscode.TreeItem(vscode.l10n.t("… {0} more", grouped(element.more ?? 0, vscode.env.language)));
    tree.command = { command: "bitscope.revealOutlineItem", title: "", arguments: [element] };
    return tree;
  }
  private show(panel: EditorPanel | undefined): void {
    if (!panel || (panel === this.panel && !this.changes)) return;
    this.changes = undefined;
    this.panel = panel;
    this.followed?.dispose();
    this.followed = vscode.Disposable.from(
      panel.onCursor(() => void this.follow(panel)),
      panel.document.onEvent((event) => {
        if (event.kind === "reloaded" || (event.kind === "indexing" && event.share === 1)) this.refresh();
      }),
      panel.panel.onDidDispose(() => {
        if (this.panel !== panel) return;
        this.panel = undefined;
        // What was said about the closed file; the welcome text takes its place.
        this.view.message = "";
        this.refresh();
      }),
    );
    this.refresh();
  }
  /** Selects the node around the cursor. */
  private async follow(panel: EditorPanel): Promise<void> {
    if (!this.view.visible || this.filter !== "" || !panel.cursor || this.changes) return;
    const path = await panel.document.api
      .outlineAt({ bit: panel.cursor.rowBit, demangle: demangles() })
      .catch(() => []);
    let element: OutlineElement | undefined;
    for (const item of path) element = this.element(item, element);
    if (!element || this.panel !== panel || this.view.selection[0] === element) return;
    await this.view.reveal(element, { select: true, focus: false }).then(undefined, () => undefined);
  }
  /** @param format of the file whose items are listed, if they are of one */
  private say(count: number, format = ""): void {
    if (count > 0) this.view.message = this.filter === "" ? "" : vscode.l10n.t("Filter: {0}", this.filter);
    else if (this.filter !== "")
      this.view.message = vscode.l10n.t("No item contains “{0}”. Clear the filter to see all.", this.filter);
    else if (format === "unknown")
      this.view.message = vscode.l10n.t(
        "There is nothing in this file that Bitscope can read. The editor tells what it is.",
      );
    else this.view.message = vscode.l10n.t("This file has no blocks or symbols to list. Its rows are in the editor.");
  }
}
