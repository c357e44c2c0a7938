/** The overview of a file: who wrote it, what it contains, its largest functions (in a container: modules). */
import type { OutlineNode } from "../../document/outline";
import type { Core } from "../core";
import { withPlainNames } from "../names/demangle";
import { unicode } from "../names/unicode";
import type { OutlinePages } from "./outlinePages";
import type { Overview, OverviewList, OverviewQuery } from "../protocol";
import { problemsOf } from "./problems";

/** Most problems listed. */
const PROBLEMS = 20;
/** Most list items in one answer. */
const MOST = 500;

/** The overview, as far as the file was read. May throw MissingBytes. */
export function overview(core: Core, outline: OutlinePages, query: OverviewQuery): Overview {
  const { document } = core;
  const functions = outline.functions();
  const modules = functions.length > 0 ? [] : outline.modules();
  const problems = problemsOf(document);
  return {
    title: document.title,
    bits: document.bits,
    facts: (document.facts?.() ?? []).map(({ label, value }) => ({ label, value: unicode(value) })),
    counts: counts(outline, functions.length),
    list: modules.length > 0 ? listed("modules", modules, query) : listed("functions", functions, query),
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

function listed(of: OverviewList["of"], nodes: readonly OutlineNode[], { sort, count }: OverviewQuery): OverviewList {
  const size = (node: OutlineNode): number => node.endBit - node.startBit;
  const name = (node: OutlineNode): string => withPlainNames(unicode(node.name));
  const sorted = [...nodes];
  if (sort === "size") sorted.sort((a, b) => size(b) - size(a));
  else if (sort === "position") sorted.sort((a, b) => a.startBit - b.startBit);
  else {
    const names = new Map(nodes.map((node) => [node, name(node)]));
    const { compare } = new Intl.Collator();
    sorted.sort((a, b) => compare(names.get(a) ?? "", names.get(b) ?? ""));
  }
  const items = sorted.slice(0, Math.min(count, MOST)).map((node) => {
    const plain = name(node);
    const own = unicode(node.name);
    const { startBit, endBit, derived } = node;
    return {
      name: own,
      ...(plain === own ? {} : { plain }),
      ...(derived === undefined ? {} : { derived }),
      startBit,
      endBit,
    };
  });
  return { of, count: nodes.length, items };
}
