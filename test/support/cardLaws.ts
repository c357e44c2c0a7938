/** The law of hover cards. */
import assert from "node:assert/strict";
import type { Arrangement } from "../../extension/document/arrangement";
import type { IrDocument } from "../../extension/document/document";
import type { HoverCard } from "../../extension/document/hover";
import type { Row } from "./rows";
import { cardOf, rows } from "./rows";
import type { Law } from "./textLaws";
import { numbered, TEXT_OPTIONS } from "./textLaws";
import { opened } from "./tiling";

/** Rows of an arrangement that are looked at, at most, and one in how many tokens of a row. */
const MOST_ROWS = 4000;
const ONE_IN = 3;
/** What JavaScript writes for a value that is missing, and IR does not, unless it is a name. */
const MISSING = /\[object |(?<![@%])\bundefined\b(?! (?:value|behavio))/;

/** All texts of a card. */
function textsOf({ title, record, container, encoding, description, lines }: HoverCard): readonly string[] {
  const texts = [title, record, container, encoding, description, ...lines.flatMap(({ label, text }) => [label, text])];
  return texts.filter((text) => text !== undefined);
}

/** A card is about bits of the file, has a title, and says nothing that is missing; its symbol can be looked up. */
function checkCard(card: HoverCard, document: IrDocument, arrangement: Arrangement): void {
  const [title = "", ...others] = textsOf(card);
  assert.notEqual(title, "");
  for (const text of [title, ...others]) assert.doesNotMatch(text, MISSING);
  if (card.bits) {
    const { startBit, endBit } = card.bits;
    assert.ok(0 <= startBit && startBit <= endBit && endBit <= document.bits, `${title}: ${startBit}–${endBit}`);
  }
  if (card.symbol !== undefined) arrangement.locate(card.symbol);
}

/** The rows of all sections, up to a number. */
function* someRows(arrangement: Arrangement): Generator<Row> {
  let left = MOST_ROWS;
  for (const root of arrangement.roots())
    for (const row of rows(arrangement, root)) {
      if (left-- === 0) return;
      yield row;
    }
}

/** Whatever a reader hovers over, there is no fault, and what a card says is of this file. */
export const explained: Law = (bytes, random) => {
  const document = opened(bytes);
  const assembly = document.assembly?.(TEXT_OPTIONS);
  for (const arrangement of [document, ...(assembly ? [numbered(assembly)] : [])])
    for (const row of someRows(arrangement))
      for (const column of ["position", "record", "assembly"] as const) {
        const tokens = column === "position" ? [undefined] : row.tokens[column];
        for (const token of tokens) {
          if (random(ONE_IN) !== 0) continue;
          const card = cardOf(row, column, (one) => one === token);
          if (card) checkCard(card, document, arrangement);
          if (token) document.explain?.(token, row.tokens.assembly);
        }
      }
  const faults = document.problems().flatMap(({ code, message }) => (code === "fault" ? [message] : []));
  assert.deepEqual(faults, []);
};
