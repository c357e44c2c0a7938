import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import { formatPosition } from "../../../extension/document/bits";
import type { Entry } from "../../../extension/document/section";
import { allEntries } from "../../../extension/kit/entryWalk";
import { encodeListing } from "../../../tools/pexe-encoder.mjs";
import { factorial, fixture, fixtureBytes } from "../../support/pexe";
import { assertTiles, checked, listing, opened } from "../../support/tiling";

const FIXTURES = ["instructions.listing", "messages.listing", "damage.listing"];

function text(document: IrDocument, options: { function?: string } = {}): string {
  return [...document.text({ fileName: "x", ...options })].map(pieceText).join("");
}

describe("the listing of a PNaCl file", () => {
  for (const name of FIXTURES) {
    it(`is the one that ${name} was written from`, () => {
      assert.equal(listing(opened(fixtureBytes(name))), fixture(name));
    });
    it(`of ${name} is the same from any entry on`, () => {
      const document = opened(fixtureBytes(name));
      const sections = new Set<number>();
      const collect = (id: number): void => {
        sections.add(id);
        for (const entry of whole(document, id)) if (entry.kind === "section") collect(entry.section);
      };
      collect(document.roots()[0]!);
      for (const id of sections) {
        const entries = whole(document, id);
        for (let from = entries.length; from >= 0; from--) {
          const fresh = opened(fixtureBytes(name));
          whole(fresh, document.roots()[0]!);
          for (const known of [...sections].filter((s) => s < id)) whole(fresh, known);
          const page = fresh.entries(id, from, 2, {});
          assert.deepEqual(page.entries, entries.slice(from, from + page.entries.length));
          assert.ok(page.entries.length > 0 || from === entries.length);
        }
      }
    });
    it(`of ${name} reports each of its messages as a problem`, () => {
      const document = opened(fixtureBytes(name));
      for (const entry of allEntries(document, {})) void entry;
      const told = document.problems().map((p) => `Error(${formatPosition(p.startBit)}): ${p.message}`);
      const shown = fixture(name)
        .split("\n")
        .filter((line) => line.startsWith("Error("));
      assert.deepEqual([...told].sort(), [...new Set(shown)].sort());
    });
    it(`of ${name} reports the same problems in any walk`, () => {
      const [shown, tiled, printed] = [1, 2, 3].map(() => opened(fixtureBytes(name))) as [
        IrDocument,
        IrDocument,
        IrDocument,
      ];
      listing(shown);
      checked(tiled);
      text(printed);
      const messages = (document: IrDocument): readonly string[] =>
        document
          .problems()
          .map((p) => `${p.startBit} ${p.message}`)
          .sort();
      assert.deepEqual(messages(tiled), messages(shown));
      assert.deepEqual(messages(printed), messages(shown));
    });
  }

  it("of the sample is the manual's factorial example", () => {
    const { listing: expected, bytes } = factorial();
    assert.deepEqual(encodeListing(expected), bytes);
    const document = opened(bytes);
    assert.equal(listing(document), expected);
    assert.match(expected, /^ {5}148:0\| {4}3: <2, 5, 1, 2> {10}\| {4}%v3 = mul i32 %p0, %v2;$/m);
    assert.equal(document.title, "PNaCl 2");
  });

  it("continues after a function with a wrong length", () => {
    const { bytes, listing: expected } = factorial();
    const lying = bytes.slice();
    // The word after the head of the function block at byte 100.
    lying[104] = 3;
    assert.equal(listing(opened(lying)), expected);
  });

  it("of a truncated file shows what is there, reports where it ends, and tiles", () => {
    const { bytes } = factorial();
    const document = opened(bytes.slice(0, 144));
    const shown = listing(document);
    assert.match(shown, /%v0 = icmp eq i32 %p0, %c0;/);
    assert.match(shown, /; undecoded \d+ bits: Premature end of bitstream\n/);
    assert.match(shown, /^Error\(143:2\): Premature end of bitstream$/m);
    assertTiles(document);
    assert.ok(checked(opened(bytes.slice(0, 144))).counts.undecoded > 0);
  });

  it("pads every record to a byte if the header asks for it", () => {
    const aligned = fixture("aligned.listing");
    const document = opened(fixtureBytes("aligned.listing"));
    assert.equal(listing(document), aligned);
    assert.equal(checked(document).counts.undecoded, 0);
    assert.match(aligned, /^Warning\(0:0\): Unsupported: Align bitcode records: true$/m);
  });
});

describe("the text of a PNaCl file", () => {
  it("is only the assembly, in 79 columns", () => {
    assert.equal(text(opened(fixtureBytes("instructions.listing"))), fixture("instructions.text"));
  });
  it("of one function is found by its id and by its name", () => {
    const byId = text(opened(fixtureBytes("instructions.listing")), { function: "f0" });
    assert.match(byId, /^ {2}function \n {6}i32 @f0\(i32 %p0, float %p1/);
    assert.doesNotMatch(byId, /@f3\(i32 %p0/);
    assert.equal(text(opened(fixtureBytes("instructions.listing")), { function: "_start" }), byId);
  });
});

describe("the dump of a PNaCl file", () => {
  it("is llvm-bcanalyzer's view of its stream, with the manual's names", () => {
    const dump = [...opened(factorial().bytes).dump({ fileName: "-" })].map(pieceText).join("");
    assert.match(dump, /^<MODULE_BLOCK NumWords=34 BlockCodeSize=2>\n {2}<VERSION op0=1\/>\n {2}<BLOCKINFO_BLOCK\/>\n/);
    assert.match(dump, /^ {4}<INST_CMP2 op0=2 op1=1 op2=32\/>$/m);
    assert.match(dump, /^ {2}Block ID #12 \(FUNCTION_BLOCK\):$/m);
  });
});

describe("the elements of a PNaCl file", () => {
  for (const name of FIXTURES) {
    it(`tile ${name} without an undecoded bit`, () => {
      assert.equal(assertTiles(opened(fixtureBytes(name))).counts.undecoded, 0);
    });
  }
  it("tile a header that ends within a field's alignment", () => {
    const header = [...new TextEncoder().encode("PEXE"), 1, 0, 11, 0, 0x11, 0, 7, 0, 2, 0, 0, 0, 0, 0, 0];
    assertTiles(opened(Uint8Array.from([...header, ...new Uint8Array(13)])));
  });
});

/** All entries of one section, without nested ones. */
function whole(document: IrDocument, id: number): readonly Entry[] {
  const entries: Entry[] = [];
  for (;;) {
    const page = document.entries(id, entries.length, 7, {});
    entries.push(...page.entries);
    if (page.end) return entries;
  }
}
