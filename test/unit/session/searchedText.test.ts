/** Find makes tokens only of entries whose text may hold a match. */
import assert from "node:assert/strict";
import { SearchedText } from "../../../extension/session/search/searchedText";

/** The entries that a search for a word looks at, in a page of one row per entry. */
function candidates(rows: readonly string[], word: string): readonly number[] {
  const searched = new SearchedText({ record: false, assembly: true });
  searched.begin({ section: 1, entry: 10 });
  for (const row of rows) {
    searched.entry();
    searched.row();
    searched.assembly();
    searched.text.text(row);
    searched.end();
  }
  const matches = (text: string): boolean => text.includes(word);
  return searched.candidates({ ofRows: matches, ofParts: matches }).map(({ entry }) => entry);
}

describe("the text that find searches first", () => {
  it("is enough for rows that are drawn as they are written, tabs included", () => {
    assert.deepEqual(candidates(["\tret void", "add i32", "\tret i8"], "zyx"), []);
    assert.deepEqual(candidates(["\tret void", "add i32", "\tret i8"], "ret"), [10, 12]);
  });
  it("does not decide about rows that are drawn differently", () => {
    const [byte, hidden, fromTheRight] = ["\xC3", "\xE2\x80\x8B", "\xD7\x90"];
    assert.deepEqual(candidates(["\x01", "add i32", byte, hidden, fromTheRight], "zyx"), [10, 12, 13, 14]);
  });
  it("is enough for rows with other letters, and with the sign of what is left out", () => {
    const rows = ["loc(\xE2\x80\xA6)", "add i32", "\xC3\xA4 = 1"];
    assert.deepEqual(candidates(rows, "zyx"), []);
    assert.deepEqual(candidates(rows, "\u00e4"), [12]);
    assert.deepEqual(candidates(rows, "(\u2026)"), [10]);
  });
});
