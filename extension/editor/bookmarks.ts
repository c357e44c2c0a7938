/** The reader's bookmarks in the files of a workspace. */
import * as vscode from "vscode";
import { formatPosition } from "../document/bits";
import type { Bookmark } from "../session/protocol/hostApi";
import type { OpenDocument } from "./documents";
import type { Renamed } from "./memory";
import { FileMemory } from "./memory";

/** Files whose bookmarks are kept. */
const FILES = 1000;

/** Stores bookmarks; those of a file are in the order of their bits. */
export class Bookmarks implements vscode.Disposable {
  private readonly memory: FileMemory<readonly Bookmark[]>;
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  /** Fires with the file whose bookmarks have changed. */
  readonly onChange = this.changed.event;

  constructor(memento: vscode.Memento) {
    this.memory = new FileMemory(memento, "bookmarks", FILES);
  }
  of(uri: vscode.Uri): readonly Bookmark[] {
    return this.memory.of(uri) ?? [];
  }
  /** Sets a bookmark, or removes the one at its bit. */
  async toggle(uri: vscode.Uri, bookmark: Bookmark): Promise<void> {
    const isSet = this.of(uri).some(({ bit }) => bit === bookmark.bit);
    await (isSet ? this.remove(uri, bookmark.bit) : this.set(uri, bookmark));
  }
  /** Sets a bookmark, in place of the one at its bit. */
  async set(uri: vscode.Uri, bookmark: Bookmark): Promise<void> {
    const others = this.of(uri).filter(({ bit }) => bit !== bookmark.bit);
    await this.note(uri, [...others, bookmark]);
  }
  async remove(uri: vscode.Uri, at: number): Promise<void> {
    await this.note(
      uri,
      this.of(uri).filter(({ bit }) => bit !== at),
    );
  }
  /** Keeps the bookmarks of a document at their rows, also after its file has changed: now, or before it was opened. */
  follow(document: OpenDocument): void {
    const follow = (): void => void this.find(document).catch(() => undefined);
    void document.opened.then(follow, () => undefined);
    document.onEvent(({ kind }) => kind === "reloaded" && follow());
  }
  /** Finds the rows of bookmarks again. One whose section is gone stays as it is: it may come back with the next change. */
  private async find({ uri, api }: OpenDocument): Promise<void> {
    const moved = new Map<number, number>();
    for (const { bit, place } of this.of(uri)) {
      const now = place ? await api.bitAgain(place) : null;
      if (now !== null && now !== bit) moved.set(bit, now);
    }
    // Some may have been set or removed meanwhile.
    const known = this.of(uri).map((bookmark) => ({ ...bookmark, bit: moved.get(bookmark.bit) ?? bookmark.bit }));
    if (moved.size > 0) await this.note(uri, known);
  }
  /** Goes with files that are renamed. */
  move(renamed: readonly Renamed[]): Promise<void> {
    return this.memory.move(renamed);
  }
  dispose(): void {
    this.changed.dispose();
  }
  private async note(uri: vscode.Uri, bookmarks: readonly Bookmark[]): Promise<void> {
    const sorted = [...bookmarks].sort((a, b) => a.bit - b.bit);
    await this.memory.note(uri, sorted.length === 0 ? undefined : sorted);
    this.changed.fire(uri);
  }
}

/** A bookmark in the list. */
export interface BookmarkPick extends vscode.QuickPickItem {
  readonly bookmark: Bookmark;
}

/** The buttons of each bookmark in the list, and what they do; made when the list is shown, in the user's language. */
function actions(): readonly (vscode.QuickInputButton & {
  readonly run: (bookmarks: Bookmarks, uri: vscode.Uri, bookmark: Bookmark) => Promise<void>;
})[] {
  return [
    {
      iconPath: new vscode.ThemeIcon("edit"),
      tooltip: vscode.l10n.t("Rename"),
      run: async (bookmarks, uri, bookmark) => {
        const prompt = vscode.l10n.t("Name of the bookmark at {0}", formatPosition(bookmark.bit));
        const typed = await vscode.window.showInputBox({ prompt, value: bookmark.text });
        if (typed !== undefined && typed.trim() !== "") await bookmarks.set(uri, { ...bookmark, text: typed.trim() });
      },
    },
    {
      iconPath: new vscode.ThemeIcon("trash"),
      tooltip: vscode.l10n.t("Remove"),
      run: (bookmarks, uri, { bit }) => bookmarks.remove(uri, bit),
    },
  ];
}

/** A box that lists the bookmarks of a file, each with a button to rename it and one to remove it. */
export function bookmarkBox(bookmarks: Bookmarks, uri: vscode.Uri): vscode.QuickPick<BookmarkPick> {
  const box = vscode.window.createQuickPick<BookmarkPick>();
  const buttons = actions();
  const fill = (): void => {
    box.items = bookmarks.of(uri).map((bookmark) => ({
      label: bookmark.text,
      description: formatPosition(bookmark.bit),
      buttons,
      bookmark,
    }));
  };
  box.matchOnDescription = true;
  box.placeholder = vscode.l10n.t("Bookmarks of this file");
  box.onDidTriggerItemButton(async ({ button, item }) => {
    await buttons.find((one) => one === button)?.run(bookmarks, uri, item.bookmark);
    fill();
  });
  fill();
  return box;
}
