/** Long bodies are read in steps by the search for numbers; between them, rows of others are shown. */
import assert from "node:assert/strict";
import type { Arrangement } from "../../../extension/document/arrangement";
import { pieceText } from "../../../extension/document/byteText";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { irMagic } from "../../support/bitWriter";
import { rows, textOf } from "../../support/rows";

/** Ids of blocks. */
const [MODULE, FUNCTION, SYMBOLS, TYPE] = [8, 12, 14, 17];
/** Instructions of a body: enough for many steps, and named ones among them. */
const [ADDITIONS, NAMED] = [20_000, 3000];
const OPTIONS = { fileName: "-" };

/** Two functions of i32 (i32); each begins with a reference to a value that comes much later. */
function longBodies(): Uint8Array {
  const writer = irMagic().enter(MODULE, 3).record(1, 1);
  writer.enter(TYPE, 4).record(1, 2).record(7, 32).record(21, 0, 0, 0).end();
  for (let i = 0; i < 2; i++) writer.record(8, 1, 0, 0, 3, 0, 0, 0, 0);
  for (let i = 0; i < 2; i++) {
    writer.enter(FUNCTION, 4).record(1, 1);
    // A value that is not there yet is followed by its type.
    writer.record(2, 2 ** 32 - ADDITIONS / 2, 0, 1, 0);
    for (let at = 0; at < ADDITIONS; at++) writer.record(2, 1, 1, 0);
    writer.record(10, 1);
    writer.enter(SYMBOLS, 4);
    for (let at = 0; at < NAMED; at++) writer.record(1, 3 + at, ...Buffer.from(`n${i}`));
    writer.end().end();
  }
  return writer.end().done();
}

describe("the search for numbers in long bodies", () => {
  const bytes = longBodies();
  const opened = (): Arrangement => {
    const assembly = openDocument(new ResidentWindow(bytes)).assembly?.(OPTIONS);
    assert.ok(assembly);
    return assembly;
  };
  const textIn = (assembly: Arrangement): string =>
    Array.from(rows(assembly), ({ tokens }) => `${textOf(tokens.assembly)}\n`).join("");
  let text = "";
  for (const piece of openDocument(new ResidentWindow(bytes)).text(OPTIONS)) text += pieceText(piece);

  it("goes on in steps", () => {
    const work = opened().background?.();
    let steps = 0;
    while (work?.next().done === false) steps++;
    assert.ok(steps > 20, `${steps} steps`);
  });
  it("is not disturbed by rows that are shown between them, and does not disturb these", () => {
    const assembly = opened();
    const places = [...rows(assembly)].filter(({ index }) => index === 0 || index === 4);
    const before = places.map(({ tokens }) => textOf(tokens.assembly));
    const work = assembly.background?.();
    for (let steps = 1; work?.next().done === false; steps++) {
      if (steps % 7 !== 0) continue;
      const at = steps % places.length;
      const { section, index, line } = places[at]!;
      const [entry] = assembly.entries(section, index, 1, {}).entries;
      assert.ok(entry?.kind === "lines");
      assert.equal(textOf(entry.lines[line]!.assembly), before[at]);
    }
    assert.equal(textIn(assembly), text);
  });
});
