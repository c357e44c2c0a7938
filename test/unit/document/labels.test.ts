/** What the formats say in words, in the reader's language. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { labelText, lineLabel, rangeText } from "../../../extension/document/labels";

const GERMAN = JSON.parse(readFileSync("l10n/bundle.l10n.de.json", "utf8")) as Readonly<Record<string, string>>;
function german(text: string, ...values: string[]): string {
  return (GERMAN[text] ?? text).replace(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? "");
}
const english = (text: string, ...values: string[]): string => values.reduce((s, v, i) => s.replace(`{${i}}`, v), text);

describe("the words of the formats", () => {
  it("are shown in the reader's language", () => {
    assert.equal(labelText("functions", german), "Funktionen");
    assert.equal(labelText("raw", german), "roh");
    assert.equal(labelText("raw", english), "raw");
  });

  it("names that a file has for its own parts stay as they are", () => {
    assert.equal(labelText("@main", german), "@main");
    assert.equal(lineLabel({ label: "value", text: "1 : i32" }, german), "Wert");
    assert.equal(lineLabel({ label: "value", isName: true, text: "1 : i32" }, german), "value");
  });

  it("ranges are told as in English", () => {
    const range = { startBit: 866, endBit: 872 };
    assert.equal(rangeText(range, english), "108:2 … 108:7   (6 bits, from bit 866)");
    assert.equal(rangeText(range, german), "108:2 … 108:7   (6 Bits, ab Bit 866)");
    assert.equal(rangeText({ startBit: 8, endBit: 9 }, english), "1:0 … 1:0   (1 bit, from bit 8)");
  });
});
