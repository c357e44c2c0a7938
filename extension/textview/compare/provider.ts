/** Comparisons as read-only text documents. Each is made once, in a worker of its own, for both sides. */
import * as vscode from "vscode";
import { fileOf, openQuery, sendDemangler, watchFile } from "../../editor/open";
import type { Platform } from "../../editor/platform";
import { maxMemory } from "../../editor/settings";
import { Connection } from "../../session/transport/connection";
import type { CompareApi, TextPage, WorkerEvent } from "../../session/protocol";
import type { Client } from "../../session/transport/rpc";
import { client } from "../../session/transport/rpc";
import { ASSEMBLY_LANGUAGE } from "../../editor/viewTypes";
import { onClosed } from "../closed";
import type { Compared } from "./uris";
import { COMPARE_SCHEME, comparedOf, compareTitle, sideUri } from "./uris";

/** The functions that Go to Changed Function lists, with what the header tells about each. */
export type CompareSummary = Awaited<ReturnType<CompareApi["compare"]>>;

/** One comparison and its worker. */
class ComparisonDocument implements vscode.Disposable {
  readonly api: Client<CompareApi>;
  summary: Promise<CompareSummary>;
  private readonly connection: Connection;
  private readonly watchers: readonly vscode.FileSystemWatcher[];
  private readonly changes = new vscode.EventEmitter<void>();
  /** Fires when a file has changed, so that both sides must be read again. */
  readonly onChange = this.changes.event;

  constructor(
    private readonly of: Pick<Compared, "left" | "right">,
    private readonly platform: Platform,
    extension: vscode.Uri,
  ) {
    this.connection = new Connection({
      startWorker: () => platform.startWorker(extension, maxMemory()),
      event: (event) => {
        if ((event as WorkerEvent).kind === "mangled") void sendDemangler(this.connection, extension);
      },
      reopen: () => (this.summary = this.compare()),
      lost: (reason) => void vscode.window.showErrorMessage(`${compareTitle(of)}: ${reason}`),
    });
    this.api = client<CompareApi>(this.connection);
    this.summary = this.compare();
    const files = [of.left, of.right].map(fileOf).filter(({ scheme }) => scheme === "file");
    this.watchers = files.map((file) => {
      const watcher = watchFile(file);
      watcher.onDidChange(() => this.renew());
      watcher.onDidCreate(() => this.renew());
      return watcher;
    });
  }
  dispose(): void {
    for (const watcher of this.watchers) watcher.dispose();
    this.changes.dispose();
    this.connection.close("the comparison is closed");
  }
  private renew(): void {
    this.connection.renew();
    this.summary = this.compare();
    this.changes.fire();
  }
  private async compare(): Promise<CompareSummary> {
    const [left, right] = await Promise.all([this.of.left, this.of.right].map((uri) => openQuery(uri, this.platform)));
    const worker = client<CompareApi>({ call: this.connection.callNow });
    return worker.compare({ left: left?.query ?? null, right: right?.query ?? null });
  }
}

/** Provides the texts of open comparisons. */
export class Comparisons implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly open = new Map<string, { document: ComparisonDocument; readonly texts: Set<string> }>();
  private readonly closing: vscode.Disposable;

  constructor(
    private readonly platform: Platform,
    private readonly extension: vscode.Uri,
  ) {
    this.closing = onClosed(COMPARE_SCHEME, (uri) => this.release(uri));
  }
  dispose(): void {
    this.closing.dispose();
    this.changed.dispose();
    for (const { document } of this.open.values()) document.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const { side, all, ...of } = comparedOf(uri);
    const document = this.use(uri, of);
    const title = vscode.l10n.t("Comparing {0}", compareTitle(of));
    const read = async (): Promise<string> => {
      await document.summary;
      const pages: string[] = [];
      let cursor: number | undefined = 0;
      while (cursor !== undefined && !token.isCancellationRequested) {
        const page: TextPage = await document.api.compareText({ side, all, cursor });
        pages.push(page.text);
        cursor = page.next;
      }
      return pages.join("");
    };
    return vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, read);
  }
  /** The summary of an open comparison; `uri` is that of either side. */
  summaryOf(uri: vscode.Uri): Promise<CompareSummary> | undefined {
    return this.open.get(keyOf(comparedOf(uri)))?.document.summary;
  }
  /** The first line of a function of the summary, by its index, in the text of one side; null if it is not there. */
  async lineOf(uri: vscode.Uri, index: number): Promise<number | null> {
    const { side, all, ...of } = comparedOf(uri);
    return (await this.open.get(keyOf(of))?.document.api.compareLine({ side, all, index })) ?? null;
  }

  /** The function that a line of a side is in, and the line's number in it; null if it is in none. */
  async functionAt(uri: vscode.Uri, line: number): Promise<{ readonly name: string; readonly line: number } | null> {
    const { side, all, ...of } = comparedOf(uri);
    return (await this.open.get(keyOf(of))?.document.api.compareFunction({ side, all, line })) ?? null;
  }

  private use(uri: vscode.Uri, of: Pick<Compared, "left" | "right">): ComparisonDocument {
    const key = keyOf(of);
    let shared = this.open.get(key);
    if (!shared) {
      const document = new ComparisonDocument(of, this.platform, this.extension);
      shared = { document, texts: new Set() };
      this.open.set(key, shared);
      const { texts } = shared;
      document.onChange(() => texts.forEach((text) => this.changed.fire(vscode.Uri.parse(text, true))));
    }
    shared.texts.add(uri.toString());
    return shared.document;
  }
  private release(uri: vscode.Uri): void {
    const key = keyOf(comparedOf(uri));
    const shared = this.open.get(key);
    shared?.texts.delete(uri.toString());
    if (!shared || shared.texts.size > 0) return;
    shared.document.dispose();
    this.open.delete(key);
  }
}

function keyOf({ left, right }: Pick<Compared, "left" | "right">): string {
  return `${left.toString()} ${right.toString()}`;
}

/** Shows a comparison in VS Code's diff editor. */
export async function showComparison(
  of: Compared,
  title = compareTitle(of),
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  const [left, right] = [sideUri(of, "left"), sideUri(of, "right")];
  for (const uri of [left, right]) {
    const document = await vscode.workspace.openTextDocument(uri);
    if (document.languageId !== ASSEMBLY_LANGUAGE)
      await vscode.languages.setTextDocumentLanguage(document, ASSEMBLY_LANGUAGE);
  }
  await vscode.commands.executeCommand("vscode.diff", left, right, title, options);
}

/** Shows or hides what is unchanged, in the active comparison. */
export async function toggleUnchanged(): Promise<void> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputTextDiff) || input.modified.scheme !== COMPARE_SCHEME) return;
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const { left, right, all } = comparedOf(input.modified);
  await showComparison({ left, right, all: !all }, tab?.label);
  if (tab) await vscode.window.tabGroups.close(tab);
}
