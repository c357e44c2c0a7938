import assert from "node:assert/strict";
import type { Token } from "../../../extension/document/token";
import { wordAt } from "../../../webview/words";

const SEPARATORS = "`~!@#$%^&*()-=+[{]}\\|;:'\",.<>/?";

describe("the word that a double click selects", () => {
  const tokens: readonly Token[] = [
    { text: "  %v1 = ", kind: "text" },
    { text: "@foo.bar ", kind: "global", symbol: "@foo.bar" },
    { text: "add-nsw", kind: "keyword" },
  ];
  const text = tokens.map((token) => token.text).join("");
  const word = (char: number): string => text.slice(...wordAt(tokens, char, SEPARATORS));
  it("is a name as a whole, where it stands for something", () => {
    assert.equal(word(text.indexOf("bar")), "@foo.bar");
  });
  it("ends at the user's separators elsewhere", () => {
    assert.equal(word(text.indexOf("v1")), "v1");
    assert.equal(word(text.indexOf("nsw")), "nsw");
    assert.equal(word(0), "  ");
    assert.equal(word(text.length), "nsw");
  });
});
