/** Hover cards: what a field is, and what a name in the assembly means. */
import { append } from "../../../document/arrays";
import type { HoverCard, HoverLine, HoverTarget } from "../../../document/hover";
import type { Entry, Place } from "../../../document/section";
import type { Token } from "../../../document/token";
import { describe } from "../elements/describe";
import { BlockField, OpField } from "../ir/fieldNumbers";
import { ValueKind } from "../ir/numbering";
import { readBlockAt, readOpAt } from "../ir/one";
import type { Op } from "../ir/op";
import { guarded } from "../model/damage";
import { hexText } from "../model/hex";
import type { Body } from "./body";
import { RowKind } from "./bodyRows";
import type { Field } from "./fields";
import { FieldRecorder } from "./fields";
import type { Listing } from "./listing";
import { attributeLines } from "./preview";
import { readingLines, tableCard } from "./tableCard";

/** Most characters of a value in a card. */
const BRIEF = 400;
/** Most bytes of a record, and most types of an op's results. */
const SHOWN_BYTES = 32;
const SHOWN_TYPES = 16;
/** Most fields in a card. */
const SHOWN_FIELDS = 32;

/** The card of a token, or of the complete record. */
export function hoverCard(listing: Listing, place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
  if (entry.kind !== "lines") return undefined;
  const line = entry.lines[target.line];
  const token = target.column === "position" ? undefined : line?.[target.column][target.token];
  const row = irRow(listing, place);
  if (!row) return tableCard(listing, place, entry, token);
  return rowCard(listing, row.body, row.row, token, listing.title(place.section));
}

interface IrRow {
  readonly body: Body;
  readonly row: number;
}

/** The row of an entry in the IR; the head and foot of a section belong to its op. */
function irRow(listing: Listing, { section, entry }: Place): IrRow | undefined {
  const info = listing.tree.info(section);
  const contents = listing.tree.contents(section);
  const row = contents?.rows[entry - 1];
  if (contents && row !== undefined) return { body: contents.body, row };
  if (info.kind !== "op") return undefined;
  const owner = listing.tree.ownerOf(info);
  return { body: owner, row: owner.nests.rowOf(info.nest) };
}

function rowCard(
  listing: Listing,
  body: Body,
  row: number,
  token: Token | undefined,
  container: string,
): HoverCard | undefined {
  const { container: file, writer } = listing;
  const recorder = new FieldRecorder((reference) => describe(file, writer, reference));
  const start = body.start(row);
  const kind: RowKind = body.kind(row);
  let op: Op | undefined;
  const name = guarded(
    () => {
      if (kind === RowKind.Op || kind === RowKind.Nested) op = readOpAt(file, start, recorder);
      if (op) return file.dialects.opNames[op.name]?.name ?? "op";
      if (kind === RowKind.Block) readBlockAt(file, start, recorder);
      return kind === RowKind.Block ? `^bb${body.detail(row)}` : "region";
    },
    (damage) => damage.message,
  );
  recorder.finish();
  const field = token?.operand === undefined ? undefined : fieldOf(recorder.fields, token.operand, op !== undefined);
  const value = token?.operand === undefined ? -1 : valueOf(body, row, token.operand, op);
  const lines = field
    ? fieldLines(field, listing, body, value, op)
    : op
      ? opLines(listing, { body, row }, recorder, op)
      : wholeLines(recorder, kind === RowKind.Block ? body : undefined, row);
  const range = field ?? { startByte: start, endByte: body.end(row) };
  return {
    title: field ? `${field.raw} \xE2\x80\x94 ${field.name} of ${name}` : name,
    ...(field ? { record: name } : {}),
    ...(container === "" ? {} : { container }),
    lines,
    bits: { startBit: range.startByte * 8, endBit: range.endByte * 8 },
    ...(field ? { encoding: field.encoding } : {}),
    ...(token?.symbol === undefined ? {} : { symbol: token.symbol }),
  };
}

/** The fields of an op: its operands by the names that they have in the text, its properties one by one. */
function opLines(listing: Listing, { body, row }: IrRow, { fields, more }: FieldRecorder, op: Op): HoverLine[] {
  const lines: HoverLine[] = [];
  let operands = 0;
  for (const field of fields.slice(0, SHOWN_FIELDS)) {
    if (field.name !== "operand") {
      lines.push(shortLine(field));
      if (field.name === "properties") append(lines, propertyLines(listing, op).slice(1));
      continue;
    }
    const value = body.find(row, op.operands.at(operands++));
    const type = value < 0 ? undefined : body.numbering.types[value];
    const name = value < 0 ? "nothing" : (listing.moduleName(body, value) ?? body.names.name(value));
    const typed = type === undefined ? "" : ` : ${listing.writer.brief("type", type, BRIEF)}`;
    lines.push({ label: `operand ${operands - 1}`, text: `${field.raw} \xE2\x86\x92 ${name}${typed}` });
  }
  if (fields.length > SHOWN_FIELDS)
    lines.push({ label: "fields", text: `${more ? "more than " : ""}${fields.length} in all` });
  return lines;
}

