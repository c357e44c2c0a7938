/** Metadata records as they are stored: operands of any width, and strings that stay in the file. */
import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import { BitRecord } from "../../../extension/formats/bitstream/record";
import { openDocument } from "../../../extension/formats/detect";
import { MetadataStore } from "../../../extension/formats/llvm/metadata/store";
import { irMagic } from "../../support/bitWriter";
import type { Record } from "./stream";
import { enteredBlock } from "./stream";

const METADATA = 15;
const [STRING_OLD, NODE] = [1, 3];

/** A store with these records; the characters of strings in the file are `characters`. */
function stored(records: readonly Record[], characters = ""): MetadataStore {
  const store = new MetadataStore(new ResidentWindow(Buffer.from(characters, "latin1")));
  const reader = enteredBlock(METADATA, records);
  while (reader.next() === "record") {
    const { record } = reader;
    if (record.code === STRING_OLD) store.addCharacters(STRING_OLD, record);
    else store.add(record.code, record);
  }
  return store;
}

describe("stored metadata", () => {
  it("has the operands of each record, up to 64 bits", () => {
    const wide = [2n ** 32n - 2n, 2n ** 32n - 1n, 2n ** 32n, 2n ** 53n, 2n ** 64n - 1n];
    const store = stored([[NODE, 0, 1], [NODE], [7, ...wide], [NODE, 5]]);
    assert.deepEqual(
      [0, 1, 2, 3].map((id) => store.length(id)),
      [2, 0, 5, 1],
    );
    assert.deepEqual([store.size, store.code(2), store.operand(0, 1), store.operand(3, 0)], [4, 7, 1, 5]);
    assert.deepEqual(
      wide.map((_, index) => store.operand(2, index)),
      wide.map(Number),
    );
    assert.deepEqual(
      wide.map((_, index) => store.bigOperand(2, index)),
      wide,
    );
    store.settle();
    assert.equal(store.bigOperand(2, 4), 2n ** 64n - 1n);
  });
  it("has strings of the file and strings of records", () => {
    const store = stored([[STRING_OLD, 0x61, 0xff]], "in the file");
    store.addString(STRING_OLD, 64, 3, 3);
    store.addString(STRING_OLD, 64, 7, 4);
    store.addCharacters(STRING_OLD, Object.assign(new BitRecord(), { code: 1, length: 0, startBit: 99 }));
    assert.deepEqual(
      [0, 1, 2, 3].map((id) => store.string(id)),
      ["a\xff", "the", "file", ""],
    );
    assert.deepEqual([store.bitOf(1), store.bitOf(3), store.bitOf(4)], [64, 99, undefined]);
  });
});

describe("the assembly of a module with much metadata", () => {
  it("shows its head alone if its nodes would take more memory than there may be", () => {
    const writer = irMagic().enter(8, 3).record(1, 1);
    writer.enter(17, 4).record(1, 1).record(16).end();
    writer.enter(METADATA, 4);
    for (let i = 0; i < 60_000; i++) writer.record(NODE, i, i + 1, i + 2, 0, 0, 0);
    const bytes = writer.end().end().done();
    assert.ok(bytes.length > 1 << 19, "large enough to be read in the background");
    const codesWith = (maxMemory: number): readonly string[] => {
      const document = openDocument(new ResidentWindow(bytes), { maxMemory });
      const assembly = document.assembly?.({ fileName: "-", inBackground: true });
      for (const work = assembly?.background?.(); work?.next().done === false;);
      return document.problems().map(({ code }) => code);
    };
    assert.deepEqual([codesWith(1 << 20), codesWith(1 << 25)], [["limit"], []]);
  });
});
