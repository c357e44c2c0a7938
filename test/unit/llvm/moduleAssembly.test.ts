/** The lines of module-level assembly. */
import * as assert from "node:assert/strict";
import type { Release } from "../../../extension/formats/llvm/ir/releases";
import { AssemblyLines } from "../../../extension/formats/llvm/print/moduleAssembly";

function linesOf(release: Release, ...fragments: readonly (readonly [text: string, features?: string])[]): string[] {
  const assembly = fragments.map(([text, features], i) => ({
    text,
    properties: new Map(features === undefined ? [] : [["target_features", features]]),
    range: { startBit: 32 * i, endBit: 32 * i + 32 },
  }));
  const lines = new AssemblyLines({ release, assembly });
  return Array.from({ length: lines.length }, (_, i) => {
    const { text, range } = lines.at(i);
    return `${range?.startBit ?? "nowhere"}: ${text}`;
  });
}

describe("module-level assembly", () => {
  it("has a line for each line of its text; a final newline adds none", () => {
    assert.deepEqual(linesOf(22, ["a\n\nb\n"]), ['0: module asm "a"', '0: module asm ""', '0: module asm "b"']);
    assert.deepEqual(linesOf(22, ["a\nb"]), ['0: module asm "a"', '0: module asm "b"']);
    assert.deepEqual(linesOf(22, ["\n"]), ['0: module asm ""']);
    assert.deepEqual(linesOf(22, [""]), []);
  });

  it("escapes what is not printable", () => {
    assert.deepEqual(linesOf(22, ['"\t\\']), ['0: module asm "\\22\\09\\\\"']);
  });

  it("has a block for fragments with the same properties", () => {
    assert.deepEqual(linesOf(23, ["a\nb\n"], ["c"], [""], ["d", "+x"], ["e", "+x"], ["f"]), [
      "0: module asm",
      '0:     "a"',
      '0:     "b"',
      '32:     "c"',
      '96: module asm(target_features: "+x")',
      '96:     "d"',
      '128:     "e"',
      "160: module asm",
      '160:     "f"',
    ]);
  });

  it("has no further line", () => {
    const lines = new AssemblyLines({ release: 22, assembly: [] });
    assert.equal(lines.length, 0);
    assert.throws(() => lines.at(0), RangeError);
  });
});
