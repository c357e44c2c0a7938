import assert from "node:assert/strict";
import type { Entry } from "../../../extension/document/section";
import type { ByteWindow } from "../../../extension/document/window";
import { PexeDocument } from "../../../extension/formats/pnacl/document";
import { SectionNode } from "../../../extension/formats/pnacl/section";
import { allEntries } from "../../../extension/kit/entryWalk";
import { entryText } from "../../../extension/session/rows/listing";
import { HOSTILE } from "../../support/hostile";
import { largePexe } from "../../support/largePexe";

const MEGABYTE = 1 << 20;

/** A window that reads in pages and counts the bytes of those that were read. */
class CountingWindow implements ByteWindow {
  readonly pageBytes = 65536;
  readonly length: number;
  private readonly pages = new Set<number>();
  constructor(private readonly bytes: Uint8Array) {
    this.length = bytes.length;
  }
  view(startByte: number, endByte: number): Uint8Array {
    const end = Math.min(endByte, this.length);
    for (let page = Math.floor(startByte / this.pageBytes); page * this.pageBytes < end; page++) this.pages.add(page);
    return this.bytes.subarray(startByte, end);
  }
  get read(): number {
    return this.pages.size * this.pageBytes;
  }
}

/** The entries of the first `count` rows as an editor requests them, with nested sections unfolded. */
function firstEntries(document: PexeDocument, section: number, count: number): readonly Entry[] {
  const found: Entry[] = [];
  const walk = (id: number): void => {
    for (let from = 0; found.length < count;) {
      const page = document.entries(id, from, 256);
      from += page.entries.length;
      for (const entry of page.entries) {
        if (entry.kind === "section") walk(entry.section);
        else found.push(entry);
        if (found.length >= count) return;
      }
      if (page.end) return;
    }
  };
  walk(section);
  return found;
}

describe("a PNaCl module of 100 MB", function () {
  this.timeout(120_000);

  it("in many functions shows its first rows after reading less than 2 MB, and keeps little", () => {
    const { file } = largePexe(100 * MEGABYTE, 100);
    const window = new CountingWindow(file);
    const document = new PexeDocument(window);
    const entries = firstEntries(document, 0, 500);
    assert.equal(entries.length, 500);
    assert.ok(window.read < 2 * MEGABYTE, `${window.read} bytes were read`);
    assert.ok(document.sections.residentBytes < 64 * 1024, `${document.sections.residentBytes} bytes are kept`);
  });

  it("finds the last function using only the functions' heads", () => {
    const { file } = largePexe(100 * MEGABYTE, 100);
    const window = new CountingWindow(file);
    const document = new PexeDocument(window);
    const [functions] = document.outline();
    const last = functions!.children!().at(-1)!;
    assert.equal(last.name, "@f99");
    const place = document.placeOf(last.startBit)!;
    assert.equal(document.section(place.section).title.slice(0, 17), "function i32 @f99");
    // Two pages for each head: the reader reads a page from its position on.
    assert.ok(window.read < 20 * MEGABYTE, `${window.read} bytes were read`);
  });

  it("in one function shows its first rows as fast, and its last ones while keeping one number per value", () => {
    const { file, records } = largePexe(100 * MEGABYTE, 1);
    const window = new CountingWindow(file);
    const document = new PexeDocument(window);
    firstEntries(document, 0, 500);
    assert.ok(window.read < 2 * MEGABYTE, `${window.read} bytes were read`);
    assert.ok(document.sections.residentBytes < 64 * 1024, `${document.sections.residentBytes} bytes are kept`);

    const body = document.sections.all.find((s) => s.kind === "function")!;
    // Head, `blocks`, label, the records, `ret`, foot.
    const page = document.entries(body.id, records + 2, 100);
    assert.equal(page.entries.length, 3);
    assert.ok(page.end);
    const text = page.entries.map((e) => (e.kind === "lines" ? e.lines[0]!.assembly.map((t) => t.text).join("") : ""));
    assert.match(text[0]!, new RegExp(`%v${records - 1} = call i32`));
    assert.deepEqual(text.slice(1), [`    ret i32 %v${records - 1};`, "  }"]);
    const foot = page.entries[2]!;
    assert.ok(foot.kind === "lines");
    // Past 99,999,999 bytes the label grows, and the columns do not move.
    assert.match(entryText(foot, { recordWidth: document.recordWidth }), /^\d{9}:0\| {2}0: <65534> {16}\| {2}\}\n$/);
    // A type and the entry of its definition, four bytes each, in arrays that double.
    assert.ok(
      document.sections.residentBytes < records * 8 * 2 + 4096,
      `${document.sections.residentBytes} bytes are kept`,
    );
  });
});

describe("a PNaCl module of many functions", () => {
  it("counts only the present function's tables during a walk", () => {
    const functions = 300;
    const document = new PexeDocument(new CountingWindow(HOSTILE["functions.pexe"]!(functions)));
    const bytes = Object.getOwnPropertyDescriptor(SectionNode.prototype, "residentBytes")!;
    let counted = 0;
    const get = function (this: SectionNode): unknown {
      counted++;
      return bytes.get!.call(this);
    };
    Object.defineProperty(SectionNode.prototype, "residentBytes", { ...bytes, get });
    try {
      assert.ok([...allEntries(document, {})].length > 3 * functions);
    } finally {
      Object.defineProperty(SectionNode.prototype, "residentBytes", bytes);
    }
    assert.ok(counted > 0 && counted <= 4 * functions, `${counted} counts of ${functions} functions`);
  });
});
