/** Status bar: format, position, encoding, section and problems of the active editor, and progress of counting. */
import * as vscode from "vscode";
import { briefName } from "../document/briefName";
import { formatPosition } from "../document/bits";
import type { SessionEvent } from "../session/protocol";
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

/** The cursor's position, the number of bits, their encoding, and the number of selected rows. */
function placeText({ startBit, endBit, positioned, encoding, selected }: CursorInfo): string {
  const parts = selected > 1 ? [vscode.l10n.t("{0} selected", selected)] : [];
  const [at, bits] = [formatPosition(startBit), endBit - startBit];
  if (bits > 0) parts.push(vscode.l10n.t("{0} (bit {1}), {2} bits", at, startBit, bits));
  else if (positioned) parts.push(vscode.l10n.t("{0} (bit {1})", at, startBit));
  else parts.push(vscode.l10n.t("no record"));
  if (encoding !== "") parts.push(encoding);
  return parts.join(" · ");
}

/** The cursor's position, the section around it, and the progress of counting. */
export class StatusBar implements vscode.Disposable {
  /** The format stands alone: VS Code cuts an item at two fifths of the window. */
  private readonly format = vscode.window.createStatusBarItem(
    "bitscope.format",
    vscode.StatusBarAlignment.Right,
    100.5,
  );
  private readonly place = vscode.window.createStatusBarItem("bitscope.place", vscode.StatusBarAlignment.Right, 100);
  private readonly around = vscode.window.createStatusBarItem("bitscope.around", vscode.StatusBarAlignment.Right, 99);
  private readonly work = vscode.window.createStatusBarItem("bitscope.work", vscode.StatusBarAlignment.Right, 101);
  private followed: vscode.Disposable | undefined;
  private current: EditorPanel | undefined;
  private title = "";
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
    this.work.name = vscode.l10n.t("Bitscope: Progress");
    editors.onActive((panel) => void this.follow(panel));
  }
  dispose(): void {
    this.followed?.dispose();
    this.format.dispose();
    this.place.dispose();
    this.around.dispose();
    this.work.dispose();
  }

  private async follow(panel: EditorPanel | undefined): Promise<void> {
    this.current = panel;
    this.followed?.dispose();
    this.followed = undefined;
    this.work.hide();
    if (!panel) {
      this.format.hide();
      this.place.hide();
      this.around.hide();
      return;
    }
    this.startedAt = Date.now();
    this.followed = vscode.Disposable.from(
      panel.onCursor(() => this.draw(panel)),
      panel.document.onEvent((event) => {
        if (event.kind === "indexing") this.progress(event);
        if (event.kind === "reloaded") this.title = event.opened.title;
        this.draw(panel);
      }),
    );
    const opened = await panel.document.opened.catch(() => undefined);
    this.title = opened?.title ?? vscode.l10n.t("not readable");
    if (this.current === panel && panel.document.isCountingStopped) this.progress({ share: 1, stopped: true });
    this.draw(panel);
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
    this.format.text = `Bitscope: ${this.title}`;
    this.format.show();
    const { cursor } = panel;
    this.place.text = cursor ? placeText(cursor) : "";
    if (cursor) this.place.show();
    else this.place.hide();
    // Outside any part, the container is the file, which is already named.
    const around = cursor?.container !== undefined && !this.title.startsWith(cursor.container) ? cursor.container : "";
    this.around.tooltip = around === "" ? undefined : around;
    const problems = problemsText(panel.document.problems);
    this.around.text = [...(around === "" ? [] : [shortened(around)]), problems].join(" · ");
    this.around.show();
  }
}
