/** The host's side of one editor: answers its webview, and forwards questions about the document to the worker. */
import * as vscode from "vscode";
import { baseName } from "../document/paths";
import type { ArrangementName } from "../document/arrangement";
import type {
  Bookmark,
  ColumnState,
  CursorInfo,
  EditorCommand,
  HostAction,
  HostApi,
  HostEvent,
  PickQuery,
  Remembered,
  Start,
  ViewState,
} from "../session/protocol/hostApi";
import type { Opened, SessionApi } from "../session/protocol";
import type { Call, Message, Methods } from "../session/transport/rpc";
import { callMethod, isCall, Server } from "../session/transport/rpc";
import type { SourceFrame } from "../document/sourceLocation";
import type { Bookmarks } from "./bookmarks";
import type { DocumentUse, OpenDocument } from "./documents";
import { onFontZoom, zoomFont } from "./fontZoom";
import { pageHtml, skeletonHtml } from "./html";
import { typeInto } from "./inputs";
import { memberOf, openMember } from "./members";
import { placesOf } from "./memory";
import { openFrame } from "./openFrame";
import { placeFor, withBefore } from "./places";
import { viewSettings } from "./settings";

/** The host's own methods; all others are the document's. */
type OwnMethods = Omit<HostApi, keyof SessionApi>;

/** The key under which the view options are stored. */
const VIEW = "view";
function columnsKey(format: string, arrangement: ArrangementName): string {
  return `columns.${format}.${arrangement}`;
}

/** Events that say nothing new to a webview that starts after them. */
const TOLD_AT_START: readonly HostEvent["kind"][] = ["settings", "indexing", "bookmarks"];

const HEX_EDITOR = "ms-vscode.hexeditor";

async function pickMany({ placeholder, items }: PickQuery): Promise<readonly number[] | null> {
  const picks = items.map((item, index) => ({ ...item, index }));
  const chosen = await vscode.window.showQuickPick(picks, { placeHolder: placeholder, canPickMany: true });
  return chosen?.map(({ index }) => index) ?? null;
}

/** Whether a page that was made for one document can show another: what it asks for and draws is the same. */
function isAlike(one: Opened, other: Opened | undefined): boolean {
  const shape = ({ format, title, recordWidth, arrangements, noisy, derived }: Opened): string =>
    JSON.stringify([format, title, recordWidth, arrangements, noisy, derived]);
  // The page of a file in no known format shows its first bytes.
  return other !== undefined && one.format !== "unknown" && shape(one) === shape(other);
}

/** An editor. */
export class EditorPanel {
  /** The cursor's position, as last reported by the webview. */
  cursor: CursorInfo | undefined;
  private readonly cursorMoved = new vscode.EventEmitter<CursorInfo>();
  readonly onCursor = this.cursorMoved.event;
  private readonly focusChanged = new vscode.EventEmitter<boolean>();
  /** Fires when the page gets or loses the keyboard. */
  readonly onFocus = this.focusChanged.event;
  private readonly started = new vscode.EventEmitter<void>();
  /** Fires when the page knows what it shows. */
  readonly onStarted = this.started.event;
  /** Whether it shows the rows of a file, as far as is known; otherwise a page that tells why it has none. */
  hasRows = true;
  private readonly server: Server;
  private readonly disposables: vscode.Disposable[] = [];
  private ready = false;
  private waiting: HostEvent[] = [];

