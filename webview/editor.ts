/** The editor: assembles its parts, and carries out keys, clicks and commands. */
import type { ArrangementName } from "../extension/document/arrangement";
import type { HostEvent, Start } from "../extension/session/protocol/hostApi";
import type { CopyKind, Opened, Row, RowPlace } from "../extension/session/protocol";
import { Cancelled } from "../extension/session/transport/rpc";
import type { Marking } from "./rows/bookmarks";
import { Bookmarks } from "./rows/bookmarks";
import { Breadcrumb } from "./overview/breadcrumb";
import { sameEntry } from "./rows/buffer";
import { copySelected } from "./cursor/clipboard";
import type { Connection } from "./base/connection";
import { make } from "./base/dom";
import { expandable, Expansion } from "./cards/expansion";
import { Faults } from "./rows/faults";
import { GraphPane } from "./graph/pane";
import { rowsBelow } from "./search/covering";
import { Find } from "./search/find";
import { HitList } from "./search/hitList";
import { placeAmongHits, rowOfHit, showHit } from "./hits";
import type { CardContext } from "./cards/card";
import { Help } from "./cards/help";
import { Hover } from "./cards/hover";
import { Keeping } from "./keeping";
import type { Way } from "./memory";
import { comeBack, memoryOf } from "./memory";
import { Navigation } from "./navigation";
import { Noise } from "./folds/noise";
import type { OverviewContext } from "./overview/overview";
import { Overview } from "./overview/overview";
import { Peek } from "./cards/peek";
import { refold } from "./refold";
import { Reporter } from "./reporter";
import { StickyHeads } from "./rows/stickyHeads";
import { RulerMarks } from "./search/rulerMarks";
import { describesSource } from "./rows/source";
import { SourceLines } from "./rows/sourceLines";
import { TypedAhead } from "./base/typedAhead";
import type { Selection } from "./cursor/selection";
import { t } from "./base/l10n";
import { View } from "./view";

/** One editor over one document. */
export class Editor extends View {
  readonly find: Find;
  readonly list: HitList;
  readonly hover: Hover;
  readonly peek: Peek;
  readonly navigation: Navigation;
  readonly overview: Overview;
  readonly noise: Noise;
  readonly graph: GraphPane;
  readonly expansion: Expansion;
  readonly typedAhead = new TypedAhead();
  readonly help = new Help(this.focus);
  readonly breadcrumb = new Breadcrumb(this.focus);
  readonly sticky: StickyHeads;
  readonly bookmarks: Bookmarks;
  readonly sourceLines = new SourceLines(() => this.cursor.row);
  private readonly faults = new Faults(this.host, this.listing.buffer, () => this.folding.arrangement);
  private readonly reporter: Reporter;
  readonly ruler: RulerMarks;
  private readonly keeping: Keeping;
  way: Way | undefined;

