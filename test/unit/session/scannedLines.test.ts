import assert from "node:assert/strict";
import { rulesOf, scanLine } from "../../../extension/session/compare/rules";
import { ScannedLines } from "../../../extension/session/compare/scannedLines";
import { splitText } from "../../../extension/session/compare/units";

describe("lines split at their names", () => {
  const lines = ["4:  ; preds = %0", "; <label>:7", "  %1 = add i32 %0, @2", "", '  ret void, !3, !"%5"', "#1 = {}"];
  it("are the same as each line split alone", () => {
    const rules = rulesOf("llvm");
    assert.deepEqual(
      [...new ScannedLines(lines, rules)],
      lines.map((line) => scanLine(line, rules)),
    );
    assert.equal(new ScannedLines(lines, rules).at(lines.length), undefined);
  });
});

describe("a text split into functions and lines", () => {
  const text = "a\n\ndefine void @f() {\n  ret void\n}\nlast";
  const split = (pieces: readonly string[]) => {
    const work = splitText(pieces, rulesOf("llvm"));
    for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
  };
  it("does not depend on how it is delivered", () => {
    for (const pieces of [[text], [...text], ["", text.slice(0, 4), "", text.slice(4)]]) {
      const { lines, functions, order } = split(pieces);
      assert.deepEqual([...lines], ["a", "last"]);
      const [first, ...others] = Array.from(functions);
      assert.equal(first?.name, "@f");
      assert.deepEqual([...(first?.lines ?? [])], ["define void @f() {", "  ret void", "}"]);
      assert.deepEqual(others, []);
      assert.deepEqual([...order], [0, ~0, 1]);
    }
  });
});
