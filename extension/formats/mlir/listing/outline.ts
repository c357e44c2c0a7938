/** The outline: ops by nesting, then the tables; and the symbols, in the form of llvm-nm. */
import { append } from "../../../document/arrays";
import type { OutlineKind, OutlineNode, SymbolInfo } from "../../../document/outline";
import type { SectionId } from "../../../document/section";
import type { Container } from "../container/container";
import { sectionNames, SectionKind } from "../container/sections";
import type { Body } from "./body";
import { RowKind } from "./bodyRows";
import { tableSymbol } from "./fields";
import type { Listing } from "./listing";

/** Most entries of a table that become nodes; beyond that, the listing shows them. */
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

/**
 * The content of a section of the IR: its regions and blocks if there are several, and those of its ops that are nodes.
 */
function operations(listing: Listing, section: SectionId): readonly OutlineNode[] {
  const contents = listing.tree.contents(section);
  contents?.body.readUntil(() => contents.nest.closed);
  const rows = contents?.rows ?? [];
  return parts(listing, section, rows, RowKind.Region, (region) =>
    parts(listing, section, region, RowKind.Block, (block) => opNodes(listing, section, block)),
  );
}

/** Nodes for the parts into which rows of one kind divide the rows; a single part needs no node. */
function parts(
  listing: Listing,
  section: SectionId,
  rows: readonly number[],
  kind: RowKind,
  inside: (rows: readonly number[]) => readonly OutlineNode[],
): readonly OutlineNode[] {
  const body = listing.tree.contents(section)?.body;
  const starts = rows.flatMap((row, i) => (body?.kind(row) === kind ? [i] : []));
  if (!body || starts.length < 2) return inside(rows);
  return starts.map((start, i) => {
    const part = rows.slice(start + 1, starts[i + 1]);
    const row = rows[start] ?? 0;
    const last = part.at(-1) ?? row;
    const number = body.detail(row);
    const [startBit, endBit] = [body.start(row) * 8, endOf(body, last) * 8];
    const node = kind === RowKind.Block ? blockName(number) : regionName(number);
    const hasNodes = part.some((r) => body.kind(r) === RowKind.Nested || opName(listing, body, r) !== undefined);
    return { ...node, startBit, endBit, ...(hasNodes ? { children: () => inside(part) } : {}) };
  });
}

function blockName(number: number): { kind: OutlineKind; name: string } {
  return { kind: "basicBlock", name: `^bb${number}` };
}
function regionName(number: number): { kind: OutlineKind; name: string } {
  return { kind: "region", name: `region ${number}` };
}

/** End of a row's bytes, including the regions of an op. */
function endOf(body: Body, row: number): number {
  const nested = body.kind(row) === RowKind.Nested;
  return (nested ? body.nests[body.detail(row)]?.endByte : body.end(row)) ?? 0;
}

/** The symbol defined by an op without regions. */
function opName(listing: Listing, body: Body, row: number): string | undefined {
  return body.kind(row) === RowKind.Op ? listing.symbols.ofRow(body, row).name : undefined;
}

/** The ops with regions, and those that define a symbol. */
function opNodes(listing: Listing, section: SectionId, rows: readonly number[]): readonly OutlineNode[] {
  const contents = listing.tree.contents(section);
  if (!contents) return [];
  const { body, place } = contents;
  const nodes: OutlineNode[] = [];
  for (const row of rows) {
    const kind: RowKind = body.kind(row);
    if (kind !== RowKind.Nested && opName(listing, body, row) === undefined) continue;
    const range = { startBit: body.start(row) * 8, endBit: endOf(body, row) * 8 };
    const own = operation(listing.symbols.ofRow(body, row));
    const nest = body.detail(row);
    if (kind !== RowKind.Nested) nodes.push({ ...own, ...range });
    else if (isEmpty(body, nest))
      nodes.push({ ...own, ...range, ...(own.kind === "function" && !hasBlock(body, nest) ? DECLARATION : {}) });
    else {
      const inner = listing.tree.op(place, nest, section);
      nodes.push({ ...own, ...range, children: () => operations(listing, inner) });
    }
  }
  return nodes;
}

