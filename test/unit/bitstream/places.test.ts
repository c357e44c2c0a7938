import * as assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { IrDocument } from "../../../extension/document/document";
import type { Place, SectionId } from "../../../extension/document/section";
import { openDocument } from "../../../extension/formats/detect";
import { MemorySource } from "../../../extension/session/bytes/source";
import { PagedWindow } from "../../../extension/session/bytes/window";

function open(): IrDocument {
  const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/debug.bc"));
  return openDocument(new PagedWindow(new MemorySource(bytes)), {});
}

/** All entries with lines, by their first bits. */
function entriesOf(document: IrDocument, section: SectionId, into: Map<number, Place>): Map<number, Place> {
  for (let from = 0; ;) {
    const { entries, end } = document.entries(section, from, 50, {});
    entries.forEach((entry, i) => {
      if (entry.kind === "section") {
        assert.deepEqual(document.holder?.(entry.section), { section, entry: from + i });
        entriesOf(document, entry.section, into);
      } else into.set(entry.startBit, { section, entry: from + i });
    });
    from += entries.length;
    if (end) return into;
  }
}

describe("places of bits in a bitstream", () => {
  it("are those of the rows, whether or not the rows have been made", () => {
    const read = open();
    const [root = 0] = read.roots();
    const places = [...entriesOf(read, root, new Map())].sort(([a], [b]) => a - b);
    assert.ok(places.length > 200);
    // Backwards, so that each section is reached from its end first.
    const fresh = open();
    for (const [bit, place] of places.reverse()) {
      const found = fresh.placeOf(bit);
      assert.ok(found);
      assert.equal(found.entry, place.entry);
      const [a, b] = [read.section(place.section), fresh.section(found.section)];
      assert.deepEqual([a.startBit, a.title], [b.startBit, b.title]);
      assert.deepEqual(read.placeOf(bit), place);
    }
  });

  it("do not exist past the end", () => {
    const document = open();
    assert.equal(document.placeOf(document.bits), undefined);
  });
});
