/** The hover card: opens after the pointer has rested, or by key; it can be entered, selected and scrolled. */
import type { SourceFrame } from "../../extension/document/sourceLocation";
import type { Card, Row, TokenPlace } from "../../extension/session/protocol";
import type { CardContext } from "./card";
import { cardName, cardParts, countUses, listCalls, sourceParts } from "./card";
import { make } from "../base/dom";
import { takeKeyboard } from "../base/keyboard";

/** The card closes when the pointer has been outside for this long (ms). */
const LINGER = 250;

/** The card. */
export class Hover {
  readonly element = make("div", "hover hidden");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private call: AbortController | undefined;
  private shown: HTMLElement | undefined;
  /**
   * Whether the card was asked for by key. It then stays until the keyboard leaves it: the pointer may rest on rows that
   * are drawn again under it, which the browser reports as a move.
   */
  private byKey = false;

  /** @param left returns the keyboard to the rows when a card that has it is hidden */
  constructor(
    private readonly context: CardContext,
    private readonly left: () => void,
  ) {
    this.element.id = "hover";
    this.element.setAttribute("role", "tooltip");
    this.element.tabIndex = -1;
    this.element.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.element.addEventListener("pointerleave", () => this.leave());
    this.element.addEventListener("focusout", (event) => {
      if (this.element.contains(event.relatedTarget as Node | null)) return;
      this.byKey = false;
      this.leave();
    });
  }

  /** Requests the card for `element` and shows it beside the element after `delay` ms. */
  ask(place: TokenPlace, element: HTMLElement, delay: number): void {
    if (this.byKey) return;
    this.after(element, delay, (signal) => this.show(place, () => element, false, signal));
  }
  /** Requests the card for a place and moves the keyboard to it; rows may be drawn again before it comes. */
  open(place: TokenPlace, element: () => HTMLElement | undefined): void {
    this.byKey = true;
    this.after(undefined, 0, (signal) => this.show(place, element, true, signal));
  }
  /** Requests the source of a row and the calls at which it was inlined. */
  askSource({ section, entry }: Row, element: HTMLElement, delay: number): void {
    if (this.byKey) return;
    this.after(element, delay, async (signal) => {
      const frames = await this.context.host
        .sourceOf({ section, entry }, { signal })
        .catch((): readonly SourceFrame[] => []);
      if (frames.length > 0 && !signal.aborted && element.isConnected)
        this.fill(sourceParts(frames, this.context), element, false);
    });
  }
  /** The pointer has left the element that the card is about. */
  leave(): void {
    if (this.byKey) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), LINGER);
  }
  /** Hides the card; returns whether it was open. */
  hide(): boolean {
    clearTimeout(this.timer);
    this.call?.abort();
    this.shown = undefined;
    this.byKey = false;
    const had = !this.element.classList.contains("hidden");
    const hadKeyboard = this.element.contains(document.activeElement);
    this.element.classList.add("hidden");
    if (hadKeyboard) this.left();
    return had;
  }

  private after(element: HTMLElement | undefined, delay: number, work: (signal: AbortSignal) => Promise<void>): void {
    clearTimeout(this.timer);
    if (element && this.shown === element) return;
    this.timer = setTimeout(() => {
      this.call?.abort();
      this.call = new AbortController();
      void work(this.call.signal);
    }, delay);
  }
  private async show(
    place: TokenPlace,
    at: () => HTMLElement | undefined,
    focus: boolean,
    signal: AbortSignal,
  ): Promise<void> {
    const { context } = this;
    const card: Card | null = await context.host.hover(place, { signal }).catch(() => null);
    const element = at();
    if (signal.aborted) return;
    if (!card || !element?.isConnected) {
      // Rows that were drawn again under the pointer ask anew when it moves.
      if (focus || element?.isConnected) this.hide();
      return;
    }
    this.fill(cardParts(card, context), element, focus);
    if (card.symbol === undefined) return;
    if (card.function) {
      await listCalls(this.element, card.symbol, context, signal);
      this.position(element);
    }
    const { symbol } = card;
    await countUses(this.element, { symbol, name: cardName(card, symbol) }, context, signal);
  }
  private fill(parts: readonly HTMLElement[], element: HTMLElement, focus: boolean): void {
    this.shown = element;
    this.element.replaceChildren(...parts);
    this.element.scrollTop = 0;
    this.element.classList.remove("hidden");
    this.position(element);
    if (focus) takeKeyboard(this.element);
  }
  /** Places the card above the token if there is room, otherwise below, inside the view. */
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
