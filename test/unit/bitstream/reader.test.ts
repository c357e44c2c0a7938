import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ResidentWindow } from "../../../extension/document/window";
import { abbreviationText } from "../../../extension/formats/bitstream/abbreviation";
import { BitstreamReader } from "../../../extension/formats/bitstream/reader";
import { BitWriter, irMagic } from "../../support/bitWriter";

function reader(writer: BitWriter): BitstreamReader {
  return new BitstreamReader(new ResidentWindow(writer.done()), { startBit: 32 });
}
function events(r: BitstreamReader): string[] {
  const seen: string[] = [];
  for (;;) {
    const event = r.next();
    const { code, length } = r.record;
    seen.push(
      event === "record" ? `record ${code}/${length}` : event === "fault" ? `fault ${r.fault?.message ?? ""}` : event,
    );
    if (event === "end" || event === "fault") return seen;
  }
}

describe("the bitstream reader", () => {
  it("reads nested blocks and records", () => {
    const r = reader(irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(7, 32).end().record(9).end());
    assert.deepEqual(events(r), [
      "enterBlock",
      "record 1/1",
      "enterBlock",
      "record 7/1",
      "endBlock",
      "record 9/0",
      "endBlock",
      "end",
    ]);
  });
  it("reads every encoding of an abbreviation", () => {
    const writer = irMagic().enter(8, 4).define(5, { fixed: 3 }, { vbr: 6 }, "char6", "array", { fixed: 8 });
    writer.use(4).fixed(6, 3).vbr(1000, 6).char6("x").vbr(2, 6).fixed(65, 8).fixed(66, 8);
    const r = reader(writer.end());
    r.next();
    r.next();
    assert.ok(r.abbreviation);
    assert.equal(abbreviationText(r.abbreviation), "<5, fixed(3), vbr(6), char6, array(fixed(8))>");
    r.next();
    assert.equal(r.record.code, 5);
    assert.deepEqual([...r.record.values.subarray(0, r.record.length)], [6, 1000, 120, 65, 66]);
    assert.equal(r.record.arrayStart, 3);
  });
  it("reads a blob with its alignment", () => {
    const writer = irMagic().enter(8, 3).define(1, "blob");
    writer.use(4).vbr(5, 6).align32();
    for (const byte of [1, 2, 3, 4, 5]) writer.fixed(byte, 8);
    writer.align32().record(2);
    const r = reader(writer.end());
    assert.deepEqual(events(r), ["enterBlock", "defineAbbrev", "record 1/0", "record 2/0", "endBlock", "end"]);
  });
  it("refuses records of operands without bits: a few bytes would mean any number of them", () => {
    const literals = Array.from({ length: 300 }, () => 7);
    const all = events(
      reader(
        irMagic()
          .enter(8, 4)
          .define(...literals)
          .use(4)
          .end(),
      ),
    );
    assert.match(all.at(-1) ?? "", /^fault Abbreviation of more than \d+ literals/);
    const some = events(
      reader(
        irMagic()
          .enter(8, 4)
          .define(...literals.slice(0, 200))
          .use(4)
          .end(),
      ),
    );
    assert.ok(some.includes("record 7/199"));
    const array = irMagic().enter(8, 4).define(5, "array", { fixed: 0 }).use(4).vbr(40, 6);
    for (let i = 0; i < 40; i++) array.fixed(0, 32);
    assert.ok(events(reader(array.end())).includes("record 5/40"));
    const endless = irMagic().enter(8, 4).define(5, "array", { fixed: 0 }).use(4).vbr(1000, 6);
    for (let i = 0; i < 40; i++) endless.fixed(0, 32);
    assert.match(events(reader(endless.end())).at(-1) ?? "", /^fault an array of 1000 operands that take no bits/);
  });
  it("returns operands past 53 bits exactly", () => {
    const r = reader(
      irMagic()
        .enter(8, 3)
        .record(4, 2n ** 64n - 1n, 7)
        .end(),
    );
    r.next();
    r.next();
    assert.equal(r.record.big(0), 2n ** 64n - 1n);
    assert.equal(r.record.big(1), 7n);
  });
  it("gives a block the abbreviations that BLOCKINFO set for its id, until a new BLOCKINFO replaces them", () => {
    const info = (writer: BitWriter, code: number): BitWriter =>
      writer.enter(0, 3).record(1, 17).define(code, { fixed: 4 }).end();
    const writer = info(irMagic(), 1).enter(17, 3);
    writer.use(4).fixed(9, 4).end();
    info(writer, 2).enter(17, 3).use(4).fixed(8, 4).end();
    const r = reader(writer);
    assert.deepEqual(
      events(r).filter((e) => e.startsWith("record")),
      ["record 1/1", "record 1/1", "record 1/1", "record 2/1"],
    );
  });
  it("reads a width of 0 as the literal 0", () => {
    const writer = irMagic().enter(8, 3).define(1, { fixed: 0 }, { vbr: 6 });
    const r = reader(writer.use(4).vbr(3, 6).end());
    r.next();
    r.next();
    r.next();
    assert.deepEqual([...r.record.values.subarray(0, 2)], [0, 3]);
  });
  const faults: [string, BitWriter, RegExp][] = [
    ["an abbreviation that is never defined", irMagic().enter(8, 4).use(9).end(), /Unknown abbrev number 9/],
    [
      "an array that is not second to last",
      irMagic().enter(8, 3).define(1, "array", { fixed: 8 }, 3).use(4),
      /Array op not second to last/,
    ],
    ["a width over 32", irMagic().enter(8, 3).define(1, { fixed: 33 }), /size > 32/],
    ["a code size of 0", irMagic().enter(8, 0).fixed(1, 32), /current code size is 0/],
    [
      "more operands than there are bits",
      irMagic()
        .enter(8, 3)
        .fixed(3, 3)
        .vbr(1, 6)
        .vbr(2 ** 32, 6)
        .align32(),
      /cannot be in the/,
    ],
    [
      "END_BLOCK outside of all blocks",
      irMagic().fixed(4, 32).fixed(5, 32).fixed(6, 32),
      /Invalid record at top-level/,
    ],
    [
      "a stream that ends in a block",
      irMagic().enter(8, 3).fixed(3, 3).vbr(1, 6).vbr(4, 6).vbr(1, 6).fixed(33, 11),
      /the stream ends|cannot be in/,
    ],
  ];
  for (const [name, writer, message] of faults) {
    it(`reports ${name}`, () => {
      assert.match(events(reader(writer.align32())).at(-1) ?? "", message);
    });
  }
  it("continues after a damaged block by the length in its header", () => {
    const writer = irMagic().enter(8, 3).enter(17, 3).use(6).end().record(5, 1).end();
    const r = reader(writer);
    for (let event = r.next(); event !== "fault"; event = r.next());
    assert.notEqual(r.recover(), undefined);
    assert.deepEqual(events(r), ["record 5/1", "endBlock", "end"]);
  });
  it("continues from a checkpoint as if it had read everything before", () => {
    const writer = irMagic().enter(8, 3).define(1, { vbr: 6 });
    for (let i = 0; i < 20; i++) writer.use(4).vbr(i, 6);
    const r = reader(writer.end());
    for (let i = 0; i < 7; i++) r.next();
    const checkpoint = r.checkpoint();
    const rest = events(r);
    r.restore(checkpoint);
    assert.deepEqual(events(r), rest);
  });
});

/** A window whose pages are copied for whoever reads on. */
class Copied extends ResidentWindow {
  readonly pageBytes = 64;
  copy(startByte: number, target: Uint8Array): void {
    target.set(this.view(startByte, startByte + target.length));
  }
}

describe("a window that copies", () => {
  it("gives a reader the same records as one that is in memory", () => {
    const bytes = new Uint8Array(readFileSync("samples/factorial.bc"));
    const records = (window: ResidentWindow): readonly string[] => {
      const reader = new BitstreamReader(window, { startBit: 32 });
      const found: string[] = [];
      for (let event = reader.next(); event !== "end" && event !== "fault"; event = reader.next()) {
        const { startBit, code, length, values } = reader.record;
        found.push(event === "record" ? `${startBit} ${code} ${values.slice(0, length).join()}` : event);
      }
      return found;
    };
    assert.deepEqual(records(new Copied(bytes)), records(new ResidentWindow(bytes)));
    assert.ok(records(new Copied(bytes)).length > 100);
  });
});
