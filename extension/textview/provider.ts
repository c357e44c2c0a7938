/** Texts of documents as read-only text documents, made page by page in the worker. */
import * as vscode from "vscode";
import type { Documents, OpenDocument } from "../editor/documents";
import type { TextPage } from "../session/protocol";
import { nameOf, textOf, textUri } from "./uris";
import type { TextOf } from "./uris";

/** Longest text made into a document (characters): VS Code gives none over 50 MB to its language features. */
const MOST = 24 * 1024 * 1024;
/** The language of assembly texts (package.json): it has our grammar and no file name. */
const ASSEMBLY = "bitscope-assembly";

/** Gives the texts, and says when a file has changed. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  /** Documents stay open as long as one of their texts is. */
  private readonly uses = new Map<string, vscode.Disposable>();
  private readonly closing: vscode.Disposable;

  constructor(private readonly documents: Documents) {
    this.closing = vscode.workspace.onDidCloseTextDocument(({ uri }) => {
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

/** The pages of a text, one after another. @throws where the call is cancelled or fails */
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
    pages.push(`\n; ${vscode.l10n.t("The text goes on. Use “Bitscope: Export…” to write all of it to a file.")}\n`);
    break;
  }
  return pages.join("");
}

/** Size by block and record, as a table. */
async function statsText(document: OpenDocument): Promise<string> {
  const { bits } = await document.opened;
  const rows = await document.api.stats(null);
  if (rows.length === 0) return `${vscode.l10n.t("This format keeps no statistics.")}\n`;
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
    if (of.what === "text") await vscode.languages.setTextDocumentLanguage(document, ASSEMBLY);
    // Not a preview: that would take the place of the listing, which is often one itself.
    return await vscode.window.showTextDocument(document, { preview: false, viewColumn: vscode.ViewColumn.Active });
  } finally {
    use.dispose();
  }
}
