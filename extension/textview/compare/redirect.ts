/**
 * Shows diffs of our files (Source Control, the Timeline, "Compare Selected") as comparisons. VS Code opens one of our
 * editors for each side of such a diff and tells neither about the other; two that appear in one tab are a pair. Since
 * 1.129 it uses a custom editor for a diff only if a side is binary or `workbench.diffEditorAssociations` asks for it,
 * which our package.json does. Releases before 1.131 do not know the diff values of `customEditors[].priority`.
 */
import * as vscode from "vscode";
import { baseName } from "../../document/paths";
import type { EditorPanel } from "../../editor/panel";
import type { Editors } from "../../editor/provider";
import { showComparison } from "./provider";

/**
 * How long to wait for both editors to open and for the tabs to be known, in ms; long, for busy machines and slow
 * connections.
 */
const PATIENCE = 30000;
const AGAIN = 30;

interface Waiting {
  readonly panel: EditorPanel;
  readonly since: number;
}

/** Watches editors open and replaces diffs of them. */
export class DiffRedirect implements vscode.Disposable {
  private waiting: Waiting[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly opening: vscode.Disposable;

  constructor(editors: Editors) {
    this.opening = editors.onResolved((panel) => {
      this.waiting.push({ panel, since: Date.now() });
      panel.panel.onDidDispose(() => (this.waiting = this.waiting.filter((w) => w.panel !== panel)));
      this.look();
    });
  }
  dispose(): void {
    this.opening.dispose();
    clearTimeout(this.timer);
  }

  private look(): void {
    clearTimeout(this.timer);
    const oldest = Date.now() - PATIENCE;
    this.waiting = this.waiting.filter(({ panel, since }) => since > oldest && !hasOwnTab(panel));
    const [one, other] = this.waiting;
    const tab = one && other ? diffTab(one.panel, other.panel) : undefined;
    if (one && other && tab) {
      this.waiting = this.waiting.slice(2);
      void replace(tab, ...inOrder(tab.label, one.panel, other.panel));
    }
    if (this.waiting.length > 0) this.timer = setTimeout(() => this.look(), AGAIN);
  }
}

/** Whether an editor has a tab of its own. */
function hasOwnTab({ uri }: EditorPanel): boolean {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  return activeTab?.input instanceof vscode.TabInputCustom && activeTab.input.uri.toString() === uri.toString();
}

/** The tab with both editors: the active tab of a group, since VS Code does not tell what kind of tab it is. */
function diffTab(left: EditorPanel, right: EditorPanel): vscode.Tab | undefined {
  const tabs = vscode.window.tabGroups.all.map(({ activeTab }) => activeTab);
  const names = [left, right].map(({ uri }) => baseName(uri.path));
  return tabs.find((tab) => tab && tab.input === undefined && names.some((name) => tab.label.includes(name)));
}

/**
 * The sides of a diff, the left one first. The editor of a file that is open already is ready first, on whichever side it is:
 * a version that is kept somewhere else can only be read, and is on the left of the file; of two files, the label tells.
 */
function inOrder(label: string, one: EditorPanel, other: EditorPanel): [EditorPanel, EditorPanel] {
  const isFile = ({ uri }: EditorPanel): boolean => vscode.workspace.fs.isWritableFileSystem(uri.scheme) === true;
  const place = ({ uri }: EditorPanel): number => label.indexOf(baseName(uri.path));
  const isSwapped = isFile(one) === isFile(other) ? place(one) > place(other) : isFile(one);
  return isSwapped ? [other, one] : [one, other];
}

async function replace(tab: vscode.Tab, left: EditorPanel, right: EditorPanel): Promise<void> {
  const { viewColumn } = tab.group;
  const preview = tab.isPreview;
  // Whoever steps through the changes in Source Control keeps the focus there.
  const options = { viewColumn, preview, preserveFocus: true };
  for (const panel of [left, right]) panel.giveWay();
  try {
    await showComparison({ left: left.uri, right: right.uri, all: false }, tab.label, options);
  } catch (error) {
    for (const panel of [left, right]) panel.restart();
    throw error;
  }
  const still = vscode.window.tabGroups.all.some((group) => group.tabs.includes(tab));
  if (still) await vscode.window.tabGroups.close(tab, true);
}
