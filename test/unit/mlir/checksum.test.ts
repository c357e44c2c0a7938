/** The checksum that CuTe DSL adds to the bytecode of a kernel in its cache. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pieceText } from "../../../extension/document/byteText";
import { crc32 } from "../../../extension/kit/crc32";
import { assertTiles, listing, opened } from "../../support/tiling";

const bytecode = readFileSync("test/fixtures/mlir/cute-4.8.mlirbc");

/** The bytecode with a checksum behind it, the low byte first. */
function withChecksum(checksum: number): Uint8Array {
  const bytes = Buffer.alloc(bytecode.length + 4);
  bytes.set(bytecode);
  bytes.writeUInt32LE(checksum, bytecode.length);
  return new Uint8Array(bytes);
}

describe("a checksum behind MLIR bytecode", () => {
  it("is explained, and changes nothing else", () => {
    const document = opened(withChecksum(crc32(bytecode)));
    const text = [...document.text({ fileName: "-" })].map(pieceText).join("");
    assert.equal(text, readFileSync("test/fixtures/mlir/cute-4.8.text", "utf8"));
    assertTiles(document);
    assert.match(listing(document), /checksum +\|\/\/ CRC-32 of all bytes before/);
    assert.deepEqual(document.problems(), []);
  });
  it("is damage if it is another number", () => {
    const document = opened(withChecksum((crc32(bytecode) ^ 1) >>> 0));
    assert.equal(document.problems().length > 0, true);
  });
});
