/** What the formats say in words, in the reader's language. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { labelText, lineLabel, phraseText, rangeText, saidText, sectionText } from "../../../extension/document/labels";

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

  it("sections are named in the reader's language, and functions as in the file", () => {
    for (const [title, said] of [
      ["operand bundle tags", "Tags von Operandenbündeln"],
      ["AttrType section", "Abschnitt AttrType"],
      ["define void @strings()", "define void @strings()"],
    ] as const) {
      assert.equal(sectionText(title, german), said);
      assert.equal(sectionText(title, english), title);
    }
  });

  it("sentences with values are told in the reader's language, also as parts of others", () => {
    for (const [text, said] of [
      ["abbreviation 18", "Abkürzung 18"],
      ["vbr(6), unabbreviated", "vbr(6), unabgekürzt"],
      ["literal, abbreviation @a1", "Literal, Abkürzung @a1"],
      ["LLVM 22 (the producer's name, LLVM22.1.8)", "LLVM 22 (der Name des Erzeugers, LLVM22.1.8)"],
      [
        "LLVM 15 (64 fixed kinds of metadata: LLVM 3.8 or before; type code 25: LLVM 15 or later)",
        "LLVM 15 (64 feste Arten von Metadaten: LLVM 3.8 oder älter; Typcode 25: LLVM 15 oder neuer)",
      ],
      ["1 — third operand of INST_CALL", "1 — dritter Operand von INST_CALL"],
      ["7 — 12th operand of INST_CALL", "7 — 12. Operand von INST_CALL"],
      ["code 16, 4 operands", "Code 16, 4 Operanden"],
      ["function @shape::area(int const*, int) const", "Funktion @shape::area(int const*, int) const"],
    ] as const) {
      assert.equal(phraseText(text, german), said);
      assert.equal(phraseText(text, english), text);
    }
  });

  it("a text of the file that only begins like such a sentence stays as it is", () => {
    for (const text of ["unabbreviated names", "i32 (ptr, 6 instructions more)", "function main()", "@literal"])
      assert.equal(phraseText(text, german), text);
  });

  it("what is quoted from the file stays as it is, though it is such a sentence", () => {
    for (const [label, text, said] of [
      ["source file", "literal", "literal"],
      ["producer", "1 byte", "1 byte"],
      ["text", "unabbreviated", "unabbreviated"],
      ["size", "1 byte", "1 Byte"],
      ["record", "code 7, 1 operand", "Code 7, 1 Operand"],
    ] as const)
      assert.equal(saidText({ label, text }, german), said);
    assert.equal(saidText({ label: "size", isName: true, text: "literal" }, german), "literal");
  });

  it("ranges are told as in English", () => {
    const range = { startBit: 866, endBit: 872 };
    assert.equal(rangeText(range, english), "108:2 … 108:7   (6 bits, from bit 866)");
    assert.equal(rangeText(range, german), "108:2 … 108:7   (6 Bits, ab Bit 866)");
    assert.equal(rangeText({ startBit: 8, endBit: 9 }, english), "1:0 … 1:0   (1 bit, from bit 8)");
  });
});
