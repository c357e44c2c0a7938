/** The outline in pages: a node is identified by its path of child indexes, and made on demand. */
import type { IrDocument } from "../../document/document";
import type { OutlineKind, OutlineNode } from "../../document/outline";
import { sizeOf } from "../../document/outline";
import { asked } from "../../kit/continued";
import { demanglerLoading, shortName, withPlainNames } from "../names/demangle";
import { unicode } from "../names/unicode";
import { visibleText } from "../rows/display";
import { largestFirst, sortByKey } from "../../kit/sortInSteps";
import type { OutlineItem, OutlinePath, OutlineQuery } from "../protocol";

/** Depth that a filter and "Go to Symbol" search. */
export const DEPTH = 3;
/** Depth to which functions are looked for: modules may be nested in each other without limit. */
const MODULES_DEPTH = 32;
/** Most nodes inside functions and other ops that one filter makes and examines; a large module has millions of them. */
const MOST_INSIDE = 20_000;

/** A search for a text in names and details. */
interface Search {
  readonly wanted: string;
  readonly demangle: boolean;
  /** How many more nodes inside functions and other ops it may examine. */
  inside: number;
}

/**
 * The outline of one document. All methods may throw MissingBytes. If the demangler is not loaded yet, they return
 * names as in the file; ask again when `demanglerLoading` has settled.
 */
export class OutlinePages {
  private readonly children = new Map<string, readonly OutlineNode[]>();
  /** Demangled names, kept because sorts and filters need them repeatedly. */
  private readonly plain = new Map<string, string>();
  /** How many problems the document had when its outline was made. */
  private problems = 0;
  constructor(private readonly document: Pick<IrDocument, "outline" | "problems">) {}

  /** The children of a node (of the complete outline for an empty path). */
  nodes(path: OutlinePath): readonly OutlineNode[] {
    const key = path.join(".");
    const known = this.children.get(key);
    if (known) return known;
    const parent = path.length > 0 ? this.nodes(path.slice(0, -1))[path.at(-1) ?? 0] : undefined;
    const nodes = [...(path.length === 0 ? this.document.outline() : (parent?.children?.() ?? []))];
    this.children.set(key, nodes);
    return nodes;
  }

  /** A page of a node's children, in steps: filtering and sorting takes long in a large file. */
  *page(query: OutlineQuery): Generator<void, { items: readonly OutlineItem[]; total: number }, undefined> {
    const { path, from, count, demangle } = query;
    if (path.length === 0) this.renew();
    const nodes = yield* asked(() => this.nodes(path));
    yield;
    const found = yield* this.found(nodes, query);
    const page = found?.slice(from, from + count) ?? Array.from(nodes.slice(from, from + count), (_, i) => from + i);
    const items = page.map((index) => this.item(nodes[index] as OutlineNode, [...path, index], demangle));
    return { items, total: (found ?? nodes).length };
  }
  /** Has the outline made again if more problems were found since: it lists them too. */
  private renew(): void {
    const { length } = this.document.problems();
    if (length === this.problems) return;
    this.problems = length;
    this.children.clear();
    this.last = undefined;
    this.largest = undefined;
  }
  /** The indexes of the nodes that a query wants, in its order; undefined if these are all nodes in their own order. */
  private *found(
    nodes: readonly OutlineNode[],
    query: OutlineQuery,
  ): Generator<void, readonly number[] | undefined, undefined> {
    const { path, sort, demangle } = query;
    const wanted = query.filter.toLowerCase();
    const isSorted = sort !== "position" && nodes.some(({ kind }) => kind !== "group");
    if (wanted === "" && !isSorted) return undefined;
    const key = JSON.stringify([path, wanted, sort, demangle]);
    if (this.last?.key === key) return this.last.found;
    const search = { wanted, demangle, inside: MOST_INSIDE };
    const held: number[] = [];
    for (const [index, node] of nodes.entries())
      if (wanted === "" || (yield* this.holds(node, [...path, index], search))) held.push(index);
    const found = isSorted ? yield* this.sorted(held, nodes, query) : held;
    // Names may change once the demangler has been loaded.
    if (!demanglerLoading()) this.last = { key, found };
    return found;
  }
  /** The last result of {@link found}: the pages of a large module are asked for one after another. */
  private last: { readonly key: string; readonly found: readonly number[] } | undefined;

  /** The nodes around a bit, outermost first, from the first group that has one. Problems are not considered. */
  at(bit: number, demangle: boolean): readonly OutlineItem[] {
    // The kind comes last: it may have to be read from the file.
    const holds = (node: OutlineNode): boolean =>
      (node.startBit === bit || (node.startBit <= bit && bit < node.endBit)) && node.kind !== "problem";
    for (const [index, top] of this.nodes([]).entries()) {
      if (top.kind !== "group" && !holds(top)) continue;
      const found: OutlineItem[] = [this.item(top, [index], demangle)];
      for (let path: OutlinePath = [index]; path.length <= DEPTH + 1;) {
        const next = this.nodes(path).findIndex(holds);
        const node = this.nodes(path)[next];
        if (!node) break;
        path = [...path, next];
        found.push(this.item(node, path, demangle));
      }
      if (found.length > 1 || top.kind !== "group") return found;
    }
    return [];
  }

