/** Hover cards outside the IR: the header, the sections, and the rows of their tables. */
import { rangeOf } from "../../../document/bits";
import { append } from "../../../document/arrays";
import type { HoverCard, HoverLine } from "../../../document/hover";
import type { Entry, Place } from "../../../document/section";
import type { Token } from "../../../document/token";
import { columnText } from "../../../document/token";
import type { Container } from "../container/container";
import type { SectionFrame } from "../container/sections";
import { SectionKind, sectionNames } from "../container/sections";
import { MlirCursor } from "../model/cursor";
import { possibleReadings } from "../properties";
import type { Field } from "./fields";
import type { Listing } from "./listing";
import { attributeLines, blobLines } from "./preview";
import type { TableItem } from "./tableItems";

/** Most fields in a card. */
const SHOWN = 24;
/** Most entries that bytes may refer to, and most characters of each. */
const SHOWN_REFERENCES = 8;
const BRIEF = 80;

/** The card of a row of a table, of a field in it, or of a section's head; shows the content of tensors and blobs. */
export function tableCard(
  listing: Listing,
  place: Place,
  entry: Entry & { kind: "lines" },
  token: Token | undefined,
): HoverCard | undefined {
  const { container, tree } = listing;
  const bits = rangeOf(entry);
  const info = tree.info(place.section);
  if (info.kind === "header") return { title: "header", lines: headerLines(container), bits };
  if (info.kind !== "table") return undefined;
  const name = `${sectionNames[info.frame.id] ?? ""} section`;
  if (place.entry === 0) return { title: name, lines: sectionLines(listing, info.frame), bits };
  const item = listing.item(place);
  if (!item) return undefined;
  const { fields, more } = listing.fields.of(item);
  const own = entry.lines[0]?.assembly.find((t) => t.definition === true);
  const [line] = entry.lines;
  const shown = own?.text ?? columnText(line?.assembly ?? []);
  // The name of a dialect may be empty.
  const title = shown.trim() === "" ? columnText(line?.record ?? []) : shown;
  const symbol = token?.symbol ?? own?.symbol;
  const named = symbol === undefined ? {} : { symbol };
  const field = token?.operand === undefined ? undefined : fields[token.operand];
  if (field) return { ...fieldCard(listing, field, title), container: name, ...named };
  // An unpublished encoding is a single field; the lines below it tell more.
  const lines = fields
    .filter(({ name: field }) => field !== "encoding")
    .slice(0, SHOWN)
    .map(fieldLine);
  if (fields.length > SHOWN)
    lines.push({ label: "fields", text: `${more ? "more than " : ""}${fields.length} in all` });
  append(lines, itemLines(listing, item));
  return { title: title.slice(0, 200), container: name, lines, bits, ...named };
}

/** A field: its number, its meaning, and the entry it refers to. */
function fieldCard({ container }: Listing, field: Field, title: string): HoverCard {
  const { name, raw, meaning, encoding, reference, startByte, endByte } = field;
  const lines: HoverLine[] = [];
  if (raw !== undefined) lines.push({ label: "raw", text: String(raw) });
  if (meaning !== undefined) lines.push({ label: "means", text: meaning });
  if (reference?.table === "attribute") append(lines, attributeLines(container, reference.index));
  const bits = { startBit: startByte * 8, endBit: endByte * 8 };
  const value = raw === undefined ? "" : `${raw} \xE2\x80\x94 `;
  return { title: `${value}${name} of ${title.slice(0, 80)}`, lines, bits, encoding };
}

function fieldLine({ name, raw, meaning, startByte, endByte }: Field): HoverLine {
  const value = raw === undefined ? `${endByte - startByte} bytes` : String(raw);
  const text = meaning === undefined || meaning === "" ? value : `${value} \xE2\x86\x92 ${meaning}`;
  return { label: name, isName: true, text };
}

/** The content of a row's bytes: tensors and blobs, and unpublished encodings. */
function itemLines(listing: Listing, item: TableItem): readonly HoverLine[] {
  const { container, fields } = listing;
  switch (item.kind) {
    case "attribute":
    case "type": {
      const node = item.kind === "attribute" ? container.attribute(item.index) : container.type(item.index);
      if (node.kind === "opaque") return readingLines(listing, item);
      return item.kind === "attribute" ? attributeLines(container, item.index) : [];
    }
    case "property": {
      const owner = container.dialects.opNames[fields.owner(item.index)];
      const lines: HoverLine[] = [{ label: "read as", text: owner?.name ?? "no op refers to it" }];
      const unknown = fields.of(item).fields.some(({ name }) => name === "bytes");
      return unknown ? [...lines, ...readingLines(listing, container.properties.at(item.index))] : lines;
    }
    case "resource":
      return item.resource.value.kind === "blob" ? blobLines(container, item.resource.value.data) : [];
    default:
      return [];
  }
}

/** The possible meanings of bytes that no table explains, and the entries that they may refer to. */
export function readingLines(
  { container, writer }: Listing,
  { startByte, endByte }: { readonly startByte: number; readonly endByte: number },
): readonly HoverLine[] {
  const { window, sizes } = container;
  const readings = possibleReadings(new MlirCursor(window, startByte, endByte, sizes));
  const lines: HoverLine[] = readings.map((text) => ({ label: "may be", text }));
  const named = new Set(readings.flatMap((text) => text.match(/[#!]\d+/g) ?? []));
  for (const name of [...named].slice(0, SHOWN_REFERENCES))
    lines.push({
      label: name,
      text: writer.brief(name.startsWith("#") ? "attribute" : "type", Number(name.slice(1)), BRIEF),
    });
  return lines;
}

function headerLines({ frame }: Container): readonly HoverLine[] {
  return [
    { label: "version", text: String(frame.version) },
    { label: "producer", text: frame.producer },
    { label: "sections", text: String(frame.sections.length) },
  ];
}

function sectionLines({ tree }: Listing, frame: SectionFrame): readonly HoverLine[] {
  const lines: HoverLine[] = [
    { label: "section", text: `${frame.id}` },
    { label: "length", text: `${frame.endByte - frame.dataByte} bytes` },
  ];
  if (frame.alignment > 1) lines.push({ label: "alignment", text: `${frame.alignment} bytes` });
  if (frame.id !== SectionKind.ir) lines.push({ label: "entries", text: String(tree.items.count(frame)) });
  return lines;
}
