/** The outline: ops by nesting, then the tables. And the symbols, as llvm-nm would list them. */
import { append } from "../../../document/arrays";
import type { OutlineKind, OutlineNode, SymbolInfo } from "../../../document/outline";
import type { SectionId } from "../../../document/section";
import type { Container } from "../container/container";
import { sectionNames, SectionKind } from "../container/sections";
import { RowKind } from "./body";
import type { Listing } from "./listing";

/** Entries of a table that become nodes; past that the listing is the place to look. */
const MOST = 10_000;

/** The groups in reading order. */
export function outlineOf(listing: Listing): readonly OutlineNode[] {
  const { container, tree } = listing;
  const nodes: OutlineNode[] = [];
  const ir = tree.infos.find((i) => i.kind === "table" && i.frame.id === SectionKind.ir && !i.frame.ignored);
  if (ir) append(nodes, operations(listing, ir.id));
  append(nodes, groups(listing));
  for (const { startBit, endBit, message } of container.problems.all)
    nodes.push({ kind: "problem", name: message, startBit, endBit });
  return nodes;
}

/** The ops with regions, and those with a symbol, below a section. */
function operations(listing: Listing, section: SectionId): readonly OutlineNode[] {
  const { tree, symbols } = listing;
  const contents = tree.contents(section);
  const nodes: OutlineNode[] = [];
  for (const row of contents?.rows ?? []) {
    if (!contents) break;
    const { body, place } = contents;
    const kind: RowKind = body.kinds[row] ?? RowKind.Op;
    const startBit = (body.bytes[row] ?? 0) * 8;
    if (kind === RowKind.Nested) {
      const nest = body.details[row] ?? 0;
      const endBit = (body.nests[nest]?.endByte ?? 0) * 8;
      const own = symbols.ofRow(body, row);
      const inner = tree.op(place, nest, section);
      nodes.push({ ...operation(own), startBit, endBit, children: () => operations(listing, inner) });
    } else if (kind === RowKind.Op) {
      const own = symbols.ofRow(body, row);
      if (own.name !== undefined) nodes.push({ ...operation(own), startBit, endBit: (body.ends[row] ?? 0) * 8 });
    } else if (kind === RowKind.Block && (body.details[row] ?? 0) > 0) {
      const name = `^bb${body.details[row] ?? 0}`;
      nodes.push({ kind: "basicBlock", name, startBit, endBit: (body.ends[row] ?? 0) * 8 });
    } else if (kind === RowKind.Region && (body.details[row] ?? 0) > 0) {
      const name = `region ${body.details[row] ?? 0}`;
      nodes.push({ kind: "region", name, startBit, endBit: (body.ends[row] ?? 0) * 8 });
    }
  }
  return nodes;
}

function operation({ op, name }: { op: string; name: string | undefined }): {
  kind: OutlineKind;
  name: string;
  detail?: string;
} {
  const kind = op === "builtin.module" ? "module" : name === undefined ? "operation" : kindOf(op);
  return name === undefined ? { kind, name: op } : { kind, name, detail: op };
}

/** What a symbol is, by its op's name. */
function kindOf(op: string): OutlineKind {
  if (/\.func(_v\d+)?$/.test(op)) return "function";
  return /global|constant/.test(op) ? "global" : "operation";
}

function groups(listing: Listing): readonly OutlineNode[] {
  const { container } = listing;
  const { attributes, types } = container.entries;
  const group = (name: string, id: number, count: number, children: () => readonly OutlineNode[]): OutlineNode[] => {
    const section = container.section(id);
    if (!section || count === 0) return [];
    const range = { startBit: section.startByte * 8, endBit: section.endByte * 8 };
    return [{ kind: "group", name, detail: String(count), ...range, children }];
  };
  const { dialects } = container.dialects;
  const resources = container.resources.flatMap((g) => g.entries);
  return [
    ...group("dialects", SectionKind.dialects, dialects.length, () => dialectNodes(container)),
    ...group("types", SectionKind.entries, types.count, () => entryNodes(listing, "type")),
    ...group("attributes", SectionKind.entries, attributes.count, () => entryNodes(listing, "attribute")),
    ...group("resources", SectionKind.resources, resources.length, () => resourceNodes(container)),
    ...group("sections", SectionKind.ir, container.frame.sections.length, () => sectionNodes(container)),
  ];
}

function dialectNodes(container: Container): readonly OutlineNode[] {
  const section = container.section(SectionKind.dialects);
  const range = { startBit: (section?.startByte ?? 0) * 8, endBit: (section?.endByte ?? 0) * 8 };
  return container.dialects.dialects.map(({ name }) => ({ kind: "dialect", name, ...range }));
}

function entryNodes({ container, writer }: Listing, kind: "attribute" | "type"): readonly OutlineNode[] {
  const table = kind === "attribute" ? container.entries.attributes : container.entries.types;
  const sigil = kind === "attribute" ? "#" : "!";
  return Array.from({ length: Math.min(table.count, MOST) }, (_, i) => {
    const { startByte, endByte } = container.entryPlace(table, i);
    const detail = writer.brief(kind, i, 80);
    return { kind, name: `${sigil}${i}`, detail, startBit: startByte * 8, endBit: endByte * 8, symbol: `${sigil}${i}` };
  });
}

function resourceNodes(container: Container): readonly OutlineNode[] {
  return container.resources.flatMap((group) =>
    group.entries.map(({ key, startByte, endByte }) => ({
      kind: "resource" as const,
      name: key,
      detail: `${group.owner}, ${endByte - startByte} bytes`,
      startBit: startByte * 8,
      endBit: endByte * 8,
    })),
  );
}

function sectionNodes(container: Container): readonly OutlineNode[] {
  return container.frame.sections.map(({ id, startByte, endByte }) => ({
    kind: "section",
    name: sectionNames[id] ?? "",
    detail: `${endByte - startByte} bytes`,
    startBit: startByte * 8,
    endBit: endByte * 8,
  }));
}

/** The symbols of all symbol tables, in file order: ops without regions or with an empty one declare. */
export function* symbolsOf(listing: Listing): Generator<SymbolInfo, void, undefined> {
  const stack = [...outlineOf(listing)].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    const { kind, name, startBit, endBit } = node;
    if (kind === "group" || kind === "problem") continue;
    const children = node.children?.() ?? [];
    if (kind === "function" || kind === "global" || (kind === "operation" && node.detail !== undefined)) {
      const letter = kind === "function" ? (children.length > 0 || hasBody(listing, node) ? "T" : "U") : "D";
      yield { name, letter, kind, startBit, endBit };
    }
    append(stack, [...children].reverse());
  }
}

/** Whether the op at a node's start has a block in its regions. */
function hasBody(listing: Listing, node: OutlineNode): boolean {
  const place = listing.placeOf(node.startBit);
  const contents = place && listing.tree.contents(place.section);
  return contents?.rows.some((row) => contents.body.kinds[row] === RowKind.Block) ?? false;
}
