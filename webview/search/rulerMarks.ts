/** What the overview ruler shows: functions, hits, references, problems, bookmarks, the cursor. */
import type { Marks } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import type { Cursor } from "../cursor/cursor";
import type { Find } from "./find";
import type { Folding } from "../folds/folding";
import type { HitList } from "./hitList";
import type { Bookmarks } from "../rows/bookmarks";
import type { Listing } from "../rows/listing";
import { Ruler } from "./ruler";

/** The parts whose positions the ruler shows. */
export interface Marked {
  readonly host: Host;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly folding: Folding;
  readonly find: Find;
  readonly list: HitList;
  readonly bookmarks: Bookmarks;
}

/** The ruler of one editor. */
export class RulerMarks {
  private readonly ruler = new Ruler();
  private marks: Marks = { functions: [], problems: [] };
  private bookmarked: readonly number[] = [];

  constructor(private readonly parts: Marked) {}

  get element(): HTMLElement {
    return this.ruler.element;
  }
  /** Requests the positions of functions, problems and bookmarks under these folds. */
  async update(): Promise<void> {
    const { host, folding } = this.parts;
    this.marks = await host.marks(folding.now());
    await this.updateBookmarks();
  }
  /** Requests the positions of bookmarks alone. */
  async updateBookmarks(): Promise<void> {
    const { host, folding, listing, bookmarks } = this.parts;
    const { bits } = bookmarks;
    this.bookmarked = bits.length > 0 ? await host.shares({ ...folding.now(), bits }) : [];
    listing.draw();
  }
  draw(): void {
    const { listing, cursor, find, list } = this.parts;
    const { buffer, pageRows } = listing;
    const at = cursor.row && buffer.shareOf(cursor.row);
    const listed = list.all.map(({ share }) => share);
    // A document shorter than the view fills only the corresponding share of the ruler.
    this.ruler.draw(Math.min(1, buffer.total / pageRows), [
      { shares: this.marks.functions, colour: "--vscode-symbolIcon-functionForeground", lane: "left" },
      { shares: find.shares, colour: "--vscode-editorOverviewRuler-findMatchForeground", lane: "centre" },
      { shares: listed, colour: "--vscode-editorOverviewRuler-wordHighlightForeground", lane: "centre" },
      { shares: this.marks.problems, colour: "--vscode-editorOverviewRuler-errorForeground", lane: "right" },
      { shares: this.bookmarked, colour: "--vscode-charts-blue", lane: "left" },
      { shares: at === undefined ? [] : [at], colour: "--vscode-editorCursor-foreground", lane: "full" },
    ]);
  }
}