  /** The functions, largest first, see {@link functions}; undefined until they are found. */
  private largest: readonly OutlineNode[] | undefined;
  /**
   * The functions, largest first, in steps; not those that are nested deeper than any compiler nests them. They are found
   * once: the overview ruler asks for them after each fold.
   */
  *functions(): Generator<void, readonly OutlineNode[], undefined> {
    if (this.largest) return this.largest;
    const { problems } = this;
    const found: OutlineNode[] = [];
    yield* this.collectFunctions([], found);
    const largest = yield* sortByKey(found, sizeOf, largestFirst);
    if (problems === this.problems) this.largest = largest;
    return largest;
  }
  private *collectFunctions(path: OutlinePath, found: OutlineNode[]): Generator<void, void, undefined> {
    if (path.length > MODULES_DEPTH) return;
    const nodes = yield* asked(() => this.nodes(path));
    const kinds: OutlineKind[] = [];
    for (const node of nodes) {
      kinds.push(yield* asked(() => node.kind));
      yield;
    }
    // Only groups are asked for their names: making those of all functions of a large module takes a noticeable time.
    const isGroup = (node: OutlineNode, index: number): boolean =>
      kinds[index] === "group" && node.name === "functions";
    // If functions have a group of their own, the nodes of the others need not be made.
    const hasGroup = nodes.some(isGroup);
    for (const [index, node] of nodes.entries()) {
      const kind = kinds[index];
      if (kind === "function") found.push(node);
      else if (kind === "module" || (kind === "group" && (!hasGroup || isGroup(node, index))))
        yield* this.collectFunctions([...path, index], found);
    }
  }

  /** The documents in a container. */
  modules(): readonly OutlineNode[] {
    const group = this.nodes([]).findIndex(({ kind, name }) => kind === "group" && name === "modules");
    return group < 0 ? [] : this.nodes([group]).filter(({ derived }) => derived !== undefined);
  }

  /** The demangled name; undefined if it is not mangled. */
  demangled(name: string): string | undefined {
    const known = this.plain.get(name);
    if (known !== undefined) return known;
    const plain = shortName(name);
    if (plain !== undefined) this.plain.set(name, plain);
    return plain;
  }
  /** Whether a node, or a node in it, contains the wanted text. Yields before each node. */
  private *holds(node: OutlineNode, path: OutlinePath, search: Search): Generator<void, boolean, undefined> {
    yield;
    if (node.kind !== "group") {
      const plain = search.demangle ? this.demangled(node.name) : undefined;
      const texts = `${unicode(node.name)} ${plain ?? ""} ${node.detail ?? ""}`;
      if (texts.toLowerCase().includes(search.wanted)) return true;
    }
    if (path.length >= DEPTH || !node.children) return false;
    if (node.kind !== "group" && node.kind !== "module") {
      if (search.inside <= 0) return false;
      search.inside -= (yield* asked(() => this.nodes(path))).length + 1;
    }
    for (const [index, child] of (yield* asked(() => this.nodes(path))).entries())
      if (yield* this.holds(child, [...path, index], search)) return true;
    return false;
  }
  /** Sorted; by name means by the displayed name. */
  private sorted(
    found: readonly number[],
    nodes: readonly OutlineNode[],
    { sort, demangle }: OutlineQuery,
  ): Generator<void, readonly number[], undefined> {
    const node = (index: number): OutlineNode => nodes[index] as OutlineNode;
    if (sort === "size") return sortByKey(found, (index) => sizeOf(node(index)), largestFirst);
    const shown = (name: string): string => (demangle ? this.demangled(name) : undefined) ?? name;
    return sortByKey(
      found,
      (index) => shown(node(index).name),
      (a, b) => (a < b ? -1 : a > b ? 1 : 0),
    );
  }
  private item(node: OutlineNode, path: OutlinePath, demangle: boolean): OutlineItem {
    const { kind, startBit, endBit, symbol, derived, detail, unpackedBits } = node;
    const plain = demangle ? this.demangled(node.name) : undefined;
    return {
      path,
      kind,
      name: visibleText(node.name),
      ...(plain === undefined ? {} : { demangled: plain }),
      startBit,
      endBit,
      ...(detail === undefined ? {} : { detail: visibleText(demangle ? withPlainNames(detail) : detail) }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(derived === undefined ? {} : { derived }),
      ...(unpackedBits === undefined ? {} : { unpackedBits }),
      expandable: node.children !== undefined,
    };
  }
}
