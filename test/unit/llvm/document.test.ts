/** Complete modules: text as the reference prints it, listing, outline, symbols, places of definitions. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import type { IrDocument } from "../../../extension/document/document";
import { irMagic } from "../../support/bitWriter";
import { assertTiles, listing, opened } from "../../support/tiling";
import { nodesIn, topOf } from "../../support/outline";

const folder = path.resolve("test/fixtures/llvm");

function fixture(name: string): IrDocument {
  return opened(new Uint8Array(readFileSync(path.join(folder, `${name}.bc`))));
}
function text(document: IrDocument, options: { release?: string; function?: string } = {}): string {
  return [...document.text({ fileName: "<stdin>", ...options })].map((piece) => pieceText(piece)).join("");
}

describe("the text of an LLVM module", () => {
  for (const name of ["instructions", "typed", "debug"]) {
    it(`is what llvm-dis prints: ${name}`, () => {
      const document = fixture(name);
      assert.equal(text(document), readFileSync(path.join(folder, `${name}.txt`), "latin1"));
      assert.deepEqual(document.problems(), []);
    });
  }
  const upgraded = [
    { name: "intrinsics", what: "intrinsics that the release does not have in this form", release: "9" },
    { name: "constants", what: "constant expressions that it does not have, labels among arguments", release: "22" },
    {
      name: "attributes",
      what: "attributes that say more in a section, in metadata, in another attribute",
      release: "22",
    },
  ];
  for (const { name, what, release } of upgraded) {
    it(`is what llvm-dis of LLVM ${release} makes of ${what}`, () => {
      const document = fixture(name);
      assert.equal(text(document, { release }), readFileSync(path.join(folder, `${name}.txt`), "latin1"));
      assert.deepEqual(document.problems(), []);
    });
  }
  it("of one function contains only that function", () => {
    const printed = text(fixture("typed"), { function: "walk" });
    assert.match(printed, /^define i32 @walk\(/m);
    assert.doesNotMatch(printed, /declare|target/);
  });
  it("follows the style of the requested release", () => {
    const document = fixture("typed");
    assert.match(text(document, { release: "13" }), /load %list\*, %list\*\* %2/);
    const later = text(document, { release: "22" });
    assert.match(later, /load ptr, ptr %2/);
    assert.match(later, /-i128:128-/, "the data layout is brought up to date");
  });
  it("names the source file, or the file itself if the module does not say, or none if the name is empty", () => {
    const named = (...name: readonly (readonly number[])[]): string => {
      const out = irMagic().enter(8, 3).record(1, 2);
      for (const characters of name) out.record(16, ...characters);
      return text(opened(out.end().done()));
    };
    assert.match(named([97, 46, 99]), /^source_filename = "a\.c"$/m);
    assert.match(named(), /^source_filename = "<stdin>"$/m);
    assert.doesNotMatch(named([]), /source_filename/);
  });
  it("is the same when printed twice", () => {
    const document = fixture("debug");
    assert.equal(text(document), text(document));
  });
});

describe("the listing of an LLVM module", () => {
  it("shows records with the IR that they mean", () => {
    const shown = listing(fixture("instructions"));
    assert.match(shown, /\| {2}define dso_local fastcc noundef i32 @arithmetic\(i32 %a, .* \{ {2}; FUNCTION_BLOCK/);
    assert.match(shown, /\|\s+%b = sdiv exact i32 %1, 3$/m);
    assert.match(shown, /\|\s+type \d+: %pair = type \{ i32, ptr \}$/m);
    assert.match(shown, /\|\s+%two: "two"$/m);
    assert.match(shown, /^ {10}\| {40}\|\s+pad:$/m, "labels have rows without a position");
  });
  it("shows what the file contains, before any upgrade", () => {
    const shown = listing(fixture("typed"));
    assert.match(shown, /target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128/);
    assert.match(shown, /llvm\.memcpy\.p0i8\.p0i8\.i64/);
  });
  it("names metadata by its index in the file's table", () => {
    const shown = listing(fixture("debug"));
    const definition = /!(\d+) = !DILocalVariable\(name: "x", arg: 1, scope: !(\d+)/.exec(shown);
    assert.ok(definition);
    assert.match(shown, new RegExp(`!${definition[2] ?? ""} = distinct !DISubprogram`));
  });
});

describe("symbols of an LLVM module", () => {
  it("have llvm-nm's letters", () => {
    const letters = new Map([...fixture("instructions").symbols()].map((s) => [s.name, s.letter]));
    assert.equal(letters.get("arithmetic"), "T");
    assert.equal(letters.get("callee"), "U");
    assert.equal(letters.get("shared"), "W");
    assert.equal(letters.get("table"), "d");
    assert.equal(letters.get("wide"), "D");
    assert.equal(letters.has("text"), false, "private globals are no symbols");
    assert.equal(letters.has("llvm.ctpop.i64"), false, "intrinsics are no symbols");
  });
  it("lead to their definitions", () => {
    const document = fixture("instructions");
    const bodies = topOf(document).find((node) => node.name === "functions");
    const function_ = nodesIn(bodies).find((node) => node.name === "@arithmetic");
    assert.ok(function_?.symbol !== undefined);
    const place = document.locate(function_.symbol);
    assert.ok(place);
    assert.match(document.section(place.section).title, /@arithmetic/);
  });
  it("of values differ between functions", () => {
    const document = fixture("instructions");
    const bodies = topOf(document).find((node) => node.name === "functions");
    const blocks = nodesIn(bodies).flatMap(nodesIn);
    const symbols = blocks.map((block) => block.symbol);
    assert.equal(new Set(symbols).size, symbols.length);
    for (const { symbol, startBit } of blocks) {
      const place = symbol === undefined ? undefined : document.locate(symbol);
      assert.ok(place, symbol);
      assert.deepEqual(place, document.placeOf(startBit));
    }
  });
});

describe("a hover in an LLVM module", () => {
  it("shows an operand's bits and meaning", () => {
    const document = fixture("typed");
    const bodies = topOf(document).find((node) => node.name === "functions");
    const [walk] = nodesIn(bodies);
    assert.ok(walk);
    const place = document.placeOf(nodesIn(walk)[0]?.startBit ?? 0);
    assert.ok(place);
    const [entry] = document.entries(place.section, place.entry, 1, {}).entries;
    assert.ok(entry?.kind === "lines");
    const line = entry.lines.findIndex((l) => l.record.length > 0);
    const token = entry.lines[line]?.record.findIndex((t) => t.operand === 1) ?? -1;
    const card = document.hover(place, entry, { column: "record", line, token });
    assert.match(card?.title ?? "", /second operand of INST_GEP/);
    assert.ok(card?.bits && card.bits.startBit > entry.startBit && card.bits.endBit <= entry.endBit);
    assert.match(card.encoding ?? "", /^fixed\(\d+\), abbreviation \d+$/);
  });
});

describe("the elements of an LLVM module", () => {
  for (const name of ["instructions", "typed", "debug"]) {
    it(`tile it, all of them understood: ${name}`, () => {
      const { counts } = assertTiles(fixture(name));
      assert.equal(counts.undecoded, 0);
      assert.equal(counts.opaque, 0);
    });
  }
});

describe("a module's surroundings", () => {
  const bytes = new Uint8Array(readFileSync(path.join(folder, "instructions.bc")));
  const damaged = (change: (copy: Uint8Array) => Uint8Array): readonly string[] => {
    const document = opened(change(bytes.slice()));
    text(document);
    return document.problems().map(({ message }) => message);
  };

  it("are damaged if the length of the identification points past the end", () => {
    const messages = damaged((copy) => {
      new DataView(copy.buffer).setUint32(8, 1 << 20, true);
      return copy;
    });
    assert.ok(messages.includes("block 13 ends past the file's end"), messages.join("; "));
  });
  it("are damaged if the symbol table for linkers is, though no text needs it", () => {
    const messages = damaged((copy) => {
      // ENTER_SUBBLOCK of block 25 with abbreviation ids of 3 bits, one word long, beginning with an undefined id.
      const symbols = new Uint8Array(new Uint32Array([1 | (25 << 2) | (3 << 10), 1, 0xffffffff]).buffer);
      return Uint8Array.from([...copy, ...symbols]);
    });
    assert.deepEqual(messages, ["Unknown abbrev number 7"]);
  });
});
