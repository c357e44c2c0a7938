/**
 * Aliases of attributes and types (`#map`, `#loc3`, `!tuple`): who gets one, and with which number. Follows
 * mlir::AliasInitializer: everything that would be printed is visited, each thing once; things are sorted by how deep
 * they nest, types first, then by name, then by first visit, and numbered in that order.
 */
import type { EntryCodec, Tables } from "../model/module";
import type { AttributeNode } from "../model/node";
import type { Fragment, Piece } from "../model/piece";
import type { AliasLookup, EntryWriter } from "../model/entryWriter";
import { aliasNumbers } from "./aliasNumbers";

/** A thing that was visited. */
interface Node {
  /** Its alias's name without number; undefined: it gets none, but what it contains counts. */
  readonly alias: string | undefined;
  readonly space: "attribute" | "type";
  /** The entry, or the pieces of a fragment. */
  readonly source: number | readonly Piece[];
  depth: number;
  /** Only operation locations lead here: its definition may stand behind the module. */
  deferrable: boolean;
  children: readonly Node[];
  /** The alias with its sigil, and its number of that name, once all are known: a million names would be kept for long. */
  stem: string;
  number: number;
}

const NONE: readonly Node[] = [];

/** What stands for all entries without an alias in them, once they are visited: most of a module's. */
const PLAIN: Node = {
  alias: undefined,
  space: "attribute",
  source: -1,
  depth: 0,
  deferrable: false,
  children: NONE,
  stem: "",
  number: 0,
};

/** The nodes of entries: a number an entry, however few of them are visited. */
class NodeIndex {
  /** By entry: its node's place in `nodes`, of which the first is none. */
  private readonly places: Int32Array;
  private readonly nodes: (Node | undefined)[] = [undefined, PLAIN];
  constructor(entries: number) {
    this.places = new Int32Array(entries);
  }
  get(entry: number): Node | undefined {
    return this.nodes[this.places[entry] ?? 0];
  }
  set(entry: number, node: Node): void {
    this.places[entry] = this.nodes.push(node) - 1;
  }
  /** Lets an entry's node go: there turned out to be no alias in it. */
  setPlain(entry: number): void {
    const place = this.places[entry] ?? 0;
    if (place === this.nodes.length - 1) this.nodes.pop();
    else this.nodes[place] = undefined;
    this.places[entry] = 1;
  }
}

/** A visit that is going on. */
interface Visit {
  readonly node: Node;
  readonly pieces: readonly Piece[];
  next: number;
  deepest: number;
  children: Node[] | undefined;
}

/** A definition to be printed: `name = …`. */
export type AliasDefinition = Readonly<Pick<Node, "space" | "source" | "stem" | "number">>;

/** Collects what would be printed, then answers with aliases. */
export class AliasTable implements AliasLookup {
  /** What was visited, by entry. */
  private readonly attributes: NodeIndex;
  private readonly types: NodeIndex;
  /** Things that can also stand within a dialect's assembly, by their text. */
  private readonly texts = new Map<string, Node>();
  private readonly nodes: Node[] = [];
  /** Locations can stand in assembly too. */
  private locationsCount = false;

  /** @param plain writes spellings without aliases */
  constructor(
    private readonly codec: EntryCodec,
    private readonly tables: Tables,
    private readonly plain: EntryWriter,
  ) {
    this.attributes = new NodeIndex(tables.sizes.attributes);
    this.types = new NodeIndex(tables.sizes.types);
  }

  /** An attribute would be printed here. Gives how deep it nests aliases; 0: no alias in it. */
  visitAttribute(index: number, deferrable = false): number {
    const known = this.attributes.get(index);
    if (known) return revisit(known, deferrable);
    return this.tables.isAtom(index) ? 0 : this.visit(this.begin("attribute", index, deferrable), deferrable);
  }
  /** Something would be printed here that has no entry: a location that a file leaves out. */
  visitPieces(pieces: readonly Piece[], alias: string, deferrable: boolean): void {
    this.visit(this.meetFragment({ kind: "fragment", space: "attribute", alias, pieces }, deferrable), deferrable);
  }
  visitType(index: number): number {
    const known = this.types.get(index);
    if (known) return revisit(known, false);
    return this.visit(this.begin("type", index, false), false);
  }

