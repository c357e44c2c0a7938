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
import type { Nest } from "./nests";
import type { BodyPlace } from "./sections";
import type { OwnSymbol } from "./symbols";

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
  return body.kind(row) === RowKind.Nested ? body.nests.endOf(body.detail(row)) : body.end(row);
}

/** The symbol defined by an op without regions. */
function opName(listing: Listing, body: Body, row: number): string | undefined {
  return body.kind(row) === RowKind.Op ? listing.symbols.ofRow(body, row).name : undefined;
}

/** The ops of a section. Their names are read when they are asked for: a large module has a million. */
class SectionOps {
  private last: { readonly row: number; readonly op: NamedOp } | undefined;
  /** A body that is read only as far as somebody looked. */
  private readonly large: Body | undefined;
  constructor(
    readonly listing: Listing,
    readonly section: SectionId,
    body: Body,
    private readonly place: BodyPlace,
  ) {
    this.large = body.large ? body : undefined;
  }

  /** Others are kept by the listing, which drops them: bodies may be nested without limit, each with nodes that wait. */
  get body(): Body {
    return this.large ?? this.listing.tree.body(this.place);
  }

  op(row: number): NamedOp {
    if (this.last?.row === row) return this.last.op;
    const op = operation(this.listing.symbols.ofRow(this.body, row));
    const isNest = this.body.kind(row) === RowKind.Nested;
    const isDeclaration = op.kind === "function" && isNest && !this.hasNodes(row) && !this.hasBlock(this.nest(row));
    this.last = { row, op: isDeclaration ? { ...op, kind: "declaration" } : op };
    return this.last.op;
  }
  private nest(row: number): Nest | undefined {
    return this.body.nests.at(this.body.detail(row));
  }
  /** Whether an op's regions have a block: a function without one is a declaration. */
  private hasBlock({ enclosed, rows = [] }: Partial<Nest> = {}): boolean {
    // A region without blocks is encoded as a zero.
    if (enclosed) return enclosed.endByte - enclosed.startByte > enclosed.regionCount;
    return rows.some((inner) => this.body.kind(inner) === RowKind.Block);
  }
  /** Whether an op's regions contain nodes; if they are read separately: a block. */
  hasNodes(row: number): boolean {
    const nest = this.nest(row);
    if (nest?.enclosed) return this.hasBlock(nest);
    const { rows = [] } = nest ?? {};
    const of = (kind: RowKind): number => rows.filter((inner) => this.body.kind(inner) === kind).length;
    return of(RowKind.Nested) > 0 || of(RowKind.Block) > 1 || of(RowKind.Region) > 1;
  }
  inside(row: number): readonly OutlineNode[] {
    const { listing, place, body, section } = this;
    return operations(listing, listing.tree.op(place, body.detail(row), section));
  }
}

class OpNode implements OutlineNode {
  constructor(
    protected readonly ops: SectionOps,
    protected readonly row: number,
  ) {}
  get kind(): OutlineKind {
    return this.ops.op(this.row).kind;
  }
  get name(): string {
    return this.ops.op(this.row).name;
  }
  get detail(): string | undefined {
    return this.ops.op(this.row).detail;
  }
  get startBit(): number {
    return this.ops.body.start(this.row) * 8;
  }
  get endBit(): number {
    return endOf(this.ops.body, this.row) * 8;
  }
}
/** An op with nodes inside. */
class OuterNode extends OpNode {
  children(): readonly OutlineNode[] {
    return this.ops.inside(this.row);
  }
}

/** The ops with regions, and those that define a symbol. */
function opNodes(listing: Listing, section: SectionId, rows: readonly number[]): readonly OutlineNode[] {
  const contents = listing.tree.contents(section);
  if (!contents) return [];
  const { body, place } = contents;
  const ops = new SectionOps(listing, section, body, place);
  const nodes: OutlineNode[] = [];
  for (const row of rows) {
    if (body.kind(row) === RowKind.Nested)
      nodes.push(ops.hasNodes(row) ? new OuterNode(ops, row) : new OpNode(ops, row));
    else if (opName(listing, body, row) !== undefined) nodes.push(new OpNode(ops, row));
  }
  return nodes;
}

/** What a node says of its op. */
type NamedOp = Pick<OutlineNode, "kind" | "name" | "detail">;

function operation({ op, name }: OwnSymbol): NamedOp {
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
