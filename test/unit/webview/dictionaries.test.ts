import assert from "node:assert/strict";
import type { Row } from "../../../extension/session/protocol";
import { dictionariesIn, DictionaryFolds } from "../../../webview/rows/dictionaries";

const attributes = (text: string): readonly (readonly string[])[] =>
  dictionariesIn(text).map((one) => one.attributes.map(({ start, end }) => text.slice(start, end)));

describe("the attribute dictionaries of a row", () => {
  it("are those of the op itself, regardless of commas in nested brackets", () => {
    const text = `%0 = "a.b"(%1) <{map = affine_map<(d0, d1) -> (d0)>, names = ["x, y}", "\\"{"], unit}> {c = #d.e<{f = 1, g = 2}>} : (i32) -> i32`;
    assert.deepEqual(attributes(text), [
      ["map = affine_map<(d0, d1) -> (d0)>", `names = ["x, y}", "\\"{"]`, "unit"],
      ["c = #d.e<{f = 1, g = 2}>"],
    ]);
  });
  it("are not the regions of an op, nor types, nor values in braces", () => {
    assert.deepEqual(attributes(`"scf.for"(%0) ({`), []);
    assert.deepEqual(attributes("%struct.a = type { i32, ptr }"), []);
    assert.deepEqual(attributes("define void @f() {"), []);
    assert.deepEqual(attributes(`#0 = dense<{1, 2}> : i32`), []);
  });
  it("are found where a text is cut in the middle of one", () => {
    assert.deepEqual(attributes(`"a.b"() <{c = 1}> {d = [1, 2`), [["c = 1"]]);
  });

  const row = (text: string): Row => ({
    section: 1,
    entry: 2,
    line: 0,
    startBit: 0,
    endBit: 8,
    kind: "row",
    record: [],
    assembly: [{ text, kind: "text" }],
    level: 1,
  });
  it("fold one by one or all together, and open to show their content", () => {
    const folds = new DictionaryFolds(false);
    const op = row(`"a.b"() <{c = 1, d = 2}> {e = 3, f = 4}`);
    folds.toggle(op, 1);
    assert.deepEqual([folds.isFolded(op, 0), folds.isFolded(op, 1)], [false, true]);
    folds.toggleAll();
    assert.deepEqual([folds.isFolded(op, 0), folds.isFolded(op, 1)], [true, true]);
    assert.equal(folds.reveal(op, 28), true);
    assert.deepEqual([folds.isFolded(op, 0), folds.isFolded(op, 1)], [true, false]);
    assert.equal(folds.reveal(op, 28), false);
    assert.equal(folds.toggleRow(op), true);
    assert.deepEqual([folds.isFolded(op, 0), folds.isFolded(op, 1)], [false, false]);
    assert.equal(folds.toggleRow(row("  ret void")), false);
  });
});
