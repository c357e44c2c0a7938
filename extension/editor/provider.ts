/** The custom editor: opens any file, and tells what it is even if Bitscope cannot read it. */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { ArrangementName } from "../document/arrangement";
import type { BitRange } from "../document/bits";
import type { CursorInfo, ShownName } from "../session/protocol/hostApi";
import type { Bookmarks } from "./bookmarks";
import type { Documents, DocumentUse } from "./documents";
import { EditorPanel } from "./panel";
import { tabOf } from "./tabs";
import { ASSEMBLY_LANGUAGE, BINARY_LANGUAGE, VIEW_TYPES, viewTypeOf } from "./viewTypes";

/** The arrangement and position for an editor that opens beside another. */
interface Wanted {
  readonly arrangement: ArrangementName;
  readonly bit: number;
}

/** The title that detection gives files that already are assembly text. */
const TEXT_TITLE = /^.*\btext \(\.\w+\)/;

class EditorDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    private readonly use: DocumentUse,
  ) {}
  dispose(): void {
    this.use.dispose();
  }
}

/** All editors, and the active one. */
export class Editors implements vscode.CustomReadonlyEditorProvider<EditorDocument> {
  /** In the order of their last use. */
  private readonly panels = new Set<EditorPanel>();
  private current: EditorPanel | undefined;
  /** The editor whose page has the keyboard. */
  private focused: EditorPanel | undefined;
  /** What the next editor of a document must show, by the document's URI. */
  private readonly wanted = new Map<string, Wanted>();
  private readonly activeChanged = new vscode.EventEmitter<EditorPanel | undefined>();
  /** Fires when the active editor changes; undefined if none is active. */
  readonly onActive = this.activeChanged.event;

  private readonly resolved = new vscode.EventEmitter<EditorPanel>();
  /** Fires when an editor was created. */
  readonly onResolved = this.resolved.event;

  constructor(
    private readonly documents: Documents,
    private readonly context: vscode.ExtensionContext,
    private readonly bookmarks: Bookmarks,
  ) {}

  register(): vscode.Disposable {
    const options = { supportsMultipleEditorsPerDocument: true };
    return vscode.Disposable.from(
      ...VIEW_TYPES.map((type) => vscode.window.registerCustomEditorProvider(type, this, options)),
    );
  }

  /** The active editor. */
  get active(): EditorPanel | undefined {
    return this.current;
  }
  /** All editors, the one used last first. */
  get all(): readonly EditorPanel[] {
    return [...this.panels].reverse();
  }
  /** The editor of a document, the one used last of several. */
  of(uri: vscode.Uri): EditorPanel | undefined {
    return this.all.find((panel) => panel.uri.toString() === uri.toString());
  }

  /** Shows a bit of a document, or the definition of a symbol, in its editor or in a new one. */
  async show(uri: vscode.Uri, bit: number, name: ShownName = {}): Promise<void> {
    const panel = await this.bring(uri);
    panel?.panel.reveal();
    panel?.tell({ kind: "show", bit, preview: false, ...name });
  }

  /** Shows the row of a problem of a document, in its editor or in a new one. */
  async showProblem(uri: vscode.Uri, problem: BitRange): Promise<void> {
    const panel = await this.bring(uri);
    panel?.panel.reveal();
    panel?.tell({ kind: "showProblem", ...problem });
  }
  /** An editor of a document; opens one if there is none. */
  private async bring(uri: vscode.Uri): Promise<EditorPanel | undefined> {
    if (!this.of(uri)) await vscode.commands.executeCommand("vscode.openWith", uri, viewTypeOf(uri.path));
    return this.of(uri);
  }

