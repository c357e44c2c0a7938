import assert from "node:assert/strict";
import type { Token } from "../../../extension/document/token";
import { wordAt, shownPart } from "../../../webview/base/words";

const SEPARATORS = "`~!@#$%^&*()-=+[{]}\\|;:'\",.<>/?";

describe("the word that a double click selects", () => {
  const tokens: readonly Token[] = [
    { text: "  %v1 = ", kind: "text" },
    { text: "@foo.bar ", kind: "global", symbol: "@foo.bar" },
    { text: "add-nsw", kind: "keyword" },
  ];
  const text = tokens.map((token) => token.text).join("");
  const word = (char: number): string => text.slice(...wordAt(tokens, char, SEPARATORS));
  it("is the complete name if it leads somewhere", () => {
    assert.equal(word(text.indexOf("bar")), "@foo.bar");
  });
  it("ends at the user's separators elsewhere", () => {
    assert.equal(word(text.indexOf("v1")), "v1");
    assert.equal(word(text.indexOf("nsw")), "nsw");
    assert.equal(word(0), "  ");
    assert.equal(word(text.length), "nsw");
  });
});

describe("a hit in a line with demangled names", () => {
  const tokens = [
    { text: "call void ", kind: "keyword" },
    { text: "@_Z1fv", kind: "global", plain: "@f()" },
    { text: "(i32 1)", kind: "punctuation" },
  ] as const;
  it("is the complete name, and elsewhere the same characters", () => {
    assert.deepEqual(shownPart(tokens, { start: 12, end: 14 }, true), {
      text: "call void @f()(i32 1)",
      start: 10,
      end: 14,
    });
    assert.deepEqual(shownPart(tokens, { start: 12, end: 14, plain: { start: 1, end: 2 } }, true), {
      text: "call void @f()(i32 1)",
      start: 11,
      end: 12,
    });
    assert.deepEqual(shownPart(tokens, { start: 17, end: 20 }, true), {
      text: "call void @f()(i32 1)",
      start: 15,
      end: 18,
    });
    assert.deepEqual(shownPart(tokens, { start: 12, end: 14 }, false), {
      text: "call void @_Z1fv(i32 1)",
      start: 12,
      end: 14,
    });
  });
});
