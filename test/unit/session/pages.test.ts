/** Pages of entries: what is kept of them follows from what they take, not from their number. */
import assert from "node:assert/strict";
import type { Arrangement } from "../../../extension/document/arrangement";
import type { Entry, EntryPage } from "../../../extension/document/section";
import type { Token } from "../../../extension/document/token";
import { EntryPages, PAGE, ROOT } from "../../../extension/session/rows/pages";

/** Entries in the one section of a document. */
const COUNT = 4 * PAGE;
const DEPTH = 300;

/** A section of {@link COUNT} entries, each with one line of so many tokens; `most` of them are given at once. */
function lines(tokens: number, most = COUNT): { pages: EntryPages; asked: number[]; made: () => number } {
  const asked: number[] = [];
  let made = 0;
  const assembly = Array.from({ length: tokens }, (): Token => ({ kind: "text", text: "token " }));
  const entry = (index: number): Entry => {
    made++;
    return { kind: "lines", startBit: index, endBit: index + 1, lines: [{ kind: "row", record: [], assembly }] };
  };
  const entries = (_id: number, from: number, count: number): EntryPage => {
    asked.push(from);
    const to = Math.min(COUNT, from + Math.min(count, most));
    const found = Array.from({ length: Math.max(0, to - from) }, (_, i) => entry(from + i));
    return { from, entries: found, end: to >= COUNT };
  };
  const section = { id: 0, parent: undefined, kind: "all", title: "all", startBit: 0, endBit: COUNT };
  const arrangement = {
    roots: () => [0],
    section: () => ({ ...section, entryCount: COUNT, exact: true, foldedAtFirst: false }),
    entries,
  } as unknown as Arrangement;
  return { pages: new EntryPages(arrangement, COUNT), asked, made: () => made };
}

describe("pages of entries", () => {
  it("are kept while they are light, so that each entry is read once, first the head of the section", () => {
    const { pages, asked } = lines(4);
    for (let round = 0; round < 3; round++)
      for (let entry = 0; entry < COUNT; entry++) assert.equal(pages.entry(0, entry)?.startBit, entry);
    assert.deepEqual(asked, [0, 2, PAGE, 2 * PAGE, 3 * PAGE]);
  });

  it("are read in parts where their lines are long", () => {
    const { pages, made } = lines(10_000, 1);
    assert.equal(pages.entry(0, PAGE + 5)?.startBit, PAGE + 5);
    assert.ok(made() <= 3, `${made()} entries were made for one`);
    assert.equal(pages.entry(0, PAGE + 4)?.startBit, PAGE + 4);
    assert.equal(pages.alone({ section: 0, entry: PAGE + 4 })?.startBit, PAGE + 4);
    assert.equal(pages.page(0, 1).entries.length, PAGE);
    assert.equal(pages.count(0), COUNT);
    assert.equal(pages.entry(0, COUNT), undefined);
  });

  it("leave the heavy ones for others: not all that were read are kept", () => {
    const { pages, made } = lines(1_000);
    for (let entry = 0; entry < COUNT; entry++) pages.entry(0, entry);
    const first = made();
    assert.equal(first, COUNT);
    pages.entry(0, 0);
    assert.ok(made() > first, "all pages are still kept");
  });

  it("tell the section around one without asking the format again", () => {
    let asked = 0;
    // Section n holds the head of section n + 1.
    const arrangement = {
      roots: () => [0],
      section: (id: number) => {
        asked++;
        const parent = id === 0 ? undefined : id - 1;
        return { id, parent, kind: "s", title: "", startBit: id, endBit: DEPTH, entryCount: 1, exact: true };
      },
      entries: (id: number, from: number): EntryPage => {
        const inner: Entry = { kind: "section", section: id + 1, startBit: id + 1, endBit: DEPTH };
        return { from, entries: id < DEPTH && from === 0 ? [inner] : [], end: true };
      },
    } as unknown as Arrangement;
    const pages = new EntryPages(arrangement, DEPTH);
    assert.equal(pages.count(ROOT), 1);
    assert.equal(asked, 0, "counting the outermost sections reads them");
    pages.page(ROOT, 0);
    for (let id = 0; id < DEPTH; id++) pages.entry(id, 0);
    asked = 0;
    for (let id = 0; id < DEPTH; id++) assert.equal(pages.around(id), id - 1);
    assert.equal(asked, 0);
  });
});
