import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Entry, ListingOptions, SectionId } from "../../../extension/document/section";
import { pieceText } from "../../../extension/document/byteText";
import { BitWriter, irMagic } from "../../support/bitWriter";
import { cardOf, rows } from "../../support/rows";
import { assertTiles, listing, opened } from "../../support/tiling";

const dumped = (bytes: Uint8Array, release?: string): string =>
  [...opened(bytes).dump({ fileName: "-", ...(release === undefined ? {} : { release }) })].map(pieceText).join("");

/** A stream with an unknown magic, whose BLOCKINFO names its blocks and records, as Clang's streams do. */
function named(): BitWriter {
  const name = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));
  const writer = new BitWriter()
    .magic("ABCD")
    .enter(0, 3)
    .record(1, 9)
    .record(2, ...name("Meta"))
    .record(3, 1, ...name("Version"))
    .end();
  return writer.enter(9, 3).record(1, 2).record(5).end();
}

describe("any bitstream", () => {
  it("tells where entries are without their rows, to whoever needs no more", () => {
    const document = opened(named().done());
    const entriesOf = (section: SectionId, options: ListingOptions): readonly Entry[] => {
      const found: Entry[] = [];
      for (let end = false; !end;) {
        const page = document.entries(section, found.length, 100, options);
        found.push(...page.entries);
        ({ end } = page);
      }
      return found;
    };
    const [root = 0] = document.roots();
    const whole = entriesOf(root, {});
    const ranges = (entries: readonly Entry[]) => entries.map(({ kind, startBit, endBit }) => [kind, startBit, endBit]);
    assert.deepEqual(ranges(entriesOf(root, { bare: true })), ranges(whole));
    const [inner] = whole.flatMap((entry) => (entry.kind === "section" ? [entry.section] : []));
    assert.ok(inner !== undefined);
    const rows = (options: ListingOptions): number =>
      entriesOf(inner, options).reduce((sum, entry) => sum + (entry.kind === "lines" ? entry.lines.length : 0), 0);
    assert.ok(rows({}) > 0);
    assert.equal(rows({ bare: true }), 0);
  });
  it("is dumped with the names in its BLOCKINFO", () => {
    assert.match(
      dumped(named().done()),
      /^<BLOCKINFO_BLOCK\/>\n<Meta NumWords=\d BlockCodeSize=3>\n {2}<Version op0=2\/>\n {2}<UnknownCode5\/>\n<\/Meta>\n\n\nSummary of -:/,
    );
  });
  it("indents what follows a nested block of the same kind like what precedes it", () => {
    const nest = named().enter(9, 3).record(5).enter(9, 3).record(1, 2).end().record(1, 3).record(5).end();
    const lines = dumped(nest.done()).split("\n").slice(5, 12);
    const depths = lines.map((line) => `${line.length - line.trimStart().length}${line.trim().slice(0, 4)}`);
    assert.deepEqual(depths, ["0<Met", "2<Unk", "2<Met", "4<Ver", "2</Me", "2<Ver", "2<Unk"]);
  });
  it("is dumped up to metadata strings that would be past the end, as llvm-bcanalyzer does", () => {
    /** A METADATA_STRINGS that announces `count` strings and holds `ab`, `c`. */
    const strings = (count: number, ...lengths: readonly number[]): Uint8Array => {
      const out = irMagic().enter(8, 3).record(1, 2).enter(15, 3);
      out.define(35, { vbr: 6 }, { vbr: 6 }, "blob").use(4).vbr(count, 6).vbr(4, 6).vbr(7, 6).align32();
      const [first = 0, second = 0] = lengths;
      out
        .fixed(first | (second << 6), 32)
        .fixed(0x636261, 24)
        .align32();
      return out.end().end().done();
    };
    const ending = (count: number, ...lengths: readonly number[]): readonly [string, readonly string[]] => {
      const document = opened(strings(count, ...lengths));
      const text = [...document.dump({ fileName: "-" })].map(pieceText).join("");
      return [text.slice(text.indexOf("num-strings")), document.problems().map(({ message }) => message)];
    };
    const [whole, none] = ending(2, 2, 1);
    assert.ok(whole.startsWith("num-strings = 2 {\n      'ab'\n      'c'\n    }\n  </METADATA_BLOCK>\n"), whole);
    assert.deepEqual(none, []);
    const past = ["Malformed METADATA_STRINGS: the characters of string 1 would be past the end"];
    assert.deepEqual(ending(2, 2, 9), ["num-strings = 2 {\n      'ab'\n", past]);
    const [, lengths] = ending(0, 2, 1);
    assert.deepEqual(lengths, ["Malformed METADATA_STRINGS: the length of string 5 would be past the end"]);
  });
  it("uses the first name if BLOCKINFO names a code twice", () => {
    const twice = new BitWriter().magic("ABCD").enter(0, 3).record(1, 9).record(3, 1, 97).record(3, 1, 98).end();
    assert.match(dumped(twice.enter(9, 3).record(1).end().done()), /\n {2}<a\/>\n/);
  });
  it("is dumped with the names of the newest llvm-bcanalyzer, or of the requested one", () => {
    const bytes = irMagic()
      .enter(8, 3)
      .enter(11, 3)
      .record(12)
      .record(32)
      .end()
      .enter(17, 3)
      .record(10)
      .end()
      .end()
      .done();
    const names = (release?: string): readonly string[] =>
      [...dumped(bytes, release).matchAll(/^ {4}<(\w+)\/>$/gm)].map(([, name = ""]) => name);
    assert.deepEqual(names(), ["UnknownCode12", "CE_GEP", "HALF"]);
    assert.deepEqual(names("19"), ["UnknownCode12", "CE_GEP", "HALF"]);
    assert.deepEqual(names("18"), ["CE_GEP", "UnknownCode32", "HALF"]);
    assert.deepEqual(names("11"), ["CE_GEP", "UnknownCode32", "UnknownCode10"]);
  });
  it("prints operands as signed 64-bit numbers, and arrays of printable bytes as strings", () => {
    const writer = irMagic()
      .enter(8, 3)
      .record(1, 2n ** 64n - 1n)
      .define(16, "array", "char6");
    const text = dumped(writer.use(4).vbr(2, 6).char6("ab").end().done());
    assert.match(text, /<VERSION op0=-1\/>/);
    assert.match(text, /<SOURCE_FILENAME abbrevid=4 op0=97 op1=98\/> record string = 'ab'/);
  });
  it("lists blocks and records with their positions", () => {
    const lines = listing(opened(named().done())).split("\n");
    assert.match(lines[1] ?? "", /^ {7}4:0\|1: <65535, 0, 3> +\|blockinfo \{ {2}; BLOCKINFO_BLOCK/);
    assert.ok(lines.some((l) => /\| {2}3: <1, 2> +\| {2}Version$/.test(l)));
  });
  it("shows each operand's bits and encoding, and how a record is written", () => {
    const writer = new BitWriter().magic("ABCD").enter(77, 3).define(5, { vbr: 6 }, { fixed: 4 });
    const document = opened(writer.use(4).vbr(40, 6).fixed(9, 4).record(6, 1).end().done());
    const row = [...rows(document)].find((r) => r.tokens.record.some((t) => t.operand === 1))!;
    const operand = cardOf(row, "record", (t) => t.operand === 1);
    assert.match(operand?.title ?? "", /^9 — second operand of UnknownCode5$/);
    assert.equal(operand?.encoding, "fixed(4), abbreviation 4");
    assert.equal((operand?.bits?.endBit ?? 0) - (operand?.bits?.startBit ?? 0), 4);
    const id = cardOf(row, "record", (t) => t.kind === "attribute");
    assert.deepEqual(id?.lines.at(-1), { label: "abbrev", text: "<5, vbr(6), fixed(4)>" });
    const code = cardOf(row, "record", (t) => t.kind === "keyword");
    assert.equal(code?.encoding, "literal, abbreviation 4");
  });
  it("tiles, including wrapper and trailing bytes", () => {
    const stream = named().done();
    const wrapped = new BitWriter()
      .fixed(0x0b17c0de, 32)
      .fixed(0, 32)
      .fixed(20, 32)
      .fixed(stream.length, 32)
      .fixed(7, 32);
    for (const byte of stream) wrapped.fixed(byte, 8);
    for (let i = 0; i < 12; i++) wrapped.fixed(0, 8);
    const document = opened(wrapped.done());
    assert.equal(assertTiles(document).counts.undecoded, 0);
    assert.deepEqual(document.problems(), []);
  });
  it("tiles a wrapper whose last field the stream begins within", () => {
    for (const start of [16, 17, 19, 20, 21]) {
      const wrapped = new BitWriter().fixed(0x0b17c0de, 32).fixed(0, 32).fixed(start, 32).fixed(24, 32);
      while (wrapped.bits < 8 * start) wrapped.fixed(0, 8);
      for (const byte of named().done()) wrapped.fixed(byte, 8);
      assertTiles(opened(wrapped.done()));
    }
  });
  it("shows what comes before and after a damaged block, and a row at the fault", () => {
    const bytes = irMagic()
      .enter(8, 3)
      .record(1, 2)
      .enter(17, 3)
      .record(7, 32)
      .use(6)
      .end()
      .record(16, 97)
      .end()
      .done();
    const document = opened(bytes);
    const text = listing(document);
    assert.match(text, /type 0: i32/);
    assert.match(text, /; undecoded \d+ bits: Unknown abbrev number 6/);
    assert.match(text, /source_filename = "a"/);
    const problem = document.problems()[0];
    assert.equal(problem?.code, "bad-abbreviation");
    assert.deepEqual(problem.path.slice(-2), ["module", "types"]);
    assert.ok(assertTiles(document).counts.undecoded > 0);
  });
  it("tells once where a stream ends too early: in the innermost block", () => {
    const bytes = readFileSync("test/fixtures/llvm/mangled.bc");
    for (let length = 64; length < bytes.length; length += 4) {
      const text = listing(opened(Uint8Array.from(bytes.subarray(0, length))));
      const faults = text.match(/; undecoded \d+ bits: .*/g) ?? [];
      assert.ok(faults.length <= 1, `${length} bytes: ${faults.join("; ")}`);
    }
  });
  it("finds the entry that contains a bit", () => {
    const document = opened(named().done());
    for (let bit = 0; bit < document.bits; bit += 7) {
      const place = document.placeOf(bit);
      if (!place) continue;
      const entry = document.entries(place.section, place.entry, 1, {}).entries[0];
      assert.ok(entry && entry.startBit <= bit && bit < entry.endBit);
    }
  });
  it("reads a block's entries from any position as from its start", () => {
    const writer = irMagic().enter(8, 3);
    for (let i = 0; i < 5000; i++) writer.record(1, i);
    const document = opened(writer.end().done());
    const root = document.roots()[0]!;
    const nested = document.entries(root, 1, 1, {}).entries[0]!;
    assert.ok(nested.kind === "section");
    const all = document.entries(nested.section, 0, 10_000, {}).entries;
    for (const from of [1023, 1024, 1025, 4500]) {
      assert.deepEqual(document.entries(nested.section, from, 3, {}).entries, all.slice(from, from + 3));
    }
  });
});
