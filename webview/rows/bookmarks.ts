/** The reader's bookmarks: sets them, marks their rows, goes from one to the next. */
import type { Bookmark } from "../../extension/session/protocol/hostApi";
import type { PlaceMemory, Row } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { make } from "../base/dom";
import { t } from "../base/l10n";
import type { Notice } from "../base/notice";
import type { RowBuffer } from "./buffer";
import { columnText, shownText } from "./columnText";
import type { Decorator } from "./rowPool";
import type { RowView } from "./rowView";

/** Most characters of a row that name its bookmark. */
const NAMED = 120;
/** How long a note is shown (ms). */
const NOTE = 3000;

/** What bookmarks need of the editor. */
export interface Marking {
  readonly host: Pick<Host, "toggleBookmark">;
  readonly notice: Pick<Notice, "show" | "showAtCursor">;
  /** Whether names are shown demangled. */
  demangles(): boolean;
  readonly buffer: Pick<RowBuffer, "rows" | "indexOfRow">;
  /** The cursor's row. */
  row(): Row | undefined;
  /** What a row is found again by. */
  memory(row: Row): PlaceMemory;
  goTo(bit: number): Promise<void>;
  /** Tells a screen reader. */
  say(text: string): void;
}

/** The bookmarks of one file. */
export class Bookmarks implements Decorator {
  private texts: ReadonlyMap<number, string> = new Map();

  constructor(
    private readonly editor: Marking,
    bookmarks: readonly Bookmark[],
  ) {
    this.take(bookmarks);
  }
  /** The bookmarks are these now. */
  take(bookmarks: readonly Bookmark[]): void {
    this.texts = new Map(bookmarks.map(({ bit, text }) => [bit, text]));
  }
  /** Their bits, in the order of the file. */
  get bits(): readonly number[] {
    return [...this.texts.keys()];
  }
  /** Sets a bookmark at the cursor's row, or removes it. */
  async toggle(): Promise<void> {
    const row = this.marked();
    if (row?.positionBit === undefined)
      return this.editor.notice.showAtCursor(t("This row shows no record to set a bookmark at."));
    const text = shownText(row.assembly, this.editor.demangles()).trim() || columnText(row, "record").trim();
    this.editor.say(this.texts.has(row.positionBit) ? t("Bookmark removed") : t("Bookmark set"));
    const place = this.editor.memory(row);
    await this.editor.host.toggleBookmark({ bit: row.positionBit, text: text.slice(0, NAMED), place });
  }
  /** The row that gets the bookmark: the cursor's, or after a row that only the text has, the next of its section. */
  private marked(): Row | undefined {
    const row = this.editor.row();
    if (!row || row.positionBit !== undefined) return row;
    const { buffer } = this.editor;
    const after = buffer.rows.slice(buffer.indexOfRow(row) + 1);
    return after.find(({ section, positionBit }) => positionBit !== undefined && section === row.section);
  }
  /** Goes to the next bookmark in the file, or the one before the cursor; after the last comes the first. */
  async step(direction: 1 | -1): Promise<void> {
    const row = this.editor.row();
    const here = row?.positionBit ?? row?.startBit ?? 0;
    const { bits } = this;
    const next =
      direction > 0 ? (bits.find((bit) => bit > here) ?? bits[0]) : (bits.findLast((bit) => bit < here) ?? bits.at(-1));
    if (next === undefined) this.editor.notice.show(t("This file has no bookmarks."), NOTE);
    else await this.editor.goTo(next);
  }
  decorate({ row, element }: RowView): void {
    const text = row.positionBit === undefined ? undefined : this.texts.get(row.positionBit);
    const isMarked = element.classList.contains("bookmarked");
    if (!isMarked && text === undefined) return;
    if (isMarked) element.querySelector(":scope > .bookmark")?.remove();
    element.classList.toggle("bookmarked", text !== undefined);
    if (text === undefined) return;
    const mark = make("span", "bookmark");
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", t("bookmark"));
    mark.title = text;
    element.append(mark);
  }
}
