/**
 * Files that another editor opens (archives, objects, programs, compressed files, Clang's precompiled headers and
 * diagnostics, MLIR bytecode under the name of its text, anything that is no text): if one contains IR or is a bitstream,
 * a hint offers Bitscope.
 */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { Documents } from "./documents";
import { viewTypeOf } from "./viewTypes";

/** Files that may contain IR but do not have our file names (package.json lists them for the Explorer's menu). */
const CARRIERS = /\.(?:a|rlib|o|obj|lo|lib|metallib|air|so|dylib|wasm|dxil|cubin|fatbin|pcm|pch|gch|dia|mlir)$/i;
/** Other files that are no text may contain anything; up to this size (bytes) they are read to find out. */
const MOST_READ = 32 << 20;
/** A tab exists before its text is read; by then (ms) it is. If not, only work is wasted. */
const GRACE = 500;

/** Whether VS Code shows a file as text: of one that is none, it shows only that, and has no document. */
function isText(uri: vscode.Uri): boolean {
  return vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
}

/** Whether the file of a tab should be opened to find out whether it contains IR. */
async function mayHoldIr(uri: vscode.Uri, { isActive }: vscode.Tab): Promise<boolean> {
  if (CARRIERS.test(uri.path)) return true;
  // A tab that was never shown has no document either.
  if (!isActive || isText(uri)) return false;
  await new Promise((resolve) => setTimeout(resolve, GRACE));
  try {
    return (await vscode.workspace.fs.stat(uri)).size <= MOST_READ && !isText(uri);
  } catch {
    return false;
  }
}

/** Opens a file with Bitscope in place of the text editor that could not show it. */
async function reopen(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("vscode.openWith", uri, viewTypeOf(uri.path));
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const isText = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();
  await vscode.window.tabGroups.close(tabs.filter(isText));
}

/** What a file is for a reader of IR, in words; undefined if Bitscope has nothing to show of it. */
async function foundIn(uri: vscode.Uri, documents: Documents): Promise<string | undefined> {
  const use = documents.use(uri);
  const name = baseName(uri.path);
  try {
    const { format, derived, title } = await use.document.opened;
    if (format === "unknown" || (format === "container" && derived === 0)) return undefined;
    if (format === "bitstream") return vscode.l10n.t("Bitscope can show {0}: {1}.", name, title);
    return vscode.l10n.t("{0} contains compiler IR that Bitscope can show.", name);
  } catch {
    return undefined;
  } finally {
    use.dispose();
  }
}

/** The files found to hold IR, for the button in the editor's title and for the status bar. */
class Carriers implements vscode.Disposable {
  /** What was found in each file, by its path: a remote window's URIs are not those of this host. */
  private readonly found = new Map<string, string>();
  private readonly item = vscode.window.createStatusBarItem("bitscope.carrier", vscode.StatusBarAlignment.Right, 100);

  /** @param offering called with whether the offer is shown */
  constructor(private readonly offering: (offers: boolean) => void) {
    this.item.name = vscode.l10n.t("Open with Bitscope");
    this.item.text = `$(file-binary) ${this.item.name}`;
    this.item.command = "bitscope.reopen";
  }
  dispose(): void {
    this.item.dispose();
  }
  add(uri: vscode.Uri, found: string): void {
    this.found.set(uri.fsPath, found);
    void vscode.commands.executeCommand("setContext", "bitscope.carriers", [...this.found.keys()]);
    this.follow();
  }
  /** Shows the offer while the active tab shows such a file as text: a message disappears after a while. */
  follow(): void {
    const uri = activeText();
    const found = uri && this.found.get(uri.fsPath);
    this.item.tooltip = found;
    void vscode.commands.executeCommand("setContext", "bitscope.offersReopen", found !== undefined);
    this.offering(found !== undefined);
    if (found === undefined) this.item.hide();
    else this.item.show();
  }
}

/** The file that the active tab shows as text. */
function activeText(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/**
 * Watches files being opened.
 * @param offering called with whether the active tab shows a file that Bitscope offers to open
 */
export function hintAtCarriers(documents: Documents, offering: (offers: boolean) => void): vscode.Disposable {
  const asked = new Set<string>();
  const carriers = new Carriers(offering);
  const consider = async (uri: vscode.Uri, tab: vscode.Tab): Promise<void> => {
    if (asked.has(uri.toString()) || !(await mayHoldIr(uri, tab)) || asked.has(uri.toString())) return;
    asked.add(uri.toString());
    const found = await foundIn(uri, documents);
    if (found === undefined) return;
    carriers.add(uri, found);
    const open = vscode.l10n.t("Open with Bitscope");
    if ((await vscode.window.showInformationMessage(found, open)) === open) await reopen(uri);
  };
  const considerTabs = (tabs: readonly vscode.Tab[]): void => {
    for (const tab of tabs) if (tab.input instanceof vscode.TabInputText) void consider(tab.input.uri, tab);
    carriers.follow();
  };
  // Tabs that were open before the extension started.
  considerTabs(vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs));
  return vscode.Disposable.from(
    carriers,
    vscode.commands.registerCommand("bitscope.reopen", async (uri: unknown) => {
      const meant = uri instanceof vscode.Uri ? uri : activeText();
      if (meant) await reopen(meant);
    }),
    // The tab of a preview shows another file after each click.
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => considerTabs([...opened, ...changed])),
    vscode.window.tabGroups.onDidChangeTabGroups(() => carriers.follow()),
  );
}