  constructor(
    private readonly use: DocumentUse,
    readonly panel: vscode.WebviewPanel,
    private readonly context: vscode.ExtensionContext,
    private readonly bookmarks: Bookmarks,
    private readonly wanted?: { readonly arrangement: ArrangementName; readonly bit: number },
  ) {
    const { webview } = panel;
    this.server = new Server(
      (message) => void webview.postMessage(message),
      (method, query, call) => this.dispatch(method, query, call),
    );
    this.disposables.push(
      webview.onDidReceiveMessage((message: unknown) => isCall(message) && this.server.take(message)),
      this.document.onEvent((event) => this.tell(event)),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("bitscope") || change.affectsConfiguration("editor")) this.tellSettings();
      }),
      onFontZoom(() => this.tellSettings()),
      bookmarks.onChange((uri) => {
        if (uri.toString() === this.uri.toString()) this.tell({ kind: "bookmarks", bookmarks: bookmarks.of(uri) });
      }),
      this.cursorMoved,
      this.started,
      this.focusChanged,
      panel.onDidChangeViewState(() => {
        // A hidden page is discarded, and starts again when it is shown.
        if (!panel.visible) this.leavePage();
      }),
    );
    webview.options = {
      enableScripts: true,
      localResourceRoots: [vscode.Uri.joinPath(context.extensionUri, "dist")],
    };
    webview.html = pageHtml(webview, context.extensionUri);
    panel.onDidDispose(() => this.dispose());
  }

  get document(): OpenDocument {
    return this.use.document;
  }
  get uri(): vscode.Uri {
    return this.document.uri;
  }
  /** Lets the webview carry out a command. */
  command(command: EditorCommand): void {
    this.tell({ kind: "command", command });
  }
  /**
   * Sends an event to the webview, or queues it until the webview has started. What its start requests itself is not
   * queued. A page that was made for another kind of file is made anew.
   */
  tell(event: HostEvent): void {
    if (this.ready && event.kind === "reloaded" && !isAlike(event.opened, this.shown)) this.restart();
    else if (this.ready) void this.panel.webview.postMessage({ type: "event", event } satisfies Message<HostEvent>);
    else if (!TOLD_AT_START.includes(event.kind)) this.waiting.push(event);
  }

  private tellSettings(): void {
    this.tell({ kind: "settings", settings: viewSettings() });
  }

  /** What the page was made for; undefined before it has started, or if the document could not be opened. */
  private shown: Opened | undefined;
  /** The number of documents inside the one that is shown. */
  get members(): number {
    return this.shown?.derived ?? 0;
  }
  /** Loads the page anew. */
  restart(): void {
    this.cursor = undefined;
    this.load(pageHtml);
  }
  /** Shows nothing of the file from now on, because another editor is about to take this one's place. */
  giveWay(): void {
    this.load(skeletonHtml);
  }
  private load(html: typeof pageHtml): void {
    this.leavePage();
    this.panel.webview.html = html(this.panel.webview, this.context.extensionUri);
  }

  /** The page is no more: nobody waits for what it has asked. */
  private leavePage(): void {
    this.ready = false;
    this.focusChanged.fire(false);
    this.server.dispose();
  }

  private dispose(): void {
    this.server.dispose();
    for (const disposable of this.disposables) disposable.dispose();
    this.use.dispose();
  }

  private dispatch(method: string, query: unknown, call: Call<unknown>): Promise<unknown> {
    if (Object.hasOwn(this.own, method)) return callMethod(this.own, method, query, call);
    const { signal } = call;
    return this.document.call(method, query, { signal, progress: (value: unknown) => call.progress(value) });
  }

  private readonly own: Methods<OwnMethods> = {
    start: () => this.start(),
    cursor: (info: CursorInfo) => {
      this.cursor = info;
      this.cursorMoved.fire(info);
      return Promise.resolve(null);
    },
    saveColumns: async ({ arrangement, state }) => {
      const { format } = await this.document.opened;
      await this.context.globalState.update(columnsKey(format, arrangement), state);
      return null;
    },
    saveView: async (view: ViewState) => {
      await this.context.globalState.update(VIEW, view);
      return null;
    },
    remember: async (place: Remembered) => {
      const places = placesOf(this.context.workspaceState);
      await places.note(this.uri, withBefore(places.of(this.uri), place));
      return null;
    },
    toggleBookmark: async (bookmark: Bookmark) => {
      await this.bookmarks.toggle(this.uri, bookmark);
      return null;
    },
    pickBeside: async ({ bit }) => {
      await vscode.commands.executeCommand("bitscope.pickBeside", bit);
      return null;
    },
    writeClipboard: async (text: string) => {
      await vscode.env.clipboard.writeText(text);
      return null;
    },
    zoomFont: (by: number) => {
      zoomFont(by);
      return Promise.resolve(null);
    },
    focused: (isFocused: boolean) => {
      this.focusChanged.fire(isFocused);
      return Promise.resolve(null);
    },
    typed: (text: string) => {
      typeInto(text);
      return Promise.resolve(null);
    },
    run: async (action: HostAction) => {
      await this.run(action);
      return null;
    },
    pick: pickMany,
    openMember: async (index: number) => {
      await openMember(this.document, index);
      return null;
    },
    openSource: async (frame: SourceFrame) => {
      await openFrame(frame);
      return null;
    },
  };

  private async start(): Promise<Start> {
    // An editor that is moved to another group or window is loaded anew there, and nothing tells that it is left here.
    if (this.ready) this.leavePage();
    const opened = await this.document.opened.catch((error: unknown) => error as Error);
    const failed = opened instanceof Error;
    this.ready = true;
    this.shown = failed ? undefined : opened;
    this.hasRows = !failed && opened.format !== "unknown";
    this.started.fire();
    const waiting = this.waiting;
    this.waiting = [];
    // Sent after the answer, since the webview needs the document first.
    setTimeout(() => waiting.forEach((event) => this.tell(event)));
    const bit = /^bit=(\d+)$/.exec(this.uri.fragment)?.[1];
    return {
      opened: failed ? null : opened,
      error: failed ? opened.message : "",
      name: baseName(this.uri.path),
      settings: viewSettings(),
      columns: failed ? {} : this.columns(opened.format),
      view: this.context.globalState.get<ViewState>(VIEW) ?? { wraps: false, overviewFolded: false },
      remembered: failed ? null : this.rememberedIn(opened.format),
      bookmarks: this.bookmarks.of(this.uri),
      arrangement: this.wanted?.arrangement ?? null,
      showBit: bit === undefined ? (this.wanted?.bit ?? null) : Number(bit),
      texts: vscode.l10n.bundle ?? {},
      hexEditor: vscode.extensions.getExtension(HEX_EDITOR) !== undefined,
      isMember: memberOf(this.uri) !== undefined,
    };
  }

  private rememberedIn(format: string): Remembered | null {
    return placeFor(placesOf(this.context.workspaceState).of(this.uri), format) ?? null;
  }
  private columns(format: string): Start["columns"] {
    const of = (arrangement: ArrangementName): ColumnState | undefined =>
      this.context.globalState.get<ColumnState>(columnsKey(format, arrangement));
    const [records, assembly] = [of("records"), of("assembly")];
    return { ...(records ? { records } : {}), ...(assembly ? { assembly } : {}) };
  }

  private async run(action: HostAction): Promise<void> {
    switch (action) {
      case "openAsText":
        await vscode.commands.executeCommand("vscode.openWith", this.uri, "default");
        return;
      case "openInHexEditor":
        await vscode.commands.executeCommand("bitscope.openInHexEditor", this.uri);
        return;
      case "export":
        await vscode.commands.executeCommand("bitscope.exportFile", this.uri);
        return;
      case "reopen":
        await vscode.commands.executeCommand("workbench.action.reopenWithEditor");
        return;
      case "openAssembly":
        await vscode.commands.executeCommand("bitscope.openAssembly", this.uri);
        return;
      case "goBack":
        await vscode.commands.executeCommand("workbench.action.navigateBack");
        return;
      case "goForward":
        await vscode.commands.executeCommand("workbench.action.navigateForward");
        return;
    }
  }
}
