/** "Go to Symbol": searches the names of the outline's nodes. */
import type { OutlineKind, OutlineNode } from "../../document/outline";
import { demanglerLoading } from "../names/demangle";
import { unicode } from "../names/unicode";
import { visibleText } from "../rows/display";
import type { Core } from "../core";
import type { OutlinePath, SymbolItem, SymbolsQuery } from "../protocol";
import type { Call } from "../transport/rpc";
import { runSliced } from "../transport/slices";
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

/** How well a node's names match a text: it is one of them, begins one of them, or is in one of them. */
const RANKS = ["is", "begins", "isIn"] as const;
type Rank = (typeof RANKS)[number];

/** The rank of a text that is in one of a node's names; where nothing is typed, all are alike. */
function rankOf(names: readonly string[], text: string): Rank {
  if (text === "") return "is";
  // As programmers write them: without what a format puts in front of and around a name.
  const bare = names.map((name) => name.replace(/^[@%!$#]?"?|"$/g, ""));
  if (bare.some((name) => name === text || name.startsWith(`${text}(`))) return "is";
  return bare.some((name) => name.startsWith(text)) ? "begins" : "isIn";
}

/** What a search has found: those that match best first, of each rank in the outline's order. */
class Found {
  private readonly ranked = new Map(RANKS.map((rank) => [rank, [] as SymbolItem[]]));
  constructor(private readonly wanted: Wanted) {}

  add(rank: Rank, item: () => SymbolItem): void {
    const items = this.ranked.get(rank);
    if (items && items.length < this.wanted.count) items.push(item());
  }
  /** Whether nothing can come that would be listed. */
  get isComplete(): boolean {
    return (this.ranked.get("is")?.length ?? 0) >= this.wanted.count;
  }
  get items(): readonly SymbolItem[] {
    return [...this.ranked.values()].flat().slice(0, this.wanted.count);
  }
}

/** Searches one outline again and again: each key that is typed starts a search. */
export class SymbolSearch {
  /** The names of nodes as they are searched, with and without the demangled name. */
  private readonly names = {
    plain: new WeakMap<OutlineNode, readonly string[]>(),
    own: new WeakMap<OutlineNode, readonly string[]>(),
  };
  constructor(private readonly outline: OutlinePages) {}

  /**
   * Nodes whose name contains a text, those first whose name it is, then those that begin with it; a leading `@ % ! # $ :`
   * selects kinds. A step ends after each node. May throw MissingBytes.
   * @param early takes what the result begins with, before the bodies of functions are searched
   */
  *find(
    { text, count, demangle }: SymbolsQuery,
    early: (found: readonly SymbolItem[]) => void = () => undefined,
  ): Generator<void, readonly SymbolItem[], undefined> {
    const kinds = SIGILS[text.slice(0, 1)];
    const wanted = { kinds, text: (kinds ? text.slice(1) : text).trim().toLowerCase(), count, demangle };
    const found = new Found(wanted);
    const functions: OutlinePath[] = [];
    const examined = yield* this.visit([], wanted, MOST_NODES, found, functions);
    // Names from the complete document come first.
    const { items } = found;
    if (items.length > 0 && items.length < count) early(items);
    const inside = new Found({ ...wanted, count: count - items.length });
    let budget = Math.min(MOST_NODES - examined, MOST_INSIDE);
    for (const path of functions) {
      if (budget <= 0 || inside.isComplete) break;
      budget -= yield* this.visit(path, wanted, budget, inside, []);
    }
    return [...items, ...inside.items];
  }

  /** Adds what is wanted below a node, without what is in functions. Returns the number of nodes that it examined. */
  private *visit(
    path: OutlinePath,
    wanted: Wanted,
    budget: number,
    found: Found,
    functions: OutlinePath[],
  ): Generator<void, number, undefined> {
    let examined = 0;
    for (const [index, node] of this.outline.nodes(path).entries()) {
      if (found.isComplete || examined >= budget) break;
      examined++;
      yield;
      if (this.isWanted(node, wanted))
        found.add(rankOf(this.searched(node, wanted.demangle), wanted.text), () => this.item(node, wanted.demangle));
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
    return (
      (kinds ? kinds.includes(node.kind) : isListed) &&
      this.searched(node, demangle).some((name) => name.includes(text))
    );
  }
  private searched(node: OutlineNode, demangle: boolean): readonly string[] {
    const kept = this.names[demangle ? "plain" : "own"];
    const known = kept.get(node);
    if (known !== undefined) return known;
    const plain = demangle ? this.outline.demangled(node.name) : undefined;
    const own = unicode(node.name).toLowerCase();
    const names = plain === undefined ? [own] : [own, plain.toLowerCase()];
    // Until the demangler is loaded, a name is its own.
    if (!demanglerLoading()) kept.set(node, names);
    return names;
  }
  private item({ name, detail, kind, startBit, endBit }: OutlineNode, demangle: boolean): SymbolItem {
    const plain = demangle ? this.outline.demangled(name) : undefined;
    const told = { name: visibleText(name), ...(plain === undefined ? {} : { demangled: plain }) };
    return { ...told, detail: visibleText(detail ?? ""), kind, startBit, endBit };
  }
}

/** Answers a query for symbols; once the demangler is loaded, which takes its time at first, it searches again. */
export async function findSymbols(
  core: Core,
  search: SymbolSearch,
  query: SymbolsQuery,
  call: Call<readonly SymbolItem[]>,
): Promise<readonly SymbolItem[]> {
  // A search could not continue after a MissingBytes.
  await core.loadAll();
  const found = (): Promise<readonly SymbolItem[]> => {
    const work = search.find(query, (early) => call.progress(early));
    return runSliced(work, call.signal, () => undefined);
  };
  const result = await found();
  const loading = demanglerLoading();
  return loading ? loading.then(found) : result;
}