const DECLARATION: { readonly kind: OutlineKind } = { kind: "declaration" };

/** Whether an op's regions have a block: a function without one is a declaration. */
function hasBlock(body: Body, nest: number): boolean {
  const { enclosed, rows } = body.nests[nest] ?? { rows: [] };
  return enclosed === undefined && rows.some((row) => body.kind(row) === RowKind.Block);
}

/** Whether an op's regions contain no node; for regions that are read separately: no block. */
function isEmpty(body: Body, nest: number): boolean {
  const { enclosed, rows } = body.nests[nest] ?? { rows: [] };
  // A region without blocks is encoded as a zero.
  if (enclosed) return enclosed.endByte - enclosed.startByte === enclosed.regionCount;
  const of = (kind: RowKind): number => rows.filter((row) => body.kind(row) === kind).length;
  return of(RowKind.Nested) === 0 && of(RowKind.Block) < 2 && of(RowKind.Region) < 2;
}

function operation({ op, name }: { op: string; name: string | undefined }): {
  kind: OutlineKind;
  name: string;
  detail?: string;
} {
  const kind = /\.module$/.test(op) ? "module" : name === undefined ? "operation" : kindOf(op);
  return name === undefined ? { kind, name: op } : { kind, name, detail: op };
}

/** The kind of a symbol, by its op's name. */
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
  const { frame, window } = container;
  const file = { startBit: 0, endBit: window.length * 8 };
  const resources = container.resources.flatMap((g) => g.entries);
  return [
    ...group("dialects", SectionKind.dialects, dialects.length, () => dialectNodes(container)),
    ...group("types", SectionKind.entries, types.count, () => entryNodes(listing, "type")),
    ...group("attributes", SectionKind.entries, attributes.count, () => entryNodes(listing, "attribute")),
    ...group("resources", SectionKind.resources, resources.length, () => resourceNodes(container)),
    {
      kind: "group",
      name: "sections",
      detail: String(frame.sections.length),
      ...file,
      children: () => sectionNodes(container),
    },
  ];
}

function dialectNodes(container: Container): readonly OutlineNode[] {
  const { rows, dialects } = container.dialects;
  return rows.flatMap(({ kind, index, startByte, endByte }): OutlineNode[] => {
    const name = dialects[index]?.name ?? "";
    const symbol = tableSymbol("dialect", index);
    return kind === "dialect" ? [{ kind, name, startBit: startByte * 8, endBit: endByte * 8, symbol }] : [];
  });
}

function entryNodes({ container, writer }: Listing, kind: "attribute" | "type"): readonly OutlineNode[] {
  const table = kind === "attribute" ? container.entries.attributes : container.entries.types;
  const nodes = Array.from({ length: Math.min(table.count, MOST) }, (_, i): OutlineNode => {
    const { startByte, endByte } = container.entryPlace(table, i);
    const symbol = tableSymbol(kind, i);
    const detail = writer.brief(kind, i, 80);
    return { kind, name: symbol, detail, startBit: startByte * 8, endBit: endByte * 8, symbol };
  });
  if (table.count > MOST) {
    const range = {
      startBit: nodes.at(-1)?.endBit ?? 0,
      endBit: container.entryPlace(table, table.count - 1).endByte * 8,
    };
    nodes.push({
      kind: "group",
      name: `${tableSymbol(kind, MOST)} and on`,
      detail: String(table.count - MOST),
      ...range,
    });
  }
  return nodes;
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

/** The symbols of all symbol tables, in file order; an op without regions, or with an empty one, is a declaration. */
export function* symbolsOf(listing: Listing): Generator<SymbolInfo, void, undefined> {
  const stack = [...outlineOf(listing)].reverse();
  for (let node = stack.pop(); node; node = stack.pop()) {
    const { kind, name, startBit, endBit } = node;
    if (kind === "group" || kind === "problem") continue;
    const children = node.children?.() ?? [];
    if (kind === "declaration") yield { name, letter: "U", kind, startBit, endBit };
    else if (kind === "function" || kind === "global" || (kind === "operation" && node.detail !== undefined))
      yield { name, letter: kind === "function" ? "T" : "D", kind, startBit, endBit };
    append(stack, [...children].reverse());
  }
}
