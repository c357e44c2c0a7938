/** The hover card: what the format knows of a token, and what the session adds for every format. */
import type { FunctionFacts, HoverCard, HoverLine, HoverTarget } from "../../document/hover";
import type { Line, SymbolId, Token } from "../../document/token";
import type { Place } from "../../document/section";
import { isFunction } from "./calls";
import type { Arranged } from "../rows/arranged";
import type { Core } from "../core";
import { isDeclaration } from "../names/declared";
import { withPlainNames } from "../names/demangle";
import { visibleText } from "../rows/display";
import type { LinesEntry } from "../rows/folds";
import { columnText } from "../../document/token";
import type { Card, CardDefinition, FunctionCard, RowPlace, TokenPlace } from "../protocol";
import { bitOf, tokenAt } from "../search/references";
import { definingEntry } from "./definingEntry";
import { sourceOf } from "./sourceAt";
import { wordsOf } from "./words";

/** The card of a token or a record; null if there is nothing to show. May throw MissingBytes. */
export function hoverCard(core: Core, query: TokenPlace): Card | null {
  const { arrangement, pages } = core.arranged(query.arrangement);
  const entry = pages.entry(query.section, query.entry);
  if (entry?.kind !== "lines") return null;
  const token = tokenAt(entry, query);
  const words = wordsOf(core, entry, query, token);
  const own = token?.symbol;
  if (own !== undefined && !arrangement.hover && isFunction(core.arranged(query.arrangement), own))
    return functionCard(core, query, own, words);
  const card = arrangement.hover ? arrangement.hover(query, entry, query.target) : cardOfRecord(core, entry, query);
  if (!card) return token && words.length > 0 ? { title: visibleText(token.text.trim()), words, lines: [] } : null;
  // The card then comes from the records, so its symbol is one of the records.
  const symbol = arrangement.hover ? (card.symbol ?? own) : own;
  const range = card.bits;
  const title = titleOf(card, arrangement.hover ? undefined : token);
  return {
    title: withPlainNames(title),
    words,
    ...(card.container === undefined ? {} : { container: withPlainNames(visibleText(card.container)) }),
    lines: [
      ...(arrangement.hover ? [] : definingText(core, core.arranged(query.arrangement), token)),
      ...card.lines.map((line) => ({ ...line, text: withPlainNames(briefHex(visibleText(line.text))) })),
      ...(withPlainNames(title) === title ? [] : [{ label: "mangled", text: title }]),
    ],
    ...(card.description === undefined ? {} : { description: card.description }),
    ...(range ? { range } : {}),
    ...(card.encoding === undefined ? {} : { encoding: card.encoding }),
    ...functionPart(core, query, symbol),
    ...origin(core, query, symbol),
  };
}

/**
 * The card's title. If the token does not show an operand, which the title already says, the card is about its record:
 * then also what the token names, and what the record is to it.
 */
function titleOf({ title, record }: HoverCard, token: Token | undefined): string {
  if (token?.symbol === undefined || token.kind === "block") return visibleText(title);
  const name = token.text.trim();
  if (token.definition === true && record !== undefined) return visibleText(`${name} — defined by ${record}`);
  // In the assembly, an operand is known by its name, not by the number that the record has for it.
  if (token.operand !== undefined) return visibleText(`${name} — ${title.replace(/^\S+ — /, "")}`);
  if (token.definition === true || token.bit !== undefined) return visibleText(`${name} — defined by ${title}`);
  return visibleText(token.kind === "metadata" ? `${name} — attached to ${title}` : title);
}

/** Longer definitions are cut, in characters. */
const LONGEST = 600;

/** Cuts long hexadecimal numbers: the bytes of a tensor would hide what a card tells beside them. */
export function briefHex(text: string): string {
  return text.replace(/(0x[\dA-F]{32})[\dA-F]{16,}…?/g, "$1…");
}

/** The index of the line of an entry that defines a symbol; 0 if none does. */
function definingLine({ lines }: LinesEntry, symbol: SymbolId): number {
  const defines = (token: Token): boolean => token.symbol === symbol && token.definition === true;
  return Math.max(
    0,
    lines.findIndex(({ assembly, record }) => assembly.some(defines) || record.some(defines)),
  );
}

/**
 * What a token stands for, in words: the line of the assembly that defines what it names, if that is outside of
 * functions; for a type or an attribute that is spelled out where it is used, the row of its record.
 */
function definingText(core: Core, arranged: Arranged, token: Token | undefined): readonly HoverLine[] {
  const symbol = token?.symbol;
  if (token === undefined || token.kind === "block" || token.kind === "local") return [];
  if (symbol !== undefined) {
    const entry = definingEntry(arranged, symbol);
    return entry ? textOf(entry, definingLine(entry, symbol)) : [];
  }
  const { records } = core;
  // An opcode's card is that of its record.
  const bit = token.kind === "keyword" ? undefined : token.bit;
  const place = bit === undefined ? undefined : records.arrangement.placeOf(bit);
  const entry = place && records.pages.alone(place);
  return entry?.kind === "lines" ? textOf(entry, 0) : [];
}
function textOf({ lines }: LinesEntry, line: number): readonly HoverLine[] {
  const text = withPlainNames(briefHex(visibleText(columnText(lines[line]?.assembly ?? []).trim())));
  return [{ label: "text", text: text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text }];
}