  constructor(connection: Connection, start: Start, opened: Opened) {
    super(connection, start, opened);
    this.find = this.makeFind();
    this.list = this.makeList();
    this.hover = this.makeHover();
    this.peek = new Peek(this.host, this.listing, (target) => this.jump(target));
    this.navigation = this.makeNavigation();
    this.overview = this.makeOverview();
    this.expansion = this.makeExpansion();
    this.noise = this.makeNoise();
    this.graph = this.makeGraph();
    this.reporter = this.makeReporter();
    this.keeping = new Keeping(this, connection, opened);
    this.ruler = new RulerMarks(this);
    this.sticky = this.makeSticky();
    this.bookmarks = this.makeBookmarks();
    this.listing.add(this.bookmarks);
    this.listing.add(this.find);
    this.listing.add(this.sourceLines);
    this.listing.add(this.faults);
    this.listing.rowsElement.setAttribute("aria-description", t("Press Alt+F1 for help."));
  }
  protected override leaving(): void {
    this.keeping.store();
  }
  private makeFind(): Find {
    return new Find(this.host, this.folding.now, {
      reveal: (hit, first) => {
        if (first) this.navigation.leave();
        return this.queue.push(() => showHit(this, hit));
      },
      isOn: (hit) => this.cursor.isOn(hit),
      from: () => placeAmongHits(this),
      selected: () => {
        const { from, to, count = 0 } = this.selection.selected ?? {};
        return from && to && count > 1 ? { from, to } : undefined;
      },
      list: (...found) => this.navigation.lists.found(...found),
      changed: () => this.listing.draw(),
      closed: this.focus,
      inView: (show) => this.navigation.inView(show),
    });
  }
  private makeList(): HitList {
    return new HitList(
      (hit) => rowOfHit(this, hit),
      (hit) => this.later(() => showHit(this, hit)),
      () => {
        this.navigation.lists.leave();
        this.sourceLines.ask([]);
        this.focus();
      },
      () => {
        this.navigation.lists.stay();
        this.focus();
      },
    );
  }
  private makeSticky(): StickyHeads {
    const { host, listing, folding } = this;
    const goTo = (place: RowPlace): void => this.jump(place, this.focus);
    const sticky = new StickyHeads(host, listing, folding.now, () => this.settings, goTo);
    listing.rowsElement.append(sticky.element);
    listing.covered = (row, part) => Math.max(sticky.over(row), rowsBelow(this.find.element, listing, row, part));
    return sticky;
  }
  private makeBookmarks(): Bookmarks {
    const { host, notice, navigation, start, demangles } = this;
    const { buffer } = this.listing;
    const marking: Marking = {
      ...{ host, notice, demangles, buffer },
      row: () => this.cursor.row,
      memory: (row) => memoryOf(row, this),
      say: (text) => this.say(text),
      goTo: (bit) => navigation.goToBit(bit),
    };
    return new Bookmarks(marking, start.bookmarks);
  }
  private makeHover(): Hover {
    const context: CardContext = {
      host: this.host,
      goTo: (place) => this.jump(place, () => this.hover.hide()),
      references: (symbol, name) => {
        this.hover.hide();
        void this.navigation.listReferences({ id: symbol, text: name });
      },
      integers: () => this.settings.integerFormat,
    };
    return new Hover(context, this.focus);
  }
  private makeNavigation(): Navigation {
    const { host, listing, cursor, folding, list, notice, demangles, opened } = this;
    return new Navigation({
      ...{ host, listing, cursor, folding, list, notice, demangles, derived: opened.derived },
      unhidden: () => this.noise.update(),
      show: (hit) => showHit(this, hit),
      arrange: (arrangement) => this.arrange(arrangement),
    });
  }
  private makeOverview(): Overview {
    const { host, start, opened, focus, demangles } = this;
    const context: OverviewContext = {
      ...{ host, opened, demangles, leave: focus },
      goTo: (bit, symbol) => this.later(() => this.navigation.goToBit(bit, symbol).then(focus)),
      open: (member) => void host.openMember(member),
      goToProblem: (problem) => this.later(() => this.navigation.goToProblemRow(problem).then(focus)),
      folded: (overviewFolded) => this.options.save({ overviewFolded }),
    };
    // Beside another editor of the same file, only that one shows the overview.
    return new Overview(context, start.view.overviewFolded || start.arrangement !== null);
  }
  private makeExpansion(): Expansion {
    const { host, listing, demangles, notice } = this;
    return new Expansion({
      ...{ host, listing, demangles, folds: this.folding.now, leave: this.focus },
      goTo: (place) => this.jump(place),
      missing: (name) => notice.showAtCursor(t("No definition found for {0}.", name)),
    });
  }
  private makeNoise(): Noise {
    const { host, folding, notice, opened } = this;
    return new Noise({
      ...{ host, folding, notice, noisy: opened.noisy },
      chosen: (hidden) => {
        this.options.save({ hidden });
        return this.refold();
      },
    });
  }
  private makeGraph(): GraphPane {
    const { host, start, listing, cursor } = this;
    return new GraphPane({
      host,
      settings: () => this.settings,
      character: () => ({ width: listing.character || 8, height: listing.height }),
      cursor: () => cursor.row,
      heads: () => {
        const heads = Array.from(listing.pool.all(), ({ row }) => row).filter(({ fold }) => fold !== undefined);
        return heads.sort((a, b) => a.startBit - b.startBit);
      },
      goTo: (row, focus) => this.later(() => this.showOfGraph(row).then(focus ? this.focus : undefined)),
      toggled: () => this.keeping.store(),
      leave: this.focus,
      share: start.view.graphShare,
      keepShare: (graphShare) => this.options.save({ graphShare }),
    });
  }
  /** Goes to a row of the assembly that the graph shows; in the records, to its record. */
  private async showOfGraph(row: Row): Promise<void> {
    if (this.folding.arrangement === "assembly") await this.navigation.goTo(row);
    else await this.navigation.goToBit(row.startBit);
  }
  private makeReporter(): Reporter {
    const { host, listing, cursor, folding, breadcrumb, demangles } = this;
    return new Reporter({
      ...{ host, listing, cursor, folding, breadcrumb, demangles },
      title: this.opened.title,
      goToSection: ({ id }) => this.jump({ section: id, entry: 0, line: 0 }),
    });
  }
  /** Goes to a place when the reader's earlier actions are done. */
  private jump(place: RowPlace, then?: () => unknown): void {
    this.later(() => this.navigation.goTo(place).then(then));
  }

