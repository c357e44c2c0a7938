/** The editor: puts the parts together, and carries out keys, clicks and commands. */
import type { EditorCommand, HostEvent, Start, ViewSettings } from "../extension/session/hostApi";
import type { Card, CopyKind, Folds, Opened, PlaceMemory, Row, RowPlace } from "../extension/session/protocol";
import { copySelected, selectedOutside } from "./clipboard";
import { Columns } from "./columns";
import { commandsOf } from "./commands";
import type { Connection } from "./connection";
import { Cursor } from "./cursor";
import { make } from "./dom";
import { Find } from "./find";
import { Folding } from "./folding";
import { HitList } from "./hitList";
import { Hover } from "./hover";
import { listenToKeys } from "./keys";
import { Listing } from "./listing";
import { Navigation } from "./navigation";
import { Peek } from "./peek";
import { listenToPointer } from "./pointer";
import { ActionQueue } from "./queue";
import { Ruler } from "./ruler";
import { Notice } from "./states";
import type { Selection } from "./selection";
import { StickyHeader } from "./sticky";
import { t } from "./l10n";

/** What outlives a hidden webview. */
interface Saved {
  readonly top: RowPlace;
  readonly cursor: RowPlace | undefined;
  readonly folds: Folds;
}

/** Moving the cursor asks the host for nothing until it rests so long (ms). */
const REST = 60;

/** One editor over one document. */
export class Editor {
  readonly host;
  readonly folding: Folding;
  readonly listing: Listing;
  readonly cursor: Cursor;
  readonly columns: Columns;
  readonly find: Find;
  readonly list: HitList;
  readonly hover: Hover;
  readonly peek: Peek;
  readonly navigation: Navigation;
  readonly queue = new ActionQueue();
  readonly notice = new Notice();
  readonly live = make("div", "live");
  private readonly sticky = new StickyHeader(
    (section) => void this.navigation.goTo({ section: section.id, entry: 0, line: 0 }),
  );
  private readonly ruler = new Ruler();
  private marks = { functions: [] as readonly number[], problems: [] as readonly number[] };
  private readonly commands;
  private rest: ReturnType<typeof setTimeout> | undefined;
  settings: ViewSettings;

  constructor(
    private readonly connection: Connection,
    start: Start,
    opened: Opened,
  ) {
    this.host = connection.host;
    this.settings = start.settings;
    this.folding = new Folding(start.settings.foldPreamble);
    this.listing = new Listing(this.host, start.settings, this.folding.now);
    this.cursor = new Cursor(this.listing, () => this.columns.hidden());
    const hidden = (["position", "record", "assembly"] as const).filter((c) => !start.settings.columns.includes(c));
    const save = (state: Parameters<typeof this.host.saveColumns>[0]): void => void this.host.saveColumns(state);
    this.columns = new Columns(this.listing, start.columns ?? { hidden }, opened.recordWidth, save);
    this.find = new Find(this.host, this.folding.now, {
      reveal: (hit) => void this.showHit(hit),
      from: () => this.cursor.row,
      list: (hits, text) => this.listHits(hits, text),
      changed: () => this.listing.draw(),
      closed: () => this.focus(),
    });
    this.listing.add(this.find);
    this.list = new HitList(
      (hit) => this.rowOf(hit),
      (hit) => void this.showHit(hit),
      () => {
        this.navigation.stopListing();
        this.focus();
      },
      () => {
        this.navigation.keepPlace();
        this.focus();
      },
    );
    this.hover = new Hover(
      this.host,
      {
        goTo: (place) => void this.navigation.goTo(place).then(() => this.hover.hide()),
        references: (symbol) => {
          this.hover.hide();
          void this.navigation.listReferences(symbol, symbol);
        },
      },
      () => this.settings.integerFormat,
    );
    this.peek = new Peek(this.host, this.listing, (target) => void this.navigation.goTo(target));
    const { host, listing, cursor, folding, list, notice } = this;
    this.navigation = new Navigation({ host, listing, cursor, folding, list, notice });
    this.commands = commandsOf(this);
    this.listing.rowsElement.setAttribute("aria-label", `${start.name}, ${opened.title}`);
  }

  /** Builds the page and shows the first rows. */
  async open(root: HTMLElement, start: Start): Promise<void> {
    this.live.setAttribute("aria-live", "polite");
    this.listing.element.append(this.ruler.element, this.find.element, this.notice.element);
    root.replaceChildren(this.sticky.element, this.listing.element, this.list.element, this.hover.element, this.live);
    root.classList.remove("opening");
    document.body.dataset.vscodeContext = JSON.stringify({ preventDefaultContextMenuItems: true });
    listenToKeys(this);
    listenToPointer(this);
    this.listing.onDraw(() => this.drawn());
    this.cursor.onMove(() => this.moved());
    this.connection.onEvent((event) => this.event(event));
    document.addEventListener("copy", (event) => this.copied(event));
    // What the host asks for in the meantime comes behind it.
    await this.queue.push(() => this.first(start));
    this.focus();
    await this.updateMarks();
  }

