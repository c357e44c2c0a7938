import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { openDocument } from "../../../extension/formats/detect";
import { chars, member } from "../../support/boxes";
import { SparseWindow } from "../../support/sparseWindow";
import { assertTiles, opened } from "../../support/tiling";

const BITCODE = readFileSync("test/fixtures/llvm/rare.bc");
const BYTECODE = readFileSync("test/fixtures/mlir/rules-22-v6.mlirbc");
/** What code that compares with the magic numbers has in it. */
const COMPARISONS = [...chars("\x81\x38BC\xc0\xde\x0f\x85\xa8\0\0\0"), ...chars("ML\xefR\x0f\x94\xc0\x5d\xc3\xcc\xcc")];
/** A program whose data has both kinds of modules. */
const PROGRAM = Uint8Array.from([
  ...chars("\x7fELF\x02\x01\x01", 16),
  ...chars("\x03\0\x3e\0", 48),
  ...COMPARISONS,
  ...BITCODE,
  ...chars("\0\0\0data", 101),
  ...BYTECODE,
  ...chars("\0\x01\0\0\0cpu"),
]);
const FIRST = 64 + COMPARISONS.length;
const SECOND = FIRST + BITCODE.length + 101;

describe("IR inside other files", () => {
  it("is found, with its end, and opens", () => {
    const document = opened(PROGRAM);
    assert.equal(document.title, "ELF shared library (x86-64) with IR inside, 2 modules");
    assert.deepEqual(
      document.derived().map(({ name, startBit, endBit }) => [name, startBit / 8, endBit / 8]),
      [
        [`0x${FIRST.toString(16)}.bc`, FIRST, FIRST + BITCODE.length],
        [`0x${SECOND.toString(16)}.mlirbc`, SECOND, SECOND + BYTECODE.length],
      ],
    );
    assert.deepEqual(
      document.derived().map(({ open }) => open().format),
      ["llvm", "mlir"],
    );
    assert.equal(assertTiles(document).counts.undecoded, 0);
    assert.deepEqual(document.problems(), []);
  });
  it("is not what only has a magic number, or is cut", () => {
    assert.equal(opened(Uint8Array.from([...chars("data"), ...COMPARISONS])).format, "unknown");
    const cut = [...chars("data"), ...BITCODE.subarray(0, BITCODE.length / 2)];
    assert.equal(opened(Uint8Array.from(cut)).format, "unknown");
  });
  it("is not looked for in the files of an archive", () => {
    const archive = opened(Uint8Array.from([...chars("!<arch>\n"), ...member("data/", [...PROGRAM])]));
    assert.equal(archive.title, "ar archive, 0 modules");
  });
  it("is found in a file that is read piece by piece, while others wait", () => {
    const far = new Uint8Array((5 << 20) + PROGRAM.length);
    far.set(chars("data"));
    far.set(PROGRAM.subarray(64), 5 << 20);
    let turns = 0;
    const window = new SparseWindow(far, () => turns++ % 2 === 0);
    const document = window.run(() => openDocument(window));
    assert.deepEqual(
      document.derived().map(({ name }) => name),
      [`0x${((5 << 20) + FIRST - 64).toString(16)}.bc`, `0x${((5 << 20) + SECOND - 64).toString(16)}.mlirbc`],
    );
  });
  it("is looked for in proportion to the file's size", () => {
    // Again and again the beginning of a module that does not fit.
    const beginning = chars("BC\xc0\xde\x21\x0c\0\0\xff\xff\xff\0");
    const magics = Uint8Array.from([...chars("data"), ...new Array<number[]>(20_000).fill(beginning).flat()]);
    let views = 0;
    const view = (startByte: number, endByte: number) => {
      views++;
      return magics.subarray(startByte, endByte);
    };
    assert.equal(openDocument({ length: magics.length, view }).format, "unknown");
    assert.ok(views < 20_000 * 10, `${views} views`);
  });
});