  /**
   * Builds the page and shows the first rows; `connect` is called when the page is built, before any event can arrive.
   */
  async open(root: HTMLElement, connect: (editor: Editor) => void): Promise<void> {
    this.listing.element.append(this.ruler.element, this.find.element, this.notice.element);
    const top = make("div", "top");
    top.append(this.breadcrumb.element, this.noise.mark);
    const panes = make("div", "panes");
    const inner = make("div", "panes-inner");
    inner.append(this.listing.element, this.graph.divider.element, this.graph.element);
    panes.append(inner);
    root.replaceChildren(
      make("h1", "unseen", this.start.name),
      top,
      this.overview.element,
      panes,
      this.list.element,
      this.hover.element,
      this.help.element,
      this.reporter.live,
    );
    root.classList.remove("opening");
    document.body.dataset.vscodeContext = JSON.stringify({ preventDefaultContextMenuItems: true });
    connect(this);
    this.listing.onDraw(() => this.drawn());
    this.cursor.onMove(() => this.moved());
    this.options.apply();
    await this.showAtFirst().catch((error: unknown) => {
      // The file has changed and is being read again, which ends all questions about it; its rows follow.
      if (!(error instanceof Cancelled)) throw error;
    });
  }
  private async showAtFirst(): Promise<void> {
    // Whatever the host asks for meanwhile comes after this.
    await this.queue.push(() => this.showFirst());
    // VS Code decides who has the keyboard: whoever only clicks on a file in the Explorer stays there.
    if (document.hasFocus()) this.focus();
    await this.updateOverview();
  }

