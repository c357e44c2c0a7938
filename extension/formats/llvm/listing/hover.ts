/** The hover card of a record or one of its operands. */
import type { HoverTarget } from "../../../document/document";
import type { HoverCard } from "../../../document/hover";
import type { Entry } from "../../../document/section";
import type { RecordWords } from "../../bitstream/hover";
import { otherCard, plainAbbreviation, readAgain, recordCard, tokenAt } from "../../bitstream/hover";
import type { BlockNames } from "../../bitstream/names";
import type { BitstreamReader } from "../../bitstream/reader";
import { operandName, recordDescription } from "./descriptions";

/**
 * The card of a token, or of the whole record.
 * @param reader stands before the entry
 * @param container the title of the section that the entry is in
 */
export function hoverCard(
  reader: BitstreamReader,
  entry: Entry,
  target: HoverTarget,
  container: string,
  names: BlockNames,
): HoverCard {
  const token = tokenAt(entry, target);
  const reread = readAgain(reader, entry);
  const { record, block } = reader;
  if (reread.event !== "record" || !block) return otherCard(reread, container, token);
  const words: RecordWords = {
    name: names.recordOrUnknown(block.id, record.code),
    container,
    abbreviation: plainAbbreviation(reader),
    description: recordDescription(block.id, record.code),
    operandName: (index) => operandName(block.id, record.code, index),
  };
  const card = recordCard(reread, words, target, token);
  return card.symbol === undefined && token?.symbol !== undefined ? { ...card, symbol: token.symbol } : card;
}
