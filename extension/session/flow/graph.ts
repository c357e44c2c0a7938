/** The control flow graph of the function around a bit. */
import type { Section } from "../../document/section";
import { isFunctionSection } from "../../document/section";
import type { SymbolId } from "../../document/token";
import { asked } from "../../kit/continued";
import type { FlowBlock, FlowEdge, FlowGraph } from "../protocol";
import type { Arranged } from "../rows/arranged";
import { shownTitle } from "../rows/display";
import { ancestors } from "../rows/pages";
import type { Block } from "./blocks";
import { blocksOf } from "./blocks";

/** Most blocks of a graph: nobody reads more at once. Of a larger function, those nearest to the bit are shown. */
export const MOST_BLOCKS = 250;
/** Most characters of the cases that are written at an edge. */
const MOST_WIDTH = 16;

/** The graph of the function around a bit, made in steps; null if there is none. May throw MissingBytes. */
export function* flowAround(arranged: Arranged, bit: number): Generator<void, FlowGraph | null, undefined> {
  const { pages, arrangement } = arranged;
  const place = yield* asked(() => arrangement.placeOf(bit));
  // What is around everything is no function.
  const around = place ? yield* asked(() => ancestors(pages, place.section).slice(0, -1)) : [];
  for (const id of around) {
    const section = yield* asked(() => pages.section(id));
    const blocks = yield* blocksOf(arranged, id);
    if (section && (blocks.length > 1 || (blocks.length === 1 && isFunctionSection(section))))
      return graphOf(section, blocks, bit);
  }
  return null;
}

function graphOf(section: Section, all: readonly Block[], bit: number): FlowGraph {
  const { startBit, endBit } = section;
  const indexes = new Map<SymbolId, number>();
  all.forEach(({ symbol }, index) => {
    if (symbol !== undefined) indexes.set(symbol, index);
  });
  const edges = all.map((block) => edgesOf(block, indexes));
  const neighbours = neighboursOf(edges);
  const current = Math.max(
    0,
    all.findLastIndex((block) => block.startBit <= bit),
  );
  const shown = nearest(neighbours, current);
  const numbers = new Map(shown.map((index, number) => [index, number]));
  const blocks = shown.map((index): FlowBlock => {
    const { label, place, rows, width, indent, startBit } = all[index] as Block;
    const endBit = all[index + 1]?.startBit ?? section.endBit;
    const next = (edges[index] ?? []).flatMap(({ to, when }) => {
      const number = numbers.get(to);
      return number === undefined ? [] : [{ to: number, when }];
    });
    const beyond = (neighbours[index] ?? []).filter((other) => !numbers.has(other)).length;
    return { label, place, rows, width, indent, startBit, endBit, next, beyond };
  });
  const title = shownTitle(section.title);
  return { ...title, startBit, endBit, blocks, total: all.length, current: numbers.get(current) ?? 0 };
}

/** The edges from a block: one to each block that may follow, with all conditions. */
function edgesOf({ next }: Block, indexes: ReadonlyMap<SymbolId, number>): readonly FlowEdge[] {
  const conditions = new Map<number, string[]>();
  for (const { symbol, when } of next) {
    const to = indexes.get(symbol);
    if (to === undefined) continue;
    const known = conditions.get(to) ?? [];
    if (when !== undefined) known.push(when);
    conditions.set(to, known);
  }
  return Array.from(conditions, ([to, when]) => ({ to, when: fitting(when) }));
}

/** The cases that fit at an edge, each complete; of many, also their number. */
function fitting(when: readonly string[]): readonly string[] {
  let width = 0;
  const over = when.findIndex((word) => (width += word.length + 2) > MOST_WIDTH + 2);
  return over < 0 || when.length === 1 ? when : [...when.slice(0, Math.max(1, over)), `… (${when.length})`];
}

/** The blocks that each block leads to or comes from, each once. */
function neighboursOf(edges: readonly (readonly FlowEdge[])[]): readonly (readonly number[])[] {
  const found = edges.map(() => new Set<number>());
  edges.forEach((out, from) => {
    for (const { to } of out) {
      found[from]?.add(to);
      found[to]?.add(from);
    }
  });
  return found.map((set) => [...set]);
}

/** The blocks nearest to one, counted in edges, in the order of the text; all if they are few. */
function nearest(neighbours: readonly (readonly number[])[], from: number): readonly number[] {
  if (neighbours.length <= MOST_BLOCKS) return neighbours.map((_, index) => index);
  const found = new Set([from]);
  for (const block of found) {
    for (const other of neighbours[block] ?? []) {
      if (found.size === MOST_BLOCKS) return [...found].sort((a, b) => a - b);
      found.add(other);
    }
  }
  return [...found].sort((a, b) => a - b);
}