  get selection(): Selection {
    return this.cursor.selection;
  }
  /** Copies the selection in a form; in the graph its current block. */
  async copy(kind: CopyKind | "selection"): Promise<void> {
    const block = kind === "selection" ? this.graph.copied() : undefined;
    if (block) return void (await this.host.writeClipboard(await block));
    const { selected } = this.selection;
    if (selected) {
      const { asArranged: whole, notice, folding } = this;
      const { demangle } = this.settings;
      await copySelected(this.host, selected, { kind, whole, folds: folding.now(), demangle }, notice);
    }
  }
  /** Assembly is copied as text, records with tabs between their columns. */
  private get asArranged(): CopyKind {
    return this.folding.arrangement === "assembly" ? "text" : "rows";
  }
  /** Opens the source of a row: its own line, not the calls at which it was inlined. */
  async openSource({ section, entry }: Row): Promise<void> {
    const [frame] = await this.host.sourceOf({ section, entry });
    if (frame) await this.host.openSource(frame);
  }
  /** Lists and marks the rows of a source line, and goes to the first. */
  async showSource({ name, files, line }: Extract<HostEvent, { kind: "showSource" }>): Promise<void> {
    if (this.folding.arrangement === "records") await this.switchArrangement();
    await this.navigation.lists.source(`${name}:${line}`, { files, line });
    this.sourceLines.ask(this.list.all);
    this.listing.draw();
  }
  /** Goes to the target of the cursor's token: a definition; for a node that describes a source line, that line. */
  async follow(): Promise<void> {
    const { row, token } = this.cursor;
    const leadsOn = token?.symbol !== undefined && token.definition !== true;
    if (row?.source && !leadsOn && describesSource(row)) await this.openSource(row);
    else await this.navigation.goToDefinition();
  }
  /** Shows or closes the definition of the cursor's token below its row; returns whether there is one. */
  async expand(): Promise<boolean> {
    const { row } = this.cursor;
    const { rows } = this.listing.buffer;
    const own = rows.filter((other) => sameEntry(other, row));
    const named = expandable(
      own.flatMap(({ assembly, record }) => [...assembly, ...record]),
      this.cursor.token,
    );
    const last = own.at(-1);
    if (!last || !named) return false;
    this.peek.close();
    await this.expansion.toggle(last, named);
    return true;
  }
  /** Folds or unfolds a section, given its head's row. */
  async toggleFold(row: Row): Promise<void> {
    this.folding.toggle(row);
    await this.refold(row);
  }
  /** Reports the cursor's position, which is another one though the cursor has not moved. */
  report(): void {
    this.reporter.moved();
  }
  /** Announces a text to screen readers. */
  say(text: string): void {
    this.reporter.say(text);
  }
  /** Draws again after the folds have changed; the row `keep` stays at its position on the screen. */
  refold(keep: RowPlace | undefined = this.cursor.row): Promise<void> {
    return refold(this, keep);
  }

  /** Shows the other arrangement, at the row's record; where a token's record is, F12 tells. */
  async switchArrangement(): Promise<void> {
    const other = this.opened.arrangements.find((name) => name !== this.folding.arrangement);
    if (other === undefined) return this.notice.show(t("This file can be shown in one arrangement only."), 3000);
    const { row } = this.cursor;
    this.arrange(other);
    await this.navigation.goToNearest(row?.positionBit ?? row?.startBit ?? 0);
    // An editor that is split off now shows the same arrangement.
    this.keeping.store();
    this.focus();
  }
  /** Switches to an arrangement; the caller shows its first rows. */
  private arrange(arrangement: ArrangementName): void {
    this.find.close();
    this.folding.use(arrangement);
    this.listing.buffer.forget();
    this.columns.apply();
    this.noise.update();
    this.say(arrangement === "records" ? t("records") : t("assembly"));
    // The reader waits for the rows, which are asked for first.
    this.later(() => void this.ruler.update());
  }
  /** Shows the first view: the remembered place, the requested one, or the beginning. */
  async showFirst(): Promise<void> {
    const { start, keeping } = this;
    const saved = keeping.place(start.remembered);
    if (saved && this.opened.arrangements.includes(saved.arrangement) && start.showBit === null) {
      this.folding.use(saved.arrangement);
      this.columns.apply();
      this.noise.update();
      await comeBack(this, saved);
      if (saved.graph) await this.graph.open();
      return keeping.restore();
    }
    const shown = await this.listing.show(
      start.showBit === null ? { kind: "line", line: 0 } : { kind: "bit", bit: start.showBit },
    );
    if (shown) this.folding.flip(shown.unfolded);
    if (shown) this.cursor.set(shown.row);
  }

  private drawn(): void {
    const { listing } = this;
    this.keeping.soon();
    const { element } = this.cursor;
    const row = element?.closest<HTMLElement>(".row");
    if (row) listing.rowsElement.setAttribute("aria-activedescendant", row.id);
    else listing.rowsElement.removeAttribute("aria-activedescendant");
    this.ruler.draw();
    this.sticky.update();
    this.notice.follow();
  }

  private moved(): void {
    this.hover.hide();
    this.notice.leave();
    this.graph.follow();
    this.find.moved();
    this.reporter.moved();
  }

  /** Asks again for what is told of the whole file. */
  async updateOverview(): Promise<void> {
    // What is known at once does not wait for what must be searched.
    void this.overview.update();
    await this.faults.update();
    await this.ruler.update();
  }
}
