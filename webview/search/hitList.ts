/** The list at the bottom of the editor: references of a symbol, or all hits of find, for stepping through them. */
import { briefName } from "../../extension/document/briefName";
import { append } from "../../extension/document/arrays";
import type { Hit } from "../../extension/session/protocol";
import { formatPosition } from "../../extension/document/bits";
import { make, makeButton, onFrame } from "../base/dom";
import { takeKeyboard } from "../base/keyboard";
import { t } from "../base/l10n";
import { hitParts } from "./hitText";

/** Height of a line in pixels: it is a list of the workbench, not of code. */
const LINE = 22;
/** The characters that the spacer is wide, and the shares of the width that a line's text has at least. */
const RULED = 10;
const TEXT = 0.6;

/** Longer names of a hit's section are shortened. */
const ROOM = 32;

/** A hit with the text of its row, if known. */
export interface ListedHit extends Hit {
  readonly text?: string;
  readonly container?: string;
  readonly definition?: boolean;
  readonly declares?: boolean;
}

/** The text of a hit's row, as displayed; the hit is its characters `start` up to `end`. */
export interface Said {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly container: string;
}

/** The list. Lines are drawn as they come into view. */
export class HitList {
  readonly element = make("section", "hits hidden");
  private readonly title = make("span", "title");
  private titled: () => string = () => "";
  private readonly body = make("div", "body");
  private readonly spacer = make("div", "spacer");
  private hits: ListedHit[] = [];
  /** The index of the chosen hit, and whether it was shown: the first is chosen as soon as it is there. */
  private chosen = 0;
  private isShown = false;
  private readonly draw = onFrame(() => this.drawNow());

  /** The rows' text for hits of find, stored once a line was shown. */
  private said = new WeakMap<ListedHit, Said>();

  constructor(
    private readonly rowOf: (hit: ListedHit) => Promise<Said>,
    private readonly choose: (hit: ListedHit) => void,
    private readonly closed: () => void,
    private readonly accepted: () => void,
  ) {
    const head = make("header");
    const close = makeButton("icon", "×", t("Close (Escape)"), () => this.close());
    head.append(this.title, close);
    this.body.append(this.spacer);
    this.body.tabIndex = 0;
    this.body.setAttribute("role", "listbox");
    this.body.addEventListener("scroll", () => this.draw());
    new ResizeObserver(() => this.draw()).observe(this.body);
    this.body.addEventListener("keydown", (event) => this.key(event));
    this.body.addEventListener("click", (event) => {
      const line = (event.target as Element).closest<HTMLElement>("[data-hit]");
      if (line) this.go(Number(line.dataset.hit));
    });
    this.element.append(head, this.body);
  }

  get isOpen(): boolean {
    return !this.element.classList.contains("hidden");
  }
  get all(): readonly ListedHit[] {
    return this.hits;
  }
  /** Opens it without hits. @param title gives it again when names are shown in another form */
  open(title: () => string): void {
    this.hits = [];
    this.chosen = 0;
    this.isShown = false;
    this.element.classList.remove("hidden");
    this.setTitle(title);
    this.draw();
  }
  setTitle(title: () => string): void {
    this.titled = title;
    const text = (this.title.textContent = title());
    for (const element of [this.element, this.body]) element.setAttribute("aria-label", text);
  }
  push(hits: readonly ListedHit[]): void {
    append(this.hits, hits);
    this.makeRoom();
    this.draw();
  }
  /** Chooses a hit at which the reader is already. */
  startAt(hit: Hit): void {
    this.chosen = Math.max(0, this.hits.indexOf(hit));
    this.isShown = true;
    this.comeTo(this.chosen);
  }
  focus(): void {
    takeKeyboard(this.body);
  }
  /** Reads the rows again: names are shown in another form. */
  again(): void {
    this.said = new WeakMap();
    this.setTitle(this.titled);
    this.draw();
  }
  close(): void {
    if (!this.isOpen) return;
    this.element.classList.add("hidden");
    this.hits = [];
    this.closed();
  }
  /** Goes to the next or previous hit, wrapping at the ends; first to the chosen one, if it was not shown yet. */
  step(by: 1 | -1): void {
    if (by > 0 && !this.isShown) this.go(this.chosen);
    else this.move(by);
  }
  private move(by: 1 | -1): void {
    const { length } = this.hits;
    this.go((this.chosen + by + length) % length);
  }

