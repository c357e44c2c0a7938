/** Assembles the extension; both hosts, Node's and the browser's, start here. */
import * as vscode from "vscode";
import { Bookmarks } from "./editor/bookmarks";
import { registerEditorCommands } from "./editor/commands";
import { reportProblems } from "./editor/diagnostics";
import { Documents } from "./editor/documents";
import { goToSource } from "./editor/goToSource";
import { hintAtCarriers } from "./editor/hint";
import { MemberFiles } from "./editor/memberFiles";
import { meantEditor } from "./editor/meant";
import { placesOf } from "./editor/memory";
import { MEMBER_SCHEME, openMember } from "./editor/members";
import type { EditorPanel } from "./editor/panel";
import type { Platform } from "./editor/platform";
import { Editors } from "./editor/provider";
import { viewTypeOf } from "./editor/viewTypes";
import { showIrOfLine } from "./editor/showIr";
import { StatusBar } from "./editor/statusBar";
import { grouped } from "./outline/grouped";
import { goToBeside, goToBookmark, goToPosition, goToSymbol } from "./outline/goTo";
import type { OutlineElement } from "./outline/tree";
import { OUTLINE_VIEW, OutlineTree } from "./outline/tree";
import { compareDisassembly } from "./textview/compare/command";
import { followComparisons, goToChange } from "./textview/compare/changes";
import { Comparisons, toggleUnchanged } from "./textview/compare/provider";
import { DiffRedirect } from "./textview/compare/redirect";
import { showCompared } from "./textview/compare/toEditor";
import { COMPARE_SCHEME } from "./textview/compare/uris";
import { exportText } from "./textview/export";
import { registerLanguage } from "./textview/language";
import { LinkedTexts } from "./textview/linked";
import { registerNames } from "./textview/plainLanguage";
import { openAssembly, openText, showInBitscope, Texts } from "./textview/provider";
import { TEXT_SCHEME } from "./textview/uris";

/** The editor id of VS Code's hex editor. */
const HEX_EDITOR = "hexEditor.hexedit";
/** How documents inside a file are opened as files. */
const READONLY = { isReadonly: true, isCaseSensitive: true };

/** Registers everything; it is disposed with the context. */
export function activateWith(context: vscode.ExtensionContext, platform: Platform): void {
  const documents = new Documents(platform, context.extensionUri);
  const bookmarks = new Bookmarks(context.workspaceState);
  const editors = new Editors(documents, context, bookmarks);
  const outline = new OutlineTree(editors, context.globalState);
  const compared = new Comparisons(platform, context.extensionUri);
  const hexEditor = vscode.extensions.getExtension("ms-vscode.hexeditor") !== undefined;
  void vscode.commands.executeCommand("setContext", "bitscope.hexEditor", hexEditor);
  context.subscriptions.push(
    documents,
    outline,
    reportProblems(documents),
    hintAtCarriers(documents, (offers) => outline.giveWay(offers)),
    editors.register(),
    new StatusBar(editors),
    registerEditorCommands(editors),
    new DiffRedirect(editors),
    // Before the file is renamed: its editor is opened again as soon as it is.
    vscode.workspace.onWillRenameFiles(({ files }) => {
      void placesOf(context.workspaceState).move(files);
      void bookmarks.move(files);
    }),
    vscode.workspace.registerFileSystemProvider(MEMBER_SCHEME, new MemberFiles(documents), READONLY),
    ...texts(documents, editors, compared),
    ...comparisons(compared, outline),
    ...fileCommands(documents, editors, platform, context),
    bookmarks,
    documents.onOpened((document) => bookmarks.follow(document)),
    ...panelCommands(editors, bookmarks),
    ...outlineCommands(outline),
  );
}

/** The assembly as text. */
function texts(documents: Documents, editors: Editors, compared: Comparisons): readonly vscode.Disposable[] {
  const provider = new Texts(documents);
  const linked = new LinkedTexts(documents);
  return [
    provider,
    vscode.workspace.registerTextDocumentContentProvider(TEXT_SCHEME, provider),
    linked,
    registerLanguage(linked),
    register("showInBitscope", async () => {
      const editor = vscode.window.activeTextEditor;
      if (editor?.document.uri.scheme === COMPARE_SCHEME) await showCompared(editor, compared, documents, editors);
      else await showInBitscope(linked, editors);
    }),
  ];
}

