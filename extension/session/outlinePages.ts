/** The outline by pages: nodes are named by their path of child indexes, and made when they are asked for. */
import type { IrDocument } from "../document/document";
import type { OutlineKind, OutlineNode } from "../document/outline";
import { demangled } from "./demangle";
import { unicode } from "./display";
import type { OutlineItem, OutlinePath, OutlineQuery, SymbolItem } from "./protocol";

/** How deep a filter and "Go to Symbol" look. */
const DEPTH = 3;
/** Nodes that one "Go to Symbol" looks at, at most. */
const MOST_NODES = 200000;

/** Kinds that "Go to Symbol" lists, by the prefix that picks them. */
const SIGILS: Readonly<Record<string, readonly OutlineKind[]>> = {
  "@": ["function", "declaration", "global", "alias", "import", "export"],
  "%": ["type", "basicBlock", "constant"],
  "!": ["metadata"],
  "#": ["attribute"],
  ":": ["block", "section", "dialect", "module", "region", "operation", "resource", "rodata", "member"],
};

/** Kinds of which there are many in each function: listed when one asks for them. */
const LOCAL: readonly OutlineKind[] = ["constant", "basicBlock", "operation"];

/** The outline of one document. All methods may throw MissingBytes. */
export class OutlinePages {
  private readonly children = new Map<string, readonly OutlineNode[]>();
  constructor(private readonly document: IrDocument) {}

  /** The children of a node (of the whole outline for an empty path). */
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
    const wanted = query.filter.toLowerCase();
    const found = this.nodes(query.path)
      .map((node, index) => ({ node, path: [...query.path, index] }))
      .filter(({ node, path }) => wanted === "" || this.holds(node, path, wanted));
    if (found.some(({ node }) => node.kind !== "group")) sort(found, query.sort);
    const items = found.slice(query.from, query.from + query.count).map(({ node, path }) => this.item(node, path));
    return { items, total: found.length };
  }

  /** The nodes around a bit, outermost first: of the first group that has a node for it. */
  at(bit: number): readonly OutlineItem[] {
    const holds = (node: OutlineNode): boolean => node.startBit <= bit && bit < node.endBit;
    for (const [index, top] of this.nodes([]).entries()) {
      if (top.kind !== "group" && !holds(top)) continue;
      const found: OutlineItem[] = [this.item(top, [index])];
      for (let path: OutlinePath = [index]; path.length <= DEPTH + 1;) {
        const next = this.nodes(path).findIndex(holds);
        const node = this.nodes(path)[next];
        if (!node) break;
        path = [...path, next];
        found.push(this.item(node, path));
      }
      if (found.length > 1 || top.kind !== "group") return found;
    }
    return [];
  }

  /** Nodes whose name holds a text; a first `@ % ! # :` picks kinds. */
  symbols(text: string, count: number): readonly SymbolItem[] {
    const kinds = SIGILS[text.slice(0, 1)];
    const wanted = (kinds ? text.slice(1) : text).trim().toLowerCase();
    const found: SymbolItem[] = [];
    let budget = MOST_NODES;
    const visit = (path: OutlinePath): void => {
      for (const [index, node] of this.nodes(path).entries()) {
        if (found.length >= count || budget-- <= 0) return;
        const name = unicode(node.name);
        const isListed = node.kind !== "group" && (wanted !== "" || !LOCAL.includes(node.kind));
        const isMeant = kinds ? kinds.includes(node.kind) : isListed;
        if (isMeant && name.toLowerCase().includes(wanted))
          found.push({
            name,
            detail: unicode(node.detail ?? ""),
            kind: node.kind,
            startBit: node.startBit,
            endBit: node.endBit,
          });
        if (node.children && path.length < DEPTH) visit([...path, index]);
      }
    };
    visit([]);
    return found;
  }

  /** Positions of what the overview ruler marks. */
  functions(): readonly number[] {
    const bits: number[] = [];
    const visit = (path: OutlinePath): void => {
      for (const [index, node] of this.nodes(path).entries()) {
        if (node.kind === "function") bits.push(node.startBit);
        else if (node.kind === "group" || node.kind === "module") visit([...path, index]);
      }
    };
    visit([]);
    return bits;
  }

  private holds(node: OutlineNode, path: OutlinePath, wanted: string): boolean {
    if (node.kind !== "group" && `${unicode(node.name)} ${node.detail ?? ""}`.toLowerCase().includes(wanted))
      return true;
    if (path.length >= DEPTH || !node.children) return false;
    return this.nodes(path).some((child, index) => this.holds(child, [...path, index], wanted));
  }
  private item(node: OutlineNode, path: OutlinePath): OutlineItem {
    const { kind, startBit, endBit, symbol, derived, detail } = node;
    const plain = demangled(node.name);
    return {
      path,
      kind,
      name: unicode(node.name),
      ...(plain === undefined ? {} : { demangled: plain }),
      startBit,
      endBit,
      ...(detail === undefined ? {} : { detail: unicode(detail) }),
      ...(symbol === undefined ? {} : { symbol }),
      ...(derived === undefined ? {} : { derived }),
      expandable: node.children !== undefined,
    };
  }
}

function sort(found: { node: OutlineNode }[], by: OutlineQuery["sort"]): void {
  if (by === "name") found.sort((a, b) => (a.node.name < b.node.name ? -1 : a.node.name > b.node.name ? 1 : 0));
  if (by === "size") found.sort((a, b) => b.node.endBit - b.node.startBit - (a.node.endBit - a.node.startBit));
}
