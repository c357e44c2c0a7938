/** Hover cards: what a field of the bytes is, and what a name in the assembly stands for. */
import { append } from "../../../document/arrays";
import type { HoverTarget } from "../../../document/document";
import type { HoverCard, HoverLine } from "../../../document/hover";
import type { Entry, Place } from "../../../document/section";
import type { Token } from "../../../document/token";
import { SectionKind } from "../container/sections";
import { describe } from "../elements/describe";
import { readBlockAt, readOpAt } from "../ir/one";
import { guarded } from "../model/damage";
import type { Body } from "./body";
import { RowKind } from "./body";
import type { Field } from "./fields";
import { FieldRecorder } from "./fields";
import type { Listing } from "./listing";
import { OpField } from "./opRow";
import { hashLine, tensorLines } from "./preview";

/** Characters of a value in a card. */
const BRIEF = 400;

/** The card for a token, or for the whole record. */
export function hoverCard(listing: Listing, place: Place, entry: Entry, target: HoverTarget): HoverCard | undefined {
  if (entry.kind !== "lines") return undefined;
  const line = entry.lines[target.line];
  const token = target.column === "position" ? undefined : line?.[target.column][target.token];
  const info = listing.tree.info(place.section);
  if (info.kind === "table" && info.frame.id !== SectionKind.ir) return tableCard(listing, place, entry);
  const row = irRow(listing, place);
  if (!row) return undefined;
  return rowCard(listing, row.body, row.row, token, listing.title(place.section));
}

interface IrRow {
  readonly body: Body;
  readonly row: number;
}

/** The row of an entry in the IR; a section's head and foot are its op's. */
function irRow(listing: Listing, { section, entry }: Place): IrRow | undefined {
  const info = listing.tree.info(section);
  const contents = listing.tree.contents(section);
  const row = contents?.rows[entry - 1];
  if (contents && row !== undefined) return { body: contents.body, row };
  if (info.kind !== "op") return undefined;
  const owner = listing.tree.body(info.owner);
  return { body: owner, row: owner.nests[info.nest]?.row ?? 0 };
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
  const start = body.bytes[row] ?? 0;
  const kind: RowKind = body.kinds[row] ?? RowKind.Op;
  const isOp = kind === RowKind.Op || kind === RowKind.Nested;
  const name = guarded(
    () => {
      if (isOp) return file.dialects.opNames[readOpAt(file, start, recorder).name]?.name ?? "";
      if (kind === RowKind.Block) readBlockAt(file, start, recorder);
      return kind === RowKind.Block ? `^bb${body.details[row] ?? 0}` : "region";
    },
    (damage) => damage.message,
  );
  recorder.finish();
  const field = token?.operand === undefined ? undefined : fieldOf(recorder.fields, token.operand, isOp);
  const lines = field ? [...fieldLines(field)] : recorder.fields.map(shortLine);
  const value = token?.symbol?.startsWith("v") ? Number(token.symbol.split(".")[1]) : undefined;
  if (value !== undefined) append(lines, valueLines(listing, body, value));
  const range = field ?? { startByte: start, endByte: body.ends[row] ?? start };
  return {
    title: field ? `${field.raw} \xE2\x80\x94 ${field.name} of ${name}` : name,
    ...(container === "" ? {} : { container }),
    lines,
    bits: { startBit: range.startByte * 8, endBit: range.endByte * 8 },
    ...(field ? { encoding: field.encoding } : {}),
    ...(token?.symbol === undefined ? {} : { symbol: token.symbol }),
  };
}

/** The field that a token's operand number names. */
function fieldOf(fields: readonly Field[], operand: number, isOp: boolean): Field | undefined {
  if (!isOp) return fields.filter((f) => f.name.startsWith("argument type"))[operand];
  const nth = (name: string, index: number): Field | undefined => fields.filter((f) => f.name === name)[index];
  if (operand >= OpField.successors) return nth("successor", operand - OpField.successors);
  if (operand >= OpField.operands) return nth("operand", operand - OpField.operands);
  if (operand >= OpField.results) return nth("result type", operand - OpField.results);
  return nth(["op name", "mask", "location", "attributes", "properties"][operand] ?? "", 0);
}

function fieldLines(field: Field): readonly HoverLine[] {
  const meaning = field.meaning === undefined ? [] : [{ label: "means", text: field.meaning }];
  return [{ label: "raw", text: String(field.raw) }, ...meaning];
}
function shortLine(field: Field): HoverLine {
  const text = field.meaning === undefined ? String(field.raw) : `${field.raw} \xE2\x86\x92 ${field.meaning}`;
  return { label: field.name, text };
}

/** A value's type, and its number in the whole module once that is known. */
function valueLines(listing: Listing, body: Body, value: number): readonly HoverLine[] {
  const { numbering } = body;
  const type = listing.writer.brief("type", numbering.types[value] ?? 0, BRIEF);
  const lines: HoverLine[] = [{ label: "type", text: type }];
  const text = listing.moduleName(body, value);
  if (text !== undefined) lines.push({ label: "in text", text });
  return lines;
}

/** The fields of a table's row; tensors and blobs are looked into. */
function tableCard(listing: Listing, place: Place, entry: Entry & { kind: "lines" }): HoverCard {
  const { container } = listing;
  const record = entry.lines[0]?.record.map((t) => t.text).join("") ?? "";
  const range = { startBit: entry.startBit, endBit: entry.endBit };
  const lines: HoverLine[] = [];
  const info = listing.tree.info(place.section);
  const index = place.entry - 1;
  if (info.kind === "table" && info.frame.id === SectionKind.entries && index < container.entries.attributes.count) {
    const node = container.attribute(index);
    lines.push({ label: "kind", text: node.kind });
    if (node.kind === "denseElements") append(lines, tensorLines(container, node.type, node.data));
    if (node.kind === "denseResource") {
      const resource = container.resource(node.resource);
      if (resource?.value.kind === "blob") append(lines, tensorLines(container, node.type, resource.value.data));
    }
  }
  if (info.kind === "table" && info.frame.id === SectionKind.resources) {
    const resource = container.resources.flatMap((g) => g.entries)[index];
    const hash = resource?.value.kind === "blob" ? hashLine(container, resource.value.data) : undefined;
    if (hash) lines.push(hash);
  }
  return { title: record, lines, bits: range };
}
