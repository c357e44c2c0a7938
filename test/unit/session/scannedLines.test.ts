import assert from "node:assert/strict";
import { hashText } from "../../../extension/session/compare/hash";
import { joinLine, rulesOf, scanLine, squeezed } from "../../../extension/session/compare/rules";
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
  it("tell their names alone, and hash as the text with other names", () => {
    const rules = rulesOf("llvm");
    const scanned = new ScannedLines([...lines, "  %1 =  add\ti32  %0,   @2  ", "\t \t7:  "], rules);
    const rename = (name: string): string => `${name}  x `;
    [...scanned].forEach((line, at) => {
      assert.deepEqual(scanned.namesAt(at), line.names);
      assert.equal(scanned.hashAt(at, rename), hashText(squeezed(joinLine({ ...line, label: false }, rename))));
    });
  });
});

describe("a line with runs of blanks as one", () => {
  it("keeps its indentation and single blanks", () => {
    const lines = ["", "  a", "a  b", "  a   b\t\tc d  ", "   ", "\t a\u00a0\u00a0b", "4:        ; preds", "a "];
    for (const line of lines) assert.equal(squeezed(line), line.replace(/(?<=\S)\s{2,}/g, " "));
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
