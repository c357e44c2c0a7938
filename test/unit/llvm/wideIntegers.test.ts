/** Integers of many words: read and printed in proportion to the file. */
import assert from "node:assert/strict";
import { pieceText } from "../../../extension/document/byteText";
import { HOSTILE } from "../../support/hostile";
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

  it("take little time however many instructions use them", () => {
    const started = process.cpuUsage();
    textOf(made("wideInteger.bc", 20_000));
    // One conversion takes 0.1 s; one for each of 200 mentions took 20 s.
    assert.ok(process.cpuUsage(started).user < 8e6);
  });

  it("are not computed with: a few bytes could ask for a megabyte each", () => {
    const { problems } = textOf(made("wideSums.bc", 200));
    const limits = problems.filter(({ code }) => code === "limit");
    assert.ok(limits.length > 0);
    for (const { startBit, endBit } of limits) assert.ok(startBit < endBit);
  });
});
