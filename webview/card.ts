/** What stands in a hover card: facts about a token, a function, a source location; parts of it lead on. */
import { formatPosition } from "../extension/document/bits";
import type { SourceFrame } from "../extension/document/sourceLocation";
import type { SymbolId } from "../extension/document/token";
import type { ViewSettings } from "../extension/session/hostApi";
import type { Card } from "../extension/session/protocol";
import type { Host } from "./connection";
import { make, makeButton } from "./dom";
import { t } from "./l10n";
import { baseName, lineText } from "./source";

/** What a card can do, and what it needs to know. */
export interface CardContext {
  readonly host: Host;
  goTo(place: { section: number; entry: number; line: number }): void;
  references(symbol: SymbolId): void;
  integers(): ViewSettings["integerFormat"];
}

/** A text that begins with an integer, with it written as the user wants integers. */
export function integerText(text: string, format: ViewSettings["integerFormat"]): string {
  const [digits = ""] = /^\d+(?![\w.])/.exec(text) ?? [];
  if (digits === "" || format === "decimal") return text;
  const hex = `0x${BigInt(digits).toString(16).toUpperCase()}`;
  return (format === "hex" ? hex : `${digits} (${hex})`) + text.slice(digits.length);
}

/** Facts with their labels. */
class Facts {
  readonly list = make("dl");
  add(label: string, ...values: readonly (Node | string)[]): void {
    const value = make("dd");
    value.append(...values);
    this.list.append(make("dt", "", label), value);
  }
}

function headOf(title: string, container: string): HTMLElement {
  const head = make("div", "head");
  head.append(make("span", "title", title), make("span", "container", container));
  return head;
}

/** The card of a token or a record. */
export function cardParts(card: Card, context: CardContext): readonly HTMLElement[] {
  const facts = new Facts();
  for (const { label, text } of card.lines)
    facts.add(label, label === "raw" ? integerText(text, context.integers()) : text);
  if (card.source) addSource(facts, card.source, context);
  if (card.bits !== undefined) facts.add(t("bits"), card.bits);
  if (card.encoding !== undefined) facts.add(t("encoding"), card.encoding);
  const { definition, symbol } = card;
  if (definition)
    facts.add(
      t("defined"),
      makeButton("link", formatPosition(definition.bit), t("Go to Definition"), () =>
        context.goTo({ ...definition, line: 0 }),
      ),
    );
  if (symbol !== undefined) facts.add(t("used"), make("span", "uses", t("counting uses…")));
  const parts = [headOf(card.title, card.container ?? ""), facts.list];
  if (card.description !== undefined) parts.push(make("div", "description", card.description));
  return parts;
}

/** The card of a source location: its line, and the calls that it was inlined at, each a link. */
export function sourceParts(frames: readonly SourceFrame[], context: CardContext): readonly HTMLElement[] {
  const facts = new Facts();
  addSource(facts, frames, context);
  return [headOf(frames[0]?.function ?? "", t("source")), facts.list];
}
function addSource(facts: Facts, frames: readonly SourceFrame[], { host }: CardContext): void {
  frames.forEach((frame, index) => {
    const { file, directory } = frame;
    const text = `${baseName(file)}${lineText(frame)}`;
    const whole = directory === "" || file.startsWith("/") ? file : `${directory}/${file}`;
    const link = makeButton(
      "link",
      text,
      t("Go to Source: {0}", `${whole}${lineText(frame)}`),
      () => void host.openSource(frame),
    );
    facts.add(index === 0 ? t("source") : t("inlined at"), link, make("span", "around", frame.function));
  });
}

/** Counts how often what a card is about is used, and says so in it. */
export async function countUses(
  element: HTMLElement,
  symbol: SymbolId,
  context: CardContext,
  signal: AbortSignal,
): Promise<void> {
  const count = await context.host.uses({ symbol }, { signal }).catch(() => undefined);
  const place = element.querySelector(".uses");
  if (!place || signal.aborted) return;
  if (count === undefined) place.textContent = t("not counted");
  else if (count === 0) place.textContent = t("nowhere");
  else {
    const text = count === 1 ? t("once (list)") : t("{0} times (list)", count);
    place.replaceChildren(makeButton("link", text, t("Find All References"), () => context.references(symbol)));
  }
}
