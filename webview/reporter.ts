/** Reports the cursor's position to the host, to the breadcrumb, and to screen readers. */
import type { Card, SectionInfo } from "../extension/session/protocol";
import { sectionText } from "../extension/document/labels";
import type { Breadcrumb } from "./overview/breadcrumb";
import type { Host } from "./base/connection";
import type { Cursor } from "./cursor/cursor";
import { make } from "./base/dom";
import type { Folding } from "./folds/folding";
import { t } from "./base/l10n";
import { shownText } from "./rows/columnText";
import type { Listing } from "./rows/listing";

/** While the cursor moves, the host is asked nothing until it has rested for this long (ms). */
const REST = 60;
/** What was announced at most this long (ms) before the cursor's position belongs to the same move, and is said with it. */
const SAME = 1000;

/** The parts of an editor that reports come from. */
export interface Reported {
  readonly host: Host;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly folding: Folding;
  readonly breadcrumb: Breadcrumb;
  /** The document's title, which its outermost section has too. */
  readonly title: string;
  demangles(): boolean;
  goToSection(section: SectionInfo): void;
}

/** The reports of one editor. */
export class Reporter {
  /** The live region, which is read aloud. */
  readonly live = make("div", "live");
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** What was announced last, until the cursor's position is. */
  private said = { text: "", at: -Infinity };
  /** What the cursor was in when its position was announced last. */
  private container = "";

  constructor(private readonly parts: Reported) {
    this.live.setAttribute("aria-live", "polite");
  }
  /** Announces a text to screen readers. */
  say(text: string): void {
    this.said = { text, at: performance.now() };
    this.live.textContent = text;
  }
  /** Announces the cursor's position, which must not silence what has led there. */
  private sayPlace(place: string): void {
    const { text, at } = this.said;
    this.live.textContent = performance.now() - at < SAME ? `${text.trim()}; ${place}` : place;
    this.said = { text: "", at: -Infinity };
  }
  /** The cursor has moved: its position is reported when it rests. */
  moved(): void {
    const { arrangement } = this.parts.folding;
    clearTimeout(this.rest);
    // In another arrangement the cursor's row is something else; its new row is reported when it is there.
    this.rest = setTimeout(() => this.parts.folding.arrangement === arrangement && void this.report(), REST);
  }
  private get sections(): readonly SectionInfo[] {
    const { cursor, listing } = this.parts;
    return cursor.row ? listing.buffer.path(cursor.row) : [];
  }
  /** A section's name as the listing shows it. */
  private named({ plain, title }: SectionInfo): string {
    return this.parts.demangles() ? (plain ?? title) : title;
  }
  private showPath(): void {
    const { breadcrumb, host, title, goToSection } = this.parts;
    breadcrumb.update(
      this.sections.map((section) => ({
        // The overview and the status bar say what the file is.
        title: section.title === title ? t("file") : sectionText(this.named(section), t),
        go: () => goToSection(section),
        beside: () => void host.pickBeside({ bit: section.startBit }),
      })),
    );
  }
  /** Tells the host where the cursor is; the encoding comes from the token's card. */
  private async report(): Promise<void> {
    const { cursor, host, folding } = this.parts;
    const { row, tokenPlace, selection } = cursor;
    if (!row || !tokenPlace) return;
    this.showPath();
    const card: Card | null = await host.hover(tokenPlace).catch(() => null);
    if (cursor.row !== row) return;
    const innermost = this.sections.at(-1);
    const container = sectionText(innermost ? this.named(innermost) : (card?.container ?? ""), t);
    const { startBit: first, endBit } = card?.range ?? row;
    // The first record's range may begin with a signature in front of it.
    const startBit = first === row.startBit ? (row.positionBit ?? first) : first;
    await host.cursor({
      startBit,
      endBit,
      rowBit: row.positionBit ?? row.startBit,
      positioned: row.positionBit !== undefined,
      section: row.section,
      entry: row.entry,
      container,
      encoding: card?.encoding ?? "",
      arrangement: folding.arrangement,
      selected: selection.selected?.count ?? 1,
    });
    const fold = row.fold === undefined ? "" : row.fold === "open" ? t(", expanded") : t(", collapsed");
    const bits = endBit > startBit ? t("bits {0} to {1}", `${startBit}`, `${endBit}`) : t("bit {0}", `${startBit}`);
    this.sayPlace([...this.words(container), bits].join(", ") + fold);
  }
  /** What the row, which is read as well, does not tell: the cursor's token, and what the row is in, if that is new. */
  private words(container: string): readonly string[] {
    const { token } = this.parts.cursor;
    const isNew = container !== this.container;
    this.container = container;
    return [token ? shownText([token], this.parts.demangles()).trim() : "", isNew ? container : ""].filter(
      (word) => word !== "",
    );
  }
}
