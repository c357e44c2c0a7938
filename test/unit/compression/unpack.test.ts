import assert from "node:assert/strict";
import { gzipSync, zlibSync } from "fflate";
import { decompressGzip, decompressZlib } from "../../../extension/formats/compression/deflate";
import { crc32 } from "../../../extension/kit/crc32";
import { decompressZstd, zstdFrames } from "../../../extension/formats/compression/zstd";
import { chars, words, zstd } from "../../support/boxes";

const TEXT = Uint8Array.from(chars("every bit of a file has one owner. ".repeat(400)));
const LIMIT = 1 << 20;

describe("decompressing", () => {
  it("returns zlib's data, and reports where it is damaged or cut", () => {
    const packed = zlibSync(TEXT);
    assert.deepEqual(decompressZlib(packed, LIMIT).data, TEXT);
    for (let length = 0; length < packed.length; length++)
      assert.ok(decompressZlib(packed.subarray(0, length), LIMIT).problem, `cut at ${length}`);
    for (let at = 0; at < packed.length; at++) {
      // The bits after the last block are unused.
      if (at === packed.length - 5) continue;
      const damaged = packed.slice();
      damaged[at]! ^= 16;
      assert.ok(decompressZlib(damaged, LIMIT).problem, `damaged at ${at}`);
    }
  });
  it("verifies gzip's checksum", () => {
    assert.equal(crc32(Uint8Array.from(chars("123456789"))), 0xcbf43926);
    const packed = gzipSync(TEXT);
    const deflate = { start: 10, end: packed.length - 8 };
    assert.deepEqual(decompressGzip(packed, deflate, LIMIT).data, TEXT);
    packed[packed.length - 5]! ^= 1;
    assert.match(decompressGzip(packed, deflate, LIMIT).problem?.message ?? "", /CRC-32/);
  });
  it("stops at the limit", () => {
    const packed = zlibSync(new Uint8Array(1 << 22));
    const { data, problem } = decompressZlib(packed, LIMIT);
    assert.equal(problem?.code, "limit");
    assert.ok(data.length <= LIMIT);
    // A run of 128 KiB in four bytes, and a window requested by the frame.
    const run = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58, 0x03, 0x00, 0x10, 0x41];
    assert.equal(decompressZstd(Uint8Array.from(run), 1 << 16).problem?.code, "limit");
    const greedy = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa0, 0x01, 0x00, 0x00];
    assert.match(decompressZstd(Uint8Array.from(greedy), LIMIT).problem?.message ?? "", /asks for 1073741824 bytes/);
  });
  it("returns the data of Zstandard's frames and skips skippable ones", () => {
    const skipped = [...words(0x184d2a53, 3), 1, 2, 3];
    const packed = Uint8Array.from([...zstd(chars("one, ")), ...skipped, ...zstd(chars("two"))]);
    assert.deepEqual(decompressZstd(packed, LIMIT).data, Uint8Array.from(chars("one, two")));
    assert.deepEqual(
      zstdFrames(packed).frames.map((frame) => frame.skippable),
      [false, true, false],
    );
    assert.ok(decompressZstd(packed.subarray(0, 8), LIMIT).problem);
  });
});
