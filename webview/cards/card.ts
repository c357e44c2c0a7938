/** The contents of a hover card: facts about a token, a function or a source location; some are links. */
import { formatPosition } from "../../extension/document/bits";
import { briefName } from "../../extension/document/briefName";
import { lineLabel, phraseText, rangeText, saidText, sectionText } from "../../extension/document/labels";
import { sourcePath } from "../../extension/document/paths";
import type { SourceFrame } from "../../extension/document/sourceLocation";
import type { SymbolId } from "../../extension/document/token";
import { visible } from "../../extension/document/visible";
import type { ViewSettings } from "../../extension/session/protocol/hostApi";
import type { CallList, Card, FunctionCard } from "../../extension/session/protocol";
import type { Host } from "../base/connection";
import { make, makeButton } from "../base/dom";
import { t } from "../base/l10n";
import { countText } from "../base/counted";
import { withSingleBlanks } from "../base/words";
import { lineText, sourceName } from "../rows/source";

/** Most characters of a name among others, so that each fits in a line. */
const ROOM = 60;

/** The actions and settings that a card needs. */
export interface CardContext {
  readonly host: Host;
  goTo(place: { section: number; entry: number; line: number }): void;
  /** Lists the uses of a symbol; `name`: its name as shown. */
  references(symbol: SymbolId, name: string): void;
  integers(): ViewSettings["integerFormat"];
}

/** A text that begins with an integer, with that integer in the user's format. */
export function integerText(text: string, format: ViewSettings["integerFormat"]): string {
  const [digits = ""] = /^\d+(?![\w.])/.exec(text) ?? [];
  if (digits === "" || format === "decimal") return text;
  const hex = `0x${BigInt(digits).toString(16).toUpperCase()}`;
  return (format === "hex" ? hex : `${digits} (${hex})`) + text.slice(digits.length);
}

