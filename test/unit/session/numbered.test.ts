import assert from "node:assert/strict";
import fc from "fast-check";
import { findBy, findLlvm } from "../../../extension/session/compare/numbered";
import type { FindNumbered } from "../../../extension/session/compare/numbered";

/** What the scan finds, as a regular expression. */
const EXPRESSION = /"[^"]*"|([%@!#^]\d+)(?![-\w$.])|(?:^|(?<=^; <label>:))(\d+)(?=:)/g;

function found(find: FindNumbered, line: string): readonly (readonly [string, boolean])[] {
  const names: [string, boolean][] = [];
  find(line, (start, end, label) => names.push([line.slice(start, end), label]));
  return names;
}

describe("numbered names of LLVM", () => {
  it("are found by the scan as by a regular expression", () => {
    const pieces = [
      "%1",
      "@2",
      "!30",
      "#4",
      "^5",
      "7:",
      "; <label>:",
      '"',
      "%a",
      "%1a",
      " ",
      ".",
      "-",
      ":",
      "x",
      "12",
      "\\22",
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 12 }), (parts) => {
        const line = parts.join("");
        assert.deepEqual(found(findLlvm, line), found(findBy(EXPRESSION), line));
      }),
      { numRuns: 2000 },
    );
  });
  it("are not found in strings", () => {
    assert.deepEqual(found(findLlvm, '4:  call void asm "%1", "#2"(i32 %3), !dbg !4'), [
      ["4", true],
      ["%3", false],
      ["!4", false],
    ]);
  });
});
