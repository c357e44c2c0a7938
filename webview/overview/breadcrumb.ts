/**
 * The breadcrumb: the sections around the cursor, outermost first. It is a single stop for Tab; the arrow keys move
 * along it, Enter goes there, Down lists the siblings.
 */
import { briefName } from "../../extension/document/briefName";
import { make } from "../base/dom";
import { t } from "../base/l10n";

/** A step of the path. */
export interface Crumb {
  readonly title: string;
  /** Goes to its beginning. */
  readonly go: () => void;
  /** Lets the user choose among its siblings. */
  readonly beside: () => void;
}

/** Shorter names are never cut, since cutting longer ones gains more. */
const SHORT = 24;
/** Longer names are shortened. */
const ROOM = 80;

/** The line above the listing. */
export class Breadcrumb {
  readonly element = make("nav", "breadcrumb");
  private buttons: HTMLButtonElement[] = [];
  private path: readonly Crumb[] = [];
  private shown = "";
  private current = -1;

  /** @param leave returns the keyboard to the listing */
  constructor(private readonly leave: () => void) {
    this.element.setAttribute("aria-label", t("Breadcrumb"));
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("focusin", (event) => {
      this.current = this.buttons.indexOf(event.target as HTMLButtonElement);
    });
  }
  /** Shows a path. */
  update(path: readonly Crumb[]): void {
    const key = path.map(({ title }) => title).join("\n");
    if (key === this.shown) return;
    this.shown = key;
    const focused = this.element.contains(document.activeElement);
    const parts: Node[] = [];
    this.path = path;
    this.buttons = path.map(({ title, go }, index) => {
      const brief = briefName(title, ROOM);
      const button = make("button", brief.length > SHORT ? "crumb long" : "crumb", brief);
      button.type = "button";
      button.title = title;
      button.tabIndex = index === path.length - 1 ? 0 : -1;
      button.addEventListener("click", go);
      if (index > 0) parts.push(make("span", "separator", "›"));
      parts.push(button);
      return button;
    });
    this.element.replaceChildren(...parts);
    if (focused) this.focus(Math.min(this.current, path.length - 1));
  }
  /** Moves the keyboard to its last step, or to the one at `index`. */
  focus(index = this.buttons.length - 1): void {
    this.buttons[Math.max(0, index)]?.focus();
  }

  private key(event: KeyboardEvent): void {
    const last = this.buttons.length - 1;
    const to = { ArrowLeft: this.current - 1, ArrowRight: this.current + 1, Home: 0, End: last }[event.key];
    if (to !== undefined) this.focus(Math.min(to, last));
    else if (event.key === "ArrowDown" || event.key === " ") this.path[this.current]?.beside();
    else if (event.key === "Escape") this.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