/** The card of the function that a field names, if the field's arrangement knows it. */
function functionPart(core: Core, query: TokenPlace, symbol: SymbolId | undefined): Pick<Card, "function"> {
  const { arrangement } = core.arranged(query.arrangement);
  const facts = symbol === undefined ? undefined : arrangement.functionFacts?.(symbol);
  return facts ? { function: factsCard(facts) } : {};
}
function factsCard({ signature, linkage, attributes, body, name }: FunctionFacts): FunctionCard {
  const { startBit = 0, endBit = 0, ...counts } = body ?? {};
  const size = body && { body: { startBit, endBit }, ...counts };
  const texts = {
    signature: visibleText(signature),
    linkage: visibleText(linkage),
    attributes: visibleText(attributes),
  };
  return { ...texts, ...size, ...(name === undefined ? {} : { name: withPlainNames(visibleText(name)) }) };
}

type Origin = Partial<Pick<Card, "symbol" | "source" | "definition">>;

/** Where a symbol is defined, and the source of what it names; without a symbol, the source of the row. */
function origin(core: Core, query: TokenPlace, symbol: SymbolId | undefined): Origin {
  const { arrangement, pages } = core.arranged(query.arrangement);
  const place = symbol === undefined ? undefined : arrangement.locate(symbol);
  const entry = place && pages.alone(place);
  const source = sourceOf(core, { ...(place ?? query), arrangement: query.arrangement ?? "records" });
  return {
    ...(symbol === undefined ? {} : { symbol }),
    ...(source.length === 0 ? {} : { source }),
    ...(place && symbol !== undefined && entry?.kind === "lines"
      ? { definition: definitionCard(definingRow(place, entry, symbol), entry, query) }
      : {}),
  };
}
/** The row of an entry that defines a symbol, and whether it only declares it. */
function definingRow(place: Place, entry: LinesEntry, symbol: SymbolId): RowPlace & Pick<CardDefinition, "declares"> {
  const line = definingLine(entry, symbol);
  const { assembly = [] } = entry.lines[line] ?? {};
  const name = assembly.findIndex((token) => token.symbol === symbol && token.definition === true);
  return { ...place, line, ...(name >= 0 && isDeclaration(assembly, name) ? { declares: true } : {}) };
}
/** Where a symbol is defined, and the row that defines it, unless the card is about that row. */
function definitionCard(place: RowPlace, entry: LinesEntry, query: TokenPlace): CardDefinition {
  const line = entry.lines[place.line];
  // A node that is part of another record has no position of its own.
  const bit = line?.assembly.some(({ kind }) => kind === "metadata") ? line.positionBit : entry.startBit;
  const isOwn = place.section === query.section && place.entry === query.entry;
  const [shown] = isOwn ? [] : textOf(entry, place.line);
  return { ...place, ...(bit === undefined ? {} : { bit }), ...(shown ? { text: shown.text } : {}) };
}

/** The card of a function: declaration, attributes, size; if the format knows no more, the line that declares it. */
function functionCard(core: Core, query: TokenPlace, symbol: SymbolId, words: Card["words"]): Card {
  const { arrangement, pages } = core.arranged(query.arrangement);
  const facts = arrangement.functionFacts?.(symbol);
  const place = arrangement.locate(symbol);
  const head = place && pages.alone(place);
  const [line] = head?.kind === "lines" ? head.lines.filter(({ when }) => when !== "folded") : [];
  // A symbol without a sigil is a number of the format's own: its definition has the name.
  const defining = /^[@%]/.test(symbol) ? undefined : line?.assembly.find((token) => token.symbol === symbol);
  const name = visibleText(defining?.text ?? symbol);
  const title = withPlainNames(name);
  const common = { title, words, lines: [], ...origin(core, query, symbol) };
  const mangled = title === name ? {} : { mangled: name };
  if (facts) return { ...common, function: { ...mangled, ...factsCard(facts) } };
  const body = place && pages.section(place.section);
  const range = body && { body: { startBit: body.startBit, endBit: body.endBit } };
  return { ...common, function: { ...mangled, signature: signatureIn(line), ...range } };
}

/** The line that declares a function, without the bracket that opens its body. */
function signatureIn(line: Line | undefined): string {
  return visibleText(columnText(line?.assembly ?? []))
    .trim()
    .replace(/ \(?\{$/, "");
}

/** The records' card for the field that a token of the assembly shows, or for the record of its row. */
function cardOfRecord(core: Core, entry: LinesEntry, query: TokenPlace): HoverCard | undefined {
  const { arrangement, pages } = core.records;
  const token = tokenAt(entry, query);
  const own = entry.lines[query.target.line]?.positionBit;
  // An opcode's card is that of its record, wherever its name is.
  const bit = token?.kind === "keyword" && token.bit !== undefined ? (own ?? token.bit) : bitOf(entry, query);
  const place = bit === undefined ? undefined : arrangement.placeOf(bit);
  const record = place && pages.alone(place);
  if (!place || record?.kind !== "lines") return undefined;
  return arrangement.hover?.(place, record, recordTarget(record, token));
}

/** The operand of a record that a token shows, otherwise the complete record. */
function recordTarget(record: LinesEntry, token: Token | undefined): HoverTarget {
  if (token?.operand !== undefined && token.bit === undefined) {
    for (const [line, { record: tokens }] of record.lines.entries()) {
      const found = tokens.findIndex(({ operand }) => operand === token.operand);
      if (found >= 0) return { column: "record", line, token: found };
    }
  }
  return { column: "position", line: 0, token: 0 };
}