/** Facts with their labels. */
class Facts {
  readonly list = make("dl");
  add(label: string, ...values: readonly (Node | string)[]): HTMLElement {
    const value = make("dd");
    value.append(...values);
    this.list.append(make("dt", "", label), value);
    return value;
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
  if (card.function) addFunction(facts, card.function);
  for (const line of card.lines) {
    const { label } = line;
    const said = saidText(line, t);
    facts.add(lineLabel(line, t), label === "raw" ? integerText(said, context.integers()) : said);
  }
  if (card.source) addSource(facts, card.source, context);
  if (card.function)
    for (const side of ["callers", "callees"] as const) facts.add(callsLabel(side), make("span", side, "…"));
  if (card.range) facts.add(t("bits"), rangeText(card.range, t));
  if (card.encoding !== undefined) facts.add(t("encoding"), phraseText(card.encoding, t));
  const { definition, symbol } = card;
  if (definition) {
    const { bit, text } = definition;
    const name = bit === undefined ? t("Go to Definition") : formatPosition(bit);
    const link = makeButton("link", name, t("Go to Definition"), () => context.goTo(definition));
    // The cards of functions and of what is outside of them tell it already.
    const isTold = card.function !== undefined || card.lines.some(({ label }) => label === "text");
    const quoted = text === undefined || isTold ? [] : [make("span", "defining", withSingleBlanks(text))];
    facts.add(definition.declares === true ? t("declared") : t("defined"), link, ...quoted);
  }
  if (symbol !== undefined) facts.add(t("used"), make("span", "uses", t("counting uses…")));
  const container = sectionText(card.container ?? (card.function ? "function" : ""), t);
  const parts = [headOf(phraseText(card.title, t), phraseText(container, t))];
  if (card.words.length > 0) parts.push(wordList(card.words));
  parts.push(facts.list);
  if (card.description !== undefined) parts.push(make("div", "description", card.description));
  return parts;
}

/** What words mean, one below the other. */
function wordList(words: Card["words"]): HTMLElement {
  const list = make("dl", "words");
  for (const { word, meaning } of words) list.append(make("dt", "", word), make("dd", "", meaning));
  return list;
}

/** The name that a card uses for its symbol. */
export function cardName({ function: isFunction, title }: Card, symbol: SymbolId): string {
  return isFunction && title.startsWith("@") ? title : symbol;
}

/** A size in bytes and bits. */
function bytesText(bits: number): string {
  return t("{0} bytes ({1} bits)", Math.ceil(bits / 8), bits);
}
function addFunction(facts: Facts, card: FunctionCard): void {
  const { name, mangled, signature, linkage, attributes, body, instructions, blocks } = card;
  if (name !== undefined) facts.add(t("name"), name);
  if (mangled !== undefined) facts.add(t("mangled"), make("span", "mangled", mangled));
  facts.add(t("signature"), signature);
  if (linkage !== undefined) facts.add(t("linkage"), linkage);
  if (attributes !== undefined && attributes !== "") facts.add(t("attributes"), attributes);
  if (!body) return;
  const size = bytesText(body.endBit - body.startBit);
  const counts = Object.entries({ instructions, blocks }).flatMap(([label, count]) =>
    count === undefined ? [] : [countText({ label, count })],
  );
  facts.add(t("size"), [size, ...counts].join(", "));
}

function callsLabel(side: "callers" | "callees"): string {
  return side === "callers" ? t("called by") : t("calls");
}
/** Adds the callers and callees of the card's function, each as a link. */
export async function listCalls(
  element: HTMLElement,
  symbol: SymbolId,
  context: CardContext,
  signal: AbortSignal,
): Promise<void> {
  const answer = await context.host.calls({ symbol }, { signal }).catch(() => null);
  if (signal.aborted) return;
  const fill = (side: "callers" | "callees", parts: readonly (Node | string)[]): void =>
    element.querySelector(`.${side}`)?.replaceChildren(...parts);
  if (!answer) return;
  fill("callers", callParts(answer.callers, 0, context));
  fill(
    "callees",
    answer.callees ? callParts(answer.callees, answer.indirect, context) : [t("unknown: it has no body")],
  );
}
/** `at least 3: a (2×), b, c`, and how many more there are. */
function callParts({ functions, total, exact }: CallList, indirect: number, context: CardContext): (Node | string)[] {
  const count = exact ? t("{0} functions", total) : t("at least {0} functions", total);
  const parts: (Node | string)[] = [
    total === 0 && exact ? t("no function") : total === 1 && exact ? t("1 function") : count,
  ];
  functions.forEach(({ name, plain, count: times, place }, index) => {
    const shown = briefName(plain ?? name, ROOM);
    const link = makeButton("link", shown, t("Go to {0}", name), () => context.goTo({ ...place, line: 0 }));
    if (plain !== undefined) link.title = `${plain}\n${name}`;
    parts.push(index === 0 ? ": " : ", ", link, ...(times > 1 ? [` ${times}×`] : []));
  });
  if (total > functions.length) parts.push(` ${t("and {0} more", total - functions.length)}`);
  if (indirect > 0) parts.push(`; ${indirect === 1 ? t("1 indirect call") : t("{0} indirect calls", indirect)}`);
  return parts;
}

/** The card of a source location: its line, and the calls at which it was inlined, each as a link. */
export function sourceParts(frames: readonly SourceFrame[], context: CardContext): readonly HTMLElement[] {
  const facts = new Facts();
  addSource(facts, frames, context);
  return [headOf(frames[0]?.function ?? "", t("source")), facts.list];
}
function addSource(facts: Facts, frames: readonly SourceFrame[], { host }: CardContext): void {
  frames.forEach((frame, index) => {
    const text = `${sourceName(frame)}${lineText(frame)}`;
    const whole = visible(sourcePath(frame.directory, frame.file));
    const link = makeButton(
      "link",
      text,
      t("Go to Source: {0}", `${whole}${lineText(frame)}`),
      () => void host.openSource(frame),
    );
    const around = make("span", "around", frame.function);
    around.title = frame.function;
    facts.add(index === 0 ? t("source") : t("inlined at"), link, around).classList.add("frame");
  });
}

/** Counts the uses of the card's symbol and adds the number to the card. */
export async function countUses(
  element: HTMLElement,
  { symbol, name }: { readonly symbol: SymbolId; readonly name: string },
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
    place.replaceChildren(makeButton("link", text, t("Find All References"), () => context.references(symbol, name)));
  }
}
