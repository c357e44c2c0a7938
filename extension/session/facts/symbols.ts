/** "Go to Symbol": searches the names of the outline's nodes. */
import type { OutlineKind, OutlineNode } from "../../document/outline";
import { demanglerLoading } from "../names/demangle";
import { unicode } from "../names/unicode";
import type { OutlinePath, SymbolItem, SymbolsQuery } from "../protocol";
import type { OutlinePages } from "./outlinePages";
import { DEPTH } from "./outlinePages";

/** Most nodes that one search examines. */
const MOST_NODES = 200_000;
/** Most nodes inside functions that one search makes and examines; a large module has millions of them. */
const MOST_INSIDE = 20_000;

/** Kinds that are listed, by the prefix that selects them. */
const SIGILS: Readonly<Record<string, readonly OutlineKind[]>> = {
  "@": ["function", "declaration", "global", "alias", "import", "export"],
  "%": ["type", "basicBlock", "constant"],
  "!": ["metadata"],
  $: ["comdat"],
  "#": ["attribute"],
  ":": ["block", "section", "dialect", "module", "region", "operation", "resource", "rodata", "member"],
};

/** Kinds that are numerous in each function: listed when a name or their prefix is typed. */
const LOCAL: readonly OutlineKind[] = ["constant", "basicBlock", "operation"];
/** Kinds whose nodes have the names of others: listed only when their prefix is typed. */
const NAMESAKES: readonly OutlineKind[] = ["comdat"];

/** What a search wants. */
interface Wanted {
  readonly kinds: readonly OutlineKind[] | undefined;
  readonly text: string;
  readonly count: number;
  readonly demangle: boolean;
}

/** Searches one outline again and again: each key that is typed starts a search. */
export class SymbolSearch {
  /** The names of nodes as they are searched, with and without the demangled name. */
  private readonly names = { plain: new WeakMap<OutlineNode, string>(), own: new WeakMap<OutlineNode, string>() };
  constructor(private readonly outline: OutlinePages) {}

  /**
   * Nodes whose name contains a text; a leading `@ % ! # $ :` selects kinds. A step ends after each node. May throw
   * MissingBytes.
   */
  *find({ text, count, demangle }: SymbolsQuery): Generator<void, readonly SymbolItem[], undefined> {
    const kinds = SIGILS[text.slice(0, 1)];
    const wanted = { kinds, text: (kinds ? text.slice(1) : text).trim().toLowerCase(), count, demangle };
    const found: SymbolItem[] = [];
    const functions: OutlinePath[] = [];
    const examined = yield* this.visit([], wanted, MOST_NODES, found, functions);
    // Names from the complete document come first.
    let budget = Math.min(MOST_NODES - examined, MOST_INSIDE);
    for (const path of functions) {
      if (budget <= 0 || found.length >= count) break;
      budget -= yield* this.visit(path, wanted, budget, found, []);
    }
    return found;
  }

  /** Adds what is wanted below a node, without what is in functions. Returns the number of nodes that it examined. */
  private *visit(
    path: OutlinePath,
    wanted: Wanted,
    budget: number,
    found: SymbolItem[],
    functions: OutlinePath[],
  ): Generator<void, number, undefined> {
    let examined = 0;
    for (const [index, node] of this.outline.nodes(path).entries()) {
      if (found.length >= wanted.count || examined >= budget) break;
      examined++;
      yield;
      if (this.isWanted(node, wanted)) found.push(this.item(node, wanted.demangle));
      if (!node.children || path.length >= DEPTH) continue;
      const inner = [...path, index];
      if (node.kind === "function") functions.push(inner);
      else examined += yield* this.visit(inner, wanted, budget - examined, found, functions);
    }
    return examined;
  }
  private isWanted(node: OutlineNode, { kinds, text, demangle }: Wanted): boolean {
    const isQuiet = node.kind === "group" || NAMESAKES.includes(node.kind);
    const isListed = !isQuiet && (text !== "" || !LOCAL.includes(node.kind));
    return (kinds ? kinds.includes(node.kind) : isListed) && this.searched(node, demangle).includes(text);
  }
  private searched(node: OutlineNode, demangle: boolean): string {
    const kept = this.names[demangle ? "plain" : "own"];
    const known = kept.get(node);
    if (known !== undefined) return known;
    const plain = demangle ? this.outline.demangled(node.name) : undefined;
    const text = `${unicode(node.name)} ${plain ?? ""}`.toLowerCase();
    // Until the demangler is loaded, a name is its own.
    if (!demanglerLoading()) kept.set(node, text);
    return text;
  }
  private item({ name, detail, kind, startBit, endBit }: OutlineNode, demangle: boolean): SymbolItem {
    const plain = demangle ? this.outline.demangled(name) : undefined;
    const told = { name: unicode(name), ...(plain === undefined ? {} : { demangled: plain }) };
    return { ...told, detail: unicode(detail ?? ""), kind, startBit, endBit };
  }
}
