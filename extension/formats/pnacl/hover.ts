/** Hover cards: a token or an operand, its raw value, its meaning, its bits and their encoding. */
import { rangeOf } from "../../document/bits";
import type { HoverCard, HoverLine, HoverTarget } from "../../document/hover";
import type { Entry, Place } from "../../document/section";
import type { Token } from "../../document/token";
import type { AbbreviationUse, RecordWords, Reread as EntryReread } from "../bitstream/hover";
import {
  abbreviationIdCard,
  baseCard,
  blockText,
  definitionCard,
  ENTER_DESCRIPTION,
  readAgain as readEntryAgain,
  recordCard,
  tokenAt,
} from "../bitstream/hover";
import { FIRST_ABBREV } from "../bitstream/reader";
import { sharedAbbreviation } from "./blocks/printer";
import { readOperand } from "./reading";
import type { SectionNode } from "./section";
import type { Sections } from "./sections";
import type { RecordKind } from "./tables";
import { operandOf, RECORD_KINDS } from "./tables";
import type { Walk } from "./walk";

/** What a card is made from: an entry that was read again, with the fields of its record noted. */
interface Reread extends EntryReread {
  readonly sections: Sections;
  readonly section: SectionNode;
  readonly walk: Walk;
  /** The record's name, operands and description; undefined for an unknown code. */
  readonly kind: RecordKind | undefined;
}

/** The card for a token of an entry, or for its record. */
export function hoverCard(sections: Sections, place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
  if (entry.kind !== "lines") return undefined;
  const token = tokenAt(entry, target);
  const section = sections.node(place.section);
  const range = rangeOf(entry);
  if (!section) return fileCard(sections, entry);
  if (entry.startBit === section.block.startBit) return headCard(sections, section, range, token);
  if (range.endBit === range.startBit) return labelCard(sections, section, token);
  const reread = readAgain(sections, section, entry);
  switch (reread.event) {
    case "record":
      return cardOfRecord(reread, target, token);
    case "defineAbbrev":
      return definitionCard(reread, containerOf(reread), token);
    case "endBlock":
      return { title: `end of ${sections.titleOf(section)}`, container: containerOf(reread), lines: [], bits: range };
    case "enterBlock":
    case "end":
    case "fault":
      return { title: "bits that could not be decoded", container: containerOf(reread), lines: [], bits: range };
  }
}

function readAgain(sections: Sections, section: SectionNode, entry: Entry): Reread {
  const walk = sections.beside(section, entry.startBit);
  walk.stepTo(entry.startBit);
  const reread = readEntryAgain(walk.reader, entry);
  const kind = reread.event === "record" ? RECORD_KINDS[section.block.id]?.[walk.reader.record.code] : undefined;
  return { ...reread, sections, section, walk, kind };
}

function containerOf({ sections, section }: Reread): string {
  if (section.kind === "constants" && section.parent) return `constants of ${shortTitle(sections, section.parent)}`;
  return shortTitle(sections, section);
}
/** `function @f0`, or the block's name. */
function shortTitle(sections: Sections, section: SectionNode): string {
  return section.functionId === undefined ? sections.titleOf(section) : `function @f${section.functionId}`;
}

/** The line that describes a kind of record: `VAR  [align, isconst]: a global variable; …`. */
function descriptionOf(kind: RecordKind): string {
  const names = kind.operands.map(([name]) => name).join(", ");
  return `${kind.name}  [${names}${kind.repeats === undefined ? "" : ", …"}]: ${kind.about}`;
}
/** How the record is written, as card text: `unabbreviated`, `abbreviation @a1`. */
function abbreviationOf({ walk: { reader }, section }: Reread): AbbreviationUse {
  const id = reader.record.abbreviationId - FIRST_ABBREV;
  const { block } = reader;
  if (id < 0 || !block) return { text: "unabbreviated" };
  if (id < block.shared) return { text: `abbreviation @a${id}`, symbol: sharedAbbreviation(block.id, id) };
  return { text: `abbreviation %a${id - block.shared}`, symbol: `${section.id}/%a${id - block.shared}` };
}

