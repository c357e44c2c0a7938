/** The overview of a file: who wrote it, what it contains, its largest functions (in a container: modules). */
import type { OutlineNode } from "../../document/outline";
import { sizeOf } from "../../document/outline";
import { asked } from "../../kit/continued";
import type { Core } from "../core";
import { withPlainNames } from "../names/demangle";
import { visibleText } from "../rows/display";
import { largestFirst, smallestFirst, sortByKey } from "../../kit/sortInSteps";
import type { OutlinePages } from "./outlinePages";
import type { Overview, OverviewList, OverviewQuery } from "../protocol";
import { problemsOf } from "./problems";

/** Most problems listed. */
const PROBLEMS = 20;
/** Most list items in one answer. */
const MOST = 500;

/** The overview, as far as the file was read, in steps. May throw MissingBytes. */
export function* overview(
  core: Core,
  outline: OutlinePages,
  query: OverviewQuery,
): Generator<void, Overview, undefined> {
  const { document } = core;
  const functions = yield* outline.functions();
  yield;
  const modules = functions.length > 0 ? [] : yield* asked(() => outline.modules());
  const list = yield* modules.length > 0 ? listed("modules", modules, query) : listed("functions", functions, query);
  const problems = problemsOf(document);
  return {
    title: document.title,
    bits: document.bits,
    facts: (document.facts?.() ?? []).map(({ label, value }) => ({ label, value: visibleText(value) })),
    counts: yield* asked(() => counts(outline, functions.length)),
    list,
    problems: problems.slice(0, PROBLEMS),
    problemCount: problems.length,
    notices: (document.notices?.() ?? []).slice(0, PROBLEMS),
  };
}

/** The number of items in each group of the outline. */
function counts(outline: OutlinePages, functionCount: number): Overview["counts"] {
  const groups = outline
    .nodes([])
    .filter(({ kind, name, detail }) => kind === "group" && /^\d/.test(detail ?? "") && !/problem/i.test(name));
  if (groups.length > 0)
    return groups
      .map(({ name, detail = "" }) => ({ label: name.toLowerCase(), count: parseInt(detail, 10) }))
      .filter(({ count }) => count > 0);
  return functionCount > 0 ? [{ label: "functions", count: functionCount }] : [];
}

function* listed(
  of: OverviewList["of"],
  nodes: readonly OutlineNode[],
  { sort, count }: OverviewQuery,
): Generator<void, OverviewList, undefined> {
  const name = (node: OutlineNode): string => withPlainNames(visibleText(node.name));
  // The functions come largest first.
  const isSorted = of === "functions" && sort === "size";
  const sorted = isSorted ? nodes : yield* inOrder(nodes, sort, name);
  const items = sorted.slice(0, Math.min(count, MOST)).map((node) => {
    const plain = name(node);
    const own = visibleText(node.name);
    const { startBit, endBit, derived, unpackedBits, symbol } = node;
    return {
      name: own,
      ...(plain === own ? {} : { plain }),
      ...(derived === undefined ? {} : { derived }),
      ...(unpackedBits === undefined ? {} : { unpackedBits, ...(symbol === undefined ? {} : { symbol }) }),
      startBit,
      endBit,
    };
  });
  return { of, count: nodes.length, items };
}

function inOrder(
  nodes: readonly OutlineNode[],
  sort: OverviewQuery["sort"],
  name: (node: OutlineNode) => string,
): Generator<void, readonly OutlineNode[], undefined> {
  if (sort === "size") return sortByKey(nodes, sizeOf, largestFirst);
  if (sort === "position") return sortByKey(nodes, ({ startBit }) => startBit, smallestFirst);
  return sortByKey(nodes, name, new Intl.Collator().compare);
}
