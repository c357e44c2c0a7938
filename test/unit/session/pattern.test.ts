/** What a text search finds, and that no expression slows it down. */
import assert from "node:assert/strict";
import { RE2JS } from "re2js";
import { withoutAnchors } from "../../../extension/session/search/anchors";
import { rowTest, textPattern } from "../../../extension/session/search/pattern";
import { UNFOLDED } from "../../../extension/session/rows/folds";

const QUERY = { scope: "all", folds: UNFOLDED, text: "", matchCase: false, wholeWord: false, regex: false } as const;

function found(text: string, options: Partial<typeof QUERY> | object, pattern: string): readonly string[] {
  const find = textPattern({ ...QUERY, ...options, text: pattern });
  assert.ok(typeof find === "function", String(find));
  return [...find(text)].map(({ start, end }) => text.slice(start, end));
}

describe("a text search", () => {
  it("finds literal text", () => {
    assert.deepEqual(found("a.b aXb A.B", {}, "a.b"), ["a.b", "A.B"]);
    assert.deepEqual(found("a.b aXb A.B", { matchCase: true }, "a.b"), ["a.b"]);
  });
  it("finds whole names only, if requested", () => {
    assert.deepEqual(found("%v1 %v12 v1.x", { wholeWord: true }, "%v1"), ["%v1"]);
    assert.deepEqual(found("%v1 %v12 v1.x", { wholeWord: true, regex: true }, "%v\\d+"), ["%v1", "%v12"]);
  });
  it("finds expressions, but no empty matches", () => {
    assert.deepEqual(found("add i32 7, 70", { regex: true }, "\\d+"), ["32", "7", "70"]);
    assert.deepEqual(found("abc", { regex: true }, "x*"), []);
  });
  it("tests rows together, and a row passes if it has a match that is not empty", () => {
    const passes = (text: string, rows: string): boolean => rowTest({ ...QUERY, regex: true, text }).ofRows(rows);
    for (const [pattern, rows, passed] of [
      ["\\d+\\)", "add i32\nf(7)", true],
      ["\\d+\\)", "7\n)", false],
      ["a\\s*b", "a\nb", false],
      ["[^a\\s]b", "ab\nb", false],
      ["\\[^b", "[b", false],
      ["x*", "abc\nabc", false],
      ["x*", "abc\nxbc", true],
      ["ADD", "add", true],
    ] as const)
      assert.equal(passes(pattern, rows), passed, `${pattern} in ${JSON.stringify(rows)}`);
  });
  it("tests each row for an expression with anchors, and parts of rows without them", () => {
    for (const [pattern, rows, ofRows, ofParts] of [
      ["^ret", "a ret\nret void", true, true],
      ["^ret", "a ret\nb ret", false, true],
      ["ret$", "ret void\nbr", false, true],
      ["void$", "ret void\nbr", true, true],
      ["\\bret\\b", "retval\n_ret", false, true],
      ["\\bret\\b", "br\n(ret)", true, true],
      ["\\bret\\b", "br", false, false],
      ["[^$]\\$$", "a$b\n^$", true, true],
      ["^*a", "b\nba", true, true],
      ["(?:^|a)", "b\na", true, true],
    ] as const) {
      const test = rowTest({ ...QUERY, regex: true, text: pattern });
      const seen = [test.ofRows(rows), test.ofParts(rows)];
      assert.deepEqual(seen, [ofRows, ofParts], `${pattern} in ${JSON.stringify(rows)}`);
    }
  });
  it("takes anchors out of expressions, and nothing else", () => {
    for (const [expression, free] of [
      ["^a$", "(?:)a(?:)"],
      ["\\Aa\\b\\B\\z", "(?:)a(?:)(?:)(?:)"],
      ["[^a$][]^$][^]$]", "[^a$][]^$][^]$]"],
      ["[[:^alpha:]^$]^", "[[:^alpha:]^$](?:)"],
      ["\\^\\$\\\\b[\\]^]", "\\^\\$\\\\b[\\]^]"],
      ["\\Q^$\\b\\E^\\Q$", "\\Q^$\\b\\E(?:)\\Q$"],
    ] as const)
      assert.equal(withoutAnchors(expression), free, expression);
  });
  it("looks for the place of a match only where there is one", () => {
    const prototype = RE2JS.prototype as { matcher: unknown };
    const { matcher } = prototype;
    prototype.matcher = () => assert.fail("the rows have no match");
    try {
      assert.equal(rowTest({ ...QUERY, regex: true, text: "[a-z]+\\d+\\[" }).ofRows("add i32 7\nadd i32 %v12"), false);
    } finally {
      prototype.matcher = matcher;
    }
  });
  it("tells why an expression is invalid", () => {
    assert.equal(textPattern({ ...QUERY, regex: true, text: "(open" }), "missing closing )");
    assert.equal(textPattern({ ...QUERY, regex: true, text: "(?<=%v1 = )add" }), "lookaround is not supported");
    assert.equal(typeof textPattern({ ...QUERY, regex: true, text: "(a)\\1" }), "string");
  });
  it("is not slowed down by an expression that makes others backtrack", () => {
    // 10,000 characters: with backtracking, this would take longer than the age of the universe.
    assert.deepEqual(found("a ".repeat(5000), { regex: true }, "(\\S+\\s?)+~"), []);
    assert.deepEqual(found("a".repeat(10000), { regex: true }, "(a|aa)+$!"), []);
  });
});
