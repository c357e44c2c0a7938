/** Open documents: one worker for each, shared by all editors and texts of a file, ended some seconds after the last. */
import * as vscode from "vscode";
import type { Opened, SessionApi, SessionEvent, WorkerApi } from "../session/protocol";
import type { Client, Message } from "../session/rpc";
import { Caller, client } from "../session/rpc";
import { memberOf } from "./members";
import type { Platform, SessionWorker } from "./platform";
import { maxMemory } from "./settings";

/** How long a document stays open behind its last editor, in ms: closing and opening again costs nothing. */
const LINGER = 5000;
/** A file that is being written changes many times; it is read again when it has been quiet for so long (ms). */
const QUIET = 200;

/** What happens to a document. */
export type DocumentEvent =
  SessionEvent | { readonly kind: "reloaded"; readonly opened: Opened } | { readonly kind: "gone" };

/** A document and the worker that has it. */
export class OpenDocument {
  readonly api: Client<SessionApi>;
  readonly opened: Promise<Opened>;
  private readonly events = new vscode.EventEmitter<DocumentEvent>();
  readonly onEvent = this.events.event;
  private readonly caller: Caller;
  private readonly worker: Promise<SessionWorker>;
  private readonly watcher: vscode.FileSystemWatcher;
  private quiet: ReturnType<typeof setTimeout> | undefined;
  private stamp = "";

  constructor(
    readonly uri: vscode.Uri,
    private readonly platform: Platform,
    private readonly extension: vscode.Uri,
  ) {
    this.worker = platform.startWorker(extension);
    this.caller = new Caller((message) => {
      this.worker.then(
        (worker) => worker.post(message),
        (error: unknown) => this.caller.end(String(error)),
      );
    });
    this.api = client<SessionApi>(this.caller);
    void this.listen();
    this.opened = this.open();
    // Whoever asks for `opened` sees the error; nobody may have asked yet.
    this.opened.catch(() => undefined);
    const folder = vscode.Uri.joinPath(this.file, "..");
    const name = this.file.path.slice(this.file.path.lastIndexOf("/") + 1);
    this.watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, globOf(name)));
    this.watcher.onDidChange(() => this.changed());
    this.watcher.onDidCreate(() => this.changed());
    this.watcher.onDidDelete(() => this.changed());
  }

  /** A call by its name, for the webview's own connection. */
  call: Caller["call"] = (method, query, options) => this.caller.call(method, query, options);

  dispose(): void {
    clearTimeout(this.quiet);
    this.watcher.dispose();
    this.events.dispose();
    this.caller.end("the document is closed");
    void this.worker.then((worker) => worker.end());
  }

  /** The file on disk: the document itself, or the one that it is a part of. */
  private get file(): vscode.Uri {
    return memberOf(this.uri)?.file ?? this.uri;
  }
  private async listen(): Promise<void> {
    const worker = await this.worker;
    worker.listen((message: Message) => {
      if (message.type !== "event") this.caller.take(message);
      else if ((message.event as SessionEvent).kind === "mangled") void this.sendDemangler();
      else this.events.fire(message.event as SessionEvent);
    });
    worker.onFault((message) => this.caller.end(message));
  }
  /** A browser's worker cannot read the extension's files, and Node's shall not know where they are. */
  private async sendDemangler(): Promise<void> {
    const file = vscode.Uri.joinPath(this.extension, "dist", "demangle.wasm");
    const read = async (): Promise<Uint8Array> => new Uint8Array(await vscode.workspace.fs.readFile(file));
    const wasm = await read().catch(() => null);
    await client<WorkerApi>(this.caller)
      .demangler({ wasm })
      .catch(() => undefined);
  }
  private async open(): Promise<Opened> {
    const members = memberOf(this.uri)?.names ?? [];
    const query = { members, maxMemory: maxMemory() };
    const worker = client<WorkerApi>(this.caller);
    const stat = await vscode.workspace.fs.stat(this.file);
    this.stamp = `${stat.mtime} ${stat.size}`;
    if (this.platform.opensFiles && this.file.scheme === "file")
      return worker.open({ ...query, path: this.file.fsPath });
    if (stat.size > query.maxMemory)
      throw new Error(vscode.l10n.t("The file is larger than bitscope.maxMemory allows ({0} bytes).", stat.size));
    // A Node Buffer would arrive as a plain object on the other side.
    return worker.open({ ...query, bytes: new Uint8Array(await vscode.workspace.fs.readFile(this.file)) });
  }
  private changed(): void {
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => void this.reload(), QUIET);
  }
  /** Reads the file again; one that is gone leaves what was read. */
  private async reload(): Promise<void> {
    try {
      const stat = await vscode.workspace.fs.stat(this.file);
      if (this.stamp === `${stat.mtime} ${stat.size}`) return;
      this.events.fire({ kind: "reloaded", opened: await this.open() });
    } catch {
      this.events.fire({ kind: "gone" });
    }
  }
}

/** A file name as a glob that matches it alone. */
function globOf(name: string): string {
  return name.replace(/[[\]{}*?]/g, (c) => `[${c}]`);
}

/** Counts who uses a document. */
interface Shared {
  readonly document: OpenDocument;
  users: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** A use of a document; dispose it when it is over. */
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

  /** Opens a document, or shares one that is open. */
  use(uri: vscode.Uri): DocumentUse {
    const key = uri.with({ fragment: "" }).toString();
    let shared = this.shared.get(key);
    if (!shared) {
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
      shared.timer = setTimeout(() => {
        this.shared.delete(key);
        this.closedEmitter.fire(shared.document.uri);
        shared.document.dispose();
      }, LINGER);
    };
  }
}