  focus(): void {
    this.listing.rowsElement.focus({ preventScroll: true });
  }
  /** Carries out a command, now. */
  carryOut(command: EditorCommand): unknown {
    return this.commands[command]();
  }
  get selection(): Selection {
    return this.cursor.selection;
  }
  /** Copies what is selected in a form. */
  async copy(kind: CopyKind | "selection"): Promise<void> {
    const { selected } = this.selection;
    if (selected) await copySelected(this.host, selected, kind, this.notice);
  }
  /** Folds or unfolds a section by its head's row. */
  async toggleFold(row: Row): Promise<void> {
    this.folding.toggle(row);
    await this.refold(row);
  }
  /** Says something to those who cannot see it. */
  say(text: string): void {
    this.live.textContent = text;
  }
  /** Draws again after the folds have changed, with a row where it is on the screen. */
  async refold(keep: RowPlace | undefined = this.cursor.row): Promise<void> {
    const place = keep ?? this.listing.topRow;
    if (!place) return;
    const view = this.listing.viewOf(place);
    const offset = view ? Math.round(view.element.getBoundingClientRect().top / this.listing.height) : undefined;
    const shown = await this.listing.show({ kind: "shown", place }, "top");
    if (shown) this.leaveFolded(shown.row);
    if (offset !== undefined && shown) {
      const now = this.listing.viewOf(shown.row)?.element.getBoundingClientRect().top ?? 0;
      this.listing.scrollBy(Math.round(now / this.listing.height) - offset);
    }
    this.find.again();
    void this.updateMarks();
  }
  /** A cursor in a section that is folded now goes to its head. */
  private leaveFolded(head: Row): void {
    const { row } = this.cursor;
    if (!row || head.fold !== "closed" || (row.section === head.section && row.entry === 0)) return;
    if (this.listing.path(row).some(({ id }) => id === head.section)) this.cursor.set(head);
  }

  private async first(start: Start): Promise<void> {
    const saved = this.connection.getState() as Saved | undefined;
    if (saved) {
      this.folding.restore(saved.folds);
      await this.listing.show({ kind: "place", place: saved.top }, "top");
      const index = saved.cursor ? this.listing.buffer.indexOfRow(saved.cursor) : -1;
      const row = this.listing.buffer.rows[index] ?? this.listing.topRow;
      if (row) this.cursor.set(row);
    } else {
      const shown = await this.listing.show(
        start.showBit === null ? { kind: "line", line: 0 } : { kind: "bit", bit: start.showBit },
      );
      if (shown) this.folding.flip(shown.unfolded);
      if (shown) this.cursor.set(shown.row);
    }
  }

  private drawn(): void {
    const { listing } = this;
    const top = listing.topRow;
    if (top) {
      this.sticky.update(listing.path(top));
      this.connection.setState({ top, cursor: this.cursor.row, folds: this.folding.now() } satisfies Saved);
    }
    const { element } = this.cursor;
    const row = element?.closest<HTMLElement>(".row");
    if (row) listing.rowsElement.setAttribute("aria-activedescendant", row.id);
    else listing.rowsElement.removeAttribute("aria-activedescendant");
    const index = this.cursor.row ? listing.buffer.indexOf(this.cursor.row) : -1;
    const at = index < 0 ? [] : [(listing.buffer.line + index) / Math.max(1, listing.buffer.total)];
    // A document that does not fill the view fills the ruler as far as the view.
    this.ruler.draw(Math.min(1, listing.buffer.total / listing.pageRows), [
      { shares: this.marks.functions, colour: "--vscode-symbolIcon-functionForeground", lane: "left" },
      { shares: this.find.shares, colour: "--vscode-editorOverviewRuler-findMatchForeground", lane: "centre" },
      {
        shares: this.list.all.map((h) => h.share),
        colour: "--vscode-editorOverviewRuler-wordHighlightForeground",
        lane: "centre",
      },
      { shares: this.marks.problems, colour: "--vscode-editorOverviewRuler-errorForeground", lane: "right" },
      { shares: at, colour: "--vscode-editorCursor-foreground", lane: "full" },
    ]);
  }

  private moved(): void {
    this.hover.hide();
    clearTimeout(this.rest);
    this.rest = setTimeout(() => void this.report(), REST);
  }
  /** Tells the host where the cursor is; the encoding comes from the token's card. */
  private async report(): Promise<void> {
    const { row, tokenPlace, selection } = this.cursor;
    if (!row || !tokenPlace) return;
    const card: Card | null = await this.host.hover(tokenPlace).catch(() => null);
    if (this.cursor.row !== row) return;
    const path = this.listing.path(row);
    const container = card?.container ?? path.at(-1)?.title ?? "";
    const range = card?.range ?? row;
    await this.host.cursor({
      startBit: range.startBit,
      endBit: range.endBit,
      section: row.section,
      entry: row.entry,
      container,
      encoding: card?.encoding ?? "",
      selected: selection.selected?.count ?? 1,
    });
    const fold = row.fold === undefined ? "" : row.fold === "open" ? t(", expanded") : t(", collapsed");
    this.say(t("{0}, bits {1} to {2}", container, String(range.startBit), String(range.endBit)) + fold);
  }

