import assert from "node:assert/strict";
import fc from "fast-check";
import { byteString, ByteText, Labels, Packed, pieceText } from "../../../extension/document/byteText";

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));
const none = (): string => assert.fail("no value is past 2^53");

describe("text as bytes", () => {
  it("writes numbers as JavaScript does", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.nat(1100), fc.nat(), fc.maxSafeNat()), { maxLength: 300 }), (values) => {
        const text = new ByteText(16);
        text.fields(new Labels(" op"), Float64Array.from(values), values.length, none);
        return pieceText(text.take()) === values.map((value, i) => ` op${i}=${value}`).join("");
      }),
    );
  });
  it("refuses numbers that a double cannot hold", () => {
    const text = new ByteText();
    text.fields(new Labels(" op"), Float64Array.of(1, 2 ** 63), 2, () => "-9223372036854775808");
    assert.equal(pieceText(text.take()), " op0=1 op1=-9223372036854775808");
  });
  it("keeps every byte of a byte string, and grows", () => {
    const all = String.fromCharCode(...Array.from({ length: 256 }, (_, i) => i));
    const text = new ByteText(4);
    for (let i = 0; i < 100; i++) text.text(all);
    text.packed(new Packed("packed"));
    text.copy(bytes("tail"));
    assert.equal(pieceText(text.take()), all.repeat(100) + "packedtail");
    assert.equal(text.length, 0);
  });

  it("copies a line of another text without its newline, and tells where the next one begins", () => {
    const [from, to] = [new ByteText(), new ByteText(0)];
    from.text(`first\n\n${"x".repeat(9000)}\nlast`);
    const ends: number[] = [];
    for (let at = 0; at < from.length;) {
      at = to.copyLine(from, at);
      ends.push(at);
      to.text("|");
    }
    assert.deepEqual(ends, [6, 7, 9008, 9012]);
    assert.equal(byteString(to.take()), `first||${"x".repeat(9000)}|last|`);
  });
  it("tells whether it has a control character from a byte on", () => {
    const text = new ByteText();
    text.text("a\tb ~\xff");
    assert.deepEqual(
      [0, 1, 2].map((from) => text.hasControl(from)),
      [true, true, false],
    );
  });
  it("gives each byte its char code, for any length", () => {
    const ascii = Uint8Array.from({ length: 9000 }, (_, i) => 32 + (i % 95));
    const every = Uint8Array.from({ length: 9000 }, (_, i) => (i * 7) & 255);
    for (const all of [ascii, every])
      for (const [start, end] of [0, 1, 7, 8, 9, 63, 64, 65, 300, 4097, 8999].map((n) => [n % 3, n] as const)) {
        const expected = [...all.slice(start, end)];
        assert.deepEqual(
          Array.from(byteString(all, start, end), (c) => c.charCodeAt(0)),
          expected,
        );
      }
    assert.equal(byteString(ascii.subarray(0, 3), 1, 99), '!"');
  });
});
