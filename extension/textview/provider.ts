/** Texts of documents as read-only text documents; the worker makes them page by page. */
import * as vscode from "vscode";
import type { Documents, OpenDocument } from "../editor/documents";
import type { Editors } from "../editor/provider";
import type { TextPage } from "../session/protocol";
import type { LinkedTexts } from "./linked";
import { nameOf } from "../editor/members";
import { ASSEMBLY_LANGUAGE } from "../editor/viewTypes";
import { onClosed } from "./closed";
import { TEXT_SCHEME, textOf, textUri } from "./uris";
import type { TextOf } from "./uris";

/** Longest text shown as a document (characters): VS Code excludes texts over 50 MB from its language features. */
const MOST = 24 * 1024 * 1024;
/** Files larger than this (bits) have a text too long for VS Code's editor: about eight characters a byte. */
const LARGE = 8 * 6 * 1024 * 1024;
/** Most functions to pick from. */
const MOST_FUNCTIONS = 2000;
/** Provides the texts, and reports when a file has changed. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** Documents stay open as long as one of their texts is. */
  private readonly uses = new Map<string, vscode.Disposable>();
  private readonly closing: vscode.Disposable;

  constructor(private readonly documents: Documents) {
    this.closing = onClosed(TEXT_SCHEME, (uri) => {
      this.uses.get(uri.toString())?.dispose();
      this.uses.delete(uri.toString());
    });
  }
  dispose(): void {
    this.closing.dispose();
    this.changed.dispose();
    for (const use of this.uses.values()) use.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const of = textOf(uri);
    const document = this.use(uri, of.uri);
    await document.opened;
    if (of.what === "stats") return statsText(document);
    const signal = new AbortController();
    token.onCancellationRequested(() => signal.abort());
    const title = vscode.l10n.t("Disassembling {0}", nameOf(of.uri));
    return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () =>
      wholeText(document, of, signal.signal),
    );
  }

  private use(text: vscode.Uri, source: vscode.Uri): OpenDocument {
    const use = this.documents.use(source);
    const follow = use.document.onEvent((event) => {
      if (event.kind === "reloaded") this.changed.fire(text);
    });
    this.uses.get(text.toString())?.dispose();
    this.uses.set(text.toString(), vscode.Disposable.from(use, follow));
    return use.document;
  }
}

/** The pages of a text, one after another. @throws if the call is cancelled or fails */
export async function* textPages(
  document: OpenDocument,
  of: TextOf,
  raw: boolean,
  signal?: AbortSignal,
): AsyncGenerator<string, void, undefined> {
  if (of.what === "stats") return;
  const query = {
    what: of.what,
    fileName: nameOf(of.uri),
    raw,
    ...(of.function === undefined ? {} : { function: of.function }),
  };
  let cursor: number | undefined = 0;
  while (cursor !== undefined) {
    const page: TextPage = await document.api.text({ ...query, cursor }, signal ? { signal } : {});
    yield page.text;
    cursor = page.next;
  }
}

async function wholeText(document: OpenDocument, of: TextOf, signal: AbortSignal): Promise<string> {
  const pages: string[] = [];
  let length = 0;
  for await (const page of textPages(document, of, false, signal)) {
    pages.push(page);
    length += page.length;
    if (length < MOST) continue;
    pages.push(`\n; ${vscode.l10n.t("The text continues. Use “Bitscope: Export…” to write all of it to a file.")}\n`);
    break;
  }
  return pages.join("");
}

/** Sizes by block and record, as a table. */
async function statsText(document: OpenDocument): Promise<string> {
  const { bits } = await document.opened;
  const rows = await document.api.stats(null);
  if (rows.length === 0) return `${vscode.l10n.t("There are no statistics for this format.")}\n`;
  const lines = rows.map((row) => {
    const share = ((100 * row.bits) / Math.max(1, bits)).toFixed(2);
    const abbreviated =
      row.abbreviated === undefined ? "" : `${((100 * row.abbreviated) / Math.max(1, row.count)).toFixed(0)}%`;
    const numbers = `${String(row.count).padStart(10)}${String(row.bits).padStart(14)}${share.padStart(8)}`;
    return `${numbers}${abbreviated.padStart(8)}  ${row.record === undefined ? row.block : `  ${row.record}`}`;
  });
  return `     count          bits  share %  abbrev  block / record\n${lines.join("\n")}\n`;
}

/** Opens a text in a tab of its own. */
export async function openText(of: TextOf, documents: Documents): Promise<vscode.TextEditor> {
  const use = documents.use(of.uri);
  try {
    const { format } = await use.document.opened;
    const document = await vscode.workspace.openTextDocument(textUri(of, format));
    if (of.what === "text") await vscode.languages.setTextDocumentLanguage(document, ASSEMBLY_LANGUAGE);
    // Not as a preview: that would replace the listing, which is often a preview itself.
    return await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.Active });
  } finally {
    use.dispose();
  }
}

/** Opens the assembly at the line of the editor's cursor; if the text is too long for VS Code, only one function. */
export async function openAssembly(uri: vscode.Uri, documents: Documents, editors: Editors): Promise<void> {
  const cursor = editors.of(uri)?.cursor;
  const use = documents.use(uri);
  try {
    const { api } = use.document;
    const { bits } = await use.document.opened;
    if (bits > LARGE) {
      const name = await pickFunction(use.document, cursor?.rowBit);
      if (name !== undefined) await openText({ uri, what: "text", function: name }, documents);
      return;
    }
    const editor = await openText({ uri, what: "text" }, documents);
    const line = cursor && (await api.lineOfBit({ bit: cursor.rowBit }));
    if (line !== undefined && line !== null) goToLine(editor, line);
  } finally {
    use.dispose();
  }
}

/** Lets the user pick a function of a large module; the one at the cursor comes first. */
async function pickFunction(document: OpenDocument, bit: number | undefined): Promise<string | undefined> {
  const symbols = await document.api.symbols({ text: "@", count: MOST_FUNCTIONS, demangle: true });
  const here = bit === undefined ? undefined : symbols.find((s) => s.startBit <= bit && bit < s.endBit);
  const functions = symbols.filter(({ kind }) => kind === "function");
  const sorted = here ? [here, ...functions.filter((f) => f !== here)] : functions;
  const picks = sorted.map(({ name, demangled, detail }) => ({ label: demangled ?? name, description: detail, name }));
  const placeHolder = vscode.l10n.t("The text of the whole file is too long for a text editor. Which function?");
  return (await vscode.window.showQuickPick(picks, { placeHolder, matchOnDescription: true }))?.name.replace(
    /^[@%]/,
    "",
  );
}

function goToLine(editor: vscode.TextEditor, line: number): void {
  const position = new vscode.Position(line, 0);
  editor.selection = new vscode.Selection(position, position);
  editor.revealRange(new vscode.Range(position, position), vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Leads from a line of the text back to its record in Bitscope's own editor. */
export async function showInBitscope(linked: LinkedTexts, editors: Editors): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.uri.scheme !== TEXT_SCHEME) return;
  const { uri } = textOf(editor.document.uri);
  const text = await linked.of(editor.document);
  let bit: number | undefined;
  for (let line = editor.selection.active.line; text && bit === undefined && line >= 0; line--)
    bit = (await text.line(line))?.bit;
  await editors.show(uri, bit ?? 0);
}
