/** Finds where a symbol is defined, and which entry contains a bit. */
import type { BitRange } from "../../document/bits";
import type { Place, SectionId } from "../../document/section";
import type { SymbolId } from "../../document/token";
import { fileItems } from "./file";
import type { Item } from "./output";
import type { IdKind, SectionNode } from "./section";
import type { Sections } from "./sections";
import { FILE_SECTION } from "./sections";
import { GLOBAL, LOCAL, SHARED } from "./symbols";

/** The kind of section that defines ids of the module, by their letter. */
const OWNERS: Readonly<Record<string, string>> = { f: "module", g: "globals", t: "types" };

/** The place that defines a symbol; walks as far as necessary. */
export function locateSymbol(sections: Sections, symbol: SymbolId): Place | undefined {
  const shared = SHARED.exec(symbol);
  if (shared) return among(sections, "abbreviations", "a", Number(shared[2]), shared[1]);
  const global = GLOBAL.exec(symbol);
  if (global) return among(sections, OWNERS[global[1] ?? ""] ?? "", global[1] as IdKind, Number(global[2]));
  const local = LOCAL.exec(symbol);
  const section = sections.node(Number(local?.[1]));
  if (!local || !section) return undefined;
  return locateLocal(sections, section, local[2] ?? "", Number(local[3]));
}

/** The section that contains all uses of a block's own names: a function's values, labels and parameters. */
export function scopeOf(sections: Sections, symbol: SymbolId): SectionId | undefined {
  if (SHARED.test(symbol) || GLOBAL.test(symbol)) return undefined;
  return sections.node(Number(LOCAL.exec(symbol)?.[1]))?.id;
}

function locateLocal(sections: Sections, section: SectionNode, kind: string, number: number): Place | undefined {
  if (kind === "p") return { section: section.id, entry: 0 };
  if (kind !== "c") return definedIn(sections, section, kind as IdKind, number);
  // A function's constants come first, before any of its values.
  sections.seek(section, () => section.entryOf("b", 0) !== undefined);
  for (const id of section.children.values()) {
    const child = sections.node(id);
    const place = child?.kind === "constants" ? definedIn(sections, child, "c", number) : undefined;
    if (place) return place;
  }
  return undefined;
}

/** Looks in all sections of a kind, also in those that no walk has reached yet. */
function among(sections: Sections, owner: string, kind: IdKind, number: number, space?: string): Place | undefined {
  const find = (): Place | undefined => {
    for (const section of sections.all) {
      const entry = section.kind === owner ? section.entryOf(kind, number, space) : undefined;
      if (entry !== undefined) return { section: section.id, entry };
    }
    return undefined;
  };
  const known = find();
  if (known || !sections.module) return known;
  sections.exhaust(sections.module);
  for (const section of [...sections.all]) {
    if (section.kind === owner) sections.seek(section, () => section.entryOf(kind, number, space) !== undefined);
  }
  return find();
}

function definedIn(sections: Sections, section: SectionNode, kind: IdKind, number: number): Place | undefined {
  sections.seek(section, () => section.entryOf(kind, number) !== undefined);
  const entry = section.entryOf(kind, number);
  return entry === undefined ? undefined : { section: section.id, entry };
}

/** Entries that are looked at together. */
const PAGE = 1024;

/** The bits of an entry, and the section that it shows, if any. */
interface Extent extends BitRange {
  readonly section: SectionId | undefined;
}
interface Found {
  readonly item: Extent;
  readonly entry: number;
}
interface Page {
  readonly from: number;
  readonly items: readonly Extent[];
  readonly end: boolean;
}

/** The entry that contains a bit, in the innermost section. */
export function placeOfBit(sections: Sections, bit: number): Place | undefined {
  const own = fileItems(sections);
  const at = own.findIndex((item) => holds(item, bit));
  const item = own[at];
  if (item?.kind !== "section") return item && { section: FILE_SECTION, entry: at };
  let node = sections.node(item.section);
  while (node) {
    const passed: SectionNode | undefined = sections.passedAround(node, bit);
    if (passed) {
      node = passed;
      continue;
    }
    const found = findIn(sections, node, bit);
    if (!found) return undefined;
    if (found.item.section === undefined) return { section: node.id, entry: found.entry };
    node = sections.node(found.item.section);
  }
  return undefined;
}
function holds(item: BitRange, bit: number): boolean {
  return item.startBit <= bit && bit < item.endBit;
}
function findIn(sections: Sections, node: SectionNode, bit: number): Found | undefined {
  const before = node.lastWhere((c) => c.reader.bit <= bit);
  for (let from = Math.max(before.entry, afterLastPage(node, bit)); ;) {
    const { items, end } = pageOf(sections, node, from);
    const at = items.findIndex((item) => holds(item, bit));
    const item = items[at];
    if (item) return { item, entry: from + at };
    if (end || items.length === 0) return undefined;
    from += items.length;
  }
}

/** The page that was looked at last: successive requests often concern the same page, or the one after it. */
const lastPages = new WeakMap<SectionNode, Page>();

/** The entry after the last page if that page is before a bit; else 0. */
function afterLastPage(node: SectionNode, bit: number): number {
  const last = lastPages.get(node);
  const lastBit = last?.items.at(-1)?.endBit;
  return last && lastBit !== undefined && lastBit <= bit ? last.from + last.items.length : 0;
}

/**
 * The bits of the items from index `from` on. Only their bits are kept: what they show may change while the file is
 * read.
 */
function pageOf(sections: Sections, node: SectionNode, from: number): Page {
  const last = lastPages.get(node);
  if (last?.from === from) return last;
  const { items, end } = sections.pages.silent(node, from, PAGE);
  const page = { from, items: items.map(extentOf), end };
  lastPages.set(node, page);
  return page;
}
function extentOf({ startBit, endBit, ...item }: Item): Extent {
  return { startBit, endBit, section: item.kind === "section" ? item.section : undefined };
}
