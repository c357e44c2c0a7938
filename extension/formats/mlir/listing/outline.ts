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

/** Makes the nodes of some rows. */
type Inside = (rows: readonly number[]) => readonly OutlineNode[];

/** Nodes for the parts into which rows of one kind divide the rows; a single part needs no node. */
function parts(
  listing: Listing,
  section: SectionId,
  rows: readonly number[],
  kind: RowKind.Region | RowKind.Block,
  inside: Inside,
): readonly OutlineNode[] {
  const body = listing.tree.contents(section)?.body;
  const starts = rows.flatMap((row, i) => (body?.kind(row) === kind ? [i] : []));
  if (!body || starts.length < 2) return inside(rows);
  const isNode = (row: number): boolean =>
    body.kind(row) === RowKind.Nested || opName(listing, body, row) !== undefined;
  const all: Parts = { body, rows, starts, kind, inside };
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? rows.length;
    for (let at = start + 1; at < end; at++) if (isNode(rows[at] as number)) return new OuterPart(all, i);
    return new PartNode(all, i);
  });
}

/** The parts of some rows. */
interface Parts {
  readonly body: Body;
  readonly rows: readonly number[];
  /** Where they begin in the rows. */
  readonly starts: readonly number[];
  readonly kind: RowKind.Region | RowKind.Block;
  readonly inside: Inside;
}

/** A region or block. What is said of it is found when it is asked for: an op may have a million of them. */
class PartNode implements OutlineNode {
  constructor(
    protected readonly parts: Parts,
    private readonly index: number,
  ) {}
  private get start(): number {
    return this.parts.starts[this.index] as number;
  }
  private get end(): number {
    return this.parts.starts[this.index + 1] ?? this.parts.rows.length;
  }
  private get row(): number {
    return this.parts.rows[this.start] as number;
  }
  get kind(): OutlineKind {
    return this.parts.kind === RowKind.Block ? "basicBlock" : "region";
  }
  get name(): string {
    const number = this.parts.body.detail(this.row);
    return this.parts.kind === RowKind.Block ? `^bb${number}` : `region ${number}`;
  }
  get startBit(): number {
    return this.parts.body.start(this.row) * 8;
  }
  get endBit(): number {
    return endOf(this.parts.body, this.parts.rows[this.end - 1] as number) * 8;
  }
  protected get content(): readonly number[] {
    return this.parts.rows.slice(this.start + 1, this.end);
  }
}
/** A part with nodes inside. */
class OuterPart extends PartNode {
  children(): readonly OutlineNode[] {
    return this.parts.inside(this.content);
  }
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
