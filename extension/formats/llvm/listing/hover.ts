/** The hover card of a record, or of what a token of its row shows. */
import type { ValueId } from "../ir/ids";
import type { HoverCard, HoverLine, HoverTarget } from "../../../document/hover";
import type { Entry } from "../../../document/section";
import type { Token } from "../../../document/token";
import type { RecordWords, Reread } from "../../bitstream/hover";
import { baseCard, otherCard, plainAbbreviation, readAgain, recordCard, tokenAt } from "../../bitstream/hover";
import type { BlockNames } from "../../bitstream/names";
import type { BitstreamReader } from "../../bitstream/reader";
import { NO_VALUE } from "../ir/function";
import { changeOf, headChangeOf } from "./changes";
import type { ListingModule } from "./module";
import type { OpenFunction } from "./openFunction";
import { BARE_ERA } from "./bare";
import { describe } from "./describe";
import { specificationOf } from "../spec/index";
import { meaningOf } from "./meaning";
import { operandName } from "./operands";
import { readingOf } from "./reading";
import { ModuleSurroundings } from "./surroundings";

/** What a card's entry belongs to. */
export interface HoverPlace {
  /** Positioned before the entry. */
  readonly reader: BitstreamReader;
  readonly entry: Entry;
  /** The title of the section that contains the entry. */
  readonly container: string;
  readonly names: BlockNames;
  /** The module that contains it, read literally. */
  readonly module: ListingModule | undefined;
  /** The same module as its release reads it; undefined if reading it would take too long. */
  upgraded(): ListingModule | undefined;
}

/** The card for a token, or for the whole record. */
export function hoverCard(place: HoverPlace, target: HoverTarget): HoverCard {
  const { entry, reader, module, container } = place;
  const token = tokenAt(entry, target);
  const reread = readAgain(reader, entry);
  const body = module?.module.bodies.around(entry.startBit);
  const open = body && module?.open(body);
  const card =
    reread.event === "record" && reader.block
      ? cardOfRecord(place, reread, open, target, token)
      : headCard(place, otherCard(reread, container, token), open, token);
  return card.symbol === undefined && token?.symbol !== undefined ? { ...card, symbol: token.symbol } : card;
}

function cardOfRecord(
  place: HoverPlace,
  reread: Reread,
  open: OpenFunction | undefined,
  target: HoverTarget,
  token: Token | undefined,
): HoverCard {
  const { reader, names, container, module } = place;
  const { record } = reader;
  const block = reader.block?.id ?? 0;
  const reading = module && readingOf(block, record, module, open);
  const specification = reading?.layout.specification ?? specificationOf(block, record.code, BARE_ERA);
  const words: RecordWords = {
    name: names.record(block, record.code) ?? specification?.name ?? names.recordOrUnknown(block, record.code),
    container,
    abbreviation: plainAbbreviation(reader),
    description: specification && describe(specification),
    operandName: (index) => reading && operandName(reading.layout, index),
    readOperand: (index) => reading && meaningOf(reading.layout, index, reading.around),
  };
  const defined = token?.operand === undefined && token?.definition === true;
  const whole = target.column === "position" ? valueLines(module, open, record.startBit) : [];
  const card = defined
    ? definitionCard(place, reread, words, open, token)
    : withFirst(whole, recordCard(reread, words, target, token));
  const change = changeLine(place, open);
  return change === undefined ? card : { ...card, lines: [...card.lines, change] };
}

/** The card for what a record defines: a value with its type, a global, a type, a node, a group. */
function definitionCard(
  { module }: HoverPlace,
  reread: Reread,
  words: RecordWords,
  open: OpenFunction | undefined,
  token: Token,
): HoverCard {
  const { startBit } = reread.reader.record;
  if (token.kind === "block") return labelCard(words.container, token);
  return baseCard(reread, words, `${token.text} — defined by ${words.name}`, valueLines(module, open, startBit));
}

/** A card with more lines in front. */
function withFirst(lines: readonly HoverLine[], card: HoverCard): HoverCard {
  return lines.length === 0 ? card : { ...card, lines: [...lines, ...card.lines] };
}
/** The value that the record at a bit defines, if it does: `%3 (ptr)`. */
function valueLines(
  module: ListingModule | undefined,
  open: OpenFunction | undefined,
  startBit: number,
): readonly HoverLine[] {
  const id = open?.instructionAt(startBit)?.id ?? open?.constantAt(startBit);
  const value = id ?? module?.globalAt(startBit)?.id;
  if (!module || value === undefined || value === NO_VALUE) return [];
  return [{ label: "value", text: valueText(module, open, value) }];
}

/** `%0 (i32, argument 0)`. */
function valueText(module: ListingModule, open: OpenFunction | undefined, id: ValueId): string {
  return new ModuleSurroundings(module, open).valueMeaning(id).steps.join(" → ");
}

function labelCard(container: string, { text }: Token): HoverCard {
  const description = "A basic block begins after the terminator of the block before it; its label has no record.";
  return { title: `${text} — label of a basic block`, container, lines: [], description };
}

/** Completes the card for a block's head; for a function it also explains arguments. */
function headCard(
  place: HoverPlace,
  card: HoverCard,
  open: OpenFunction | undefined,
  token: Token | undefined,
): HoverCard {
  const { module, reader, entry } = place;
  if (!module || !open || entry.startBit !== open.place.startBit || reader.block === undefined) return card;
  const { firstLocal, argumentCount, function: global } = open.body;
  const lines: HoverLine[] = [{ label: "function", text: valueText(module, open, global.id) }, ...card.lines];
  for (let id = firstLocal; token?.kind === "local" && id < firstLocal + argumentCount; id++) {
    if (module.context.localName(id) === token.text) {
      lines.unshift({ label: "value", text: valueText(module, open, id) });
    }
  }
  const upgraded = place.upgraded();
  const change = upgraded && headChangeOf({ literal: module, upgraded }, open.place.startBit);
  if (change !== undefined) lines.push({ label: "on reading", text: change });
  return { ...card, lines };
}

/** What the reader changes in the record, if anything. */
function changeLine(
  { module, entry, reader, upgraded }: HoverPlace,
  open: OpenFunction | undefined,
): HoverLine | undefined {
  const changed = module && upgraded();
  if (!changed || !reader.block || entry.kind !== "lines") return undefined;
  const node = entry.lines.flatMap((line) => line.assembly).find((t) => t.kind === "metadata" && t.definition);
  const index = node ? Number(node.text.slice(1)) : 0;
  const two = { literal: module, upgraded: changed };
  const text = changeOf(two, reader.block, reader.record, open?.place.startBit, index);
  return text === undefined ? undefined : { label: "on reading", text };
}