/** What the card builder needs to know about the record. */
function wordsOf(reread: Reread): RecordWords {
  const { kind, walk } = reread;
  const { record } = walk.reader;
  const operandAt = (index: number): ReturnType<typeof operandOf> => kind && operandOf(kind, index);
  return {
    name: kind?.name ?? `record code ${record.code}`,
    container: containerOf(reread),
    abbreviation: abbreviationOf(reread),
    description: kind && descriptionOf(kind),
    operandName: (index) => operandAt(index)?.[0],
    readOperand: (index) => {
      const operand = operandAt(index);
      return operand && readOperand(walk, record, index, operand[1]);
    },
  };
}

function cardOfRecord(reread: Reread, target: HoverTarget, token: Token | undefined): HoverCard {
  const words = wordsOf(reread);
  if (token?.operand === undefined && target.column === "assembly") {
    if (token?.kind === "attribute") return abbreviationIdCard(reread, words);
  }
  if (token?.operand === undefined && target.column !== "record" && token?.definition) {
    return resultCard(reread, words, token);
  }
  return recordCard(reread, words, target, token);
}

/** The card of an id that the record defines: a value, a constant, a type, a global or a function. */
function resultCard(reread: Reread, words: RecordWords, token: Token): HoverCard {
  const { walk } = reread;
  // The printer must take the record in before the type of its value is known.
  walk.printer.record(walk.reader.record);
  const type = definedType(reread, token.text);
  const lines: HoverLine[] = type === undefined ? [] : [{ label: "type", text: type }];
  const card = baseCard(reread, words, `${token.text} — defined by ${words.name}`, lines);
  return token.symbol === undefined ? card : { ...card, symbol: token.symbol };
}
function definedType({ sections: { tables }, section }: Reread, id: string): string | undefined {
  const number = Number(id.slice(2));
  switch (id.slice(0, 2)) {
    case "%v":
      return tables.typeTable.byId(section.data.valueTypes.get(number) ?? 0).name;
    case "%c":
      return section.parent?.data.constantTypes[number]?.name;
    case "@t":
      return tables.types[number]?.name;
    case "@f":
      return tables.functions[number]?.type.name;
    case "@g":
      return "i32 (an address)";
    default:
      return undefined;
  }
}

function labelCard(sections: Sections, section: SectionNode, token: Token | undefined): HoverCard {
  const container = shortTitle(sections, section);
  const description = "A basic block begins after the terminator of the block before it; its label has no record.";
  const card = { title: `${token?.text ?? "row"} — no record`, container, lines: [], description };
  return token?.symbol === undefined ? card : { ...card, symbol: token.symbol };
}

/** The card of a block's beginning: of ENTER_SUBBLOCK, or of a parameter in a function's signature. */
function headCard(
  sections: Sections,
  section: SectionNode,
  bits: { readonly startBit: number; readonly endBit: number },
  token: Token | undefined,
): HoverCard {
  const { block, functionId } = section;
  const lines: HoverLine[] = [{ label: "block", text: blockText(block) }];
  const type = functionId === undefined ? undefined : sections.tables.functions[functionId]?.type;
  const parameter = /^%p(\d+)$/.exec(token?.text ?? "");
  if (parameter && type) {
    lines.unshift({ label: "type", text: type.params[Number(parameter[1])]?.name ?? "" });
  } else if (type) lines.unshift({ label: "type", text: type.name });
  const title = parameter ? `${parameter[0]} — parameter ${parameter[1] ?? ""}` : sections.titleOf(section);
  const card = { title, container: shortTitle(sections, section), lines, bits, description: ENTER_DESCRIPTION };
  return token?.symbol === undefined ? card : { ...card, symbol: token.symbol };
}

function fileCard(sections: Sections, entry: Entry): HoverCard {
  const { fields } = sections.header;
  const lines = fields.map(({ text }) => ({ label: "field", text }));
  const bits = rangeOf(entry);
  if (entry.startBit > 0) return { title: "bits that could not be decoded", lines: [], bits };
  return {
    title: "header of a PNaCl bitcode file",
    lines,
    bits,
    description: "PEXE, number of fields, their bytes, the fields",
  };
}
