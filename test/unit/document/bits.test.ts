import assert from "node:assert/strict";
import fc from "fast-check";
import { formatPosition, parsePosition } from "../../../extension/document/bits";

describe("bit positions", () => {
  it("are written byte:bit", () => {
    assert.equal(formatPosition(0), "0:0");
    assert.equal(formatPosition(835), "104:3");
  });
  it("are read as byte:bit, hexadecimal byte, bit and byte", () => {
    assert.equal(parsePosition("104:3"), 835);
    assert.equal(parsePosition(" 0x68 "), 832);
    assert.equal(parsePosition("#835"), 835);
    assert.equal(parsePosition("104"), 832);
  });
  it("are nothing else", () => {
    for (const text of ["", "104:8", "-1", "0x", "12:3:4", "#", "99999999999999999999"])
      assert.equal(parsePosition(text), undefined);
  });
  it("survive the round trip through text", () => {
    fc.assert(fc.property(fc.nat(2 ** 40), (bit) => parsePosition(formatPosition(bit)) === bit));
  });
});