  private async showHit(hit: RowPlace & { column: "record" | "assembly"; start: number; end: number }): Promise<void> {
    const row = await this.navigation.reveal(hit);
    if (!row) return;
    let at = 0;
    const token = row[hit.column].findIndex((t) => (at += t.text.length) > hit.start);
    this.cursor.set(row, hit.column, token < 0 ? undefined : { line: row.line, token });
    const before = at - (row[hit.column][token]?.text.length ?? 0);
    this.cursor.comeAcross({ start: hit.start - before, end: hit.end - before });
    if (hit.end === hit.start) return;
    this.say(row[hit.column].map((t) => t.text).join(""));
  }
  private listHits(hits: Parameters<HitList["push"]>[0], text: string): void {
    this.list.open(t("{0} hits of “{1}”", hits.length, text));
    this.list.push(hits);
    this.list.focus();
  }

  /** What the row of a hit says, and where it stands. */
  private async rowOf(hit: RowPlace & { column: "record" | "assembly" }): Promise<{ text: string; container: string }> {
    const query = { anchor: { kind: "place", place: hit } as const, before: 0, after: 0, folds: this.folding.now() };
    const { rows, sections } = await this.host.rows(query);
    const text = rows[0]?.[hit.column].map((token) => token.text).join("") ?? "";
    return { text, container: sections.find(({ id }) => id === hit.section)?.title ?? "" };
  }

  private event(event: HostEvent): void {
    switch (event.kind) {
      case "command":
        return void this.queue.push(() => this.carryOut(event.command));
      case "show":
        return void this.queue.push(() => this.goTo({ bit: event.bit }, event.preview));
      case "showLine":
        return void this.queue.push(() => this.goTo({ line: event.line }, event.preview));
      case "endPreview":
        return void this.queue.push(() => this.navigation.endPreview(true));
      case "settings":
        this.settings = event.settings;
        return this.listing.applySettings(event.settings);
      case "indexing":
        return void this.counted(event.share);
      case "reloaded":
        return void this.reloaded();
      case "gone":
        return this.notice.show(t("The file is gone from the disk. What had been read of it is kept here."));
      case "mangled":
        // The host's matter: it gives the worker what turns mangled names into plain ones.
        return;
    }
  }
  /** What the host asks for: a preview leaves the focus where one chooses. */
  private async goTo(at: { bit: number } | { line: number }, preview: boolean): Promise<void> {
    if (preview) return this.navigation.previewAt(at);
    await ("bit" in at ? this.navigation.goToBit(at.bit) : this.navigation.goToLine(at.line));
    this.focus();
  }
  /** Lines were counted in the background: the scrollbar and the ruler get more exact. */
  private async counted(share: number): Promise<void> {
    const top = this.listing.topRow;
    if (!top) return;
    const query = { anchor: { kind: "place", place: top } as const, before: 0, after: 0, folds: this.folding.now() };
    const answer = await this.host.rows(query);
    const { buffer } = this.listing;
    const index = buffer.indexOfRow(top);
    if (index >= 0) buffer.line = answer.line - index;
    buffer.total = answer.total;
    buffer.exact = answer.exact;
    this.listing.draw();
    if (share === 1) await this.updateMarks();
  }
  private async updateMarks(): Promise<void> {
    this.marks = await this.host.marks(this.folding.now());
    this.listing.draw();
  }
  /** The file has changed on disk: the same section and row, if they are still there. */
  private async reloaded(): Promise<void> {
    const remember = (place: (RowPlace & { startBit: number }) | undefined): PlaceMemory | undefined => {
      const title = place && this.listing.buffer.sections.get(place.section)?.title;
      return place && { place, bit: place.startBit, title: title ?? "" };
    };
    const top = remember(this.listing.topRow);
    const cursor = remember(this.cursor.row);
    this.listing.buffer.sections.clear();
    if (top) await this.listing.show({ kind: "place", place: await this.host.again(top) }, "top");
    if (cursor) {
      const place = await this.host.again(cursor);
      const row = this.listing.buffer.rows[this.listing.buffer.indexOfRow(place)] ?? this.listing.topRow;
      if (row) this.cursor.set(row);
    }
    this.find.again();
    this.notice.show(t("The file has changed on disk and was read again."), 2000);
    await this.updateMarks();
  }
  /** The browser's copy: what is selected in a box of ours, else what is selected in the listing. */
  private copied(event: ClipboardEvent): void {
    if ((event.target as Element | null)?.closest?.("input")) return;
    event.preventDefault();
    const text = selectedOutside(this.listing.rowsElement);
    if (text === "") void this.queue.push(() => this.copy("selection"));
    else event.clipboardData?.setData("text/plain", text);
  }
}
