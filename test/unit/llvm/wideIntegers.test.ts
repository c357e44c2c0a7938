/** Integers of many words: read and printed in proportion to the file. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { HOSTILE } from "../../support/hostile";
import { irMagic } from "../../support/bitWriter";
import { opened } from "../../support/tiling";

const made = (kind: string, count: number): Uint8Array => HOSTILE[kind]?.(count) ?? new Uint8Array();

function textOf(bytes: Uint8Array): { text: string; problems: ReturnType<ReturnType<typeof opened>["problems"]> } {
  const document = opened(bytes);
  let text = "";
  for (const piece of document.text({ fileName: "x" })) text += pieceText(piece);
  return { text, problems: document.problems() };
}

describe("wide integers", () => {
  it("are put together from their words", () => {
    const words = 5;
    let value = 0n;
    for (let i = 0; i < words; i++) value = (value << 64n) | 7n;
    assert.ok(textOf(made("wideInteger.bc", words)).text.includes(`add i${64 * words} ${value}, ${value}`));
  });

  it("are written alike at each of many mentions", () => {
    const { text } = textOf(made("wideInteger.bc", 300));
    const value = /add i19200 (\d+), /.exec(text)?.[1] ?? "";
    assert.ok(value.length > 5000);
    assert.equal(text.split(value).length - 1, 2 * (text.split("add i19200").length - 1));
  });

  it("count as many characters as they have: a hundred mentions of one took 5000 times the file", () => {
    const bytes = made("wideInteger.bc", 4000);
    const { text, problems } = textOf(bytes);
    // The room for constants, and the last of them, which may exceed it.
    assert.ok(text.length < 2 ** 20 + 256 * bytes.length + 2 ** 18, `${text.length}`);
    assert.ok(problems.some(({ code, startBit, endBit }) => code === "limit" && startBit < endBit));
  });

  it("are not computed with: a few bytes could ask for a megabyte each", () => {
    const { problems } = textOf(made("wideSums.bc", 200));
    const limits = problems.filter(({ code }) => code === "limit");
    assert.ok(limits.length > 0);
    for (const { startBit, endBit } of limits) assert.ok(startBit < endBit);
  });
  it("are computed with where the block has room for the results", () => {
    // @0 = constant i2000 (add i2000 2, 3)
    const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 1).record(7, 2000).end();
    out.record(7, 0, 0, 0, 3, 4, 0, 0, 0, 0, 0, 0);
    out.enter(11, 4).record(1, 0).record(4, 4).record(4, 6).record(10, 0, 1, 2).end();
    const { text, problems } = textOf(out.end().done());
    assert.match(text, /^@0 = constant i2000 5$/m);
    assert.deepEqual(problems, []);
  });
  it("are cut to the elements of plain data", () => {
    // @0 = constant [2 x i32] [i32 -1, i32 4]
    const out = irMagic().enter(8, 3).record(1, 2).enter(17, 4).record(1, 2).record(7, 32).record(11, 2, 0).end();
    out.record(7, 0, 0, 1, 3, 2, 0, 0, 0, 0, 0, 0);
    out
      .enter(11, 4)
      .record(1, 1)
      .record(22, 2n ** 64n - 1n, 4)
      .end();
    const { text, problems } = textOf(out.end().done());
    assert.match(text, /^@0 = constant \[2 x i32\] \[i32 -1, i32 4\]$/m);
    assert.deepEqual(problems, []);
  });
});
