/** The hover card: what the format says of a token, and what holds for every format. */
import type { Core } from "./core";
import { rangeText, unicode } from "./display";
import type { Card, TokenPlace } from "./protocol";
import { tokenAt } from "./references";

/** The card for a token or a record, or null where there is nothing to say. May throw MissingBytes. */
export function hoverCard(core: Core, query: TokenPlace): Card | null {
  const entry = core.pages.entry(query.section, query.entry);
  if (entry?.kind !== "lines") return null;
  const card = core.document.hover(query, entry, query.target);
  if (!card) return null;
  const symbol = card.symbol ?? tokenAt(entry, query)?.symbol;
  const place = symbol === undefined ? undefined : core.document.locate(symbol);
  const bit = place && core.pages.entry(place.section, place.entry)?.startBit;
  const range = card.bits;
  return {
    title: unicode(card.title),
    ...(card.container === undefined ? {} : { container: unicode(card.container) }),
    lines: card.lines.map(({ label, text }) => ({ label, text: unicode(text) })),
    ...(card.description === undefined ? {} : { description: card.description }),
    ...(range ? { bits: rangeText(range.startBit, range.endBit), range } : {}),
    ...(card.encoding === undefined ? {} : { encoding: card.encoding }),
    ...(symbol === undefined ? {} : { symbol }),
    ...(place && bit !== undefined ? { definition: { ...place, bit } } : {}),
  };
}