/** Two assemblies side by side. */
function comparisons(provider: Comparisons, outline: OutlineTree): readonly vscode.Disposable[] {
  return [
    provider,
    vscode.workspace.registerTextDocumentContentProvider(COMPARE_SCHEME, provider),
    registerNames({ scheme: COMPARE_SCHEME }, () => Promise.resolve(false)),
    followComparisons(provider, (changes) => outline.showChanges(changes)),
    register("goToChange", () => goToChange(provider)),
    register("toggleUnchanged", toggleUnchanged),
  ];
}

function register(name: string, run: (...args: never[]) => unknown): vscode.Disposable {
  return vscode.commands.registerCommand(`bitscope.${name}`, run as (...args: unknown[]) => unknown);
}

/** The commands about a file: from the Explorer they get its URI; from the palette they mean the active editor's. */
function fileCommands(
  documents: Documents,
  editors: Editors,
  platform: Platform,
  context: vscode.ExtensionContext,
): readonly vscode.Disposable[] {
  const withUri = (name: string, run: (uri: vscode.Uri, all: readonly vscode.Uri[]) => unknown): vscode.Disposable =>
    register(name, (uri?: vscode.Uri, all?: readonly vscode.Uri[]) => {
      const target = uri instanceof vscode.Uri ? uri : editors.active?.uri;
      return target && run(target, Array.isArray(all) ? all : []);
    });
  const openWith = (uri: vscode.Uri, type: string): Thenable<unknown> =>
    vscode.commands.executeCommand("vscode.openWith", uri, type);
  return [
    withUri("openFile", (uri) => openWith(uri, viewTypeOf(uri.path))),
    withUri("openInHexEditor", (uri) => openWith(uri, HEX_EDITOR)),
    register("openAssembly", async (uri?: vscode.Uri) => {
      const target = uri instanceof vscode.Uri ? uri : (await meantEditor(editors))?.uri;
      return target && openAssembly(target, documents, editors);
    }),
    withUri("openDump", (uri) => openText({ uri, what: "dump" }, documents)),
    withUri("showStatistics", (uri) => openText({ uri, what: "stats" }, documents)),
    withUri("compareDisassembly", (uri, all) => compareDisassembly(uri, all, context.workspaceState)),
    withUri("exportFile", (uri) => exportText(uri, documents, platform)),
    register("showProblem", (uri: string, startBit: number, endBit: number) =>
      editors.showProblem(vscode.Uri.parse(uri), { startBit, endBit }),
    ),
    register("showIrOfLine", () => showIrOfLine(editors)),
  ];
}

/** The commands of the active editor that the host carries out. */
function panelCommands(editors: Editors, bookmarks: Bookmarks): readonly vscode.Disposable[] {
  const withPanel = (name: string, run: (panel: EditorPanel) => unknown): vscode.Disposable =>
    register(name, () => editors.active && run(editors.active));
  return [
    withPanel("goToSymbol", goToSymbol),
    withPanel("goToPosition", goToPosition),
    withPanel("goToBookmark", (panel) => goToBookmark(panel, bookmarks)),
    withPanel("goToSource", goToSource),
    withPanel("openMember", pickMember),
    withPanel("cancelIndexing", (panel) => panel.document.api.stopIndexing(null)),
    withPanel("resumeIndexing", (panel) => panel.document.api.resumeIndexing(null)),
    register("pickBeside", (bit: number) => editors.active && goToBeside(editors.active, bit)),
  ];
}

function outlineCommands(outline: OutlineTree): readonly vscode.Disposable[] {
  return [
    register("focusOutline", () => vscode.commands.executeCommand(`${OUTLINE_VIEW}.focus`)),
    register("revealOutlineItem", (element: OutlineElement) => outline.reveal(element)),
    register("openOutlineMember", (element: OutlineElement) => outline.openMember(element)),
    register("filterOutline", () => outline.askFilter()),
    register("clearOutlineFilter", () => outline.setFilter("")),
    register("sortOutlineByPosition", () => outline.setSort("position")),
    register("sortOutlineByName", () => outline.setSort("name")),
    register("sortOutlineBySize", () => outline.setSort("size")),
  ];
}

/** Lets the user pick a document inside the active one. */
async function pickMember({ document }: EditorPanel): Promise<void> {
  const members = await document.api.derived(null);
  if (members.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("This file contains no other document."));
    return;
  }
  const picks = members.map(({ name, startBit, endBit }, index) => ({
    label: name,
    index,
    description: vscode.l10n.t("{0} bytes", grouped(Math.ceil((endBit - startBit) / 8), vscode.env.language)),
  }));
  const chosen = await vscode.window.showQuickPick(picks, { placeHolder: vscode.l10n.t("Open") });
  if (chosen) await openMember(document, chosen.index);
}
