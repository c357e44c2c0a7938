/**
 * Properties that every document must have, whatever its bytes: of its elements, its arrangements and its statistics.
 * Each law gets the bytes and opens its own documents, so that laws do not affect each other.
 */
import assert from "node:assert/strict";
import type { Arrangement } from "../../extension/document/arrangement";
import { ByteText, pieceText } from "../../extension/document/byteText";
import type { Leaf } from "../../extension/document/element";
import type { NameTaker } from "../../extension/document/nameTaker";
import type { RowWriter, WrittenPage } from "../../extension/document/rowWriter";
import type { Entry, ListingOptions, SectionId } from "../../extension/document/section";
import type { NoiseKind, Token } from "../../extension/document/token";
import { FoldedView } from "../../extension/session/rows/folds";
import { Layout } from "../../extension/session/rows/layout";
import { allEntries } from "../../extension/kit/entryWalk";
import { columnText } from "../../extension/document/token";
import { positionedListing } from "../../extension/session/rows/listing";
import { EntryPages } from "../../extension/session/rows/pages";
import { firstDifference, functions, LOOKED_AT, numbered, some, text, TEXT_OPTIONS } from "./textLaws";
import type { Law } from "./textLaws";
import { explained } from "./cardLaws";
import { contents, figures, problems, slices } from "./fileLaws";
import { leavesOf, lengthsHold } from "./leaves";
import { assertTiles, opened } from "./tiling";

/** Opens the arrangements of a document, each on a document of its own. */
function arrangements(bytes: Uint8Array): { name: string; open: () => Arrangement }[] {
  const assembly = (): Arrangement | undefined => opened(bytes).assembly?.(TEXT_OPTIONS);
  const records = { name: "records", open: (): Arrangement => opened(bytes) };
  return assembly() ? [records, { name: "assembly", open: () => numbered(assembly()) }] : [records];
}
/** All entries of a section, in pages of the given size. */
function entriesOf(arrangement: Arrangement, id: SectionId, size: () => number): Entry[] {
  const all: Entry[] = [];
  for (;;) {
    const count = size();
    const page = arrangement.entries(id, all.length, count, {});
    assert.equal(page.from, all.length);
    assert.ok(page.entries.length <= count, "a page has no more entries than were asked for");
    assert.ok(page.end || page.entries.length > 0, "a page that is not the last has entries");
    for (const entry of page.entries) all.push(entry);
    if (page.end) return all;
  }
}
const nested = (entries: readonly Entry[]): SectionId[] =>
  entries.flatMap((entry) => (entry.kind === "section" ? [entry.section] : []));

/** Every section with its entries, from the roots on. @throws if a section is reached twice */
function walked(arrangement: Arrangement, size: () => number): Map<SectionId, readonly Entry[]> {
  const found = new Map<SectionId, readonly Entry[]>();
  const waiting = [...arrangement.roots()];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    assert.ok(!found.has(id), `section ${id} is reached only once`);
    const entries = entriesOf(arrangement, id, size);
    found.set(id, entries);
    for (const inner of nested(entries)) waiting.push(inner);
  }
  return found;
}
const WHOLE = (): number => 1_000_000;
const holds = (range: { startBit: number; endBit: number }, bit: number): boolean =>
  range.startBit <= bit && bit < range.endBit;
/** Whether an entry shows a bit; a head without bits of its own shows the one at its position. */
const shows = (range: { startBit: number; endBit: number }, bit: number): boolean =>
  holds(range, bit) || range.startBit === bit;

const tiling: Law = (bytes) => {
  assertTiles(opened(bytes));
};

/**
 * A walk over a range owns every bit of it, once; in a sound file it emits the same leaves there as the complete walk.
 * In a damaged file, a block that is skipped by its length may hide leaves that reading in order reaches.
 */