  /** Enter stays at the hit; closing the list goes back. */
  private accept(): void {
    if (!this.isShown) this.go(this.chosen);
    this.element.classList.add("hidden");
    this.hits = [];
    this.accepted();
  }
  private go(index: number): void {
    const hit = this.hits[index];
    if (!hit) return;
    this.chosen = index;
    this.isShown = true;
    this.comeTo(index);
    this.choose(hit);
  }
  /** How many lines a page key passes over. */
  private get page(): number {
    return Math.max(1, Math.floor(this.body.clientHeight / LINE) - 1);
  }
  /** Gives the list the height of its lines, of which it shows as many as fit. */
  private makeRoom(): void {
    this.spacer.style.height = `${this.hits.length * LINE}px`;
  }
  /** Brings a line into view. */
  private comeTo(index: number): void {
    const top = index * LINE;
    this.makeRoom();
    if (top < this.body.scrollTop) this.body.scrollTop = top;
    else if (top + LINE > this.body.scrollTop + this.body.clientHeight)
      this.body.scrollTop = top + LINE - this.body.clientHeight;
    this.draw();
  }
  private key(event: KeyboardEvent): void {
    if (event.key === "ArrowDown") this.move(1);
    else if (event.key === "ArrowUp") this.move(-1);
    else if (event.key === "PageDown") this.go(Math.min(this.chosen + this.page, this.hits.length - 1));
    else if (event.key === "PageUp") this.go(Math.max(this.chosen - this.page, 0));
    else if (event.key === "Home") this.go(0);
    else if (event.key === "End") this.go(this.hits.length - 1);
    else if (event.key === "Enter") this.accept();
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  private drawNow(): void {
    this.makeRoom();
    const first = Math.floor(this.body.scrollTop / LINE);
    const last = Math.min(this.hits.length, first + Math.ceil(this.body.clientHeight / LINE) + 1);
    const whole = Math.ceil(this.body.scrollTop / LINE);
    const lines: HTMLElement[] = [this.spacer];
    for (let index = first; index < last; index++) lines.push(this.line(index, index === whole));
    this.body.replaceChildren(...lines);
    const chosen = this.body.querySelector(".current");
    if (chosen) this.body.setAttribute("aria-activedescendant", chosen.id);
    else this.body.removeAttribute("aria-activedescendant");
  }
  /** How many characters a line has room for, beside the position and the name of its section. */
  private get room(): number {
    const character = this.spacer.offsetWidth / RULED;
    return Math.floor((this.body.clientWidth * TEXT) / (character || 8)) - RULED;
  }
  /** @param isFirst whether it is the first line that is in view as a whole */
  private line(index: number, isFirst: boolean): HTMLElement {
    const hit = this.hits[index];
    const line = make("div", index === this.chosen ? "line current" : "line");
    if (!hit) return line;
    line.id = `hit-${index}`;
    line.dataset.hit = String(index);
    line.style.transform = `translateY(${index * LINE}px)`;
    line.setAttribute("role", "option");
    line.setAttribute("aria-selected", String(index === this.chosen));
    line.setAttribute("aria-setsize", String(this.hits.length));
    line.setAttribute("aria-posinset", String(index + 1));
    line.append(make("span", "position", formatPosition(hit.startBit)));
    const text = make("span", "code");
    const said = this.said.get(hit);
    if (!said) void this.look(hit);
    const { container, ...shown } = said ?? { text: "", container: "", ...hit };
    const [before, marked, after] = hitParts(shown, this.room);
    text.append(before, make("mark", "hit", marked), after);
    line.append(text);
    if (hit.definition) line.append(make("span", "badge", hit.declares ? t("declaration") : t("definition")));
    const around = make("span", "container");
    // Of the lines of one section, only the first in view names it.
    if (!isFirst && this.hits[index - 1]?.section === hit.section) line.setAttribute("aria-description", container);
    else around.textContent = briefName(container, ROOM);
    around.title = container;
    line.append(around);
    return line;
  }
  private async look(hit: ListedHit): Promise<void> {
    this.said.set(hit, { text: hit.text ?? "", start: hit.start, end: hit.end, container: hit.container ?? "" });
    this.said.set(hit, await this.rowOf(hit));
    this.draw();
  }
}
