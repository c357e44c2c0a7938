/**
 * The find widget: looks and keys as in VS Code's own; the search itself runs over the complete document, in the
 * worker.
 */
import type { FindProgress, FindQuery, Folds, Hit, Row, RowPlace } from "../../extension/session/protocol";
import { Cancelled } from "../../extension/session/transport/rpc";
import { keyOf } from "../rows/buffer";
import type { Mark } from "../rows/columnText";
import type { Host } from "../base/connection";
import { make, makeButton } from "../base/dom";
import type { Decorator } from "../rows/rowPool";
import { t } from "../base/l10n";
import { countText, pasteLine } from "./findText";
import type { HitPosition } from "./foundHits";
import { FoundHits } from "./foundHits";

/** How long the widget waits after typing before it searches (ms). */
const TYPING = 80;

/** What find needs from the editor. */
export interface FindActions {
  /** Goes to a hit; the keyboard stays in the widget. `first`: the first since the widget was opened. */
  reveal(hit: Hit, first: boolean): Promise<void>;
  /** Whether the cursor is on a hit. */
  isOn(hit: Hit): boolean;
  /** The row of the cursor, and the position from which the next hit counts. */
  from(): (HitPosition & RowPlace) | undefined;
  /** The selected records, if there are several. */
  selected(): FindQuery["between"];
  /** Lists hits; returns what adds those that are found later. */
  list(hits: readonly Hit[], text: string, current: Hit | undefined): (more: readonly Hit[]) => void;
  changed(): void;
  closed(): void;
  /** Shows the widget; it does not cover the cursor's row if that was in view. */
  inView(show: () => void): void;
}

const TOGGLES = ["matchCase", "wholeWord", "regex"] as const;
type Toggle = (typeof TOGGLES)[number];

/** What was searched for and how, and the current hit. */
export interface FindMemory {
  readonly isOpen: boolean;
  readonly text: string;
  readonly pressed: readonly Toggle[];
  readonly scope: string;
  readonly hit: Hit | undefined;
}

/** The widget and its hits. */
export class Find implements Decorator {
  readonly element = make("div", "find hidden");
  private readonly input = make("input");
  private readonly count = make("span", "count");
  private readonly scope = make("select");
  private readonly toggles: Record<Toggle, HTMLButtonElement>;
  private readonly hits = new FoundHits();
  /** Whether a search still has to go to its first hit; a search that replaces it then must. */
  private revealing = false;
  /** Adds to the list of this search what is found later. */
  private listed: ((more: readonly Hit[]) => void) | undefined;
  /** How many hits the cursor is on its way to. */
  private going = 0;
  /** Whether the cursor is still where it was when the widget was opened. */
  private untouched = true;
  /** The current hit of the search before it was repeated. */
  private kept: Hit | undefined;
  /** The steps that the reader made before there was a hit to go on from: forwards, less those backwards. */
  private owed = 0;
  private total = 0;
  private done = true;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private search: AbortController | undefined;
  /** The progress of the search, and why it is invalid. */
  private share = 0;
  private invalid: string | undefined;
  /** The section and the selection in which the search began. */
  private section: number | undefined;
  private between: FindQuery["between"];

