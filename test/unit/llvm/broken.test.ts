/**
 * What the reference's verifier refuses, rule by rule: `broken.ll` and `broken-typed.ll` break one in each of their
 * globals and functions, and the `.messages` list what is found, in the order of the file.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pieceText } from "../../../extension/document/byteText";
import { opened } from "../../support/tiling";

const file = (name: string): string => path.resolve("test/fixtures/llvm", name);

function problemsOf(name: string, release: string): readonly string[] {
  const document = opened(new Uint8Array(readFileSync(file(`${name}.bc`))));
  for (const piece of document.text({ fileName: "x", release })) pieceText(piece);
  return document.problems().map(({ message }) => message);
}
function messages(name: string, release: string): readonly string[] {
  return readFileSync(file(`${name}.${release}.messages`), "utf8")
    .split("\n")
    .slice(0, -1);
}

describe("a module with debug info that breaks rules of the verifier", () => {
  for (const [name, release] of [
    ["broken", "23"],
    ["broken-typed", "14"],
    ["broken-typed", "13"],
    ["broken-typed", "23"],
  ] as const)
    it(`is refused for each: ${name}, as LLVM ${release}`, () => {
      assert.deepEqual(problemsOf(name, release), messages(name, release));
    });
});

describe("the address of a block of a function in another address space", () => {
  it("is in that space since LLVM 13, and no element of another type where elements are checked", () => {
    assert.deepEqual(problemsOf("spaced", "11"), []);
    assert.deepEqual(problemsOf("spaced", "14"), ["Type mismatch in constant table!"]);
    assert.deepEqual(problemsOf("spaced", "15"), []);
    assert.deepEqual(problemsOf("spaced", "21"), ["Incorrect type in array initializer"]);
  });
});
