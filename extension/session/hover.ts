/** The hover card: what the format says of a token, and what holds for every format. */
import type { HoverCard, HoverTarget } from "../document/hover";
import type { Token } from "../document/token";
import type { Core } from "./core";
import { withPlainNames } from "./demangle";
import { rangeText, unicode } from "./display";
import type { LinesEntry } from "./folds";
import type { Card, TokenPlace } from "./protocol";
import { bitOf, tokenAt } from "./references";
import { sourceOf } from "./sourceAt";

/** The card for a token or a record, or null where there is nothing to say. May throw MissingBytes. */
export function hoverCard(core: Core, query: TokenPlace): Card | null {
  const { arrangement, pages } = core.arranged(query.arrangement);
  const entry = pages.entry(query.section, query.entry);
  if (entry?.kind !== "lines") return null;
  const card = arrangement.hover ? arrangement.hover(query, entry, query.target) : cardOfRecord(core, entry, query);
  if (!card) return null;
  // A card of the records names symbols of the records.
  const own = tokenAt(entry, query)?.symbol;
  const symbol = arrangement.hover ? (card.symbol ?? own) : own;
  const place = symbol === undefined ? undefined : arrangement.locate(symbol);
  const bit = place && pages.alone(place)?.startBit;
  const source = sourceOf(core, { ...(place ?? query), arrangement: query.arrangement ?? "records" });
  const range = card.bits;
  const title = unicode(card.title);
  return {
    title: withPlainNames(title),
    ...(card.container === undefined ? {} : { container: withPlainNames(unicode(card.container)) }),
    lines: [
      ...card.lines.map(({ label, text }) => ({ label, text: withPlainNames(unicode(text)) })),
      ...(withPlainNames(title) === title ? [] : [{ label: "mangled", text: title }]),
    ],
    ...(card.description === undefined ? {} : { description: card.description }),
    ...(range ? { bits: rangeText(range.startBit, range.endBit), range } : {}),
    ...(card.encoding === undefined ? {} : { encoding: card.encoding }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(source.length === 0 ? {} : { source }),
    ...(place && bit !== undefined ? { definition: { ...place, bit } } : {}),
  };
}

/** What the records say of the field that a token of the assembly shows, or of its row's record. */
function cardOfRecord(core: Core, entry: LinesEntry, query: TokenPlace): HoverCard | undefined {
  const { arrangement, pages } = core.records;
  const bit = bitOf(entry, query);
  const place = bit === undefined ? undefined : arrangement.placeOf(bit);
  const record = place && pages.alone(place);
  if (!place || record?.kind !== "lines") return undefined;
  return arrangement.hover?.(place, record, recordTarget(record, tokenAt(entry, query)));
}

/** The operand of a record that a token shows, else the whole record. */
function recordTarget(record: LinesEntry, token: Token | undefined): HoverTarget {
  if (token?.operand !== undefined && token.bit === undefined) {
    for (const [line, { record: tokens }] of record.lines.entries()) {
      const found = tokens.findIndex(({ operand }) => operand === token.operand);
      if (found >= 0) return { column: "record", line, token: found };
    }
  }
  return { column: "position", line: 0, token: 0 };
}