  constructor(
    private readonly host: Host,
    private readonly folds: () => Folds,
    private readonly actions: FindActions,
  ) {
    this.element.setAttribute("role", "search");
    this.input.placeholder = t("Find");
    this.input.setAttribute("aria-label", t("Find"));
    this.input.spellcheck = false;
    this.count.setAttribute("role", "status");
    this.toggles = {
      matchCase: this.toggle("Aa", t("Match Case (Alt+C)")),
      wholeWord: this.toggle("ab", t("Match Whole Word (Alt+W)"), "word"),
      regex: this.toggle(".*", t("Use Regular Expression (Alt+R)")),
    };
    for (const [value, name] of [
      ["all", t("all")],
      ["assembly", t("assembly")],
      ["record", t("record")],
      ["section", t("in this function")],
      ["selection", t("in the selection")],
      ["bytes", t("bytes (hex, ??)")],
    ] as const)
      this.scope.append(new Option(name, value));
    this.scope.title = t("Where to look");
    this.scope.setAttribute("aria-label", this.scope.title);
    const box = make("div", "box");
    box.append(this.input, this.toggles.matchCase, this.toggles.wholeWord, this.toggles.regex);
    const previous = makeButton("icon", "↑", t("Previous Match (Shift+F3)"), () => this.step(-1));
    const next = makeButton("icon", "↓", t("Next Match (F3)"), () => this.step(1));
    const close = makeButton("icon", "×", t("Close (Escape)"), () => this.close());
    this.element.append(box, this.scope, this.count, previous, next, close);
    this.input.addEventListener("input", () => this.later());
    this.input.addEventListener("paste", pasteLine);
    this.scope.addEventListener("change", () => void this.run());
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  get isOpen(): boolean {
    return !this.element.classList.contains("hidden");
  }
  /** Opens the widget with what was typed already, otherwise with the selection or the word at the cursor. */
  open(seed: string, typed = ""): void {
    this.actions.inView(() => this.element.classList.remove("hidden"));
    this.untouched = true;
    this.owed = 0;
    this.keepIfThere();
    this.between = this.actions.selected();
    this.section = undefined;
    if (this.between) this.scope.value = "selection";
    else if (this.scope.value === "selection") this.scope.value = "all";
    const text = typed === "" ? seed : typed;
    if (text !== "") this.input.value = text;
    this.input.focus();
    if (typed === "") this.input.select();
    void this.run(typed !== "");
  }
  close(): boolean {
    if (!this.isOpen) return false;
    // Cancels the search for what was typed before.
    clearTimeout(this.timer);
    this.search?.abort();
    this.element.classList.add("hidden");
    this.kept = this.hits.current;
    this.reset();
    this.actions.changed();
    this.actions.closed();
    return true;
  }
  /**
   * Goes to the next or previous hit from the cursor, wrapping at the ends; opens the widget if it is closed. Before the
   * search has a current hit, the step is made when it ends.
   */
  step(by: 1 | -1): void {
    if (!this.isOpen && this.input.value !== "") this.open("");
    if (!this.done && !this.hits.hasCurrent) this.owed += by;
    else if (this.hits.count > 0) this.go(this.hits.next(by, this.from));
  }
  /** The reader has moved the cursor: only a hit that it is on is the current one, and steps go on from there. */
  moved(): void {
    const row = this.actions.from();
    if (!this.isOpen || this.going > 0 || !row) return;
    this.kept = this.hits.current ?? this.kept;
    this.hits.chooseOnly(row, (hit) => this.actions.isOn(hit));
    this.show();
  }
  /** Makes the steps for which there was no hit to go on from. */
  private makeOwed(): void {
    const { owed } = this;
    this.owed = 0;
    const by = owed > 0 ? 1 : -1;
    for (let step = 0; step < Math.abs(owed); step++) this.step(by);
  }
  /** The positions of hits, for the overview ruler. */
  get shares(): readonly number[] {
    return this.hits.all.map((hit) => hit.share);
  }
  /**
   * Repeats the search: the document has changed, or other rows are shown. The hit that the cursor is on stays the current
   * one, even if this happens again before the search has ended.
   */
  again(): void {
    if (!this.isOpen) return;
    this.kept = this.hits.current ?? this.kept;
    void this.run(this.revealing);
  }
  /** The hit at which the widget was closed is where one goes on from, unless the cursor has left its row. */
  private keepIfThere(): void {
    const row = this.actions.from();
    this.kept = this.hits.current ?? this.kept;
    if (!row || !this.kept || keyOf(row) !== keyOf(this.kept)) this.kept = undefined;
  }
  /** The hit that was the current one is it again, if the cursor is still on it. */
  private keep(): void {
    const row = this.actions.from();
    if (row && this.kept && !this.hits.hasCurrent) this.hits.chooseIn(row, this.kept.start);
  }

  /** What it shows, for {@link restore} in the page that shows the file next. */
  get memory(): FindMemory {
    return {
      ...{ isOpen: this.isOpen, text: this.input.value, scope: this.scope.value },
      pressed: TOGGLES.filter((toggle) => this.isPressed(toggle)),
      hit: this.hits.current ?? this.kept,
    };
  }
  /** Shows again what was shown; the keyboard stays in the rows. */
  restore({ isOpen, text, pressed, scope, hit }: FindMemory): void {
    this.input.value = text;
    this.scope.value = scope;
    for (const toggle of pressed) this.toggles[toggle].setAttribute("aria-pressed", "true");
    if (!isOpen) return;
    this.element.classList.remove("hidden");
    this.between = this.actions.selected();
    this.kept = hit;
    void this.run(false);
  }

  marks(row: Row): readonly Mark[] {
    return this.hits.marks(row);
  }

  private toggle(sign: string, name: string, more = ""): HTMLButtonElement {
    const button = makeButton(`toggle ${more}`, "", name, () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      void this.run();
    });
    button.setAttribute("aria-pressed", "false");
    // The style sheet draws the sign; screen readers read the name.
    button.dataset.sign = sign;
    return button;
  }
  /** Whether the last key was the first of a chord, whose second one is the workbench's and no text. */
  private inChord = false;
  private key(event: KeyboardEvent): void {
    if (/^(?:Shift|Control|Alt|Meta)$/.test(event.key)) return;
    const isSecond = this.inChord;
    this.inChord = !isSecond && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (isSecond) return event.preventDefault();
    const byAlt = event.altKey ? { c: "matchCase", w: "wholeWord", r: "regex" }[event.key.toLowerCase()] : undefined;
    if (byAlt) this.toggles[byAlt as Toggle].click();
    else if (event.key === "Escape") this.close();
    else if (event.key === "Enter" && event.altKey) this.list();
    else if (event.key === "Enter") this.step(event.shiftKey ? -1 : 1);
    else {
      // Typing stays in the widget; only function keys and shortcuts are commands.
      if (!/^F\d/.test(event.key) && !event.ctrlKey && !event.metaKey) event.stopPropagation();
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
  private later(): void {
    clearTimeout(this.timer);
    this.search?.abort();
    this.done = false;
    this.owed = 0;
    this.reset();
    this.actions.changed();
    this.timer = setTimeout(() => void this.run(), TYPING);
  }
  private isPressed(toggle: Toggle): boolean {
    return this.toggles[toggle].getAttribute("aria-pressed") === "true";
  }
  private query(): FindQuery {
    return {
      text: this.input.value,
      matchCase: this.isPressed("matchCase"),
      wholeWord: this.isPressed("wholeWord"),
      regex: this.isPressed("regex"),
      folds: this.folds(),
      ...this.where(),
    };
  }
  /** Which columns and which part of the file to search. */
  private where(): Pick<FindQuery, "scope" | "section" | "between"> {
    const { value } = this.scope;
    if (value === "section") this.section ??= this.actions.from()?.section;
    else this.section = undefined;
    if (value === "section" && this.section !== undefined) return { scope: "all", section: this.section };
    if (value === "selection" && this.between) return { scope: "all", between: this.between };
    return { scope: value === "section" || value === "selection" ? "all" : (value as FindQuery["scope"]) };
  }
  /** Searches; `reveal`: goes to the first hit after the cursor as soon as it is found. */
  private async run(reveal = true): Promise<void> {
    this.search?.abort();
    const search = new AbortController();
    this.search = search;
    this.revealing = reveal;
    this.reset();
    this.done = false;
    const query = this.query();
    const progress = ({ hits, share }: FindProgress): void => {
      if (search.signal.aborted) return;
      this.share = share;
      this.take(hits);
      if (this.revealing) this.go(this.hits.nearest(1, this.from));
    };
    try {
      const summary = await this.host.find(query, { signal: search.signal, progress });
      this.done = true;
      this.total = summary.hits;
      this.invalid = summary.invalid?.replace(/^.*?: .*\/\w*: /, "");
      this.element.classList.toggle("invalid", this.invalid !== undefined);
      if (this.revealing) this.go(0);
      this.keep();
      this.makeOwed();
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error;
      return;
    }
    this.show();
    this.actions.changed();
  }
  private take(hits: readonly Hit[]): void {
    this.hits.add(hits);
    this.listed?.(hits);
    this.total = this.hits.count;
    this.show();
    this.actions.changed();
  }
  private list(): void {
    this.listed = this.actions.list(this.hits.all, this.input.value, this.hits.current);
  }
  private reset(): void {
    this.hits.clear();
    this.listed = undefined;
    this.total = 0;
    this.share = 0;
    this.invalid = undefined;
    this.element.classList.remove("invalid");
    this.show();
  }
  private get from(): HitPosition {
    return this.actions.from() ?? { startBit: 0 };
  }
  private go(index: number): void {
    this.kept = undefined;
    const hit = this.hits.choose(index);
    if (!hit) return;
    this.revealing = false;
    this.show();
    this.going++;
    void this.actions.reveal(hit, this.untouched).finally(() => this.going--);
    this.untouched = false;
  }
  private show(): void {
    const { total, share, done } = this;
    const empty = this.input.value === "";
    const none = !empty && done && total === 0;
    this.element.classList.toggle("none", none);
    this.count.title = this.invalid ?? "";
    this.count.textContent = empty ? "" : (this.invalid ?? countText({ number: this.hits.number, total, share, done }));
  }
}
