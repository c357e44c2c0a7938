/** A record of a great many numbers: looking through all operands for each of them took a minute in a real module. */
import assert from "node:assert/strict";
import { ResidentWindow } from "../../../extension/document/window";
import { openDocument } from "../../../extension/formats/detect";
import { irMagic } from "../../support/bitWriter";
import { rows, textOf } from "../../support/rows";

const [MODULE, CONSTANTS, TYPE] = [8, 11, 17];
const [VERSION, GLOBALVAR] = [1, 7];
/** Nearly as many as are paired with operands. */
const COUNT = 60_000;

describe("the row of a record of many numbers", () => {
  it("shows each of them", () => {
    const writer = irMagic().enter(MODULE, 3).record(VERSION, 1);
    // Types: i32, an array of them, ptr.
    writer.enter(TYPE, 4).record(1, 3).record(7, 32).record(11, COUNT, 0).record(25, 0).end();
    writer.record(GLOBALVAR, 1, 3, 2, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    // SETTYPE, and DATA with its elements.
    const numbers = Array.from({ length: COUNT }, (_, i) => (i % 7) + 1);
    writer
      .enter(CONSTANTS, 4)
      .record(1, 1)
      .record(22, ...numbers)
      .end();
    const document = openDocument(new ResidentWindow(writer.end().done()));
    const found = [...rows(document)]
      .map(({ tokens }) => textOf(tokens.assembly))
      .filter((text) => text.includes("i32 7"));
    assert.ok(
      found.some((text) => text.split("i32 ").length - 1 >= COUNT),
      "a row has all elements",
    );
  });
});