  /** Visits what is in it, without recursion. */
  private visit(first: Visit | Node, deferrable: boolean): number {
    if (!("pieces" in first)) return first.depth;
    const stack = [first];
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const piece = top.pieces[top.next++];
      if (piece === undefined) {
        const { node } = top;
        if (top.children) node.children = top.children;
        if (top.deepest > 0) node.depth = top.deepest + 1;
        if (node.alias === undefined && node.children === NONE && typeof node.source === "number")
          (node.space === "attribute" ? this.attributes : this.types).setPlain(node.source);
        stack.pop();
        const outer = stack.at(-1);
        if (outer) adopt(outer, node);
      } else if (typeof piece === "object") {
        const child = this.child(piece, deferrable);
        if (!child) continue;
        if ("pieces" in child) stack.push(child);
        else adopt(top, child);
      }
    }
    return first.node.depth;
  }

  private child(piece: Exclude<Piece, string>, deferrable: boolean): Visit | Node | undefined {
    switch (piece.kind) {
      case "attribute":
      case "type": {
        const known = (piece.kind === "attribute" ? this.attributes : this.types).get(piece.index);
        if (!known)
          return piece.kind === "attribute" && this.tables.isAtom(piece.index)
            ? undefined
            : this.begin(piece.kind, piece.index, deferrable);
        revisit(known, deferrable);
        return known;
      }
      case "fragment":
        if (piece.alias === "loc") this.findLocations();
        return this.meetFragment(piece, deferrable);
      case "distinct":
      case "bulk":
        return undefined;
    }
  }

  private meetFragment(piece: Fragment, deferrable: boolean): Visit | Node {
    const { alias, space, pieces, whole = pieces } = piece;
    const text = alias === undefined ? undefined : fragmentKey(space, this.plain.fragmentText(piece));
    const known = text === undefined ? undefined : this.texts.get(text);
    if (known) {
      revisit(known, deferrable);
      return known;
    }
    const node = this.add(alias, space, whole, deferrable);
    if (text !== undefined) this.texts.set(text, node);
    return { node, pieces, next: 0, deepest: 0, children: undefined };
  }

  /** There is a location in a dialect's assembly: from now on it counts which entries are the same. */
  private findLocations(): void {
    if (this.locationsCount) return;
    this.locationsCount = true;
    const { codec, tables } = this;
    for (let index = 0; index < tables.sizes.attributes; index++) {
      const node = this.attributes.get(index);
      if (node?.alias !== "loc") continue;
      const text = this.plain.plainText(codec.spellAttribute(tables.attribute(index), index, "never", tables));
      if (!this.texts.has(text)) this.texts.set(text, node);
    }
  }

  /** An entry is met for the first time; it may be known as a fragment. */
  private begin(space: "attribute" | "type", index: number, deferrable: boolean): Visit | Node {
    return space === "attribute" ? this.beginAttribute(index, deferrable) : this.beginType(index, deferrable);
  }

  private beginAttribute(index: number, deferrable: boolean): Visit | Node {
    const { codec, tables } = this;
    const entry = tables.attribute(index);
    const alias = codec.attributeAlias(entry, tables);
    const twin = hasTwin(entry) || (this.locationsCount && alias === "loc");
    if (!twin && isPosition(entry)) {
      const node = this.add(alias, "attribute", index, deferrable);
      this.attributes.set(index, node);
      return node;
    }
    const pieces = codec.spellAttribute(entry, index, "never", tables);
    return this.meet("attribute", index, deferrable, alias, pieces, twin);
  }

  private beginType(index: number, deferrable: boolean): Visit | Node {
    const { codec, tables } = this;
    const entry = tables.type(index);
    return this.meet(
      "type",
      index,
      deferrable,
      codec.typeAlias(entry, tables),
      codec.spellType(entry, index, tables),
      true,
    );
  }

  private meet(
    space: "attribute" | "type",
    index: number,
    deferrable: boolean,
    alias: string | undefined,
    pieces: readonly Piece[],
    twin: boolean,
  ): Visit | Node {
    const known = space === "attribute" ? this.attributes : this.types;
    const text = alias !== undefined && twin ? fragmentKey(space, this.plain.plainText(pieces)) : undefined;
    const same = text === undefined ? undefined : this.texts.get(text);
    if (same && !this.differs(same, space, index)) {
      known.set(index, same);
      revisit(same, deferrable);
      return same;
    }
    const node = this.add(alias, space, index, deferrable);
    known.set(index, node);
    if (text !== undefined && !same) this.texts.set(text, node);
    return { node, pieces, next: 0, deepest: 0, children: undefined };
  }

  /** Whether two entries that print alike are not the same: maps and sets are encoded as they were built, be it in another order. */
  private differs({ source }: Node, space: Node["space"], index: number): boolean {
    if (space === "type" || typeof source !== "number" || source === index) return false;
    const { kind } = this.tables.attribute(index);
    return kind === "affineMap" || kind === "integerSet";
  }

  private add(alias: string | undefined, space: Node["space"], source: Node["source"], deferrable: boolean): Node {
    const depth = alias === undefined ? 0 : 1;
    // Before MLIR 21, what has no alias counts as not deferrable from the start: meeting it again does not reach what is in it.
    if (alias === undefined && this.tables.release < 21) deferrable = false;
    const node: Node = { alias, space, source, depth, deferrable, children: NONE, stem: "", number: 0 };
    if (alias !== undefined) this.nodes.push(node);
    return node;
  }

  /** Everything has been visited: gives the aliases their numbers. */
  finish(): void {
    this.nodes.sort(compare);
    const numberOf = aliasNumbers(this.tables);
    for (const node of this.nodes) {
      const { alias = "", space } = node;
      const { stem, number } = numberOf(alias);
      node.number = number;
      node.stem = `${space === "type" ? "!" : "#"}${stem}`;
    }
  }

  /** The definitions in their order: those before the module, or those behind it. */
  definitions(deferred: boolean): readonly AliasDefinition[] {
    return this.nodes.filter((node) => node.deferrable === deferred);
  }

  attribute(index: number): string | undefined {
    const node = this.attributes.get(index);
    return node ? aliasOf(node) : this.unvisited("attribute", index);
  }
  type(index: number): string | undefined {
    const node = this.types.get(index);
    return node ? aliasOf(node) : this.unvisited("type", index);
  }
  /** An entry that stands only where nothing is visited may be the same as a fragment that was. */
  private unvisited(space: "attribute" | "type", index: number): string | undefined {
    const { codec, tables } = this;
    if (this.texts.size === 0 || (space === "attribute" && tables.isAtom(index))) return undefined;
    const attribute = space === "attribute" ? tables.attribute(index) : undefined;
    if (attribute && !hasTwin(attribute) && !this.locationsCount) return undefined;
    const alias = attribute ? codec.attributeAlias(attribute, tables) : codec.typeAlias(tables.type(index), tables);
    if (alias === undefined) return undefined;
    const pieces = attribute
      ? codec.spellAttribute(attribute, index, "never", tables)
      : codec.spellType(tables.type(index), index, tables);
    return this.fragment(space, this.plain.plainText(pieces));
  }
  fragment(space: "attribute" | "type", plain: string): string | undefined {
    return aliasOf(this.texts.get(fragmentKey(space, plain)));
  }
}

