/** Hover cards of what is not IR: the header, the sections, and the rows of their tables. */
import { append } from "../../../document/arrays";
import type { HoverCard, HoverLine } from "../../../document/hover";
import type { Entry, Place } from "../../../document/section";
import type { Token } from "../../../document/token";
import type { Container } from "../container/container";
import type { SectionFrame } from "../container/sections";
import { SectionKind, sectionNames } from "../container/sections";
import type { Listing } from "./listing";
import { attributeLines, hashLine } from "./preview";
import { tableCount } from "./tableRows";

/** The card for a row of a table, or the head of a section; tensors and blobs are looked into. */
export function tableCard(
  { container, tree }: Listing,
  place: Place,
  entry: Entry & { kind: "lines" },
  token: Token | undefined,
): HoverCard | undefined {
  const bits = { startBit: entry.startBit, endBit: entry.endBit };
  const info = tree.info(place.section);
  if (info.kind === "header") return { title: "header", lines: headerLines(container), bits };
  if (info.kind !== "table") return undefined;
  const { frame } = info;
  const name = `${sectionNames[frame.id] ?? ""} section`;
  const index = place.entry - 1;
  if (index < 0) return { title: name, lines: sectionLines(container, frame), bits };
  if (index >= tableCount(container, frame)) return undefined;
  const lines: HoverLine[] = [];
  if (frame.id === SectionKind.entries && index < container.entries.attributes.count) {
    lines.push({ label: "kind", text: container.attribute(index).kind });
    append(lines, attributeLines(container, index));
  }
  if (frame.id === SectionKind.resources) {
    const resource = container.resources.flatMap((g) => g.entries)[index];
    const hash = resource?.value.kind === "blob" ? hashLine(container, resource.value.data) : undefined;
    if (hash) lines.push(hash);
  }
  const symbol = token?.symbol ?? entry.lines[0]?.record.find((t) => t.definition === true)?.symbol;
  const title = entry.lines[0]?.record.map((t) => t.text).join("") ?? "";
  return { title, container: name, lines, bits, ...(symbol === undefined ? {} : { symbol }) };
}

function headerLines({ frame }: Container): readonly HoverLine[] {
  return [
    { label: "version", text: String(frame.version) },
    { label: "producer", text: frame.producer },
    { label: "sections", text: String(frame.sections.length) },
  ];
}

function sectionLines(container: Container, frame: SectionFrame): readonly HoverLine[] {
  const lines: HoverLine[] = [
    { label: "section", text: `${frame.id}` },
    { label: "length", text: `${frame.endByte - frame.dataByte} bytes` },
  ];
  if (frame.alignment > 1) lines.push({ label: "alignment", text: `${frame.alignment} bytes` });
  if (frame.id !== SectionKind.ir) lines.push({ label: "entries", text: String(tableCount(container, frame)) });
  return lines;
}
