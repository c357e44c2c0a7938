/**
 * Aliases of attributes and types (`#map`, `#loc3`, `!tuple`): which get one, and with which number. Follows
 * mlir::AliasInitializer: everything that would be printed is visited, each attribute or type once; they are sorted by
 * depth of nesting, types first, then by name, then by first visit, and numbered in that order.
 */
import type { EntryCodec, Tables } from "../model/module";
import type { AttributeNode } from "../model/node";
import type { Fragment, Piece } from "../model/piece";
import type { AliasLookup, EntryWriter } from "../model/entryWriter";
import { aliasNumbers } from "./aliasNumbers";

/** An attribute or type that was visited. */
interface Node {
  /** The alias's name without its number; undefined: no alias, but what it contains counts. */
  readonly alias: string | undefined;
  readonly space: "attribute" | "type";
  /** The entry, or the pieces of a fragment. */
  readonly source: number | readonly Piece[];
  depth: number;
  /** Whether only locations of ops lead here, so that its definition may follow the module. */
  deferrable: boolean;
  children: readonly Node[];
  /**
   * The alias with its sigil, and its number, once all are known; storing names instead would cost too much for a
   * million aliases.
   */
  stem: string;
  number: number;
}

const NONE: readonly Node[] = [];

/** The node of all visited entries without an alias in them, which are most. */
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

/** Maps entries to nodes; takes one number per entry, however few are visited. */
class NodeIndex {
  /** By entry: the index of its node in `nodes`; index 0 means none. */
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
  /** Drops an entry's node, since it contains no alias. */
  setPlain(entry: number): void {
    const place = this.places[entry] ?? 0;
    if (place === this.nodes.length - 1) this.nodes.pop();
    else this.nodes[place] = undefined;
    this.places[entry] = 1;
  }
}

/** A visit in progress. */
interface Visit {
  readonly node: Node;
  readonly pieces: readonly Piece[];
  next: number;
  deepest: number;
  children: Node[] | undefined;
}

/** An alias definition to be printed: `name = …`. */
export type AliasDefinition = Readonly<Pick<Node, "space" | "source" | "stem" | "number">>;

/** Collects what would be printed, then answers with aliases. */
export class AliasTable implements AliasLookup {
  /** Visited entries. */
  private readonly attributes: NodeIndex;
  private readonly types: NodeIndex;
  /** Attributes and types that can also occur within a dialect's assembly, by their text. */
  private readonly texts = new Map<string, Node>();
  private readonly nodes: Node[] = [];
  /** Whether locations occur in assembly too. */
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

  /** Notes that an attribute is printed here. Returns its depth of nested aliases; 0: it contains none. */
  visitAttribute(index: number, deferrable = false): number {
    const known = this.attributes.get(index);
    if (known) return revisit(known, deferrable);
    return this.tables.isAtom(index) ? 0 : this.visit(this.begin("attribute", index, deferrable), deferrable);
  }
  /** Notes that something without an entry is printed here: a location that a file leaves out, maps that are computed. */
  visitPieces(pieces: readonly Piece[], alias: string | undefined, deferrable: boolean): void {
    this.visit(this.meetFragment({ kind: "fragment", space: "attribute", alias, pieces }, deferrable), deferrable);
  }
  visitType(index: number): number {
    const known = this.types.get(index);
    if (known) return revisit(known, false);
    return this.visit(this.begin("type", index, false), false);
  }

  /** Visits its content, without recursion. */
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

  private child(piece: Exclude<Piece, string | number>, deferrable: boolean): Visit | Node | undefined {
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

  /** Called when a dialect's assembly contains a location: from now on equal locations must be recognised. */
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

  /** Visits an entry for the first time; it may be known as a fragment already. */
  private begin(space: "attribute" | "type", index: number, deferrable: boolean): Visit | Node {
    return space === "attribute" ? this.beginAttribute(index, deferrable) : this.beginType(index, deferrable);
  }

  private beginAttribute(index: number, deferrable: boolean): Visit | Node {
    const { codec, tables } = this;
    const entry = tables.attribute(index);
    const alias = codec.attributeAlias(entry, tables);
    if (entry.kind === "assembly" && alias === "loc") this.findLocations();
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

  /**
   * Whether two entries that print alike differ nevertheless: maps and sets are encoded as they were built, in any
   * order.
   */
  private differs({ source }: Node, space: Node["space"], index: number): boolean {
    if (space === "type" || typeof source !== "number" || source === index) return false;
    const { kind } = this.tables.attribute(index);
    return kind === "affineMap" || kind === "integerSet";
  }

  private add(alias: string | undefined, space: Node["space"], source: Node["source"], deferrable: boolean): Node {
    const depth = alias === undefined ? 0 : 1;
    // Before MLIR 21, what has no alias counts as not deferrable from the start: visiting it again does not reach its
    // content.
    if (alias === undefined && this.tables.release < 21) deferrable = false;
    const node: Node = { alias, space, source, depth, deferrable, children: NONE, stem: "", number: 0 };
    if (alias !== undefined) this.nodes.push(node);
    return node;
  }

  /** Numbers the aliases, after everything was visited. */
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

  /** The definitions in their order: those before the module, or those after it. */
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
  /** The alias of an entry that occurs only where nothing is visited; it may equal a fragment that was visited. */
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
 * Whether an equal attribute or type may occur without an entry. There may be millions of locations, and they hardly
 * ever occur in assembly, so only those count that the reference makes up if a file has none.
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

/** Whether a location contains no other location; nearly all of a module's do not. */
function isPosition(node: AttributeNode): boolean {
  return node.kind === "fileLineColLoc" || node.kind === "fileRangeLoc";
}

/** The same text may be a type in one place and an attribute in another. */
function fragmentKey(space: "attribute" | "type", text: string): string {
  return space === "type" ? `!${text}` : text;
}

function adopt(visit: Visit, child: Node): void {
  // Leaves without an alias need not be visited again.
  if (child.alias !== undefined || child.children !== NONE) (visit.children ??= []).push(child);
  if (child.depth > visit.deepest) visit.deepest = child.depth;
}

/** Visits a node again: if its alias must be defined before the module, so must those of its content. */
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

/** The alias of a node, once it is known. */
function aliasOf(node: Node | undefined): string | undefined {
  return node === undefined || node.stem === "" ? undefined : aliasName(node);
}

/** `#map`, `#map1`: the first alias with a name has no number. */
export function aliasName({ stem, number }: AliasDefinition): string {
  return number === 0 ? stem : stem + String(number);
}
