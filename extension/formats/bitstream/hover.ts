/**
 * Hover cards for the entries of a bitstream: operands, codes, abbreviations, blocks. Formats add what the operands
 * mean.
 */
import { rangeOf } from "../../document/bits";
import type { BitRange } from "../../document/bits";
import type { HoverCard, HoverLine, HoverTarget } from "../../document/hover";
import type { Entry } from "../../document/section";
import type { SymbolId, Token } from "../../document/token";
import { columnText } from "../../document/token";
import { abbreviationText } from "./abbreviation";
import type { Field } from "./fields";
import { Fields } from "./fields";
import type { BlockNames } from "./names";
import type { StreamOperand, StreamOperands } from "./streamRecords";
import type { BitEvent, BitstreamReader } from "./reader";
import { FIRST_ABBREV } from "./reader";

/** What an operand means, step by step from the raw value, and the symbol that it refers to. */
export interface OperandReading {
  readonly steps: readonly string[];
  readonly symbol?: SymbolId;
}

/** How a record was encoded, in the format's words: `unabbreviated`, `abbreviation @a1`. */
export interface AbbreviationUse {
  readonly text: string;
  readonly symbol?: SymbolId;
}

/** What a format knows about a record. */
export interface RecordWords {
  /** `INST_BINOP`. */
  readonly name: string;
  /** What contains it: `function @f0`. */
  readonly container: string;
  readonly abbreviation: AbbreviationUse;
  readonly description?: string | undefined;
  /** The name of the operand at an index. */
  operandName?(index: number): string | undefined;
  /** The meaning of the operand at an index. */
  readOperand?(index: number): OperandReading | undefined;
}

/** An entry read again with its fields. */
export interface Reread extends BitRange {
  readonly reader: BitstreamReader;
  readonly event: BitEvent;
  readonly fields: Fields;
}

/** Reads the entry at the reader's position, recording its fields. */
export function readAgain(reader: BitstreamReader, { startBit, endBit }: BitRange): Reread {
  const fields = new Fields();
  reader.trace = fields;
  const event = reader.next();
  reader.trace = undefined;
  return { reader, event, fields, startBit, endBit };
}

/** The token of an entry that a target points at. */
export function tokenAt(entry: Entry, target: HoverTarget): Token | undefined {
  if (entry.kind !== "lines" || target.column === "position") return undefined;
  return entry.lines[target.line]?.[target.column][target.token];
}

/** How the record was encoded, with the plain number of its abbreviation. */
export function plainAbbreviation({ record }: BitstreamReader): AbbreviationUse {
  const id = record.abbreviationId;
  return { text: id < FIRST_ABBREV ? "unabbreviated" : `abbreviation ${id}` };
}

/** `first`, `4th`. */
function ordinal(index: number): string {
  return ["first", "second", "third"][index] ?? `${index + 1}th`;
}

/** A card about a record, or about one of its fields. */
export function baseCard(
  { startBit, endBit }: Reread,
  words: RecordWords,
  title: string,
  lines: readonly HoverLine[],
  field?: Field,
): HoverCard {
  const { container, description, abbreviation } = words;
  return {
    title,
    container,
    lines,
    bits: field ? rangeOf(field) : { startBit, endBit },
    encoding: field ? `${field.encoding}, ${abbreviation.text}` : abbreviation.text,
    ...(description === undefined ? {} : { description }),
  };
}

/**
 * The card for a token of a record's row: about the operand, code or abbreviation id that it shows, else about the
 * record.
 */
export function recordCard(
  reread: Reread,
  words: RecordWords,
  target: HoverTarget,
  token: Token | undefined,
): HoverCard {
  if (token?.operand !== undefined) return operandCard(reread, words, token.operand);
  if (target.column === "record" && token?.kind === "attribute") return abbreviationIdCard(reread, words);
  if (target.column === "record" && token?.kind === "keyword") return codeCard(reread, words);
  return wholeCard(reread, words);
}

/** A literal of an abbreviation has no bits of its own: the card then has the bits of the record. */
function literalIfNone(card: HoverCard, words: RecordWords, field: Field | undefined): HoverCard {
  return field ? card : { ...card, encoding: `literal, ${words.abbreviation.text}` };
}

/** The card for an operand. */
export function operandCard(reread: Reread, words: RecordWords, index: number): HoverCard {
  const { record } = reread.reader;
  const raw = record.decimal(index);
  const reading = words.readOperand?.(index);
  const lines: HoverLine[] = [{ label: "raw", text: [raw, ...(reading?.steps ?? [])].join(" → ") }];
  const name = words.operandName?.(index);
  if (name !== undefined) lines.push({ label: "operand", text: name });
  const field = reread.fields.operands[index];
  const title = `${raw} — ${ordinal(index)} operand of ${words.name}`;
  const card = literalIfNone(baseCard(reread, words, title, lines, field), words, field);
  return reading?.symbol === undefined ? card : { ...card, symbol: reading.symbol };
}

