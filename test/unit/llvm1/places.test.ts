import assert from "node:assert/strict";
import type { Entry, Place } from "../../../extension/document/section";
import type { Token } from "../../../extension/document/token";
import { encodeModule } from "../../support/bytecode";
import { sampleModule } from "../../support/bytecodeSample";
import { opened } from "../../support/tiling";
import { allSteps } from "../../../extension/kit/steps";
import { nodesIn, topOf } from "../../support/outline";

const document = opened(encodeModule(sampleModule));

function entryAt(place: Place): Entry & { kind: "lines" } {
  const entry = document.entries(place.section, place.entry, 1, {}).entries[0];
  assert.equal(entry?.kind, "lines");
  return entry as Entry & { kind: "lines" };
}
/** The entry of the record at a byte, and its place. */
function recordAt(byte: number): { place: Place; entry: Entry & { kind: "lines" } } {
  const place = document.placeOf(byte * 8);
  assert.ok(place);
  return { place, entry: entryAt(place) };
}
function tokens(entry: Entry & { kind: "lines" }, column: "record" | "assembly"): readonly Token[] {
  return entry.lines.at(-1)![column];
}
const find = (list: readonly Token[], text: string): number => list.findIndex((token) => token.text === text);

describe("places in LLVM 1.x bytecode", () => {
  it("link every kind of use to its definition", () => {
    const { entry } = recordAt(159);
    const list = tokens(entry, "assembly");
    for (const [text, byte] of [
      ["%sum", 136],
      ["%value", 155],
    ] as const) {
      const token = list[find(list, text)];
      const place = document.locate(token?.symbol ?? "");
      assert.equal(entryAt(place!).startBit, byte * 8, text);
      const defined = tokens(entryAt(place!), "assembly").find((t) => t.symbol === token?.symbol && t.definition);
      assert.equal(defined?.text, text);
    }
    // Arguments are defined in the function's head, labels above their block; globals, types and callees in tables.
    const symbols = (byte: number): string[] =>
      tokens(recordAt(byte).entry, "assembly").flatMap((token) => token.symbol ?? []);
    const defined = (symbol: string): number => entryAt(document.locate(symbol)!).startBit / 8;
    assert.deepEqual(symbols(125).map(defined), [129]);
    assert.deepEqual(symbols(175).map(defined).slice(1), [62, 52, 136]);
    assert.ok(symbols(129).map(defined).includes(116));
    assert.ok(symbols(129).map(defined).includes(32));
  });

  it("have every bit of the file in an entry that contains it", () => {
    for (let bit = 0; bit < document.bits; bit += 8) {
      const place = document.placeOf(bit);
      assert.ok(place);
      const entry = document.entries(place.section, place.entry, 1, {}).entries[0];
      assert.ok(entry && entry.startBit <= bit && bit < entry.endBit, `byte ${bit / 8}`);
    }
    assert.equal(document.placeOf(document.bits), undefined);
  });

  it("pair a record's operand with its token, and show its meaning", () => {
    const { place, entry } = recordAt(159);
    const record = tokens(entry, "record");
    const assembly = tokens(entry, "assembly");
    const second = record.findIndex((token) => token.operand === 1);
    assert.equal(record[second]?.text, "4");
    assert.equal(assembly.find((token) => token.operand === 1 && token.symbol)?.text, "%value");
    const card = document.hover(place, entry, { column: "record", line: entry.lines.length - 1, token: second });
    assert.equal(card?.title, "operand of add");
    assert.equal(card?.container, "function %sum");
    assert.deepEqual(card?.lines, [
      { label: "raw", text: "4: int %value" },
      { label: "plane", text: "int, slot 4" },
    ]);
    assert.deepEqual([card?.bits?.startBit, card?.bits?.endBit, card?.encoding], [162 * 8, 163 * 8, "fixed(8)"]);
  });

  it("have an outline with functions first, and symbols as llvm-nm lists them", () => {
    const [functions] = topOf(document);
    const [sum] = nodesIn(functions);
    assert.deepEqual([functions?.name, sum?.name, sum?.detail], ["functions", "%sum", "int (%struct.list*)"]);
    assert.deepEqual(
      nodesIn(sum).map((block) => block.name),
      ["%entry", "%loop", "%body", "%done"],
    );
    const listed = [...document.symbols()].map(({ letter, name }) => `${letter} ${name}`);
    assert.deepEqual(listed, ["U printf", "T sum", "d .str", "d tail", "d head"]);
  });

  it("state the release and the target as facts", () => {
    assert.deepEqual(document.facts?.(), [
      { label: "release", value: "LLVM 1.9" },
      { label: "target", value: "little-endian, 32-bit pointers" },
    ]);
  });

  it("count the size of blocks and records", () => {
    const rows = allSteps(document.stats());
    const code = rows.find((row) => row.block === "InstructionList" && row.record === undefined);
    assert.deepEqual(code, { block: "InstructionList", count: 1, bits: 70 * 8 });
    assert.equal(rows.find((row) => row.record === "phi")?.count, 2);
  });

  it("are few in a folded preamble: symbol tables", () => {
    const folded = new Set<string>();
    for (let byte = 0; byte < document.bits / 8; byte++) {
      const place = document.placeOf(byte * 8)!;
      const section = document.section(place.section);
      if (section.foldedAtFirst) folded.add(section.kind);
    }
    assert.deepEqual([...folded], ["symbols"]);
  });
});
