/**
 * Status bar: section and problems, encoding, format and position of the active editor, and progress of counting. Where room
 * is short, VS Code leaves out items from the left of this side: the position, which is the shortest, stays longest.
 */
import * as vscode from "vscode";
import { briefName } from "../document/briefName";
import { formatPosition } from "../document/bits";
import { phraseText } from "../document/labels";
import type { Opened, SessionEvent } from "../session/protocol";
import type { CursorInfo } from "../session/protocol/hostApi";
import type { EditorPanel } from "./panel";
import type { Editors } from "./provider";

type Counting = Extract<SessionEvent, { readonly kind: "indexing" }>;

/** Counting that takes longer than this is shown (ms). */
const SLOW = 1000;

/** Most characters of a name; longer names would push the position out of the status bar. */
const LONGEST = 56;

function shortened(name: string): string {
  const brief = briefName(name, LONGEST);
  return brief.length > LONGEST ? `${brief.slice(0, LONGEST - 1)}…` : brief;
}

function problemsText(count: number): string {
  if (count === 0) return vscode.l10n.t("no problems");
  return count === 1 ? vscode.l10n.t("1 problem") : vscode.l10n.t("{0} problems", count);
}

/** The cursor's position, the number of bits, and the number of selected rows. */
function placeText({ startBit, endBit, positioned, selected }: CursorInfo): string {
  const parts = selected > 1 ? [vscode.l10n.t("{0} selected", selected)] : [];
  const [at, bits] = [formatPosition(startBit), endBit - startBit];
  if (bits > 0) parts.push(vscode.l10n.t("{0} (bit {1}), {2} bits", at, startBit, bits));
  else if (positioned) parts.push(vscode.l10n.t("{0} (bit {1})", at, startBit));
  else parts.push(vscode.l10n.t("no record"));
  return parts.join(" · ");
}

/** What the status bar shows, from left to right. */
const ITEMS = ["work", "around", "encoding", "format", "place"] as const;
type Item = (typeof ITEMS)[number];

/** The priority of the last item: left of the items that VS Code's own editors have. */
const LAST = 100;

function makeItem(id: Item): vscode.StatusBarItem {
  const priority = LAST + (ITEMS.length - 1 - ITEMS.indexOf(id)) / ITEMS.length;
  return vscode.window.createStatusBarItem(`bitscope.${id}`, vscode.StatusBarAlignment.Right, priority);
}
/** Shows a text, or nothing. */
function fill(item: vscode.StatusBarItem, text: string): void {
  item.text = text;
  if (text === "") item.hide();
  else item.show();
}

/** The cursor's position, the section around it, and the progress of counting. */
export class StatusBar implements vscode.Disposable {
  private readonly work = makeItem("work");
  private readonly around = makeItem("around");
  private readonly encoding = makeItem("encoding");
  private readonly format = makeItem("format");
  private readonly place = makeItem("place");
  private followed: vscode.Disposable | undefined;
  private current: EditorPanel | undefined;
  private title = "";
  /** Whether the file could be read; otherwise its page says why, and the Problems panel lists nothing for it. */
  private isRead = false;
  private startedAt = 0;

  constructor(editors: Editors) {
    this.format.name = vscode.l10n.t("Bitscope: Format");
    this.format.command = "bitscope.focusOverview";
    this.format.tooltip = vscode.l10n.t("Show the Overview");
    this.place.name = vscode.l10n.t("Bitscope: Position");
    this.place.command = "bitscope.goToPosition";
    this.around.name = vscode.l10n.t("Bitscope: Section and Problems");
    this.around.command = "workbench.actions.view.problems";
    this.place.tooltip = vscode.l10n.t("Go to Position…");
    this.encoding.name = vscode.l10n.t("Bitscope: Encoding");
    this.encoding.command = "bitscope.showHover";
    this.encoding.tooltip = vscode.l10n.t("Show Hover");
    this.work.name = vscode.l10n.t("Bitscope: Progress");
    editors.onActive((panel) => void this.follow(panel));
  }
  dispose(): void {
    this.followed?.dispose();
    for (const id of ITEMS) this[id].dispose();
  }

  private async follow(panel: EditorPanel | undefined): Promise<void> {
    this.current = panel;
    this.followed?.dispose();
    this.followed = undefined;
    this.work.hide();
    if (!panel) {
      for (const id of ITEMS) this[id].hide();
      return;
    }
    this.startedAt = Date.now();
    this.followed = vscode.Disposable.from(
      panel.onCursor(() => this.draw(panel)),
      panel.document.onEvent((event) => {
        if (event.kind === "indexing") this.progress(event);
        if (event.kind === "reloaded") this.take(event.opened);
        this.draw(panel);
      }),
    );
    const opened = await panel.document.opened.catch(() => undefined);
    // Another editor may have become active meanwhile.
    if (this.current !== panel) return;
    this.take(opened);
    if (panel.document.isCountingStopped) this.progress({ share: 1, stopped: true });
    this.draw(panel);
  }
  private take(opened: Opened | undefined): void {
    this.title = opened?.title ?? vscode.l10n.t("not readable");
    this.isRead = opened !== undefined && opened.format !== "unknown";
  }
  /** Shows how far lines have been counted, or that the user has stopped it; a click does the opposite. */
  private progress({ share, stopped }: Pick<Counting, "share" | "stopped">): void {
    const { work } = this;
    if (stopped) {
      work.text = `$(debug-pause) ${vscode.l10n.t("counting stopped")}`;
      work.tooltip = vscode.l10n.t("Not all lines and numbers are known; click to continue");
      work.command = "bitscope.resumeIndexing";
      work.show();
    } else if (share >= 1) work.hide();
    else {
      work.text = `$(sync~spin) ${vscode.l10n.t("counting {0} %", Math.floor(share * 100))}`;
      work.tooltip = vscode.l10n.t("Counting lines; click to stop");
      work.command = "bitscope.cancelIndexing";
      if (Date.now() - this.startedAt > SLOW) work.show();
    }
  }
  private draw(panel: EditorPanel): void {
    if (this.current !== panel) return;
    const { cursor } = panel;
    fill(this.format, this.title);
    fill(this.place, cursor ? placeText(cursor) : "");
    fill(this.encoding, phraseText(cursor?.encoding ?? "", vscode.l10n.t));
    // Outside any part, the container is the file, which is already named.
    const around = cursor?.container !== undefined && !this.title.startsWith(cursor.container) ? cursor.container : "";
    this.around.tooltip = around === "" ? undefined : around;
    const problems = this.isRead ? [problemsText(panel.document.problems)] : [];
    fill(this.around, [...(around === "" ? [] : [shortened(around)]), ...problems].join(" · "));
  }
}