function codeCard(reread: Reread, words: RecordWords): HoverCard {
  const { record } = reread.reader;
  const lines = [{ label: "raw", text: `${record.code} → ${words.name}` }];
  const field = reread.fields.named.get("code");
  return literalIfNone(baseCard(reread, words, `${record.code} — code of ${words.name}`, lines, field), words, field);
}

/** The card for the abbreviation id of a record. */
export function abbreviationIdCard(reread: Reread, words: RecordWords): HoverCard {
  const { record, block } = reread.reader;
  const { text, symbol } = words.abbreviation;
  const lines: HoverLine[] = [{ label: "raw", text: `${record.abbreviationId} → ${text}` }];
  const abbreviation = block?.abbreviations.at(record.abbreviationId - FIRST_ABBREV);
  if (abbreviation) lines.push({ label: "abbrev", text: abbreviationText(abbreviation) });
  const field = reread.fields.named.get("abbreviation id");
  const card = baseCard(reread, words, `${record.abbreviationId} — abbreviation id of ${words.name}`, lines, field);
  return symbol === undefined ? card : { ...card, symbol };
}

function wholeCard(reread: Reread, words: RecordWords): HoverCard {
  const { record } = reread.reader;
  const operands = record.length === 1 ? "1 operand" : `${record.length} operands`;
  const lines = [{ label: "record", text: `code ${record.code}, ${operands}` }];
  return baseCard(reread, words, words.name, lines);
}

/** The card for a DEFINE_ABBREV. */
export function definitionCard({ reader, startBit, endBit }: Reread, container: string, token?: Token): HoverCard {
  const text = reader.abbreviation ? abbreviationText(reader.abbreviation) : "";
  return {
    title: "definition of an abbreviation",
    container,
    lines: [{ label: "abbrev", text }],
    bits: { startBit, endBit },
    encoding: "DEFINE_ABBREV",
    description: "DEFINE_ABBREV: how the operands of records written with it are encoded",
    ...(token?.symbol === undefined ? {} : { symbol: token.symbol }),
  };
}

/** What an ENTER_SUBBLOCK consists of. */
export const ENTER_DESCRIPTION =
  "ENTER_SUBBLOCK: block id vbr(8), abbreviation id width vbr(4), alignment, length in 32-bit words";

/** `id 12, abbreviation ids of 4 bits, 37 words`. */
export function blockText({ id, width, bodyBit, endBit }: NonNullable<BitstreamReader["block"]>): string {
  return `id ${id}, abbreviation ids of ${width} bits, ${(endBit - bodyBit) / 32} words`;
}

/** The card for an entry that is not a record. */
export function otherCard(reread: Reread, container: string, token?: Token): HoverCard {
  const { reader, event, startBit, endBit } = reread;
  const bits = { startBit, endBit };
  const symbol = token?.symbol === undefined ? {} : { symbol: token.symbol };
  if (event === "defineAbbrev") return definitionCard(reread, container, token);
  if (event === "endBlock") return { title: `end of ${container}`, container, lines: [], bits, ...symbol };
  if (event === "enterBlock" && reader.block) {
    const lines = [{ label: "block", text: blockText(reader.block) }];
    return { title: container, lines, bits, description: ENTER_DESCRIPTION, ...symbol };
  }
  return { title: "bits that could not be decoded", container, lines: [], bits };
}

/** The card for an entry before the first block: the magic or a wrapper. */
export function headCard(entry: Entry, title: string): HoverCard {
  const bits = rangeOf(entry);
  const line = entry.kind === "lines" ? entry.lines[0] : undefined;
  const text = columnText(line?.assembly ?? []);
  const name = columnText(line?.record ?? []);
  return { title: name === "" ? title : `${name} of ${title}`, lines: [{ label: "holds", text }], bits };
}

/** The card for an entry in a stream of which only names are known. */
export function bitstreamCard(
  reader: BitstreamReader,
  entry: Entry,
  target: HoverTarget,
  container: string,
  names: BlockNames,
  operands: StreamOperands,
): HoverCard {
  const token = tokenAt(entry, target);
  const reread = readAgain(reader, entry);
  if (reread.event !== "record") return otherCard(reread, container, token);
  const { record, block } = reader;
  const name = names.recordOrUnknown(block?.id ?? 0, record.code);
  const operand = (index: number): StreamOperand | undefined => operands.operand(names, block, record, index);
  const words: RecordWords = {
    name,
    container,
    abbreviation: plainAbbreviation(reader),
    operandName: (index) => operand(index)?.name,
    readOperand: (index) => {
      const value = operand(index)?.value;
      return value === undefined ? undefined : { steps: [value] };
    },
  };
  return recordCard(reread, words, target, token);
}
