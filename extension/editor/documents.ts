/**
 * Open documents: one worker for each, shared by all editors and texts of a file, and closed some seconds after the
 * last of them.
 */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { Opened, SessionApi, SessionEvent, WorkerApi, WorkerEvent } from "../session/protocol";
import { Connection } from "../session/transport/connection";
import type { Caller, Client } from "../session/transport/rpc";
import { client } from "../session/transport/rpc";
import { fileOf, openQuery, sendDemangler, stampOf, watchFile } from "./open";
import type { Platform } from "./platform";
import { maxMemory } from "./settings";

/** How long a document stays open after its last editor closed, in ms, so that opening it again costs nothing. */
const LINGER = 5000;
/** A file that is being written changes many times; it is read again only after this long without a change, in ms. */
const QUIET = 200;

/** What can happen to a document. */
export type DocumentEvent =
  SessionEvent | { readonly kind: "reloaded"; readonly opened: Opened } | { readonly kind: "gone" };

/** A document and its worker. */
export class OpenDocument {
  readonly api: Client<SessionApi>;
  /** The opened document; rejected with the reason if it could not be opened. */
  opened: Promise<Opened>;
  /** How many problems have been found so far. */
  problems = 0;
  /** Whether the user has stopped the counting of lines before its end. */
  isCountingStopped = false;
  private readonly events = new vscode.EventEmitter<DocumentEvent>();
  readonly onEvent = this.events.event;
  private readonly connection: Connection;
  private readonly watcher: vscode.FileSystemWatcher;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private stamp = "";

  constructor(
    readonly uri: vscode.Uri,
    private readonly platform: Platform,
    private readonly extension: vscode.Uri,
  ) {
    this.connection = new Connection({
      startWorker: () => platform.startWorker(extension, maxMemory()),
      event: (event) => this.take(event as WorkerEvent),
      reopen: (reason) => this.reopen(reason),
      lost: (reason) => this.lost(reason),
    });
    this.api = client<SessionApi>(this.connection);
    this.opened = this.open();
    // Whoever asks for `opened` gets the error; nobody may have asked yet.
    this.opened.catch(() => undefined);
    this.connection.waitFor(this.opened);
    this.watcher = watchFile(fileOf(uri));
    this.watcher.onDidChange(() => this.changed());
    this.watcher.onDidCreate(() => this.changed());
    this.watcher.onDidDelete(() => this.changed());
  }

  /** Forwards a call by its name, for the webview's own connection. */
  call: Caller["call"] = (method, query, options) => this.connection.call(method, query, options);

  dispose(): void {
    clearTimeout(this.quiet);
    this.watcher.dispose();
    this.events.dispose();
    this.connection.close("the document is closed");
  }

  private get name(): string {
    return baseName(this.uri.path);
  }
  /** Whether its workers have ended without being asked to: it can answer nothing any more. */
  get isLost(): boolean {
    return this.connection.isLost;
  }
  private take(event: WorkerEvent): void {
    if (event.kind === "mangled") void sendDemangler({ call: this.connection.callNow }, this.extension);
    else if (event.kind === "changed") this.changed(true);
    else if (event.kind === "stopped") void vscode.window.showWarningMessage(`${this.name}: ${event.reason}`);
    else {
      if (event.kind === "indexing") {
        this.problems = event.problems;
        this.isCountingStopped = event.stopped;
      }
      this.events.fire(event);
    }
  }
  /** Opens the document in a new worker and tells the user why. */
  private reopen(reason: string): Promise<Opened> {
    this.opened = this.open();
    this.opened.then(
      (opened) => {
        this.events.fire({ kind: "reloaded", opened });
        const { name } = this;
        void vscode.window.showWarningMessage(
          vscode.l10n.t("The worker that reads {0} had to be restarted: {1}", name, reason),
        );
      },
      () => undefined,
    );
    return this.opened;
  }
  private lost(reason: string): void {
    const { name } = this;
    void vscode.window.showErrorMessage(
      vscode.l10n.t("The worker that reads {0} stopped twice. The file is no longer read: {1}", name, reason),
    );
  }
  private async open(): Promise<Opened> {
    const worker = client<WorkerApi>({ call: this.connection.callNow });
    const { query, stamp } = await openQuery(this.uri, this.platform);
    this.stamp = stamp;
    const opened = await worker.open(query);
    this.problems = opened.problems;
    this.isCountingStopped = false;
    return opened;
  }
  /** @param isCertain whether the worker has found it: watchers see no changes on some file systems */
  private changed(isCertain = false): void {
    if (isCertain) this.stamp = "";
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => void this.reload(), QUIET);
  }
  /** Reads the file again; if it was deleted, keeps what was read. */
  private async reload(): Promise<void> {
    try {
      const stat = await vscode.workspace.fs.stat(fileOf(this.uri));
      if (this.stamp === stampOf(stat)) return;
      this.connection.renew();
      const opened = await this.open();
      // An editor that is opened from now on shows this content, not the one before.
      this.opened = Promise.resolve(opened);
      this.events.fire({ kind: "reloaded", opened });
    } catch {
      // If it comes back, even unchanged, it is shown as the file that it is.
      this.stamp = "";
      this.events.fire({ kind: "gone" });
    }
  }
}

/** A document and the number of its users. */
interface Shared {
  readonly document: OpenDocument;
  users: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** One use of a document; dispose it when done. */
export interface DocumentUse extends vscode.Disposable {
  readonly document: OpenDocument;
}

/** All open documents. */
export class Documents implements vscode.Disposable {
  private readonly shared = new Map<string, Shared>();
  private readonly openedEmitter = new vscode.EventEmitter<OpenDocument>();
  readonly onOpened = this.openedEmitter.event;
  private readonly closedEmitter = new vscode.EventEmitter<vscode.Uri>();
  readonly onClosed = this.closedEmitter.event;

  constructor(
    private readonly platform: Platform,
    private readonly extension: vscode.Uri,
  ) {}

  /** Opens a document, or shares one that is already open. */
  use(uri: vscode.Uri): DocumentUse {
    const key = uri.with({ fragment: "" }).toString();
    let shared = this.shared.get(key);
    // A lost document that has no users left is opened anew.
    if (!shared || (shared.users === 0 && shared.document.isLost)) {
      if (shared) this.close(key, shared);
      shared = { document: new OpenDocument(uri, this.platform, this.extension), users: 0, timer: undefined };
      this.shared.set(key, shared);
      this.openedEmitter.fire(shared.document);
    }
    shared.users++;
    clearTimeout(shared.timer);
    return { document: shared.document, dispose: this.releaseOnce(key, shared) };
  }
  dispose(): void {
    for (const { document, timer } of this.shared.values()) {
      clearTimeout(timer);
      document.dispose();
    }
    this.shared.clear();
  }
  private releaseOnce(key: string, shared: Shared): () => void {
    let used = true;
    return () => {
      if (!used) return;
      used = false;
      if (--shared.users > 0) return;
      shared.timer = setTimeout(() => this.close(key, shared), LINGER);
    };
  }
  private close(key: string, shared: Shared): void {
    clearTimeout(shared.timer);
    this.shared.delete(key);
    this.closedEmitter.fire(shared.document.uri);
    shared.document.dispose();
  }
}