  /** Opens the active editor's document beside it in the other arrangement; each follows the other's cursor. */
  async openBeside(): Promise<void> {
    const panel = this.current;
    const opened = await panel?.document.opened;
    if (!panel || !opened || opened.arrangements.length < 2) return;
    const shown = panel.cursor?.arrangement ?? opened.arrangements[0];
    const arrangement = opened.arrangements.find((name) => name !== shown) ?? "records";
    this.wanted.set(panel.uri.toString(), { arrangement, bit: panel.cursor?.rowBit ?? 0 });
    const options = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false };
    await vscode.commands.executeCommand("vscode.openWith", panel.uri, panel.panel.viewType, options);
  }

  openCustomDocument(uri: vscode.Uri): EditorDocument {
    return new EditorDocument(uri, this.documents.use(uri));
  }
  resolveCustomEditor(document: EditorDocument, webviewPanel: vscode.WebviewPanel): void {
    const key = document.uri.toString();
    const use = this.documents.use(document.uri);
    const panel = new EditorPanel(use, webviewPanel, this.context, this.bookmarks, this.wanted.get(key));
    this.wanted.delete(key);
    this.panels.add(panel);
    this.resolved.fire(panel);
    panel.onCursor((cursor) => this.lead(panel, cursor));
    panel.onStarted(() => panel === this.current && this.setContext());
    panel.onFocus((isFocused) => this.focus(panel, isFocused));
    webviewPanel.onDidChangeViewState(() => this.follow());
    webviewPanel.onDidDispose(() => {
      this.panels.delete(panel);
      this.focus(panel, false);
      this.follow();
    });
    this.follow();
    void this.openTextAsText(panel);
  }

  /** A file with a bitcode name but assembly text (`llvm-as` was not run) is opened as text, with a message. */
  private async openTextAsText({ uri, document, panel }: EditorPanel): Promise<void> {
    const opened = await document.opened.catch(() => undefined);
    const what = opened?.format === "unknown" ? TEXT_TITLE.exec(opened.title)?.[0] : undefined;
    if (what === undefined || panel.viewType !== VIEW_TYPES[0]) return;
    if (uri.scheme !== "file" || !panel.active) return;
    const tab = tabOf(uri, [vscode.window.tabGroups.activeTabGroup]);
    if (!tab) return;
    const name = baseName(uri.path);
    await vscode.commands.executeCommand("vscode.openWith", uri, "default", { preview: tab.isPreview });
    const shown = vscode.window.activeTextEditor?.document;
    // What the user has set for such names stays.
    const isUnset = shown?.languageId === "plaintext" || shown?.languageId === BINARY_LANGUAGE;
    if (isUnset && shown.uri.toString() === uri.toString())
      await vscode.languages.setTextDocumentLanguage(shown, ASSEMBLY_LANGUAGE);
    if (vscode.window.tabGroups.activeTabGroup.tabs.includes(tab)) await vscode.window.tabGroups.close(tab, true);
    void vscode.window.showInformationMessage(
      vscode.l10n.t("{0} is not bitcode but {1}, so it is shown as text.", name, what),
    );
  }

  private follow(): void {
    const active = [...this.panels].find(({ panel }) => panel.active);
    if (active === this.current) return;
    this.current = active;
    if (active) {
      this.panels.delete(active);
      this.panels.add(active);
    }
    this.setContext();
    this.activeChanged.fire(active);
    // With a click into it, its cursor may have moved before it became the active one.
    if (active?.cursor) this.lead(active, active.cursor);
  }

  /** Moves other editors of the document that show another arrangement to the same record. */
  private lead(panel: EditorPanel, { rowBit, arrangement }: CursorInfo): void {
    if (panel !== this.current) return;
    this.setContext();
    for (const other of this.panels) {
      const same = other !== panel && other.uri.toString() === panel.uri.toString();
      // What is split off comes to where the reader was by itself, and tells its arrangement when it is there.
      const shown = other.cursor?.arrangement ?? arrangement;
      if (same && other.panel.visible && shown !== arrangement) other.tell({ kind: "follow", bit: rowBit });
    }
  }
  /**
   * Sets the context for F6: VS Code does not see that the keyboard is in a page, so its command for the next part of the
   * window would lead back to the editor again and again.
   */
  private focus(panel: EditorPanel, isFocused: boolean): void {
    if (isFocused) this.focused = panel;
    else if (this.focused === panel) this.focused = undefined;
    void vscode.commands.executeCommand("setContext", "bitscope.focused", this.focused !== undefined);
  }
  /** Sets the context for keys and buttons that depend on what is shown. */
  private setContext(): void {
    const { cursor, members = 0, hasRows = true } = this.current ?? {};
    void vscode.commands.executeCommand("setContext", "bitscope.noRows", !hasRows);
    void vscode.commands.executeCommand("setContext", "bitscope.arrangement", cursor?.arrangement);
    void vscode.commands.executeCommand("setContext", "bitscope.hasMembers", members > 0);
  }
}
