/**
 * Shows the definition of `#4`, `!17` or `%struct.a` below the row that names it; names in it can be expanded in turn.
 */
import type { SymbolId, Token } from "../../extension/document/token";
import type { Folds, Row, RowPlace, RowToken } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { make, makeButton } from "../base/dom";
import { takeKeyboard } from "../base/keyboard";
import { t } from "../base/l10n";
import type { Listing } from "../rows/listing";

/** Largest share of the view's height for the box. */
const SHARE = 0.6;
/** Deepest nesting that can be expanded; beyond it one has to go there. */
const DEEPEST = 12;

/** Whether a token names something with a definition to show: metadata, attributes, a type. */
function canExpand(token: Token | undefined): token is Token & { readonly symbol: SymbolId } {
  if (token?.symbol === undefined || token.definition === true) return false;
  return token.kind === "metadata" || token.kind === "attribute" || token.kind === "type";
}

/** What can be expanded at a token of a row: the token itself, or the node after `, !dbg `. */
export function expandable(
  tokens: readonly RowToken[],
  token: Token | undefined,
): (RowToken & { readonly symbol: SymbolId }) | undefined {
  if (!token) return undefined;
  if (canExpand(token)) return token;
  const next = tokens[tokens.indexOf(token) + 1];
  return token.noise !== undefined && next?.noise === token.noise && canExpand(next) ? next : undefined;
}

/** What a box of expansions needs from its editor. */
export interface ExpansionContext {
  readonly host: Host;
  readonly listing: Listing;
  folds(): Folds;
  demangles(): boolean;
  /** Goes to a definition. */
  goTo(place: RowPlace): void;
  /** Returns the keyboard to the rows. */
  leave(): void;
  /** Reports that there is nothing to expand. */
  missing(name: string): void;
}

/** The box of an editor; at most one is open. */
export class Expansion {
  private readonly element = make("section", "inset expansion");
  private shown: { readonly after: RowPlace; readonly symbol: SymbolId } | undefined;

  constructor(private readonly context: ExpansionContext) {
    this.element.tabIndex = -1;
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.element.addEventListener("wheel", (event) => {
      if (this.element.scrollHeight > this.element.clientHeight) event.stopPropagation();
    });
    this.element.addEventListener("mousedown", (event) => event.stopPropagation());
    this.element.addEventListener("click", (event) => event.stopPropagation());
  }

  get isOpen(): boolean {
    return this.shown !== undefined;
  }
  /** Shows the definition of a token below its row, or closes it if it is shown. */
  async toggle(after: RowPlace, token: RowToken & { readonly symbol: SymbolId }): Promise<void> {
    const { symbol } = token;
    const { shown } = this;
    const same = shown?.symbol === symbol && shown.after.entry === after.entry && shown.after.section === after.section;
    this.close();
    if (!same) await this.open(after, token);
  }
  /** Closes the box; returns whether it was open. */
  close(): boolean {
    if (!this.shown) return false;
    this.shown = undefined;
    this.element.remove();
    const { listing } = this.context;
    if (listing.inset?.element === this.element) listing.inset = undefined;
    listing.draw();
    return true;
  }
  /** Closes the box; if it has the keyboard, the rows get it. */
  hide(): void {
    if (this.element.contains(document.activeElement)) this.leave();
    else this.close();
  }

  private async open(after: RowPlace, { symbol, text }: RowToken & { readonly symbol: SymbolId }): Promise<void> {
    const node = await this.node(symbol, []);
    if (!node) return this.context.missing(text.trim());
    this.shown = { after, symbol };
    const close = makeButton("icon close", "×", t("Close (Escape)"), () => this.leave());
    const list = make("ul");
    list.append(node);
    this.element.replaceChildren(list, close);
    this.element.setAttribute("aria-label", t("{0}, expanded: {1}", text.trim(), node.textContent));
    this.context.listing.rowsElement.append(this.element);
    this.resize();
    takeKeyboard(this.element);
  }
  /** The definition of a symbol as an item; undefined if there is none. @param path the symbols around it */
  private async node(symbol: SymbolId, path: readonly SymbolId[]): Promise<HTMLLIElement | undefined> {
    const { host, folds } = this.context;
    const place = await host.locate({ symbol });
    if (!place) return undefined;
    const anchor = { kind: "place", place } as const;
    const { rows, anchor: index } = await host.rows({ anchor, before: 0, after: 0, folds: { ...folds(), hidden: [] } });
    const row = rows[index];
    return row && this.item(row, [...path, symbol]);
  }
  private item({ assembly }: Row, path: readonly SymbolId[]): HTMLLIElement {
    const item = make("li");
    const inner = make("ul");
    for (const token of assembly) {
      const text = (this.context.demangles() ? token.plain : undefined) ?? token.text;
      const isNew = canExpand(token) && !path.includes(token.symbol) && path.length < DEEPEST;
      item.append(isNew ? this.name(token, text, inner, path) : make("span", `t k-${token.kind}`, text));
    }
    item.append(inner);
    return item;
  }
  /** A name in a definition: a click expands it below; with the modifier, goes to it. */
  private name(
    { symbol, kind }: RowToken & { readonly symbol: SymbolId },
    text: string,
    list: HTMLElement,
    path: readonly SymbolId[],
  ): HTMLElement {
    const button = make("button", `t k-${kind} name`, text);
    button.type = "button";
    button.setAttribute("aria-expanded", "false");
    let item: HTMLLIElement | undefined;
    const toggle = async (): Promise<void> => {
      if (item) item.remove();
      const opened = item ? undefined : await this.node(symbol, path);
      item = opened;
      if (opened) list.append(opened);
      button.setAttribute("aria-expanded", String(opened !== undefined));
      this.resize();
    };
    button.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey) void this.go(symbol);
      else void toggle();
    });
    return button;
  }
  private async go(symbol: SymbolId): Promise<void> {
    const place = await this.context.host.locate({ symbol });
    if (!place) return;
    this.leave();
    this.context.goTo(place);
  }
  /** Resizes the box to its contents. */
  private resize(): void {
    const { shown, element } = this;
    if (!shown) return;
    const { listing } = this.context;
    element.style.height = "auto";
    const height = Math.min(element.offsetHeight, Math.floor(listing.rowsElement.clientHeight * SHARE));
    element.style.height = `${height}px`;
    listing.inset = { after: shown.after, element, height };
    listing.draw();
  }
  private leave(): void {
    this.close();
    this.context.leave();
  }
  private key(event: KeyboardEvent): void {
    const names = [...this.element.querySelectorAll<HTMLElement>("button.name")];
    const at = names.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1 }[event.key];
    if (event.key === "Escape" || (event.key === " " && at < 0 && event.target === this.element)) this.leave();
    else if (to !== undefined && to < 0) this.element.focus();
    else if (to !== undefined) names[Math.min(to, names.length - 1)]?.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
