/** What takes a file's space: bits by kind of its outermost sections and those directly inside them. */
import { append } from "../../document/arrays";
import type { SectionId } from "../../document/section";
import type { Core } from "../core";
import { EntryPages, ROOT } from "../rows/pages";
import type { SpaceShare } from "../protocol";
import { Slice } from "../transport/slices";

/** Most kinds that are listed. */
const KINDS = 6;
/** Most pages of a section's entries that are examined. */
const PAGES = 512;
/** If an outermost section contains at most this many sections, those inside them are examined too. */
const FEW = 8;

/** The kinds that take most bits, largest first. Goes through thousands of entries, in steps. @throws {Cancelled} */
export async function space(core: Core, signal: AbortSignal): Promise<readonly SpaceShare[]> {
  // Only sections count: making the rows between them would take seconds in a large file.
  const pages = new EntryPages(core.records.arrangement, core.document.bits, { bare: true });
  const slice = new Slice(signal);
  const nested = async (section: SectionId): Promise<readonly SectionId[]> => {
    const found: SectionId[] = [];
    for (let index = 0; index < PAGES; index++) {
      const page = await core.step(() => pages.page(section, index), signal);
      for (const entry of page.entries) if (entry.kind === "section") found.push(entry.section);
      if (page.end) break;
      await slice.pause();
    }
    return found;
  };
  const allNested = async (sections: readonly SectionId[]): Promise<SectionId[]> => {
    const found: SectionId[] = [];
    for (const section of sections) append(found, await nested(section));
    return found;
  };
  const roots = await nested(ROOT);
  const inside = await allNested(roots);
  // The file's own section contains little but the module, so the module's sections are examined too.
  const deeper = inside.length <= FEW ? await allNested(inside) : [];
  return core.sliced(() => shares(core, [...roots, ...inside], deeper), signal);
}

/** Bits by kind, in steps; a section's bits do not include those of sections inside it. May throw MissingBytes. */
function* shares(
  core: Core,
  outer: readonly SectionId[],
  deeper: readonly SectionId[],
): Generator<void, readonly SpaceShare[], undefined> {
  const { pages } = core.records;
  const bits = new Map<string, number>();
  const add = (kind: string, size: number): void => void bits.set(kind, (bits.get(kind) ?? 0) + size);
  const seen = new Set(outer);
  for (const id of [...outer, ...deeper]) {
    yield;
    const section = pages.section(id);
    if (!section) continue;
    const size = section.endBit - section.startBit;
    add(word(section), size);
    for (const [kind, held] of Object.entries(section.holds ?? {})) {
      add(kind, held);
      add(word(section), -held);
    }
    const around =
      section.parent === undefined || !seen.has(section.parent) ? undefined : pages.section(section.parent);
    if (around) add(word(around), -size);
  }
  // All sections of a compressed document have the range of the compressed data, so their sizes are unknown.
  if ([...bits.values()].some((size) => size < 0)) return [];
  return Array.from(bits, ([kind, size]) => ({ kind, bits: size }))
    .filter((entry) => entry.bits > 0)
    .sort((a, b) => b.bits - a.bits)
    .slice(0, KINDS);
}

/** A section's kind as a word: `STRTAB_BLOCK` is `strtab`; a section without a kind of its own has its title. */
function word({ kind, title }: { readonly kind: string; readonly title: string }): string {
  return (kind === "section" ? title.replace(/ section$/i, "") : kind)
    .replace(/_BLOCK(?:_ID)?$/, "")
    .replaceAll("_", " ")
    .toLowerCase();
}
