/**
 * The overview above the text: what the file is, its problems, what takes its space, its largest functions (in a
 * container: modules).
 */
import type { Notice } from "../../extension/document/document";
import { briefName } from "../../extension/document/briefName";
import { labelText, saidText } from "../../extension/document/labels";
import { sizeOf } from "../../extension/document/outline";
import { formatPosition } from "../../extension/document/bits";
import type { BitRange } from "../../extension/document/bits";
import type { SymbolId } from "../../extension/document/token";
import type {
  Overview as Told,
  OverviewItem,
  OverviewList,
  OverviewQuery,
  SpaceShare,
} from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { countText } from "../base/counted";
import { make } from "../base/dom";
import { numberText, t } from "../base/l10n";

/** Most functions or modules requested; the outline has more. */
const ITEMS = 100;

/** Most characters of a name beside its size. */
const ROOM = 44;

/** Most problems that it shows. */
const PROBLEMS = 3;

/** What the overview needs from the editor. */
export interface OverviewContext {
  readonly host: Host;
  /** What is known of the file before it has been read. */
  readonly opened: Pick<Told, "title" | "bits">;
  demangles(): boolean;
  /** Goes to a symbol, otherwise to a bit. */
  goTo(bit: number, symbol?: SymbolId): void;
  /** Opens a document inside the file, by its index. */
  open(member: number): void;
  goToProblem(problem: BitRange): void;
  folded(folded: boolean): void;
  leave(): void;
}