/**
 * Whether the same thing may be met that is no entry. Locations hardly ever stand in assembly, and there may be millions of
 * them: only those count that the reference makes up where a file has none.
 */
function hasTwin(node: AttributeNode): boolean {
  switch (node.kind) {
    case "fileLineColLoc":
      return node.line === 0 && node.column === 0;
    case "callSiteLoc":
    case "fileRangeLoc":
    case "fusedLoc":
    case "nameLoc":
    case "distinct":
      return false;
    default:
      return true;
  }
}

/** Locations in which there is no other: nearly all of a module's. */
function isPosition(node: AttributeNode): boolean {
  return node.kind === "fileLineColLoc" || node.kind === "fileRangeLoc";
}

/** The same text means a type and an attribute in different places. */
function fragmentKey(space: "attribute" | "type", text: string): string {
  return space === "type" ? `!${text}` : text;
}

function adopt(visit: Visit, child: Node): void {
  // Leaves without an alias need not be met again.
  if (child.alias !== undefined || child.children !== NONE) (visit.children ??= []).push(child);
  if (child.depth > visit.deepest) visit.deepest = child.depth;
}

/** Met again: where its alias must be known before the module, so must those of all that is in it. */
function revisit(node: Node, deferrable: boolean): number {
  if (deferrable || !node.deferrable) return node.depth;
  const stack = [node];
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (!top.deferrable) continue;
    top.deferrable = false;
    for (const child of top.children) stack.push(child);
  }
  return node.depth;
}

function compare(a: Node, b: Node): number {
  if (a.depth !== b.depth) return a.depth - b.depth;
  if (a.space !== b.space) return a.space === "type" ? -1 : 1;
  const [left = "", right = ""] = [a.alias, b.alias];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A thing's alias, once it is known. */
function aliasOf(node: Node | undefined): string | undefined {
  return node === undefined || node.stem === "" ? undefined : aliasName(node);
}

/** `#map`, `#map1`: the first of a name has no number. */
export function aliasName({ stem, number }: AliasDefinition): string {
  return number === 0 ? stem : stem + String(number);
}
