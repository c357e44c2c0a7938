/** The custom editor: opens any file, and says in its page what it is, even where it is nothing that we read. */
import * as vscode from "vscode";
import type { Documents, DocumentUse } from "./documents";
import { EditorPanel } from "./panel";

/** The editor for our own file names, and the same one as an option for all others. */
export const VIEW_TYPES = ["bitscope.editor", "bitscope.editorOption"] as const;

/** So long (ms) after an editor was opened, the one that it has replaced is closed. */
const REPLACED = 100;

/** A place in a file as a URI: `file.bc#bit=866`. It opens, or is shown in, the editor of that file. */
export function bitUri(uri: vscode.Uri, bit: number): vscode.Uri {
  return uri.with({ fragment: `bit=${bit}` });
}
/** The bit that a URI names; undefined for one of a whole file. */
function bitOf(uri: vscode.Uri): number | undefined {
  const bit = /^bit=(\d{1,15})$/.exec(uri.fragment)?.[1];
  return bit === undefined ? undefined : Number(bit);
}

class EditorDocument implements vscode.CustomDocument {
  constructor(
    readonly uri: vscode.Uri,
    private readonly use: DocumentUse,
  ) {}
  dispose(): void {
    this.use.dispose();
  }
}

/** All editors, and which of them the user is in. */
export class Editors implements vscode.CustomReadonlyEditorProvider<EditorDocument> {
  private readonly panels = new Set<EditorPanel>();
  private current: EditorPanel | undefined;
  private readonly activeChanged = new vscode.EventEmitter<EditorPanel | undefined>();
  /** The editor that has become the active one; undefined when none is. */
  readonly onActive = this.activeChanged.event;

  constructor(
    private readonly documents: Documents,
    private readonly context: vscode.ExtensionContext,
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
  /** An editor of a document, the active one first. */
  of(uri: vscode.Uri): EditorPanel | undefined {
    const same = (panel: EditorPanel): boolean => panel.uri.toString() === uri.toString();
    return this.current && same(this.current) ? this.current : [...this.panels].find(same);
  }

  /** Shows a bit of a document, in its editor or in a new one. */
  async show(uri: vscode.Uri, bit: number, preview = false): Promise<void> {
    if (!this.of(uri)) await vscode.commands.executeCommand("vscode.openWith", uri, VIEW_TYPES[0]);
    const panel = this.of(uri);
    if (!preview) panel?.panel.reveal();
    panel?.tell({ kind: "show", bit, preview });
  }

  openCustomDocument(uri: vscode.Uri): EditorDocument {
    return new EditorDocument(uri, this.documents.use(uri));
  }
  async resolveCustomEditor(document: EditorDocument, webviewPanel: vscode.WebviewPanel): Promise<void> {
    const bit = bitOf(document.uri);
    if (bit !== undefined) return this.showInstead(document.uri, bit, webviewPanel);
    const panel = new EditorPanel(this.documents.use(document.uri), webviewPanel, this.context);
    this.panels.add(panel);
    webviewPanel.onDidChangeViewState(() => this.follow());
    webviewPanel.onDidDispose(() => {
      this.panels.delete(panel);
      this.follow();
    });
    this.follow();
  }

  /**
   * Shows a bit in the file's own editor, in place of one that is opening for the bit alone: VS Code takes a URI with a
   * fragment for another file, and would not tell when the same bit is asked for again.
   */
  private async showInstead(uri: vscode.Uri, bit: number, opening: vscode.WebviewPanel): Promise<void> {
    // An editor that the new one takes the place of, as a preview's, is closed in the meantime.
    await new Promise((resolve) => setTimeout(resolve, REPLACED));
    const { viewColumn } = opening;
    opening.dispose();
    const file = uri.with({ fragment: "" });
    const options = { preserveFocus: true, ...(viewColumn === undefined ? {} : { viewColumn }) };
    if (!this.of(file)) await vscode.commands.executeCommand("vscode.openWith", file, VIEW_TYPES[0], options);
    const panel = this.of(file);
    panel?.panel.reveal(undefined, true);
    panel?.tell({ kind: "show", bit, preview: false });
  }

  private follow(): void {
    const active = [...this.panels].find(({ panel }) => panel.active);
    if (active === this.current) return;
    this.current = active;
    this.activeChanged.fire(active);
  }
}