/** A size for people. */
export function sizeText(bits: number): string {
  const bytes = bits / 8;
  if (bytes < 10000) return t("{0} bytes", Math.ceil(bytes));
  const [value, unit] = bytes < 1e6 ? [bytes / 1e3, "kB"] : [bytes / 1e6, "MB"];
  const digits = value < 100 ? 1 : 0;
  const shown = numberText(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${shown} ${unit}`;
}

/** The counts that neither the format's facts nor the list beside them show. */
function countsBesides({ facts, counts, list }: Told): readonly string[] {
  const said = new Set<string>([list.of, ...facts.map(({ label }) => label)]);
  return counts.filter(({ label }) => !said.has(label)).map(countText);
}

/** The overview of one editor. */
export class Overview {
  readonly element = make("section", "overview");
  private readonly head = make("button", "overview-head");
  private readonly body = make("div", "overview-body");
  private sort: OverviewQuery["sort"] = "size";
  private space: readonly SpaceShare[] = [];
  /** Size of the file. */
  private bits = 0;
  /** Whether the first function must get the focus once there is one. */
  private focusing = false;

  constructor(
    private readonly context: OverviewContext,
    folded: boolean,
  ) {
    this.element.setAttribute("aria-label", t("Overview"));
    this.head.type = "button";
    this.head.addEventListener("click", () => {
      this.fold(!this.element.classList.contains("folded"));
      this.context.folded(this.element.classList.contains("folded"));
    });
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.append(this.head, this.body);
    // Reading the names of a large file's functions takes a while; what is known before is shown at once.
    const { title, bits } = context.opened;
    this.head.textContent = [title, sizeText(bits), t("reading the functions…")].join(" · ");
    this.element.setAttribute("aria-busy", "true");
    this.fold(folded);
  }

  /** Requests what is known now and shows it; what takes the space follows when it is known. */
  async update(): Promise<void> {
    const told = await this.context.host.overview({ sort: this.sort, count: ITEMS });
    this.show(told);
    const space = await this.context.host.space(null);
    if (space.length === this.space.length && space.every((share, i) => share.bits === this.space[i]?.bits)) return;
    this.space = space;
    this.show(told);
  }
  /** Opens it and moves the focus to its first function. */
  focus(): void {
    this.fold(false);
    const first = this.element.querySelector<HTMLElement>(".overview-function");
    this.focusing = !first;
    (first ?? this.head).focus();
  }

  private fold(folded: boolean): void {
    this.element.classList.toggle("folded", folded);
    this.head.setAttribute("aria-expanded", String(!folded));
  }
  private show(told: Told): void {
    // The file may have changed since it was opened.
    const { title, bits } = told;
    this.bits = bits;
    this.element.removeAttribute("aria-busy");
    const target = told.facts.find(({ label }) => label === "target")?.value;
    const problems =
      told.problemCount === 0
        ? t("no problems")
        : told.problemCount === 1
          ? t("1 problem")
          : t("{0} problems", told.problemCount);
    const size = sizeText(bits);
    // What is listed below is not repeated in the head; when folded, the head shows the most.
    const folded = [target, size, ...told.counts.slice(0, 3).map(countText)].filter((part) => part !== undefined);
    this.head.replaceChildren(
      title,
      make("span", "when-folded", folded.map((part) => ` · ${part}`).join("")),
      make("span", "when-open", ` · ${size}`),
      " · ",
      make("span", told.problemCount > 0 ? "has-problems" : "", problems),
    );
    const { activeElement } = document;
    const focused = activeElement?.getAttribute("data-key");
    this.body.replaceChildren(this.facts(told), this.list(told.list));
    if (focused !== null && focused !== undefined)
      this.body.querySelector<HTMLElement>(`[data-key="${CSS.escape(focused)}"]`)?.focus();
    if (this.focusing && activeElement === this.head) this.focus();
    this.focusing = false;
  }
  private facts(told: Told): HTMLElement {
    const list = make("dl", "overview-facts");
    const fact = (label: string, ...value: (Node | string)[]): HTMLElement => {
      const shown = make("dd");
      shown.append(...value);
      shown.title = shown.textContent;
      list.append(make("dt", "", label), shown);
      return shown;
    };
    const listed = (label: string, values: readonly string[]): void =>
      fact(label, values.join(", ")).classList.add("listed");
    // A list that does not fit can be scrolled, also by keyboard.
    list.tabIndex = 0;
    list.setAttribute("aria-label", t("Overview"));
    this.problems(told, fact);
    for (const { label, value } of told.facts) fact(labelText(label, t), saidText({ label, text: value }, t));
    const counts = countsBesides(told);
    if (counts.length > 0) listed(t("holds"), counts);
    const shares = this.shares();
    if (shares.length > 1) listed(t("space"), shares);
    return list;
  }
  /** What takes the space, each in percent of the file. */
  private shares(): readonly string[] {
    const total = Math.max(1, this.bits);
    return (
      this.space
        // A smaller share would not explain where the space has gone.
        .filter(({ bits }) => bits * 200 >= total)
        .map(({ kind, bits }) => `${kind} ${Math.round((bits / total) * 100)} %`.replaceAll(" ", "\u00a0"))
    );
  }
  /** The first problems, and how many more there are. */
  private problems(
    { problems, problemCount, notices }: Told,
    fact: (label: string, value: Node | string) => unknown,
  ): void {
    const said = problems.slice(0, PROBLEMS);
    const say = (label: string, className: string, { startBit, endBit, message }: Notice): void => {
      const go = (): void => this.context.goToProblem({ startBit, endBit });
      fact(label, this.link(className, `${formatPosition(startBit)}  ${message}`, startBit, go));
    };
    for (const problem of said) say(t("problem"), "overview-problem", problem);
    if (problemCount > said.length) fact("", t("and {0} more (F8)", problemCount - said.length));
    for (const notice of notices.slice(0, PROBLEMS - said.length)) say(t("note"), "overview-note", notice);
  }
  private list({ of, count, items }: OverviewList): HTMLElement {
    const box = make("div", "overview-functions");
    if (items.length === 0) return box;
    const head = make("div", "overview-sort");
    head.append(make("span", "", countText({ label: of, count })));
    for (const [sort, name] of [
      ["size", t("by size")],
      ["name", t("by name")],
      ["position", t("by position")],
    ] as const) {
      const button = make("button", "link", name);
      button.type = "button";
      button.dataset.key = `sort ${sort}`;
      button.setAttribute("aria-pressed", String(sort === this.sort));
      button.addEventListener("click", () => {
        this.sort = sort;
        void this.update();
      });
      head.append(button);
    }
    const list = make("div", "overview-list");
    list.append(...items.map((one) => this.row(one)));
    box.append(head, list);
    return box;
  }
  private row(item: OverviewItem): HTMLElement {
    const { name, plain, derived, startBit, symbol } = item;
    const shown = this.context.demangles() && plain !== undefined ? briefName(plain, ROOM) : name;
    const { context } = this;
    const go = (): void => (derived === undefined ? context.goTo(startBit, symbol) : context.open(derived));
    const row = this.link("overview-function", shown, startBit, go);
    row.append(make("span", "size", sizeText(sizeOf(item))));
    row.title = plain === undefined ? name : `${plain}\n${name}`;
    return row;
  }
  private link(
    className: string,
    text: string,
    bit: number,
    go = (): void => this.context.goTo(bit),
  ): HTMLButtonElement {
    const button = make("button", className);
    button.type = "button";
    button.dataset.key = `${className} ${bit}`;
    button.append(make("span", "name", text));
    button.addEventListener("click", go);
    return button;
  }
  private key(event: KeyboardEvent): void {
    const rows = [...this.element.querySelectorAll<HTMLElement>(".overview-function")];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const to = at < 0 ? undefined : { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Escape") this.context.leave();
    else if (to !== undefined) rows[Math.max(0, Math.min(to, rows.length - 1))]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
