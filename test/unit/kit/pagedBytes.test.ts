import assert from "node:assert/strict";
import { ByteText } from "../../../extension/document/byteText";
import { PagedBytes } from "../../../extension/kit/pagedBytes";
import { bufferBytes } from "../../support/heap";

describe("bytes in pages", () => {
  const SIZE = 200_000;
  const all = Uint8Array.from({ length: SIZE }, (_, i) => (i * 7 + (i >> 8)) & 255);
  /** The same bytes in pieces of a growing size. */
  function collected(): PagedBytes {
    const bytes = new PagedBytes();
    for (let at = 0, size = 1; at < SIZE; at += size, size = (size * 3) % 90_001) {
      const piece = all.subarray(at, at + size);
      bytes.piece(size % 2 === 0 ? piece : Buffer.from(piece).toString("latin1"));
    }
    return bytes;
  }

  it("return any part of what was collected", () => {
    const bytes = collected();
    assert.equal(bytes.length, SIZE);
    assert.equal(bytes.at(SIZE), undefined);
    for (const [from, to] of [
      [0, 0],
      [0, SIZE],
      [65_535, 65_537],
      [65_536, 131_072],
      [199_999, SIZE],
    ] as const) {
      const expected = Buffer.from(all.subarray(from, to)).toString("latin1");
      assert.equal(bytes.text(from, to), expected);
      const text = new ByteText();
      bytes.write(from, to, text);
      assert.deepEqual(text.take(), all.subarray(from, to));
      if (to > from) assert.equal(bytes.at(from), all[from]);
    }
  });
  it("find a value in every page", () => {
    const expected = Array.from(all.keys()).filter((i) => all[i] === 10);
    const bytes = collected();
    const found: number[] = [];
    for (let at = bytes.indexOf(10, 0); at < SIZE; at = bytes.indexOf(10, at + 1)) found.push(at);
    assert.deepEqual(found, expected);
  });
  it("skip a value over the ends of pages", () => {
    const bytes = new PagedBytes();
    for (const piece of ["a", " ".repeat(200_000), "b", " ".repeat(70_000)]) bytes.piece(piece);
    assert.deepEqual(
      [0, 1, 200_001, 200_002].map((from) => bytes.indexAfter(32, from)),
      [0, 200_001, 200_001, 270_002],
    );
  });
  it("take little memory for a long text that repeats itself, and stay the same", () => {
    const LENGTH = 64 * 2 ** 20;
    const line = (index: number): string => `${" ".repeat(index % 700)}"test.op"() {value = ${index}} : () -> ()\n`;
    const bytes = new PagedBytes();
    const before = bufferBytes();
    const starts: number[] = [];
    for (let index = 0; bytes.length < LENGTH; index++) {
      starts.push(bytes.length);
      bytes.piece(line(index));
    }
    const used = bufferBytes() - before;
    assert.ok(used < LENGTH / 2, `${used} bytes for a text of ${LENGTH}`);
    starts.forEach((start, index) => {
      assert.equal(bytes.text(start, starts[index + 1] ?? bytes.length), line(index));
    });
  });
});
