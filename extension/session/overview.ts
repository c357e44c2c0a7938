/** What a file is, in short: who wrote it, what is in it, what takes the space, where its largest functions are. */
import type { OutlineNode } from "../document/outline";
import type { Entry, SectionId } from "../document/section";
import type { Core } from "./core";
import { withPlainNames } from "./demangle";
import { unicode } from "./display";
import { ROOT } from "./pages";
import type { OutlinePages } from "./outlinePages";
import type { Overview, OverviewFunction, OverviewQuery } from "./protocol";
import { inFileOrder } from "./problems";

/** Kinds of sections, and problems, that are named. */
const KINDS = 6;
const PROBLEMS = 20;
/** Pages of a section's entries that are looked through for what takes the space. */
const PAGES = 64;
/** So many sections in a file's outermost one are containers of what one wants to know of. */
const FEW = 8;
/** Functions in one answer. */
const MOST = 500;

/** The overview as far as the file has been read. May throw MissingBytes. */
export function overview(core: Core, outline: OutlinePages, query: OverviewQuery): Overview {
  const { document } = core;
  const nodes = outline.functions();
  const problems = inFileOrder(document.problems());
  return {
    facts: (document.facts?.() ?? []).map(({ label, value }) => ({ label, value: unicode(value) })),
    counts: counts(outline, nodes.length),
    space: space(core),
    functions: functions(nodes, query),
    functionCount: nodes.length,
    problems: problems.slice(0, PROBLEMS),
    problemCount: problems.length,
    notices: (document.notices?.() ?? []).slice(0, PROBLEMS),
  };
}

/** How many there are of what the outline groups. */
function counts(outline: OutlinePages, functionCount: number): Overview["counts"] {
  const groups = outline
    .nodes([])
    .filter(({ kind, name, detail }) => kind === "group" && /^\d/.test(detail ?? "") && !/problem/i.test(name));
  if (groups.length > 0)
    return groups.map(({ name, detail = "" }) => ({ label: name.toLowerCase(), count: parseInt(detail, 10) }));
  return functionCount > 0 ? [{ label: "functions", count: functionCount }] : [];
}

/** Bits by kind of what stands directly in the file or in its outermost sections. */
function space(core: Core): Overview["space"] {
  const { pages } = core.records;
  const bits = new Map<string, number>();
  const add = (kind: string, size: number): void => void bits.set(kind, (bits.get(kind) ?? 0) + size);
  const nested = (section: SectionId): readonly (Entry & { kind: "section" })[] => {
    const found: (Entry & { kind: "section" })[] = [];
    for (let index = 0; index < PAGES; index++) {
      const page = pages.page(section, index);
      for (const entry of page.entries) if (entry.kind === "section") found.push(entry);
      if (page.end) break;
    }
    return found;
  };
  const roots = nested(ROOT);
  const inside = roots.flatMap(({ section }) => nested(section));
  // A file's own section holds little but the module, which is looked into, too.
  const deeper = inside.length <= FEW ? inside.flatMap(({ section }) => nested(section)) : [];
  const seen = new Set([...roots, ...inside].map(({ section }) => section));
  for (const { section } of [...roots, ...inside, ...deeper]) {
    const info = pages.section(section);
    if (!info) continue;
    const size = info.endBit - info.startBit;
    add(word(info.kind), size);
    const around = info.parent === undefined || !seen.has(info.parent) ? undefined : pages.section(info.parent);
    if (around) add(word(around.kind), -size);
  }
  return Array.from(bits, ([kind, size]) => ({ kind, bits: size }))
    .filter((entry) => entry.bits > 0)
    .sort((a, b) => b.bits - a.bits)
    .slice(0, KINDS);
}

/** A block's name as a word: `STRTAB_BLOCK` is `strtab`. */
function word(kind: string): string {
  return kind
    .replace(/_BLOCK(?:_ID)?$/, "")
    .replaceAll("_", " ")
    .toLowerCase();
}

function functions(nodes: readonly OutlineNode[], { sort, count }: OverviewQuery): readonly OverviewFunction[] {
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
  return sorted.slice(0, Math.min(count, MOST)).map((node) => {
    const plain = name(node);
    const own = unicode(node.name);
    return { name: own, ...(plain === own ? {} : { plain }), startBit: node.startBit, endBit: node.endBit };
  });
}
