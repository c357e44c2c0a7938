import assert from "node:assert/strict";
import { decompressBzip2 } from "../../../extension/formats/compression/bzip2";

/** Made with Python's bz2.compress (libbzip2 1.0.8): `aaaaaaaab` three times, a sentence, every byte once; level 1. */
const MIXED =
  "425a68313141592653592ff5771b0000387fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffb000d5424c00" +
  "1300013000000000000000000000000000000000000000000000000000000000e4d34c24c346a60231326000008604609934c130001301a00c" +
  "9a0002604c08c0000260008c000134c130000260869a6000930004c0004c000000000000000000000000000000000000000000000000000000" +
  "00781c043a0d980840a1838ff808084888c4121289f09313941495159678bc65a5c5fe46f716b32333435363738393a3b3c3d2e2f303132333" +
  "435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f505152535455565758595a5b5c5d5e5f676863020007735006a66000fd4" +
  "0818a6c14dca215bc5b80c0a1c3b92ab98d75581842ee2c409181013c0e89250c340031d9dde1e5e9edf1f5f9fe02060a0e12161a1e22262a2" +
  "e32363a3e42464a4e52565a5e62666a6e72767a7e82868a8e92969a9ea2a6aaaeb2b6babec2c6caced2d6dadee2e6eaeef2f6faff03070b0f1" +
  "3171b1f23272b2f33373b3f43474b4f53575b5f63676b6f73777b7f83878b8f93979b9fa3a7abafb3b7bbbfc3c7cbcfd3d7dbdfe3e7ebeff3f" +
  "45dc914e14240bfd5dc6c0";
/** A million zeros, level 9. */
const BOMB = "425a683931415926535979d39e480007a8c040c00000020008200030cc09aa69952436a9490f17724538509079d39e48";
const EMPTY = "425a683117724538509000000000";
const LIMIT = 10_000_000;

const bytes = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));
const mixed = Buffer.concat([
  Buffer.from("aaaaaaaab".repeat(3) + "the quick brown fox"),
  Buffer.from(Array.from({ length: 256 }, (_unused, i) => i)),
]);

describe("bzip2", () => {
  it("decompresses runs, text and every byte", () => {
    const { data, consumedBytes, problem } = decompressBzip2(bytes(MIXED), LIMIT);
    assert.equal(problem, undefined);
    assert.deepEqual(Buffer.from(data), mixed);
    assert.equal(consumedBytes, MIXED.length / 2);
  });
  it("accepts a stream without blocks, and ignores what follows a stream", () => {
    const { data, consumedBytes, problem } = decompressBzip2(bytes(`${EMPTY}ff00`), LIMIT);
    assert.deepEqual([data.length, consumedBytes, problem], [0, EMPTY.length / 2, undefined]);
  });
  it("stops at the limit", () => {
    assert.equal(decompressBzip2(bytes(BOMB), LIMIT).data.length, 1_000_000);
    const { data, problem } = decompressBzip2(bytes(BOMB), 1000);
    assert.equal(problem?.code, "limit");
    assert.ok(data.length <= 1000);
  });
  it("verifies both checksums: a changed bit is noticed, or changes nothing", () => {
    const good = bytes(MIXED);
    // The last byte's low bits are padding after the stream's checksum. Every seventh bit reaches every field.
    for (let bit = 0; bit < good.length * 8 - 8; bit += 7) {
      const damaged = good.slice();
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      const { data, problem } = decompressBzip2(damaged, LIMIT);
      assert.ok(problem !== undefined || Buffer.from(data).equals(mixed), `bit ${bit}`);
    }
  });
  it("reports every truncated stream", () => {
    const good = bytes(MIXED);
    for (let length = 0; length < good.length; length += 5) {
      assert.equal(decompressBzip2(good.slice(0, length), LIMIT).problem?.code, "truncated", `${length} bytes`);
    }
  });
});