/** The fields of a row; for a block also its predecessors, which need the complete body. */
function wholeLines({ fields, more }: FieldRecorder, body: Body | undefined, row: number): HoverLine[] {
  const lines = fields.slice(0, SHOWN_FIELDS).map(shortLine);
  if (fields.length > lines.length)
    lines.push({ label: "fields", text: `${more ? "more than " : ""}${fields.length} in all` });
  const block = body?.detail(row) ?? 0;
  if (!body || block === 0) return lines;
  body.readAll();
  const found = body.numbering.predecessors(body.region(row), block);
  const names = found.slice(0, SHOWN_FIELDS).map((from) => `^bb${from}`);
  if (found.length > names.length) names.push(`\xE2\x80\xA6+${found.length - names.length}`);
  lines.push({ label: "predecessors", text: names.length === 0 ? "none" : names.join(", ") });
  return lines;
}

/** The field that a token's operand number names. */
function fieldOf(fields: readonly Field[], operand: number, isOp: boolean): Field | undefined {
  const nth = (name: string, index: number): Field | undefined => fields.filter((f) => f.name === name)[index];
  if (!isOp && operand >= BlockField.locations) return nth("argument location", operand - BlockField.locations);
  if (!isOp) return fields.filter((f) => f.name.startsWith("argument type"))[operand];
  if (operand >= OpField.successors) return nth("successor", operand - OpField.successors);
  if (operand >= OpField.operands) return nth("operand", operand - OpField.operands);
  if (operand >= OpField.results) return nth("result type", operand - OpField.results);
  const field = nth(["op name", "mask", "location", "attributes", "properties"][operand] ?? "", 0);
  // Before version 5, properties are among the attributes.
  return field ?? (operand === OpField.properties ? nth("attributes", 0) : undefined);
}

/** The value that a field uses or defines; -1: none. Without an op, the row is a block. */
function valueOf(body: Body, row: number, operand: number, op: Op | undefined): number {
  const defined = body.value(row);
  if (!op) return operand >= BlockField.locations ? -1 : defined + operand;
  if (operand >= OpField.successors || operand < OpField.results) return -1;
  if (operand < OpField.operands) return defined + operand - OpField.results;
  return body.find(row, op.operands.at(operand - OpField.operands));
}

/** The lines of a field's card: the number in the file, its meaning, and what is known of that. */
function fieldLines(
  field: Field,
  listing: Listing,
  body: Body,
  value: number,
  op: Op | undefined,
): readonly HoverLine[] {
  const lines: HoverLine[] = [{ label: "raw", text: String(field.raw) }];
  const means = (text: string | undefined): void => {
    if (text !== undefined) lines.push({ label: "means", text });
  };
  if (field.name === "operand" && value >= 0) means(`${body.names.name(value)} (value ${field.raw})`);
  else if (field.name === "properties" && op) append(lines, propertyLines(listing, op));
  else means(field.meaning);
  if (value >= 0) append(lines, valueLines(listing, body, value, op && field.name === "result type" ? op : undefined));
  if (field.name === "op name" && op) {
    const text = listing.writer.brief("attribute", op.location, BRIEF);
    lines.push({ label: "location", text });
  }
  return lines;
}

/** The bytes of an op's properties, and their meaning. */
function propertyLines(listing: Listing, op: Op): readonly HoverLine[] {
  const { container, writer, reader } = listing;
  const { startByte, endByte } = container.properties.at(op.properties);
  const hex = hexText(container.window.view(startByte, Math.min(endByte, startByte + SHOWN_BYTES)), " ");
  const more = endByte - startByte > SHOWN_BYTES ? " \xE2\x80\xA6" : "";
  const lines: HoverLine[] = [{ label: "means", text: `record ${op.properties}: ${hex}${more}` }];
  const properties = reader.record(op.name, op.properties);
  const attribute = (label: string, index: number): void => {
    lines.push({ label, isName: true, text: writer.brief("attribute", index, BRIEF) });
    append(lines, attributeLines(container, index));
  };
  switch (properties.kind) {
    case "named":
      for (const { name, value } of properties.values) {
        if (value.kind === "attribute") attribute(name, value.index);
        else lines.push({ label: name, isName: true, text: value.text });
      }
      break;
    case "attribute":
      attribute("attribute", properties.index);
      break;
    case "unknown":
      append(lines, readingLines(listing, { startByte, endByte }));
      break;
  }
  return lines;
}

function shortLine(field: Field): HoverLine {
  const { meaning, raw } = field;
  const text = meaning === undefined ? String(raw) : `${raw} \xE2\x86\x92 ${meaning}`;
  return { label: field.name, isName: true, text };
}

/** A value's type, and its printed number once known; for several results, those of all. */
function valueLines(listing: Listing, body: Body, value: number, defining: Op | undefined): readonly HoverLine[] {
  const { numbering } = body;
  const isPack = defining !== undefined && numbering.kinds[value] === ValueKind.PackHead;
  const count = isPack ? defining.results.length : 1;
  const types = Array.from({ length: Math.min(count, SHOWN_TYPES) }, (_, i) =>
    listing.writer.brief("type", numbering.types[value + i] ?? 0, BRIEF),
  );
  if (count > types.length) types.push("\xE2\x80\xA6");
  const lines: HoverLine[] = [{ label: "type", text: types.join(", ") }];
  const text = listing.moduleName(body, value);
  if (text !== undefined) lines.push({ label: "in text", text: isPack ? text.replace(/#0$/, `:${count}`) : text });
  return lines;
}
