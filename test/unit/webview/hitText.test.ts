/** The text of a hit's row in a list. */
import assert from "node:assert/strict";
import { hitParts } from "../../../webview/search/hitText";

describe("the text of a hit in a list", () => {
  const text = `${"a".repeat(100)} hit after`;
  const hit = { text, start: 101, end: 104 };

  it("begins at the row's first word, with blanks together: rows are aligned elsewhere", () => {
    const label = "8:                              ; preds = %4, %47";
    const parts = hitParts({ text: `  ${label}  x`, start: 48, end: 51 }, 100);
    assert.deepEqual(parts, ["8: ; preds = %4, ", "%47", " x"]);
  });

  it("is cut in front of the hit, the more the less room there is", () => {
    assert.deepEqual(hitParts(hit, 1000), [`…${"a".repeat(59)} `, "hit", " after"]);
    assert.deepEqual(hitParts(hit, 30), [`…${"a".repeat(25)} `, "hit", " after"]);
  });

  it("keeps a few characters in front of the hit, whatever the room is", () => {
    assert.deepEqual(hitParts(hit, 0), ["…aaaaaaa ", "hit", " after"]);
    assert.deepEqual(hitParts({ text: "b".repeat(500), start: 0, end: 500 }, 20), ["", "b".repeat(500), ""]);
  });
});
