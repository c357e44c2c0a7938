/** The hover card: after the pointer has rested, or by key; it can be entered, selected and scrolled. */
import type { ViewSettings } from "../extension/session/hostApi";
import type { Card, TokenPlace } from "../extension/session/protocol";
import { formatPosition } from "../extension/document/bits";
import type { Host } from "./connection";
import { make, makeButton } from "./dom";
import { t } from "./l10n";

/** The card leaves after the pointer has been outside for so long (ms). */
const LINGER = 250;

/** What the card can do. */
export interface HoverActions {
  goTo(place: { section: number; entry: number; line: number }): void;
  references(symbol: string): void;
}

/** A text that begins with an integer, with it written as the user wants integers. */
export function integerText(text: string, format: ViewSettings["integerFormat"]): string {
  const [digits = ""] = /^\d+(?![\w.])/.exec(text) ?? [];
  if (digits === "" || format === "decimal") return text;
  const hex = `0x${BigInt(digits).toString(16).toUpperCase()}`;
  return (format === "hex" ? hex : `${digits} (${hex})`) + text.slice(digits.length);
}

/** The card. */
export class Hover {
  readonly element = make("div", "hover hidden");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private call: AbortController | undefined;
  private shown: HTMLElement | undefined;

  constructor(
    private readonly host: Host,
    private readonly actions: HoverActions,
    private readonly integers: () => ViewSettings["integerFormat"],
  ) {
    this.element.id = "hover";
    this.element.setAttribute("role", "tooltip");
    this.element.tabIndex = -1;
    this.element.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.element.addEventListener("pointerleave", () => this.leave());
    this.element.addEventListener("focusout", (event) => {
      if (!this.element.contains(event.relatedTarget as Node | null)) this.leave();
    });
  }

  /** Asks for the card of what is at `element` and shows it beside it, after `delay` ms. */
  ask(place: TokenPlace, element: HTMLElement, delay: number, focus = false): void {
    if (this.shown === element && !focus) {
      clearTimeout(this.timer);
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.show(place, element, focus), delay);
  }
  /** The pointer has left what the card is about. */
  leave(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), LINGER);
  }
  /** Hides the card; says whether there was one. */
  hide(): boolean {
    clearTimeout(this.timer);
    this.call?.abort();
    this.shown = undefined;
    const had = !this.element.classList.contains("hidden");
    this.element.classList.add("hidden");
    return had;
  }

  private async show(place: TokenPlace, element: HTMLElement, focus: boolean): Promise<void> {
    this.call?.abort();
    const call = new AbortController();
    this.call = call;
    const card = await this.host.hover(place, { signal: call.signal }).catch(() => null);
    if (call.signal.aborted || !element.isConnected) return;
    if (!card) return void this.hide();
    this.shown = element;
    this.element.replaceChildren(...this.parts(card));
    this.element.classList.remove("hidden");
    this.position(element);
    if (focus) this.element.focus();
    if (card.symbol !== undefined) await this.countUses(card.symbol, call.signal);
  }
  private parts(card: Card): HTMLElement[] {
    const head = make("div", "head");
    head.append(make("span", "title", card.title), make("span", "container", card.container ?? ""));
    const facts = make("dl");
    const fact = (label: string, ...values: (Node | string)[]): void => {
      const value = make("dd");
      value.append(...values);
      facts.append(make("dt", "", label), value);
    };
    for (const { label, text } of card.lines) fact(label, label === "raw" ? integerText(text, this.integers()) : text);
    if (card.bits !== undefined) fact(t("bits"), card.bits);
    if (card.encoding !== undefined) fact(t("encoding"), card.encoding);
    const { definition, symbol } = card;
    if (definition)
      fact(
        t("defined"),
        makeButton("link", formatPosition(definition.bit), t("Go to Definition"), () =>
          this.actions.goTo({ ...definition, line: 0 }),
        ),
      );
    if (symbol !== undefined) {
      const uses = make("span", "uses", t("counting uses…"));
      fact(t("used"), uses);
    }
    const parts = [head, facts];
    if (card.description !== undefined) parts.push(make("div", "description", card.description));
    return parts;
  }
  private async countUses(symbol: string, signal: AbortSignal): Promise<void> {
    const count = await this.host.uses({ symbol }, { signal }).catch(() => undefined);
    const place = this.element.querySelector(".uses");
    if (!place || signal.aborted) return;
    if (count === undefined) place.textContent = t("not counted");
    else if (count === 0) place.textContent = t("nowhere");
    else {
      const text = count === 1 ? t("once (list)") : t("{0} times (list)", count);
      place.replaceChildren(makeButton("link", text, t("Find All References"), () => this.actions.references(symbol)));
    }
  }
  /** Above the token where there is room, else below; inside the view. */
  private position(element: HTMLElement): void {
    const at = element.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.element;
    const left = Math.max(4, Math.min(at.left, innerWidth - width - 4));
    const above = at.top - height - 2;
    const top = above >= 0 ? above : Math.min(at.bottom + 2, Math.max(0, innerHeight - height));
    this.element.style.left = `${left}px`;
    this.element.style.top = `${top}px`;
  }
}