const ranges: Law = (bytes, random) => {
  const document = opened(bytes);
  const all = leavesOf(document);
  const isDecoded = document.problems().length === 0 && !all.some((leaf) => leaf.kind === "undecoded");
  const sound = isDecoded && lengthsHold(document);
  for (let i = 0; i < 6 && document.bits > 0; i++) {
    const startBit = random(document.bits);
    const endBit = Math.min(document.bits, startBit + 1 + random(i < 3 ? 40 : 4000));
    const inside = (leaf: Leaf): boolean => leaf.startBit < endBit && leaf.endBit > startBit;
    const found = leavesOf(opened(bytes), { startBit, endBit }).filter(inside);
    assert.ok((found[0]?.startBit ?? Infinity) <= startBit, `bit ${startBit} has an owner`);
    found.forEach((leaf, i) =>
      assert.equal(found[i + 1]?.startBit ?? leaf.endBit, leaf.endBit, "leaves without a gap"),
    );
    assert.ok((found.at(-1)?.endBit ?? 0) >= endBit, `the bits up to ${endBit} have an owner`);
    const what = (leaf: Leaf): string => `${leaf.startBit}–${leaf.endBit} ${leaf.kind} ${leaf.name}`;
    if (sound) assert.deepEqual(found.map(what), all.filter(inside).map(what), `leaves of ${startBit}–${endBit}`);
  }
};
/**
 * Pages of any size, requested from any position, are equal to the complete list; each section is reached once, from
 * its parent.
 */
const paging: Law = (bytes, random) => {
  for (const { name, open } of arrangements(bytes)) {
    const whole = walked(open(), WHOLE);
    const pieces = walked(open(), () => 1 + random(5));
    assert.deepEqual(pieces, whole, `${name}: pages of any size give the complete list`);
    const fresh = open();
    // An id of a section that no page has shown is unknown to the caller.
    for (const id of fresh.roots()) entriesOf(fresh, id, WHOLE);
    for (const [id, entries] of some([...whole], random)) {
      if (!known(fresh, id)) continue;
      const from = random(entries.length + 1);
      const count = 1 + random(4);
      const page = fresh.entries(id, from, count, {}).entries;
      assert.deepEqual(page, entries.slice(from, from + page.length), `${name}: section ${id} from ${from}`);
    }
  }
};
/** Whether a section is one of the outermost, or inside one of these. */
function known(arrangement: Arrangement, id: SectionId): boolean {
  const roots = arrangement.roots();
  if (roots.includes(id)) return true;
  return roots.some((root) => nested(arrangement.entries(root, 0, WHOLE(), {}).entries).includes(id));
}

/** Sections report correctly where they are: their parent, their place in it, their number of entries, their range. */
const sections: Law = (bytes) => {
  for (const { name, open } of arrangements(bytes)) {
    const arrangement = open();
    const all = walked(arrangement, WHOLE);
    const bits = opened(bytes).bits;
    for (const [id, entries] of all) {
      const section = arrangement.section(id);
      assert.ok(section.startBit >= 0 && section.startBit <= section.endBit && section.endBit <= bits, `${name} ${id}`);
      if (section.exact) assert.equal(section.entryCount, entries.length, `${name}: entries of ${section.title}`);
      entries.forEach((entry, index) => {
        if (entry.kind !== "section") return;
        assert.equal(arrangement.section(entry.section).parent, id, `${name}: the parent of section ${entry.section}`);
        const place = arrangement.holder?.(entry.section);
        if (place)
          assert.deepEqual(place, { section: id, entry: index }, `${name}: the place of section ${entry.section}`);
      });
    }
  }
};

/** Whether a file has no problems: then repeated answers about it are the same. */
function isSound(bytes: Uint8Array): boolean {
  const document = opened(bytes);
  for (const entry of allEntries(document, {})) void entry;
  for (const piece of document.text(TEXT_OPTIONS)) void piece;
  return document.problems().length === 0;
}

/**
 * A bit shown by an entry leads to an entry that shows it; a line's position leads to an entry with such a line. In a
 * damaged file, sections with wrong extents may overlap: there a place only has to exist.
 */
