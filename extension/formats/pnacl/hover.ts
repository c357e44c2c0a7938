/** Hover cards: what a token or an operand is, its raw value, what it means, where its bits are and how they are encoded. */
import type { HoverTarget } from "../../document/document";
import type { HoverCard, HoverLine } from "../../document/hover";
import type { Entry, Place } from "../../document/section";
import type { Token } from "../../document/token";
import { abbreviationText } from "../bitstream/abbreviation";
import type { BitEvent } from "../bitstream/reader";
import { FIRST_ABBREV } from "../bitstream/reader";
import { sharedAbbreviation } from "./blocks/printer";
import type { Field } from "./fields";
import { Fields } from "./fields";
import { BESIDE_RECORDS } from "./layout";
import { ItemWriter } from "./output";
import type { OperandReading } from "./reading";
import { readOperand } from "./reading";
import type { SectionNode } from "./section";
import type { Sections } from "./sections";
import type { RecordKind } from "./tables";
import { operandOf, RECORD_KINDS } from "./tables";
import type { Walk } from "./walk";

const ORDINALS = ["first", "second", "third"];

/** An entry as a card sees it: read once more, its fields noted. */
interface Reread {
  readonly sections: Sections;
  readonly section: SectionNode;
  readonly walk: Walk;
  readonly event: BitEvent;
  readonly fields: Fields;
  /** Of the record and its block, in words. */
  readonly kind: RecordKind | undefined;
  readonly entry: Entry;
}

/** The card for a token of an entry, or for its record. */
export function hoverCard(sections: Sections, place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
  if (entry.kind !== "lines") return undefined;
  const token = target.column === "position" ? undefined : entry.lines[target.line]?.[target.column][target.token];
  const section = sections.node(place.section);
  const range = { startBit: entry.startBit, endBit: entry.endBit };
  if (!section) return fileCard(sections, entry);
  if (entry.startBit === section.block.startBit) return headCard(sections, section, range, token);
  if (range.endBit === range.startBit) return labelCard(sections, section, token);
  const reread = readAgain(sections, section, entry);
  switch (reread.event) {
    case "record":
      return recordCard(reread, target, token);
    case "defineAbbrev":
      return definitionCard(reread, token);
    case "endBlock":
      return { title: `end of ${sections.titleOf(section)}`, container: containerOf(reread), lines: [], bits: range };
    case "enterBlock":
    case "end":
    case "fault":
      return { title: "bits that could not be decoded", container: containerOf(reread), lines: [], bits: range };
  }
}

function readAgain(sections: Sections, section: SectionNode, entry: Entry): Reread {
  const out = new ItemWriter(BESIDE_RECORDS, false);
  out.muted = true;
  const from = section.checkpoints.findLast((c) => c.reader.bit <= entry.startBit);
  const walk = sections.walk(section, out, from?.entry);
  walk.stepTo(entry.startBit);
  const fields = new Fields();
  walk.reader.trace = fields;
  const event = walk.reader.next();
  walk.reader.trace = undefined;
  const kind = event === "record" ? RECORD_KINDS[section.block.id]?.[walk.reader.record.code] : undefined;
  return { sections, section, walk, event, fields, kind, entry };
}

function containerOf({ sections, section }: Reread): string {
  if (section.kind === "constants" && section.parent) return `constants of ${shortTitle(sections, section.parent)}`;
  return shortTitle(sections, section);
}
/** `function @f0`, or the block's name. */
function shortTitle(sections: Sections, section: SectionNode): string {
  return section.functionId === undefined ? sections.titleOf(section) : `function @f${section.functionId}`;
}

function descriptionOf(kind: RecordKind): string {
  const names = kind.operands.map(([name]) => name).join(", ");
  return `${kind.name}  [${names}${kind.repeats === undefined ? "" : ", …"}]: ${kind.about}`;
}
/** How the record was written: `unabbreviated`, `abbreviation @a1`. */
function abbreviationOf({ walk: { reader }, section }: Reread): { readonly text: string; readonly symbol?: string } {
  const id = reader.record.abbreviationId - FIRST_ABBREV;
  const { block } = reader;
  if (id < 0 || !block) return { text: "unabbreviated" };
  if (id < block.shared) return { text: `abbreviation @a${id}`, symbol: sharedAbbreviation(block.id, id) };
  return { text: `abbreviation %a${id - block.shared}`, symbol: `${section.id}/%a${id - block.shared}` };
}

function recordCard(reread: Reread, target: HoverTarget, token: Token | undefined): HoverCard {
  if (token?.operand !== undefined) return operandCard(reread, token.operand);
  if (target.column === "record" && token?.kind === "attribute") return abbreviationIdCard(reread);
  if (target.column === "record" && token?.kind === "keyword") return codeCard(reread);
  if (target.column === "assembly" && token?.kind === "attribute") return abbreviationIdCard(reread);
  if (token?.definition) return resultCard(reread, token);
  return wholeCard(reread);
}

function baseCard(reread: Reread, title: string, lines: readonly HoverLine[], field?: Field): HoverCard {
  const { kind, entry } = reread;
  const abbreviation = abbreviationOf(reread).text;
  return {
    title,
    container: containerOf(reread),
    lines,
    bits: field ?? { startBit: entry.startBit, endBit: entry.endBit },
    encoding: field ? `${field.encoding}, ${abbreviation}` : abbreviation,
    ...(kind ? { description: descriptionOf(kind) } : {}),
  };
}

function nameOf({ kind, walk }: Reread): string {
  return kind?.name ?? `record code ${walk.reader.record.code}`;
}

