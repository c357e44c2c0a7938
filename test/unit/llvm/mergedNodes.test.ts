/** Nodes that are equal without pointee types. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import type { BitWriter } from "../../support/bitWriter";
import { irMagic } from "../../support/bitWriter";
import { opened } from "../../support/tiling";

/** A module of LLVM 13 whose metadata are the undefined values of these constants' types. */
function module(constants: readonly number[], types: (out: BitWriter) => BitWriter): Uint8Array {
  const out = irMagic();
  out
    .enter(13, 5)
    .record(1, ...Buffer.from("LLVM13.0.1"))
    .end();
  types(out.enter(8, 3).record(1, 2).enter(17, 4)).end();
  out.enter(11, 4);
  for (const type of constants) out.record(1, type).record(3);
  out.end().enter(15, 3);
  constants.forEach((type, index) => out.record(2, type, index));
  constants.forEach((_, index) => out.record(3, index + 1));
  out.record(4, ...Buffer.from("all")).record(10, ...constants.map((_, index) => constants.length + index));
  return out.end().end().done();
}
function textOf(bytes: Uint8Array): string {
  let text = "";
  for (const piece of opened(bytes).text({ fileName: "x", release: "22" })) text += pieceText(piece);
  return text;
}

describe("nodes that are equal without pointees", () => {
  it("are one", () => {
    // i8, i16, i8*, i16*
    const pointers = (out: BitWriter): BitWriter =>
      out.record(1, 4).record(7, 8).record(7, 16).record(8, 0, 0).record(8, 1, 0);
    assert.match(textOf(module([2, 3], pointers)), /^!all = !\{!0, !0\}$/m);
    assert.match(textOf(module([0, 1], pointers)), /^!all = !\{!0, !1\}$/m);
  });
  it("are found in limited time, however many elements types have within each other", () => {
    const COUNT = 3000;
    const nested = (out: BitWriter): BitWriter => {
      out.record(1, 5).record(7, 8).record(8, 0, 0);
      for (let depth = 1; depth < 4; depth++) out.record(18, 0, ...new Array<number>(COUNT).fill(depth));
      return out;
    };
    assert.match(textOf(module([4, 4], nested)), /^!all = !\{!0, !0\}$/m);
  });
});

describe("types that differ in annotations", () => {
  it("are one since LLVM 19, which does not read these, also where functions have them", () => {
    const bytes = new Uint8Array(readFileSync("test/fixtures/llvm/typeTags.bc"));
    const pointers = ["18", "23"].map((release) => {
      let text = "";
      for (const piece of opened(bytes).text({ fileName: "x", release })) text += pieceText(piece);
      return text.match(/DW_TAG_pointer_type/g)?.length;
    });
    assert.deepEqual(pointers, [4, 2]);
  });
});