const places: Law = (bytes, random) => {
  const sound = isSound(bytes);
  for (const { name, open } of arrangements(bytes)) {
    const arrangement = open();
    const all = walked(arrangement, WHOLE);
    for (let i = 0; i < LOOKED_AT; i++) {
      const place = arrangement.placeOf(random(bytes.length * 8 + 64));
      if (place) assert.ok(place.entry < (all.get(place.section)?.length ?? 0) || !sound, `${name}: the place exists`);
    }
    if (!sound) continue;
    const rows = [...all].flatMap(([, entries]) => entries.filter((entry) => entry.kind === "lines"));
    for (const entry of some(rows, random)) {
      for (const bit of [entry.startBit, entry.startBit + random(Math.max(1, entry.endBit - entry.startBit))]) {
        if (!holds(entry, bit)) continue;
        const found = entryAt(arrangement, bit);
        assert.ok(found && shows(found, bit), `${name}: bit ${bit} leads to an entry that shows it`);
      }
      for (const { positionBit, positionIn } of entry.lines) {
        if (positionBit === undefined || positionBit >= bytes.length * 8 || positionIn !== undefined) continue;
        const found = entryAt(arrangement, positionBit);
        const shown = found?.kind === "lines" && found.lines.some((line) => line.positionBit === positionBit);
        assert.ok(shown, `${name}: the position ${positionBit} leads to a row that has it`);
      }
    }
  }
};
function entryAt(arrangement: Arrangement, bit: number): Entry | undefined {
  const place = arrangement.placeOf(bit);
  return place && arrangement.entries(place.section, place.entry, 1, {}).entries[0];
}

/**
 * A name leads to the token that defines it, or to the head of its section: an op may be named at its end. In a damaged
 * file two definitions may have the same name.
 */
const names: Law = (bytes, random) => {
  const sound = isSound(bytes);
  for (const { name, open } of arrangements(bytes)) {
    const arrangement = open();
    const defined = new Map<string, string[]>();
    const used = new Set<string>();
    for (const [section, entries] of walked(arrangement, WHOLE))
      entries.forEach((entry, index) => {
        for (const { symbol, definition } of tokensOf(entry)) {
          if (symbol === undefined) continue;
          used.add(symbol);
          if (definition) defined.set(symbol, [...(defined.get(symbol) ?? []), `${section}:${index}`, `${section}:0`]);
        }
      });
    for (const symbol of some([...used], random)) {
      const place = arrangement.locate(symbol);
      const definitions = defined.get(symbol);
      if (!definitions || !sound) continue;
      assert.ok(place, `${name}: ${symbol} is defined and has a place`);
      const at = `${place.section}:${place.entry}`;
      assert.ok(
        definitions.includes(at),
        `${name}: ${symbol} leads to ${at} but is defined at ${definitions.join(" ")}`,
      );
    }
  }
};
const tokensOf = (entry: Entry): readonly Token[] =>
  entry.kind === "lines" ? entry.lines.flatMap(({ record, assembly }) => [...record, ...assembly]) : [];

/** Reads all sections page by page, each in its place among the entries around it. */
function readPages(arrangement: Arrangement, read: (id: SectionId, from: number) => WrittenPage | undefined): void {
  const stack = [...arrangement.roots()].reverse().map((id) => ({ id, from: 0 }));
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const page = read(top.id, top.from);
    assert.ok(page);
    top.from += page.entries;
    if (page.end) stack.pop();
    else assert.ok(page.entries > 0, "a page that is not the last has entries");
    if (page.section !== undefined) stack.push({ id: page.section, from: 0 });
  }
}

/** Notes rows as they are written; for an assembly, whose rows may be written together, only the text. */
class NotingWriter implements RowWriter {
  readonly text = new ByteText();
  readonly details = true;
  entries = 0;
  private inSection = false;
  constructor(
    private readonly withRecords: boolean,
    private readonly withRanges: boolean,
  ) {}
  entry(startBit: number, endBit: number): void {
    if (!this.inSection) this.entries++;
    // In a section that is written whole, ends are not known.
    if (this.withRanges) this.text.text(`${startBit} ${endBit}\n`);
  }
  open(): void {
    this.entries++;
    this.inSection = true;
  }
  close(): void {
    this.inSection = false;
  }
  row(positionBit: number | undefined): boolean {
    if (this.withRecords) this.text.text(`${positionBit ?? ""}|`);
    return this.withRecords;
  }
  assembly(): void {
    if (this.withRecords) this.text.text("|");
  }
  message(): void {
    this.row(undefined);
    this.assembly();
  }
  end(): void {
    this.text.text("\n");
  }
}
/**
 * Written rows equal those of the entries, and so do their bits, for pages of any size, also if sections are written
 * whole.
 */