function operandCard(reread: Reread, index: number): HoverCard {
  const { walk, fields, kind } = reread;
  const { record } = walk.reader;
  const ordinal = ORDINALS[index] ?? `${index + 1}th`;
  const raw = String(record.value(index) > Number.MAX_SAFE_INTEGER ? record.big(index) : record.value(index));
  const operand = kind && operandOf(kind, index);
  const reading: OperandReading = operand ? readOperand(walk, record, index, operand[1]) : { steps: [] };
  const lines: HoverLine[] = [{ label: "raw", text: [raw, ...reading.steps].join(" → ") }];
  if (operand) lines.push({ label: "operand", text: operand[0] });
  const field = fields.operands[index];
  const card = baseCard(reread, `${raw} — ${ordinal} operand of ${nameOf(reread)}`, lines, field);
  const literal = field ? {} : { encoding: `literal, ${abbreviationOf(reread).text}` };
  return { ...card, ...literal, ...(reading.symbol === undefined ? {} : { symbol: reading.symbol }) };
}

function codeCard(reread: Reread): HoverCard {
  const { record } = reread.walk.reader;
  const lines = [{ label: "raw", text: `${record.code} → ${nameOf(reread)}` }];
  const field = reread.fields.named.get("code");
  const card = baseCard(reread, `${record.code} — code of ${nameOf(reread)}`, lines, field);
  return field ? card : { ...card, encoding: `literal, ${abbreviationOf(reread).text}` };
}

function abbreviationIdCard(reread: Reread): HoverCard {
  const { reader } = reread.walk;
  const { abbreviationId } = reader.record;
  const { text, symbol } = abbreviationOf(reread);
  const lines: HoverLine[] = [{ label: "raw", text: `${abbreviationId} → ${text}` }];
  const abbreviation = reader.block?.abbreviations.at(abbreviationId - FIRST_ABBREV);
  if (abbreviation) lines.push({ label: "abbrev", text: abbreviationText(abbreviation) });
  const field = reread.fields.named.get("abbreviation id");
  const card = baseCard(reread, `${abbreviationId} — abbreviation id of ${nameOf(reread)}`, lines, field);
  return symbol === undefined ? card : { ...card, symbol };
}

/** What a record defines: a value, a constant, a type, a global, a function. */
function resultCard(reread: Reread, token: Token): HoverCard {
  const { walk } = reread;
  // The printer has to take the record in, for the value's type to be known.
  walk.printer.record(walk.reader.record);
  const type = definedType(reread, token.text);
  const lines: HoverLine[] = type === undefined ? [] : [{ label: "type", text: type }];
  const card = baseCard(reread, `${token.text} — defined by ${nameOf(reread)}`, lines);
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

function wholeCard(reread: Reread): HoverCard {
  const { record } = reread.walk.reader;
  const lines = [{ label: "record", text: `code ${record.code}, ${record.length} operands` }];
  return baseCard(reread, nameOf(reread), lines);
}

function definitionCard(reread: Reread, token: Token | undefined): HoverCard {
  const { abbreviation } = reread.walk.reader;
  const text = abbreviation ? abbreviationText(abbreviation) : "";
  const lines = [{ label: "abbrev", text }];
  const card = { ...baseCard(reread, "definition of an abbreviation", lines), encoding: "DEFINE_ABBREV" };
  const described = { ...card, description: "DEFINE_ABBREV: how the operands of records written with it are encoded" };
  return token?.symbol === undefined ? described : { ...described, symbol: token.symbol };
}

function labelCard(sections: Sections, section: SectionNode, token: Token | undefined): HoverCard {
  const container = shortTitle(sections, section);
  const description = "A basic block begins behind its predecessor's terminator; no record stands for its label.";
  const card = { title: `${token?.text ?? "row"} — no record`, container, lines: [], description };
  return token?.symbol === undefined ? card : { ...card, symbol: token.symbol };
}

/** A block's head: enter record, or a function's name, types and parameters in it. */
function headCard(
  sections: Sections,
  section: SectionNode,
  bits: { readonly startBit: number; readonly endBit: number },
  token: Token | undefined,
): HoverCard {
  const { block, functionId } = section;
  const words = (block.endBit - block.bodyBit) / 32;
  const lines: HoverLine[] = [
    { label: "block", text: `id ${block.id}, abbreviation ids of ${block.width} bits, ${words} words` },
  ];
  const type = functionId === undefined ? undefined : sections.tables.functions[functionId]?.type;
  const parameter = /^%p(\d+)$/.exec(token?.text ?? "");
  if (parameter && type) {
    lines.unshift({ label: "type", text: type.params[Number(parameter[1])]?.name ?? "" });
  } else if (type) lines.unshift({ label: "type", text: type.name });
  const title = parameter ? `${parameter[0]} — parameter ${parameter[1] ?? ""}` : sections.titleOf(section);
  const description =
    "ENTER_SUBBLOCK: block id vbr(8), abbreviation id width vbr(4), alignment, length in 32-bit words";
  const card = { title, container: shortTitle(sections, section), lines, bits, description };
  return token?.symbol === undefined ? card : { ...card, symbol: token.symbol };
}

function fileCard(sections: Sections, entry: Entry): HoverCard {
  const { fields } = sections.header;
  const lines = fields.map(({ text }) => ({ label: "field", text }));
  const bits = { startBit: entry.startBit, endBit: entry.endBit };
  if (entry.startBit > 0) return { title: "bits that could not be decoded", lines: [], bits };
  return {
    title: "header of a PNaCl bitcode file",
    lines,
    bits,
    description: "PEXE, number of fields, their bytes, the fields",
  };
}
