/** The outline in pages: a node is identified by its path of child indexes, and made on demand. */
import type { IrDocument } from "../../document/document";
import type { OutlineNode } from "../../document/outline";
import { demanglerLoading, shortName, withPlainNames } from "../names/demangle";
import { unicode } from "../names/unicode";
import type { OutlineItem, OutlinePath, OutlineQuery } from "../protocol";

/** Depth that a filter and "Go to Symbol" search. */
export const DEPTH = 3;
/** Depth to which functions are looked for: modules may be nested in each other without limit. */
const MODULES_DEPTH = 32;
/** Most nodes inside functions that one filter makes and examines; a large module has millions of them. */
const MOST_INSIDE = 20_000;

/** Asks for the name of groups only: making the names of all functions of a large module takes a noticeable time. */
const isGroupOfFunctions = (node: OutlineNode): boolean => node.kind === "group" && node.name === "functions";

/**
 * The outline of one document. All methods may throw MissingBytes. If the demangler is not loaded yet, they return
 * names as in the file; ask again when `demanglerLoading` has settled.
 */
export class OutlinePages {
  private readonly children = new Map<string, readonly OutlineNode[]>();
  /** Demangled names, kept because sorts and filters need them repeatedly. */
  private readonly plain = new Map<string, string>();
  /** How many more nodes inside functions the present search may examine. */
  private inside = 0;
  constructor(private readonly document: Pick<IrDocument, "outline">) {}

  /** The children of a node (of the complete outline for an empty path). */
  nodes(path: OutlinePath): readonly OutlineNode[] {
    const key = path.join(".");
    const known = this.children.get(key);
    if (known) return known;
    const parent = path.length > 0 ? this.nodes(path.slice(0, -1))[path.at(-1) ?? 0] : undefined;
    const nodes = path.length === 0 ? this.document.outline() : (parent?.children?.() ?? []);
    this.children.set(key, nodes);
    return nodes;
  }

  page(query: OutlineQuery): { items: readonly OutlineItem[]; total: number } {
    const { path, from, count, demangle } = query;
    const nodes = this.nodes(path);
    const found = this.found(nodes, query);
    const page = found?.slice(from, from + count) ?? Array.from(nodes.slice(from, from + count), (_, i) => from + i);
    const items = page.map((index) => this.item(nodes[index] as OutlineNode, [...path, index], demangle));
    return { items, total: (found ?? nodes).length };
  }
  /** The indexes of the nodes that a query wants, in its order; undefined if these are all nodes in their own order. */
  private found(nodes: readonly OutlineNode[], query: OutlineQuery): readonly number[] | undefined {
    const { path, sort, demangle } = query;
    const wanted = query.filter.toLowerCase();
    const isSorted = sort !== "position" && nodes.some(({ kind }) => kind !== "group");
    if (wanted === "" && !isSorted) return undefined;
    const key = JSON.stringify([path, wanted, sort, demangle]);
    if (this.last?.key === key) return this.last.found;
    this.inside = MOST_INSIDE;
    const found: number[] = [];
    nodes.forEach((node, index) => {
      if (wanted === "" || this.holds(node, [...path, index], wanted, demangle)) found.push(index);
    });
    if (isSorted) this.sort(found, nodes, query);
    // Names may change once the demangler has been loaded.
    if (!demanglerLoading()) this.last = { key, found };
    return found;
  }
  /** The last result of {@link found}: the pages of a large module are asked for one after another. */
  private last: { readonly key: string; readonly found: readonly number[] } | undefined;

  /** The nodes around a bit, outermost first, from the first group that has one. Problems are not considered. */
  at(bit: number, demangle: boolean): readonly OutlineItem[] {
    const holds = ({ kind, startBit, endBit }: OutlineNode): boolean =>
      kind !== "problem" && (startBit === bit || (startBit <= bit && bit < endBit));
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

  /** The functions, for the overview ruler; not those that are nested deeper than any compiler nests them. */
  functions(): readonly OutlineNode[] {
    const found: OutlineNode[] = [];
    const visit = (path: OutlinePath): void => {
      if (path.length > MODULES_DEPTH) return;
      const nodes = this.nodes(path);
      // If functions have a group of their own, the nodes of the others need not be made.
      const hasGroup = nodes.some(isGroupOfFunctions);
      for (const [index, node] of nodes.entries()) {
        if (node.kind === "function") found.push(node);
        else if (node.kind === "module" || (node.kind === "group" && (!hasGroup || isGroupOfFunctions(node))))
          visit([...path, index]);
      }
    };
    visit([]);
    return found;
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
  private holds(node: OutlineNode, path: OutlinePath, wanted: string, demangle: boolean): boolean {
    if (node.kind !== "group") {
      const plain = demangle ? this.demangled(node.name) : undefined;
      const texts = `${unicode(node.name)} ${plain ?? ""} ${node.detail ?? ""}`;
      if (texts.toLowerCase().includes(wanted)) return true;
    }
    if (path.length >= DEPTH || !node.children) return false;
    if (node.kind === "function") {
      if (this.inside <= 0) return false;
      this.inside -= this.nodes(path).length + 1;
    }
    return this.nodes(path).some((child, index) => this.holds(child, [...path, index], wanted, demangle));
  }
  /** Sorts in place; by name means by the displayed name. */
  private sort(found: number[], nodes: readonly OutlineNode[], { sort, demangle }: OutlineQuery): void {
    const node = (index: number): OutlineNode => nodes[index] as OutlineNode;
    const size = (index: number): number => node(index).endBit - node(index).startBit;
    if (sort === "size") found.sort((a, b) => size(b) - size(a));
    if (sort !== "name") return;
    const shown = (name: string): string => (demangle ? this.demangled(name) : undefined) ?? name;
    const names = new Array<string>(nodes.length);
    for (const index of found) names[index] = shown(node(index).name);
    const nameOf = (index: number): string => names[index] as string;
    found.sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0));
  }
  private item(node: OutlineNode, path: OutlinePath, demangle: boolean): OutlineItem {
    const { kind, startBit, endBit, symbol, derived, detail } = node;
    const plain = demangle ? this.demangled(node.name) : undefined;
    return {
      path,
      kind,
      name: unicode(node.name),
      ...(plain === undefined ? {} : { demangled: plain }),
      startBit,
      endBit,
      ...(detail === undefined ? {} : { detail: unicode(demangle ? withPlainNames(detail) : detail) }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(derived === undefined ? {} : { derived }),
      expandable: node.children !== undefined,
    };
  }
}