const written: Law = (bytes, random) => {
  for (const { name, open } of arrangements(bytes)) {
    if (!open().write) continue;
    const withRecords = name === "records";
    for (const whole of [false, true]) {
      let expected = "";
      for (const { startBit, endBit, lines } of allEntries(open(), {})) {
        if (withRecords && !whole) expected += `${startBit} ${endBit}\n`;
        for (const { positionBit, record, assembly, when } of lines) {
          if (when === "folded") continue;
          if (withRecords) expected += `${positionBit ?? ""}|${columnText(record)}|`;
          expected += `${columnText(assembly)}\n`;
        }
      }
      const actual = writtenText(open(), withRecords, { whole }, random);
      if (actual !== expected) assert.fail(`${name}: rows as text: ${firstDifference(expected, actual)}`);
    }
  }
};
function writtenText(
  arrangement: Arrangement,
  withRecords: boolean,
  options: ListingOptions,
  random: (below: number) => number,
): string {
  const writer = new NotingWriter(withRecords, withRecords && options.whole !== true);
  readPages(arrangement, (id, from) => {
    writer.entries = 0;
    const page = arrangement.write?.(id, from, 1 + random(9), options, writer);
    const passedOn = page?.section === undefined ? 0 : 1;
    assert.equal(writer.entries, (page?.entries ?? 0) - passedOn, "number of entries reported");
    return page;
  });
  return pieceText(writer.text.take());
}

/** Noise to hide. */
const HIDDEN: readonly (readonly NoiseKind[])[] = [["location"], ["attachment", "location"], ["attribute"]];
/** Rows written without hidden noise are those of the entries without its tokens. */
const quiet: Law = (bytes, random) => {
  for (const { name, open } of arrangements(bytes)) {
    if (open().writesWithoutNoise !== true) continue;
    for (const hidden of HIDDEN) {
      let expected = "";
      for (const { lines } of allEntries(open(), {}))
        for (const { assembly, when } of lines)
          if (when !== "folded")
            expected += `${columnText(assembly.filter(({ noise }) => noise === undefined || !hidden.includes(noise)))}\n`;
      const actual = writtenText(open(), false, { hidden }, random);
      if (actual !== expected)
        assert.fail(`${name}: rows without ${hidden.join()}: ${firstDifference(expected, actual)}`);
    }
  }
};

/** An arrangement that tells positions as it is written prints the same with positions as from its entries. */
const positioned: Law = (bytes) => {
  const print = (arrangement: Arrangement): string => {
    let text = "";
    for (const piece of positionedListing(arrangement)) text += pieceText(piece);
    return text;
  };
  for (const { name, open } of arrangements(bytes)) {
    if (open().writesPositions !== true) continue;
    const { roots, section, entries } = bound(open());
    const expected = print({ ...open(), roots, section, entries, writesPositions: false });
    const actual = print(open());
    if (actual !== expected) assert.fail(`${name}: rows with positions: ${firstDifference(expected, actual)}`);
  }
};
/** The methods that making entries needs, bound to their arrangement. */
function bound(arrangement: Arrangement): Pick<Arrangement, "roots" | "section" | "entries"> {
  return {
    roots: () => arrangement.roots(),
    section: (id) => arrangement.section(id),
    entries: (...args) => arrangement.entries(...args),
  };
}

/** The symbols in an entry's assembly, and those in its record that the assembly lacks, with their tokens. */
function namesIn(entry: Entry): readonly Token[] {
  const lines = entry.kind === "lines" ? entry.lines : [];
  const assembly = lines.flatMap((line) => line.assembly);
  const named = new Set(assembly.map(({ symbol }) => symbol));
  return [...assembly, ...lines.flatMap((line) => line.record.filter(({ symbol }) => !named.has(symbol)))];
}

/** The reported names are the symbols of the entries' tokens; if scoped names are excluded, only those are missing. */
const told: Law = (bytes, random) => {
  for (const { name, open } of arrangements(bytes)) {
    const arrangement = open();
    if (!arrangement.tellNames) continue;
    for (const locals of [true, false]) {
      const found: string[][] = [];
      const taker: NameTaker = {
        locals,
        entry: () => void found.push([]),
        name: (symbol, isDefinition) => void found.at(-1)?.push(`${symbol}${isDefinition ? " defined" : ""}`),
      };
      readPages(arrangement, (id, from) => arrangement.tellNames?.(id, from, 1 + random(9), taker));
      const wanted = ({ symbol }: Token): boolean =>
        symbol !== undefined && (locals || arrangement.scope?.(symbol) === undefined);
      const expected = Array.from(allEntries(open(), {}), (entry) =>
        namesIn(entry)
          .filter(wanted)
          .map(({ symbol, definition = false }) => `${symbol ?? ""}${definition ? " defined" : ""}`),
      );
      const isLeftIn = (text: string): boolean =>
        locals || arrangement.scope?.(text.replace(/ defined$/, "")) === undefined;
      assert.deepEqual(
        found.map((all) => all.filter(isLeftIn).sort()),
        expected.map((all) => [...all].sort()),
        `${name}: names`,
      );
    }
  }
};

