/** Peek: ten rows of a definition below the row that names it, in place. */
import { sectionText } from "../../extension/document/labels";
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import type { Folds, Row, RowPlace, Target } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { make, makeButton } from "../base/dom";
import type { Listing } from "../rows/listing";
import { shownText } from "../rows/columnText";
import { makeRow } from "../rows/rowView";
import { t } from "../base/l10n";

/** Number of rows shown; height of the head and the borders in pixels. */
const ROWS = 10;
const HEAD = 28;

/** The peek box of an editor; at most one is open. */
export class Peek {
  private readonly element = make("section", "inset peek");
  constructor(
    private readonly host: Host,
    private readonly listing: Listing,
    private readonly goTo: (target: RowPlace) => void,
  ) {
    this.element.setAttribute("aria-label", t("Definition"));
  }

  get isOpen(): boolean {
    return this.listing.inset !== undefined;
  }
  /** Opens it below a row. Returns what it shows in words, since it does not take the keyboard. */
  async open(after: RowPlace, target: Target, folds: Folds, settings: ViewSettings): Promise<string> {
    const anchor = { kind: "place" as const, place: target, unhide: true };
    const answer = await this.host.rows({ anchor, before: 2, after: ROWS - 3, folds });
    const section = answer.sections.find((s) => s.id === target.section);
    const title = sectionText((settings.demangle ? section?.plain : undefined) ?? section?.title ?? "", t);
    const body = this.body(answer.rows, title, target, settings);
    this.element.replaceChildren(this.head(title, target), body);
    const room = ROWS * this.listing.height + HEAD;
    this.element.style.height = `${room}px`;
    this.listing.element.append(this.element);
    // A scrollbar below long rows must not cover the last one.
    const height = room + body.offsetHeight - body.clientHeight;
    this.element.style.height = `${height}px`;
    showTarget(body, this.listing.height);
    this.listing.inset = { after, element: this.element, height };
    this.listing.draw();
    const row = answer.rows.find(({ entry, section: id }) => id === target.section && entry === target.entry);
    return `${t("Definition")}: ${shownText(row?.[target.column ?? "assembly"] ?? [], settings.demangle).trim()}`;
  }
  /** The rows around the target. */
  private body(rows: readonly Row[], title: string, target: Target, settings: ViewSettings): HTMLElement {
    const body = make("div", "body");
    body.setAttribute("role", "tree");
    body.setAttribute("aria-label", title);
    for (const row of rows.slice(0, ROWS)) {
      const { element, spans } = makeRow(row, "", { marks: [], laid: this.listing.look.plain(row), settings });
      // The listing may show the same row: its id must be unique in the page.
      element.removeAttribute("id");
      const isTarget = row.section === target.section && row.entry === target.entry;
      element.classList.toggle("cursor", isTarget);
      if (isTarget && row.line === target.line && target.column && target.token !== undefined)
        spans[target.column][target.token]?.classList.add("target-token");
      body.append(element);
    }
    return body;
  }
  private head(title: string, target: Target): HTMLElement {
    const head = make("header");
    const go = makeButton("link", t("Go to Definition"), t("Go to Definition (Enter)"), () => {
      this.close();
      this.goTo(target);
    });
    const close = makeButton("icon", "×", t("Close (Escape)"), () => this.close());
    head.append(make("span", "title", title), go, close);
    return head;
  }
  /** Closes the box; returns whether it was open. */
  close(): boolean {
    if (!this.isOpen) return false;
    this.element.remove();
    this.listing.inset = undefined;
    this.listing.draw();
    return true;
  }
}

/** Scrolls to the target where rows that are wrapped fill the box; the line before it stays in view. */
function showTarget(body: HTMLElement, line: number): void {
  const target = body.querySelector<HTMLElement>(".cursor");
  if (target && target.offsetTop + target.offsetHeight > body.clientHeight) body.scrollTop = target.offsetTop - line;
}
