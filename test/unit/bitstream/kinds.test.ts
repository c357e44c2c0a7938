import assert from "node:assert/strict";
import type { Leaf } from "../../../extension/document/element";
import { BitWriter } from "../../support/bitWriter";
import { assertTiles, listing, opened } from "../../support/tiling";
import { topOf } from "../../support/outline";

const codes = (text: string): readonly number[] => [...text].map((c) => c.charCodeAt(0));

const NAME = "StaticLibrary";

/** A stream whose BLOCKINFO names block 8 and its record 2, then that block with an abbreviated blob. */
function stream(magic: string): Uint8Array {
  const writer = new BitWriter().magic(magic).enter(0, 3);
  writer
    .record(1, 8)
    .record(2, ...codes("CONTROL_BLOCK"))
    .record(3, 2, ...codes("MODULE_NAME"))
    .end();
  // A blob: its length, padding to a word, its bytes, padding again.
  writer.enter(8, 3).define(2, "blob").use(4).vbr(NAME.length, 6).align32();
  for (const code of codes(NAME)) writer.fixed(code, 8);
  return writer.align32().end().done();
}

describe("bitstreams of other producers", () => {
  it("are recognised by their magic", () => {
    const titles = ["CPCH", "DIAG", "RMRK", "CTXP", "\xe2\x9c\xa8\x0e", "\xe2\x9c\xa8\x07", "\xf0\x9f\x8f\x8e"].map(
      (magic) => opened(stream(magic)).title,
    );
    assert.deepEqual(titles, [
      "Clang module or precompiled header",
      "Clang serialized diagnostics",
      "LLVM remarks",
      "LLVM contextual profile",
      "Swift module",
      "Swift documentation",
      "Swift source information",
    ]);
  });
  it("say what they are in the row of their magic", () =>
    assert.match(listing(opened(stream("\xe2\x9c\xa8\x0e"))), /\|; Swift module\n/));
  it("have named blocks and records from the first row on", () => {
    const document = opened(stream("CPCH"));
    assert.deepEqual(
      topOf(document).map(({ name }) => name),
      ["blockinfo", "control"],
    );
    assert.deepEqual(
      topOf(document).map(({ detail }) => detail),
      [undefined, NAME],
      "a block is known by its first text",
    );
    assert.match(listing(document), /SETRECORDNAME 2 "MODULE_NAME"/);
    assert.match(listing(document), /\| *MODULE_NAME "StaticLibrary" ; blob of 13 bytes\n/);
    assert.equal(assertTiles(document).counts.undecoded, 0);
  });
  it("show the facts in the control block", () => {
    assert.deepEqual(opened(stream("\xe2\x9c\xa8\x0e")).facts?.(), [
      { label: "kind", value: "Swift module" },
      { label: "module", value: NAME },
    ]);
  });
  it("have named operands where the stream's format is public", () => {
    const writer = new BitWriter().magic("DIAG").enter(0, 3);
    writer
      .record(1, 9)
      .record(2, ...codes("Diag"))
      .record(3, 2, ...codes("DiagInfo"))
      .end();
    const bytes = writer.enter(9, 3).record(2, 3, 1, 7, 12, 96).end().done();
    const document = opened(bytes);
    assert.match(listing(document), /\| *DiagInfo severity: error, file: 1, line: 7, column: 12, offset: 96\n/);
    const meanings: (string | undefined)[] = [];
    const leaf = ({ name, meaning }: Leaf): void => {
      if (/^operand \d/.test(name)) meanings.push(meaning);
    };
    const sink = { open: () => undefined, close: () => undefined, leaf };
    for (const walk = document.elements(sink); !walk.next().done;);
    assert.deepEqual(meanings.slice(-5), ["severity: error", "file", "line", "column", "offset"]);
    assert.deepEqual(meanings.slice(0, 2), ["block id", "character: 'D'"]);
  });
  it("takes no named operands for characters, and shows a text before them", () => {
    const writer = new BitWriter().magic("DIAG").enter(0, 3);
    writer
      .record(1, 9)
      .record(2, ...codes("Diag"))
      .record(3, 3, ...codes("SrcRange"))
      .record(3, 5, ...codes("CatName"))
      .end();
    writer
      .enter(9, 3)
      .record(3, 33, 34, 35, 36)
      .define(5, { vbr: 6 }, "blob")
      .use(4)
      .vbr(7, 6)
      .vbr(NAME.length, 6)
      .align32();
    for (const code of codes(NAME)) writer.fixed(code, 8);
    const rows = listing(opened(writer.align32().end().done()));
    assert.match(rows, /\| *SrcRange from file: 33, from line: 34, from column: 35, from offset: 36\n/);
    assert.match(rows, /\| *CatName "StaticLibrary" category: 7 ; blob of 13 bytes\n/);
  });

  /** A Swift module with a struct's record, written with this access level's width, and an identifier. */
  function swiftModule(accessWidth: number): Uint8Array {
    const writer = new BitWriter().magic("\xe2\x9c\xa8\x0e").enter(0, 3);
    const block = (id: number, name: string, ...records: readonly (readonly [number, string])[]): void => {
      writer.record(1, id).record(2, ...codes(name));
      for (const [code, record] of records) writer.record(3, code, ...codes(record));
    };
    block(8, "MODULE_BLOCK");
    block(11, "DECLS_AND_TYPES_BLOCK", [43, "STRUCT_DECL"]);
    block(12, "IDENTIFIER_DATA_BLOCK", [1, "IDENTIFIER_DATA"]);
    block(13, "INDEX_BLOCK", [3, "IDENTIFIER_OFFSETS"]);
    writer.end().enter(8, 3).enter(11, 3);
    const [id, one, count] = [{ fixed: 31 }, { fixed: 1 }, { vbr: 4 }];
    const access = { fixed: accessWidth };
    writer.define(43, id, { fixed: 32 }, one, one, id, access, count, count, "array", id).use(4);
    writer.fixed(7, 31).fixed(2, 32).fixed(0, 1).fixed(1, 1).fixed(0, 31).fixed(3, accessWidth).vbr(0, 4).vbr(1, 4);
    writer.vbr(1, 6).fixed(9, 31).end();
    writer.enter(12, 3).define(1, "blob").use(4).vbr(11, 6).align32();
    for (const code of codes("\0First\0Two\0")) writer.fixed(code, 8);
    writer.align32().end();
    return writer.enter(13, 3).record(3, 1, 7).end().end().done();
  }
  it("have named operands in a Swift module whose abbreviations are those of a known version", () => {
    const document = opened(swiftModule(3));
    const row =
      /\| *STRUCT_DECL name: "Two", context: 2, .*access level: 3, conformances: 0, inherited types: 1, type: 9\n/;
    assert.match(listing(document), row);
    assert.equal(assertTiles(document).counts.undecoded, 0);
    assert.match(listing(opened(swiftModule(5))), /\| *STRUCT_DECL\n/, "another layout has no names");
  });
});