/** Every section that names a symbol is among those that may name it. */
const naming: Law = (bytes, random) => {
  for (const { name, open } of arrangements(bytes)) {
    const arrangement = open();
    if (!arrangement.naming || !arrangement.tellNames) continue;
    const sections = new Map<string, Set<SectionId>>();
    let current: SectionId = 0;
    const note = (symbol: string): void => {
      const found = sections.get(symbol) ?? new Set();
      sections.set(symbol, found.add(current));
    };
    const taker: NameTaker = { locals: true, entry: () => undefined, name: note };
    readPages(arrangement, (id, from) => {
      current = id;
      return arrangement.tellNames?.(id, from, 1 + random(9), taker);
    });
    for (const [symbol, found] of sections) {
      const may = arrangement.naming(symbol);
      for (const id of found)
        for (let at: SectionId | undefined = id; at !== undefined; at = arrangement.section(at).parent)
          assert.ok(may?.(at) ?? true, `${name}: section ${at} names ${symbol}`);
    }
  }
};

/** Counting lines in text and in tokens gives the same numbers, in total and before each section. */
const counted: Law = (bytes) => {
  for (const { name, open } of arrangements(bytes)) {
    const arrangement = open();
    if (!arrangement.write) continue;
    for (const detail of [true, false]) {
      const [byText, byTokens] = [arrangement, Object.create(arrangement, { write: { value: undefined } })].map(
        (of) => {
          const pages = new EntryPages(of as Arrangement, bytes.length * 8, { unpaired: true });
          const layout = new Layout(pages, { detail });
          while (layout.measurePage());
          return [false, true].map((all) => {
            const view = new FoldedView(pages, { base: all ? "all" : "none", toggled: [], detail });
            return { total: layout.total(view), heads: layout.heads(view) };
          });
        },
      );
      assert.deepEqual(byText, byTokens, `${name}: lines`);
    }
  }
};

/** Ids of sections of other files: just past the last, and far from it. */
const STRANGE = [1, 10, 1000, 1e7 + 3, 2 ** 40 + 1];
/** A question about a section of another file is no problem of this one: a file may change between answer and question. */
const strangers: Law = (bytes) => {
  const document = opened(bytes);
  const shown = [document, document.assembly?.(TEXT_OPTIONS)].filter((arrangement) => arrangement !== undefined);
  const writer = { begin: nothing, entry: nothing, open: nothing, close: nothing, row: () => true };
  const texts = { assembly: nothing, message: nothing, end: nothing, text: new ByteText(), details: true };
  for (const arrangement of shown) {
    const last = Math.max(0, ...walked(arrangement, WHOLE).keys());
    for (const id of STRANGE.map((beyond) => last + beyond)) {
      const section = arrangement.section(id);
      assert.ok(section.endBit <= document.bits);
      const { entries } = arrangement.entries(id, 0, 3, {});
      arrangement.holder?.(id);
      arrangement.sourceOf?.({ section: id, entry: 0 });
      arrangement.write?.(id, 0, 3, {}, { ...writer, ...texts } as RowWriter);
      for (const entry of entries)
        arrangement.hover?.({ section: id, entry: 0 }, entry, { column: "assembly", line: 0, token: 0 });
    }
  }
  const faults = document.problems().filter(({ code }) => code === "fault");
  assert.deepEqual(
    faults.map(({ message }) => message),
    [],
  );
};
function nothing(): undefined {
  return undefined;
}

/** Every law, by its name. */
export const LAWS: Readonly<Record<string, Law>> = {
  tiling,
  ranges,
  paging,
  sections,
  places,
  names,
  text,
  written,
  quiet,
  functions,
  positioned,
  told,
  naming,
  counted,
  figures,
  contents,
  problems,
  strangers,
  explained,
  slices,
};
